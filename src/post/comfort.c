#include "comfort.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

// HP(0.4 Hz) LP(100 Hz), Q = 1/sqrt 2; (1 + s/w3)/(1 + s/(Q4 w4) + s^2/w4^2); the step
// K (1 + s/(Q5 w5) + s^2/w5^2)/(1 + s/(Q6 w6) + s^2/w6^2).
typedef struct Design {
  double f3, f4, Q4, f5, f6, Q5, Q6, K;  // f5 0: no step
} Design;
static const Design design[3] = {
    [CAT_WEIGHTING_K] = {12.5, 12.5, 0.63, 2.37, 3.35, 0.91, 0.91, (2.37 / 3.35) * (2.37 / 3.35)},
    [CAT_WEIGHTING_D] = {2, 2, 0.63, 0, 0, 0, 0, 1},
    [CAT_WEIGHTING_B] = {16, 16, 0.63, 2.5, 4, 0.8, 0.8, 0.4},
};

static CatComplex second(double f, double corner, double Q) {  // 1 + s/(Q w) + s^2/w^2
  double r = f / corner;
  return 1 - r * r + I * r / Q;
}

CatComplex cat_weighting(CatWeighting which, double f) {
  const Design *d = &design[which];
  double Q = 1 / sqrt(2), high = f / 0.4;
  if (f == 0) return 0;
  CatComplex w = -high * high / second(f, 0.4, Q) / second(f, 100, Q);
  w *= (1 + I * f / d->f3) / second(f, d->f4, d->Q4);
  if (d->f5 == 0) return w;
  return w * d->K * second(f, d->f5, d->Q5) / second(f, d->f6, d->Q6);
}

double cat_sperling_weight(double f) {
  double f2 = f * f, a = 1 - 0.277 * f2, b = 1.563 * f - 0.0368 * f2 * f;
  return 0.588 * sqrt((1.911 * f2 + 0.0625 * f2 * f2) / (a * a + b * b));
}

// The frequency of line k; lines above half the rate are those of negative frequencies.
static double line_at(size_t k, size_t n, double rate) {
  return (double)(2 * k <= n ? k : n - k) * rate / (double)n;
}

static CatStatus transform(CatContext *ctx, const double *x, size_t n, CatComplex **out) {
  CatComplex *X = *out = CAT_NEW(ctx, n + 1, CatComplex);
  if (!X) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++) X[i] = x[i];
  return cat_fourier(ctx, X, n, CAT_FOURIER_FORWARD);
}

// Line k of the weighted signal; the one at half the rate is real.
static CatComplex weighted_line(CatWeighting which, double rate, const CatComplex *X, size_t n,
                                size_t k) {
  CatComplex w = cat_weighting(which, line_at(k, n, rate));
  CatComplex y = X[k] * (2 * k <= n ? w : conj(w));
  return 2 * k == n ? creal(y) : y;
}

// X, the transform of a signal, is used up.
static CatStatus weigh(CatContext *ctx, CatWeighting which, double rate, CatComplex *X, size_t n,
                       double *y) {
  for (size_t k = 0; k < n; k++) X[k] = weighted_line(which, rate, X, n, k);
  CAT_TRY(cat_fourier(ctx, X, n, CAT_FOURIER_BACKWARD));
  for (size_t i = 0; i < n; i++) y[i] = creal(X[i]) / (double)n;
  return CAT_OK;
}

CatStatus cat_weighted(CatContext *ctx, CatWeighting which, double rate, const double *x, size_t n,
                       double *y) {
  CatComplex *X;
  CatStatus status = transform(ctx, x, n, &X);
  if (!status) status = weigh(ctx, which, rate, X, n, y);
  cat_free(ctx, X);
  return status;
}

// Of the weighted signal: the squares of its lines sum to n^2 times its mean square (Parseval).
static double weighted_rms(CatWeighting which, double rate, const CatComplex *X, size_t n) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) {
    CatComplex y = weighted_line(which, rate, X, n, k);
    sum += creal(y) * creal(y) + cimag(y) * cimag(y);
  }
  return n > 0 ? sqrt(sum) / (double)n : 0;
}

static double rms(const double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
  return n > 0 ? sqrt(sum / (double)n) : 0;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The rms of windows of 5 s one after the other, into y itself; their 95th percentile.
static void find_percentile(double rate, double *y, size_t n, CatComfort *out) {
  size_t window = (size_t)lround(5 * rate);
  if (window == 0 || window > n) window = n;
  size_t count = window > 0 ? n / window : 0;
  for (size_t i = 0; i < count; i++) y[i] = rms(y + i * window, window);
  if (count == 0) return;
  qsort(y, count, sizeof *y, ascending);
  size_t rank = (size_t)ceil(0.95 * (double)count);
  out->windows = (int)count;
  out->p95 = y[rank > 0 ? rank - 1 : 0];
  out->n_mv = 6 * out->p95;
}

// W = (sum a^2 B^2)^(1/6.67), a the amplitude of each line in cm/s2; B_y = 1.25 B_z.
static double sperling(CatDirection direction, double rate, const CatComplex *X, size_t n) {
  double sum = 0, factor = direction == CAT_VERTICAL ? 1 : 1.25;
  if (direction == CAT_LONGITUDINAL) return 0;
  for (size_t k = 1; 2 * k < n; k++) {
    double a = 100 * 2 * cabs(X[k]) / (double)n;
    double B = factor * cat_sperling_weight(line_at(k, n, rate));
    sum += a * a * B * B;
  }
  return pow(sum, 1 / 6.67);
}

CatStatus cat_comfort(CatContext *ctx, CatDirection direction, double rate, const double *x,
                      size_t n, CatComfort *out) {
  bool up = direction == CAT_VERTICAL;
  CatComplex *X = NULL;
  double *y = CAT_NEW(ctx, n + 1, double);
  *out = (CatComfort){0};
  CatStatus status = y ? transform(ctx, x, n, &X) : CAT_ERR_MEMORY;
  if (!status) {
    for (size_t i = 0; i < n; i++) out->peak = fmax(out->peak, fabs(x[i]));
    out->iso2631 = weighted_rms(up ? CAT_WEIGHTING_K : CAT_WEIGHTING_D, rate, X, n);
    out->sperling = sperling(direction, rate, X, n);
    status = weigh(ctx, up ? CAT_WEIGHTING_B : CAT_WEIGHTING_D, rate, X, n, y);
  }
  if (!status) find_percentile(rate, y, n, out);
  cat_free(ctx, X);
  cat_free(ctx, y);
  return status;
}

const char *cat_comfort_class(double n_mv) {
  return n_mv < 1.5   ? "very comfortable"
         : n_mv < 2.5 ? "comfortable"
         : n_mv < 3.5 ? "medium"
         : n_mv < 4.5 ? "uncomfortable"
                      : "very uncomfortable";
}
