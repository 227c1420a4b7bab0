#include "force.h"

#include <math.h>

#include "filter.h"
#include "fourier.h"

enum { EXACT_MOST = 2 * 1024 * 1024 };  // samples: beyond it a transform takes too much memory

static CatStatus low_pass(CatContext *ctx, const CatForceSignal *s, double cutoff, double *y) {
  CatFilter f = {1 / s->step, cutoff, CAT_FILTER_ORDER};
  return cat_filter(ctx, s->filter, &f, s->force, s->n, y);
}

static void count_losses(const CatForceSignal *s, CatForce *out) {
  size_t run = 0, longest = 0;
  for (size_t i = s->from; i < s->to; i++) {
    run = s->force[i] <= 0 ? run + 1 : 0;
    out->losses += run == 1;
    if (run > longest) longest = run;
  }
  out->longest_loss = (double)longest * s->step;
  out->loss = cat_stats_loss(s->force + s->from, s->to - s->from);
}

// Standard deviation of the lines k from > 0 to <= most of a transform of n values, by Parseval.
static double band(const CatComplex *z, size_t n, double from, double most) {
  double sum = 0;
  for (size_t k = 1; 2 * k <= n; k++) {
    if ((double)k <= from || (double)k > most) continue;
    double size = cabs(z[k]) / (double)n;
    sum += (2 * k == n ? 1 : 2) * size * size;
  }
  return sqrt(sum);
}

// Deviations in the bands: exact, of the Fourier lines of the raw force in the window.
static CatStatus measure_bands(CatContext *ctx, const CatForceSignal *s, CatForce *out) {
  size_t n = s->to - s->from;
  CatComplex *z = CAT_NEW(ctx, n + 1, CatComplex);
  if (!z) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++) z[i] = s->force[s->from + i] - out->mean;
  CatStatus status = n ? cat_fourier(ctx, z, n, CAT_FOURIER_FORWARD) : CAT_OK;
  double line = (double)n * s->step * (1 + 1e-12);  // how many there are in 1 Hz
  out->std_0_2 = band(z, n, 0, 2 * line);
  out->std_0_5 = band(z, n, 0, 5 * line);
  out->std_5_20 = band(z, n, 5 * line, 20 * line);
  cat_free(ctx, z);
  return status;
}

// A long signal: by the filter, with low and lower as scratch (n).
static CatStatus filter_bands(CatContext *ctx, const CatForceSignal *s, double *low, double *lower,
                              CatForce *out) {
  size_t n = s->to - s->from;
  CAT_TRY(low_pass(ctx, s, 2, lower));
  out->std_0_2 = cat_stats(lower + s->from, n).std;
  CAT_TRY(low_pass(ctx, s, 5, lower));
  CAT_TRY(low_pass(ctx, s, 20, low));
  out->std_0_5 = cat_stats(lower + s->from, n).std;
  for (size_t i = 0; i < s->n; i++) low[i] -= lower[i];
  out->std_5_20 = cat_stats(low + s->from, n).std;
  return CAT_OK;
}

// Statistics with the other filter; work is scratch (n).
static CatStatus measure_other(CatContext *ctx, const CatForceSignal *s, double *work,
                               CatForce *out) {
  CatForceSignal other = *s;
  bool brick = s->filter == CAT_FILTER_BRICK_WALL;
  other.filter = brick ? CAT_FILTER_BUTTERWORTH : CAT_FILTER_BRICK_WALL;
  CAT_TRY(low_pass(ctx, &other, s->cutoff, work));
  out->other = cat_stats(work + s->from, s->to - s->from);
  return CAT_OK;
}

static CatStatus measure_filters(CatContext *ctx, const CatForceSignal *s, CatForce *out) {
  double *work = CAT_NEW(ctx, 2 * s->n + 1, double);
  if (!work) return CAT_ERR_MEMORY;
  out->exact_bands = s->n <= EXACT_MOST;
  CatStatus status =
      out->exact_bands ? measure_bands(ctx, s, out) : filter_bands(ctx, s, work, work + s->n, out);
  if (status == CAT_OK && out->exact_bands) status = measure_other(ctx, s, work, out);
  cat_free(ctx, work);
  return status;
}

CatStatus cat_force_measure(CatContext *ctx, const CatForceSignal *s, CatForce *out) {
  *out = (CatForce){.n = s->to - s->from, .filter = s->filter};
  CAT_TRY(low_pass(ctx, s, s->cutoff, s->filtered));
  CatStats all = cat_stats(s->filtered + s->from, out->n);
  out->mean = all.mean, out->std = all.std, out->max = all.max, out->min = all.min;
  out->stat_max = all.stat_max, out->stat_min = all.stat_min;
  count_losses(s, out);
  return measure_filters(ctx, s, out);
}

void cat_force_rows(const double *x, size_t n, const double window[2], size_t *from, size_t *to) {
  *from = *to = 0;
  for (size_t i = 0; i < n; i++) {
    if (x[i] < window[0] || x[i] > window[1]) continue;
    if (*to == 0) *from = i;
    *to = i + 1;
  }
}

// 10, 20, 50, 100, ... N: the first that needs few enough bins
static double bin_width(double range) {
  double width = 10;
  for (int i = 1; range / width > CAT_HISTOGRAM_BINS - 2; i++) width *= i % 3 == 2 ? 2.5 : 2;
  return width;
}

CatHistogram cat_force_histogram(const double *x, size_t n) {
  CatHistogram h = {.width = 10};
  CatStats s = cat_stats(x, n);
  if (n == 0 || !isfinite(s.max - s.min)) return h;
  h.width = bin_width(s.max - s.min);
  h.low = h.width * floor(s.min / h.width);
  for (size_t i = 0; i < n; i++) {
    int k = (int)fmin(fmax((x[i] - h.low) / h.width, 0), CAT_HISTOGRAM_BINS - 1);
    if (k + 1 > h.n) h.n = k + 1;
    h.percent[k] += 100.0 / (double)n;
  }
  return h;
}
