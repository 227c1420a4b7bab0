// Low-pass filters of recorded signals. The default is what EN 50317 measurements are compared
// with: a Butterworth filter run forward and backward, so that nothing is delayed.
#ifndef CAT_POST_FILTER_H
#define CAT_POST_FILTER_H

#include "base/arena.h"
#include "spec/measure.h"

enum { CAT_FILTER_TEXT = 96, CAT_FILTER_ORDER = 4 };

// y = x low-passed by a Butterworth filter of even order, run forward and backward (the attenuation
// counts twice: 1/2 at the cutoff). The signal is continued at both ends by its mirror image. A
// cutoff at or above half the rate copies.
typedef struct CatFilter {
  double rate, cutoff;  // [1/s] [Hz]
  int order;            // even
} CatFilter;
CatStatus cat_filter_zero_phase(CatContext *ctx, const CatFilter *f, const double *x, size_t n,
                                double *y);

// y = x without anything above the cutoff: the lines of its Fourier transform there are left out.
// The signal counts as periodic, so that its ends, where they differ, ring into one another.
CatStatus cat_filter_brick_wall(CatContext *ctx, const CatFilter *f, const double *x, size_t n,
                                double *y);

// Either of them.
CatStatus cat_filter(CatContext *ctx, CatFilterType type, const CatFilter *f, const double *x,
                     size_t n, double *y);
// "butterworth order 4, forward and backward, 20 Hz"
const char *cat_filter_text(CatFilterType type, double cutoff, char text[CAT_FILTER_TEXT]);

#endif
