// Inside of a real-time run.
#ifndef CAT_RT_RUN_H
#define CAT_RT_RUN_H

#include "loop.h"
#include "rt.h"
#include "study/train/line_case.h"

// A whole run, for results.c and histograms.c.
typedef struct CatRt {
  CatContext *ctx;
  const CatSpec *input;
  const CatTrainSpec *spec;
  const CatRtOptions *options;
  CatRecord *rec;
  CatLineCase line;
  CatRtPartner partner;
  CatRtLoop loop;
  double static_force[CAT_RT_CONTACTS];  // [N]
  double start_seconds;
} CatRt;

// results.c
CatStatus cat_rt_tables(CatRt *r, size_t rows);
CatStatus cat_rt_results(CatRt *r);
// histograms.c: a table and a figure of each
CatStatus cat_rt_histogram_results(CatRt *r);

#endif
