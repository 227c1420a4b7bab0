// Durations in fixed bins: exact below 32 ns, then 32 bins per octave, so that a percentile is at
// most 1/32 too large. Nothing is allocated, and adding costs a few operations.
#ifndef CAT_RT_HISTOGRAM_H
#define CAT_RT_HISTOGRAM_H

#include <stdint.h>

enum { CAT_RT_BINS = 32 * 32 };  // up to 2^36 ns, about a minute; longer ones are in the last

typedef struct CatRtHistogram {
  uint64_t count[CAT_RT_BINS];
  uint64_t n;
  int64_t most;  // [ns]
} CatRtHistogram;

void cat_rt_histogram_add(CatRtHistogram *h, int64_t ns);  // negative counts as 0
double cat_rt_histogram_edge(int bin);                     // where it begins [us]
// Upper end of the bin below which this fraction of the values lies, at most the largest value
// [us].
double cat_rt_histogram_quantile(const CatRtHistogram *h, double fraction);

#endif
