// The kind "train": pantographs run under a line; contact force, uplift, statistics.
#ifndef CAT_MARCH_RUN_H
#define CAT_MARCH_RUN_H

#include "observe.h"
#include "post/force.h"
#include "record/record.h"

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
CatStatus cat_train_rest(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
CatStatus cat_train_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

typedef struct CatTrainMeasure {
  CatForce force;
  double height_range;  // of the contact point in the window [m]
  size_t from, to;      // rows of the window: from <= i < to
  double window[2];     // places where they begin and end [m]
} CatTrainMeasure;

// A run in one piece, for the parts that record and show it.
typedef struct CatTrain {
  CatContext *ctx;
  const CatSpec *input;
  const CatTrainSpec *spec;
  const CatModel *m;
  CatConfiguration *at_rest;
  CatCoupled *c;
  CatRestReport rest;
  CatRecord *rec;
  CatTable *table;  // "time"
  double *row;
  long steps, done;  // of the run; taken so far
  double static_force[CAT_CONTACTS];
  double target[CAT_CONTACTS];  // mean force to be met [N]; 0: none
  float *step_seconds;          // what each step took (steps)
  int tuning;                   // runs that it took to find it
  CatObserved seen;
  CatTrainMeasure measure[CAT_CONTACTS];
  double rest_seconds, offline_seconds;
  double seconds;  // of the steps of the last run
} CatTrain;

CatStatus cat_train_plan(CatTrain *r);   // tables and steps of a run; the line is there
CatStatus cat_train_march(CatTrain *r);  // with tuning, if a mean force is asked for
// sweep.c: further runs with the same line.
CatStatus cat_train_sweep(CatTrain *r);

// account.c: energy and timing in results and summary.
CatStatus cat_train_account(CatTrain *r);

// measure.c
CatStatus cat_train_measure(CatTrain *r);
CatForceSignal cat_train_signal(const CatTrain *r, int contact);  // with its window
double cat_train_uplift(const CatTrain *r);  // largest at the supports in the window [m]
// figures.c
CatStatus cat_train_figures(CatTrain *r);
// show.c
const char *cat_train_name(const CatTrain *r, int contact);   // of a pantograph
const char *cat_train_label(const CatTrain *r, int contact);  // told apart from the others
CatStatus cat_train_tables(CatTrain *r);
CatStatus cat_train_show(CatTrain *r);

#endif
