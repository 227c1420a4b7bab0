// A measured contact force from a text file: the statistics and verdicts of a run, without a run.
// Or measured accelerations, and what passengers feel of them.
#ifndef CAT_STUDY_MEASUREMENT_MEASUREMENT_H
#define CAT_STUDY_MEASUREMENT_MEASUREMENT_H

#include "post/force.h"
#include "record/record.h"
#include "spec/measure.h"

// Reads the file that the spec of the kind "measure" names, measures, fills the record. Warnings
// go to the spec, which also learns the name of the force's column.
CatStatus cat_measure_run(CatContext *ctx, CatSpec *spec, CatRecord *rec);

// What a signal is of.
typedef struct CatQuantity {
  const char *word;  // in the name of its column
  const char *unit;
} CatQuantity;

// The signal in equal steps, shared by the files that read, record and plot it.
typedef struct CatMeasured {
  CatContext *ctx;
  CatSpec *input;
  CatMeasureSpec *spec;
  CatRecord *rec;
  CatQuantity of;
  const char *column;  // asked for; "": the first that has the word
  const char *found;   // the one that there is
  size_t n;
  double *t, *x, *force;  // [s] [m] [N] or what it is of (n); x NULL: not known
  double step;            // [s]
  double window[2];       // [m]
  double speed;           // [km/h]; NaN: not known
  CatTable *table;        // "time"
  CatForceSignal signal;
  CatForce measure;
} CatMeasured;

// read.c: file, columns, units, equal steps. The arrays are to be freed by the caller.
CatStatus cat_measured_read(CatMeasured *m);
// The columns of accelerations along, across and up; NULL: there is none.
CatStatus cat_measured_axes(CatMeasured *m, const char *column[3]);
// Where the signal was measured, and which part of it counts.
CatStatus cat_measured_window(CatMeasured *m);
void cat_measured_free(CatMeasured *m);
// comfort.c
CatStatus cat_measured_comfort(CatMeasured *m);
// results.c
CatStatus cat_measured_table(CatMeasured *m);
CatStatus cat_measured_results(CatMeasured *m);

#endif
