// Decimation of curves for plots that preserves every peak.
#ifndef CAT_REPORT_COMMON_DECIMATE_H
#define CAT_REPORT_COMMON_DECIMATE_H

#include "record/record.h"

// The curves of one figure over a common abscissa.
typedef struct CatCurves {
  const double *x;
  const double *y[CAT_MAX_SERIES];
  int ny;
  size_t n;  // rows
} CatCurves;

// Picks at most limit rows into keep (room for limit), in rising order: all of them if they are
// few enough, otherwise the first, the last, and from equal parts of the rows the smallest and the
// largest value of each curve, so that every extreme survives, and the first gap. Rows whose
// abscissa is not finite are left out. limit must be 100 at least.
size_t cat_decimate(const CatCurves *curves, size_t limit, size_t *keep);

#endif
