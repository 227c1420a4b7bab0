// Statistics of a signal over a window.
#ifndef CAT_POST_STATS_H
#define CAT_POST_STATS_H

#include <stddef.h>

typedef struct CatStats {
  double mean, std, max, min;
  double stat_max, stat_min;  // mean +- 3 std
  size_t n;                   // samples
} CatStats;

CatStats cat_stats(const double *x, size_t n);
// Fraction of samples at or below zero [%].
double cat_stats_loss(const double *x, size_t n);

#endif
