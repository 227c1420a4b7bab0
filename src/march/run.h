// The kind "train": pantographs run under a line; contact force, uplift, statistics.
#ifndef CAT_MARCH_RUN_H
#define CAT_MARCH_RUN_H

#include "coupled.h"
#include "post/force.h"
#include "record/record.h"

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
CatStatus cat_train_rest(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

typedef struct CatTrainMeasure {
  CatForce force;
  double height_range;  // of the contact point in the window [m]
} CatTrainMeasure;

// A run in one piece, for the parts that record and show it.
typedef struct CatTrain {
  CatContext *ctx;
  const CatSpec *input;
  const CatTrainSpec *spec;
  CatModel *m;
  CatCoupled *c;
  CatRestReport rest;
  CatRecord *rec;
  CatTable *table;  // "time"
  double *row;
  long steps, done;  // of the run; taken so far
  double static_force[CAT_CONTACTS];
  int tuning;             // runs that it took to find it
  double window[2];       // [m]
  int *support_dof;       // of the contact wire at each support; -1 (nspan + 1)
  double *uplift;         // largest, in all the run (nspan + 1) [m]
  double *uplift_window;  // while a pantograph is in the window (nspan + 1) [m]
  double *slack;          // time that each dropper was slack (ndropper) [s]
  double *least;          // least tension of each dropper (ndropper) [N]
  CatTrainMeasure measure[CAT_CONTACTS];
  double rest_seconds, offline_seconds, seconds;
} CatTrain;

// measure.c
CatStatus cat_train_measure(CatTrain *r);
// show.c
CatStatus cat_train_tables(CatTrain *r);
CatStatus cat_train_show(CatTrain *r);

#endif
