#include "filter.h"

#include <math.h>
#include <string.h>

#include "base/c_locale.h"
#include "fourier.h"

#define PI 3.14159265358979323846

// One second-order section: y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y''
typedef struct Section {
  double b0, b1, b2, a1, a2;
} Section;

// Section k of a Butterworth low-pass of the given order, by the bilinear transform with the cutoff
// prewarped: poles at angles (2 k + 1) pi / (2 order) from the imaginary axis.
static Section section(int k, int order, double cutoff, double rate) {
  double w = tan(PI * cutoff / rate);
  double q = 2 * sin((2 * k + 1) * PI / (2 * order));
  double d = 1 + q * w + w * w;
  return (Section){w * w / d, 2 * w * w / d, w * w / d, 2 * (w * w - 1) / d,
                   (1 - q * w + w * w) / d};
}

// In place, from a steady state at the first value; step -1 runs backward.
static void run(const Section *s, double *x, size_t n, int step) {
  size_t i = step > 0 ? 0 : n - 1;
  double x1 = x[i], x2 = x[i], y1 = x[i], y2 = x[i];
  for (size_t k = 0; k < n; k++, i += (size_t)step) {
    double now = x[i], y = s->b0 * now + s->b1 * x1 + s->b2 * x2 - s->a1 * y1 - s->a2 * y2;
    x2 = x1, x1 = now;
    y2 = y1, y1 = y;
    x[i] = y;
  }
}

CatStatus cat_filter_zero_phase(CatContext *ctx, const CatFilter *f, const double *x, size_t n,
                                double *y) {
  double rate = f->rate, cutoff = f->cutoff;
  memcpy(y, x, n * sizeof *x);
  if (n < 4 || cutoff >= rate / 2) return CAT_OK;
  size_t pad = (size_t)fmin(ceil(3 * rate / cutoff), (double)(n - 1));
  double *z = CAT_NEW(ctx, n + 2 * pad, double);
  if (!z) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < pad; i++) {
    z[i] = 2 * x[0] - x[pad - i];
    z[pad + n + i] = 2 * x[n - 1] - x[n - 2 - i];
  }
  memcpy(z + pad, x, n * sizeof *x);
  for (int k = 0; k < f->order / 2; k++) {
    Section s = section(k, f->order, cutoff, rate);
    run(&s, z, n + 2 * pad, 1);
    run(&s, z, n + 2 * pad, -1);
  }
  memcpy(y, z + pad, n * sizeof *y);
  cat_free(ctx, z);
  return CAT_OK;
}

CatStatus cat_filter_brick_wall(CatContext *ctx, const CatFilter *f, const double *x, size_t n,
                                double *y) {
  if (n == 0) return CAT_OK;
  CatComplex *z = CAT_NEW(ctx, n, CatComplex);
  if (!z) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++) z[i] = x[i];
  CatStatus status = cat_fourier(ctx, z, n, CAT_FOURIER_FORWARD);
  double duration = (double)n / f->rate;
  for (size_t k = 0; k < n; k++) {
    double line = (double)(2 * k <= n ? k : n - k);
    if (line > f->cutoff * duration * (1 + 1e-12)) z[k] = 0;
  }
  if (status == CAT_OK) status = cat_fourier(ctx, z, n, CAT_FOURIER_BACKWARD);
  for (size_t i = 0; i < n; i++) y[i] = creal(z[i]) / (double)n;
  cat_free(ctx, z);
  return status;
}

CatStatus cat_filter(CatContext *ctx, CatFilterType type, const CatFilter *f, const double *x,
                     size_t n, double *y) {
  return type == CAT_FILTER_BRICK_WALL ? cat_filter_brick_wall(ctx, f, x, n, y)
                                       : cat_filter_zero_phase(ctx, f, x, n, y);
}

const char *cat_filter_text(CatFilterType type, double cutoff, char text[CAT_FILTER_TEXT]) {
  const char *how =
      type == CAT_FILTER_BRICK_WALL ? "over the whole signal" : "order 4, forward and backward";
  cat_format(text, CAT_FILTER_TEXT, "%s %s, %g Hz", cat_filter_names[type], how, cutoff);
  return text;
}
