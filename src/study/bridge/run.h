// Inside: one case on its way to a record.
#ifndef CAT_STUDY_BRIDGE_RUN_H
#define CAT_STUDY_BRIDGE_RUN_H

#include "bridge.h"
#include "monitor/frames.h"
#include "monitor/ledger.h"
#include "watch.h"

typedef struct CatExtreme {
  double value, t;
} CatExtreme;

// What a run at one speed comes to.
typedef struct CatCrossing {
  CatExtreme lowest, highest;   // deflection at the point, downwards [m]
  double acceleration;          // largest, filtered [m/s2]
  double acceleration_raw;      // the same without a filter
  double crawl;                 // largest deflection if the trains crept [m]
  double *reaction;             // largest of each bearing [N]
  double force_min, force_max;  // of the wheels [N]
  double unloading;             // of a wheel, as a part of its weight
  double body;                  // largest acceleration in a car [m/s2]
  int wheels;                   // most that stood on the deck at once
} CatCrossing;

// Numerical uncertainties: standard uncertainties, 0 where they are not known.
typedef struct CatCrossingUncertainty {
  double deflection;    // of either extreme, the larger [m]
  double acceleration;  // filtered [m/s2]
  double force;         // of either extreme, the larger [N]
  double unloading;     // as a part of the weight
  double body;          // acceleration in a car [m/s2]
} CatCrossingUncertainty;

// What a co-simulation came to.
typedef struct CatBridgeExchange {
  double error;  // estimated, of the deflection as a part of its largest value
  double alone;  // seconds of the steps of the trains alone, on rigid track
} CatBridgeExchange;

// One train at one speed of a range.
typedef struct CatSweepPoint {
  int train;            // its number; -1: all together
  double speed;         // [m/s]
  double deflection;    // largest [m]
  double acceleration;  // largest, filtered [m/s2]
} CatSweepPoint;

typedef struct CatBridgeRun {
  CatContext *ctx;
  CatArena *arena;
  const CatSpec *input;
  const CatBridgeSpec *spec;
  CatRecord *rec;
  CatBridge bridge;
  CatBridgeWatch watch;
  // one crossing
  CatBridgeSim *c;
  CatLedger *ledger;
  bool pictured;           // keeps frames
  CatFrameMonitor frames;  // none unless it is
  CatTable *table;
  double *row;
  long steps;
  CatCrossing crossing;
  CatBridgeExchange exchange;
  CatCrossingUncertainty uncertain;
  // a range of speeds
  int npoint;
  CatSweepPoint *point;
  double residual, throughput;  // of the crossing whose account of energy is worst [J]
  double numerical;             // what the integration dissipated [J], of the crossing and its
  double worked;                // throughput [J]; of a range, where it created the largest part
  double seconds;               // of the steps
  double modes_seconds;         // of the modes
} CatBridgeRun;

CatStatus cat_bridge_open(CatContext *ctx, const CatSpec *input, CatRecord *rec, CatBridgeRun *out);
CatStatus cat_bridge_prepare(CatBridgeRun *out);  // modes and what is measured, of its spec
void cat_bridge_close(CatBridgeRun *r);

// A further run of a case, whose keys are changed, into a record of its own. What fails there is no
// failure of the run: `failed` says why (text of the run's record), and the status is CAT_OK.
typedef struct CatBridgeFurther {
  CatBridgeSpec spec;  // by the caller
  const char *failed;  // NULL: it did not
  CatBridgeRun r;      // as it ended
} CatBridgeFurther;
CatStatus cat_bridge_further(CatBridgeRun *base, CatBridgeFurther *f);
void cat_bridge_further_close(CatBridgeFurther *f);

CatStatus cat_bridge_cross(CatBridgeRun *r);         // one speed: march.c
CatStatus cat_bridge_cosim_choose(CatBridgeRun *r);  // the macro step, if it is not given: cosim.c
CatStatus cat_bridge_cosim(CatBridgeRun *r);         // its error, cost and summary fields
CatStatus cat_bridge_cross_tables(CatBridgeRun *r);  // tables.c
void cat_bridge_cross_row(CatBridgeRun *r);
CatStatus cat_bridge_scene(CatBridgeRun *r);        // scene.c: its picture, and frames of it
CatStatus cat_bridge_uncertainty(CatBridgeRun *r);  // further runs and fields: uncertainty.c
CatStatus cat_bridge_sweep(CatBridgeRun *r);        // a range: sweep.c
CatStatus cat_bridge_summary(CatBridgeRun *r);      // summary.c
CatStatus cat_bridge_comfort(CatBridgeRun *r);      // comfort.c: fields and verdicts
// Of the deck's acceleration, if the case asks for it; where: beside it, or "".
CatStatus cat_bridge_deck_verdict(CatBridgeRun *r, double value, double u_num, const char *where);
CatStatus cat_bridge_cutoff(CatBridgeRun *r);  // that of the verdict, unless it is given
CatStatus cat_bridge_doubts(CatBridgeRun *r);  // doubts.c: warnings of what the bridge is
CatStatus cat_bridge_trust(CatBridgeRun *r);   // trust.c: fails what the steps made
CatStatus cat_bridge_sweep_summary(CatBridgeRun *r);
CatStatus cat_bridge_plots(CatBridgeRun *r);  // plots.c
CatStatus cat_bridge_sweep_plots(CatBridgeRun *r);
CatStatus cat_bridge_frequencies(CatBridgeRun *r);  // modes.c: bridge.f_Hz, and a table

// The largest size of a signal of n samples, low-passed at the case's cutoff.
CatStatus cat_bridge_largest(const CatBridgeRun *r, const double *x, size_t n, double *filtered,
                             double *out);
cJSON *cat_bridge_fields(CatBridgeRun *r);  // "bridge" of the summary, made once

#endif
