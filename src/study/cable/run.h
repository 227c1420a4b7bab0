// A run in one piece, shared by the files that step, record and plot it.
#ifndef CAT_STUDY_CABLE_RUN_H
#define CAT_STUDY_CABLE_RUN_H

#include "balance.h"
#include "cable.h"
#include "dispersion.h"
#include "measure.h"
#include "start.h"
#include "step.h"
#include "twin.h"

enum { CAT_CABLE_TIMES = 40 };  // of each list in `record`

// Something to be done after a step.
typedef enum CatCableTaskKind {
  CAT_CABLE_SHAPE,
  CAT_CABLE_PULSE,
  CAT_CABLE_TERMS
} CatCableTaskKind;
typedef struct CatCableTask {
  long step;
  CatCableTaskKind kind;
  int index;  // in its list
} CatCableTask;

// The phase of a periodic wave, fitted by a straight line.
typedef struct CatCablePhase {
  double last, turns;      // [rad]
  double n, t, p, tt, tp;  // sums
} CatCablePhase;

typedef struct CatCableRun {
  CatContext *ctx;
  const CatSpec *input;
  const CatCableSpec *spec;
  CatCableModel *m;
  CatCableStepper stepper;
  CatCableTwin twin;
  CatRecord *rec;
  CatTable *table;  // "time"
  long steps, done;
  double seconds;  // that the march took [s]
  int ntask, next;
  CatCableTask task[3 * CAT_CABLE_TIMES];  // by step
  CatCableCrest crest[CAT_CABLE_TIMES];
  CatCableTerms most[CAT_CABLE_TIMES];  // largest terms at each of record.terms
  double term_time[CAT_CABLE_TIMES];
  int ncrest, nmost, nshape;
  CatDispersion dispersion;
  double scheme;  // what grid and step add to a linear frequency [rad/s]
  CatCablePhase phase;
  CatCableEnergy energy;            // now
  double begin, stored, numerical;  // energy at the start; change since; of the scheme [J]
  double numerical_begin;
  double work, throughput;  // of the driven end so far; its sizes, and the energy at the start [J]
  double kept, drift;       // energy when the drive had ended, 0 before; largest change by it
} CatCableRun;

CatStatus cat_cable_tables(CatCableRun *r);  // tables.c
void cat_cable_record_row(CatCableRun *r);
CatStatus cat_cable_record_shape(CatCableRun *r, int index);
CatStatus cat_cable_record_terms(CatCableRun *r, int index);
CatStatus cat_cable_plots(CatCableRun *r);              // plots.c
CatStatus cat_cable_summary(CatCableRun *r);            // summary.c
double cat_cable_measured_omega(const CatCableRun *r);  // [rad/s]
CatStatus cat_characteristics_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

#endif
