// Inside: one case on its way to a record.
#ifndef CAT_STUDY_BRIDGE_RUN_H
#define CAT_STUDY_BRIDGE_RUN_H

#include "bridge.h"
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
} CatCrossing;

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
  CatTable *table;
  double *row;
  long steps;
  CatCrossing crossing;
  // a range of speeds
  int npoint;
  CatSweepPoint *point;
  double seconds;        // of the steps
  double modes_seconds;  // of the modes
} CatBridgeRun;

CatStatus cat_bridge_open(CatContext *ctx, const CatSpec *input, CatRecord *rec, CatBridgeRun *out);
void cat_bridge_close(CatBridgeRun *r);

CatStatus cat_bridge_cross(CatBridgeRun *r);         // one speed: march.c
CatStatus cat_bridge_cross_tables(CatBridgeRun *r);  // tables.c
void cat_bridge_cross_row(CatBridgeRun *r);
CatStatus cat_bridge_sweep(CatBridgeRun *r);    // a range: sweep.c
CatStatus cat_bridge_summary(CatBridgeRun *r);  // summary.c
CatStatus cat_bridge_comfort(CatBridgeRun *r);  // comfort.c: fields and verdicts
CatStatus cat_bridge_sweep_summary(CatBridgeRun *r);
CatStatus cat_bridge_plots(CatBridgeRun *r);  // plots.c
CatStatus cat_bridge_sweep_plots(CatBridgeRun *r);
CatStatus cat_bridge_frequencies(CatBridgeRun *r);  // modes.c: bridge.f_Hz, and a table

// The largest size of a signal of n samples, low-passed at the case's cutoff.
CatStatus cat_bridge_largest(const CatBridgeRun *r, const double *x, size_t n, double *filtered,
                             double *out);
cJSON *cat_bridge_fields(CatBridgeRun *r);  // "bridge" of the summary, made once

#endif
