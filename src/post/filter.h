// Low-pass filters of recorded signals. The default is what EN 50317 measurements are compared
// with: a Butterworth filter run forward and backward, so that nothing is delayed.
#ifndef CAT_POST_FILTER_H
#define CAT_POST_FILTER_H

#include "base/arena.h"

// y = x low-passed by a Butterworth filter of even order, run forward and backward (the attenuation
// counts twice: 1/2 at the cutoff). The signal is continued at both ends by its mirror image. A
// cutoff at or above half the rate copies.
typedef struct CatFilter {
  double rate, cutoff;  // [1/s] [Hz]
  int order;            // even
} CatFilter;
CatStatus cat_filter_zero_phase(CatContext *ctx, const CatFilter *f, const double *x, size_t n,
                                double *y);

#endif
