#include "spectrum.h"

#include <math.h>

#include "fourier.h"
#include "stats.h"

#define PI 3.14159265358979323846

// Puts the weighted signal into z and returns the sum of the squared weights.
static double weigh(const double *x, size_t n, CatComplex *z) {
  double mean = cat_stats(x, n).mean, sum = 0;
  for (size_t j = 0; j < n; j++) {
    double w = 0.5 - 0.5 * cos(2 * PI * (double)j / (double)n);
    z[j] = w * (x[j] - mean);
    sum += w * w;
  }
  return sum;
}

CatStatus cat_amplitude_spectrum(CatContext *ctx, const double *x, size_t n,
                                 const double step_most[2], CatAmplitudeSpectrum *out) {
  *out = (CatAmplitudeSpectrum){.n = 0};
  if (n < 4) return CAT_OK;
  double dt = step_most[0], df = 1 / ((double)n * dt);
  CatComplex *z = CAT_NEW(ctx, n, CatComplex);
  if (!z) return CAT_ERR_MEMORY;
  double weight = weigh(x, n, z), wanted = floor(step_most[1] / df) + 1;
  size_t most = n / 2 + 1, lines = wanted < (double)most ? (size_t)wanted : most;
  CatStatus status = cat_fourier(ctx, z, n, CAT_FOURIER_FORWARD);
  double *a = status == CAT_OK ? CAT_NEW(ctx, lines, double) : NULL;
  for (size_t k = 0; a && k < lines; k++) {
    double sides = k == 0 || 2 * k == n ? 1 : 2;
    a[k] = sqrt(sides * dt / weight) * cabs(z[k]);
  }
  cat_free(ctx, z);
  if (!a) return CAT_ERR_MEMORY;
  *out = (CatAmplitudeSpectrum){df, lines, a};
  return CAT_OK;
}
