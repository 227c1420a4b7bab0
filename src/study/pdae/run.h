// A run in one piece, shared by the files that step, measure, record and plot it.
#ifndef CAT_STUDY_PDAE_RUN_H
#define CAT_STUDY_PDAE_RUN_H

#include "measure.h"
#include "pdae.h"

typedef struct CatPdaeRun {
  CatContext *ctx;
  const CatSpec *input;
  const CatPdaeSpec *spec;
  CatPdaeModel *m;
  CatDaeStepper *stepper;
  CatPdaeInitial initial;
  CatPdaeMeasure measure;
  CatRecord *rec;
  CatTable *table;   // "time"
  double *row;       // one row of it
  long steps;        // that the run needs
  double seconds;    // that the march took [s]
  double condition;  // the largest of a linkage's joints, looked at each few steps
} CatPdaeRun;

// Options of the integrator as the input asks for them.
CatDaeOptions cat_pdae_options(const CatPdaeSpec *spec);

// tables.c
CatStatus cat_pdae_record_tables(CatPdaeRun *r);
void cat_pdae_record_row(CatPdaeRun *r, const CatDaeState *x);
CatStatus cat_pdae_record_shape(CatPdaeRun *r, const char *name, const CatDaeState *x);
// plots.c
CatStatus cat_pdae_plots(CatPdaeRun *r);
// summary.c: results and fields of summary.json
CatStatus cat_pdae_summary(CatPdaeRun *r);

#endif
