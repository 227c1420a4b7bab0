// Results for a contact force, simulated or measured: statistics of the filtered signal over
// a window, in the bands of EN 50318, and losses of contact of the raw one. What the choice of the
// filter changes is part of the answer.
#ifndef CAT_POST_FORCE_H
#define CAT_POST_FORCE_H

#include "spec/measure.h"
#include "stats.h"

// A signal with equal steps. filtered receives the low-passed force and may not be the force.
typedef struct CatForceSignal {
  const double *force;  // [N] (n)
  double *filtered;     // [N] (n)
  size_t n;
  double step;      // [s]
  double cutoff;    // of the low-pass [Hz]
  size_t from, to;  // window: rows from <= i < to
  CatFilterType filter;
} CatForceSignal;

typedef struct CatForce {
  double mean, std, max, min;         // filtered, in the window [N]
  double stat_max, stat_min;          // mean +- 3 std [N]
  double std_0_2, std_0_5, std_5_20;  // of the raw force below 2, below 5, from 5 to 20 Hz [N]
  bool exact_bands;                   // these, by Fourier transform; no: by the filter, too long
  double loss;                        // fraction of the raw samples at or below zero [%]
  int losses;                         // how often contact was lost
  double longest_loss;                // [s]
  size_t n;                           // samples
  CatFilterType filter;               // that it was filtered with
  CatStats other;                     // with the other filter; n = 0: the signal is too long
} CatForce;

CatStatus cat_force_measure(CatContext *ctx, const CatForceSignal *signal, CatForce *out);

// Rows while x is in the window: from the first to behind the last of them; none: both 0.
void cat_force_rows(const double *x, size_t n, const double window[2], size_t *from, size_t *to);

enum { CAT_HISTOGRAM_BINS = 60 };  // at most

// Fractions of the samples in bins of equal width: 10 N, or more if the forces spread widely.
typedef struct CatHistogram {
  double low, width;  // of the first bin; of each [N]
  int n;
  double percent[CAT_HISTOGRAM_BINS];  // [%]
} CatHistogram;
CatHistogram cat_force_histogram(const double *x, size_t n);

#endif
