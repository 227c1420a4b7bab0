#include "histogram.h"

enum { SUB = 32, SUB_BITS = 5 };

static int bin_of(uint64_t ns) {
  if (ns < SUB) return (int)ns;
  int octave = 63 - __builtin_clzll(ns) - SUB_BITS;  // ns >> octave is from 32 to 63
  int bin = SUB * octave + (int)(ns >> octave);
  return bin < CAT_RT_BINS ? bin : CAT_RT_BINS - 1;
}

void cat_rt_histogram_add(CatRtHistogram *h, int64_t ns) {
  if (ns < 0) ns = 0;
  h->count[bin_of((uint64_t)ns)]++;
  h->n++;
  if (ns > h->most) h->most = ns;
}

double cat_rt_histogram_edge(int bin) {
  if (bin < 2 * SUB) return 1e-3 * bin;
  int octave = bin / SUB - 1;
  return 1e-3 * (double)((uint64_t)(bin - SUB * octave) << octave);
}

double cat_rt_histogram_quantile(const CatRtHistogram *h, double fraction) {
  double wanted = fraction * (double)h->n, most = 1e-3 * (double)h->most;
  uint64_t below = 0;
  for (int i = 0; i < CAT_RT_BINS && h->n > 0; i++) {
    below += h->count[i];
    if ((double)below < wanted || below == 0) continue;
    double end = cat_rt_histogram_edge(i + 1);
    return i + 1 < CAT_RT_BINS && end < most ? end : most;
  }
  return most;
}
