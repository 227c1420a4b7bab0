// The Fourier transform against its definition, and the spectrum: Parseval, a sine's peak, scales.
#include "support/support.h"

#include <math.h>

#include "post/fourier.h"
#include "post/spectrum.h"
#include "post/stats.h"

static const double pi = 3.14159265358979323846;

// a signal without any order
static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24) - 0.5;
}

static void by_definition(void **state) {
  (void)state;
  static const size_t lengths[] = {1, 2, 3, 8, 17, 60, 97};
  CatContext *ctx = cat_context_new(NULL);
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
    CatComplex x[97], z[97];
    size_t n = lengths[l];
    unsigned seed = 1;
    for (size_t j = 0; j < n; j++) z[j] = x[j] = noise(&seed) + I * noise(&seed);
    assert_int_equal(cat_fourier(ctx, z, n, CAT_FOURIER_FORWARD), CAT_OK);
    for (size_t k = 0; k < n; k++) {
      CatComplex sum = 0;
      for (size_t j = 0; j < n; j++) {
        sum += x[j] * cexp(-2 * pi * I * (double)(j * k % n) / (double)n);
      }
      assert_close(cabs(z[k] - sum), 0, 0, 1e-13 * (double)n);
    }
    assert_int_equal(cat_fourier(ctx, z, n, CAT_FOURIER_BACKWARD), CAT_OK);
    for (size_t j = 0; j < n; j++) assert_close(cabs(z[j] / (double)n - x[j]), 0, 0, 1e-14);
  }
  cat_context_free(ctx);
}

// the integral of the squared density is the variance as the window weighs it
static void parseval(void **state) {
  (void)state;
  enum { N = 5001 };
  static double x[N];
  const double dt = 1e-3;
  unsigned seed = 7;
  for (int i = 0; i < N; i++) x[i] = 100 + noise(&seed) + sin(0.1 * i);
  CatContext *ctx = cat_context_new(NULL);
  CatAmplitudeSpectrum s;
  assert_int_equal(cat_amplitude_spectrum(ctx, x, N, (double[]){dt, 1e9}, &s), CAT_OK);
  assert_int_equal(s.n, N / 2 + 1);
  double mean = cat_stats(x, N).mean, power = 0, weighed = 0, weight = 0;
  for (size_t k = 0; k < s.n; k++) power += s.amplitude[k] * s.amplitude[k] * s.step;
  for (int i = 0; i < N; i++) {
    double w = 0.5 - 0.5 * cos(2 * pi * i / N);
    weighed += w * w * (x[i] - mean) * (x[i] - mean);
    weight += w * w;
  }
  assert_close(power, weighed / weight, 1e-12, 0);
  cat_free(ctx, s.amplitude);
  cat_context_free(ctx);
}

// a sine on a line of the spectrum: peak A sqrt(n dt / 3), half of it beside, nothing elsewhere
static void sine(void **state) {
  (void)state;
  enum { N = 4000 };
  static double x[N];
  const double dt = 1e-3, amplitude = 12;
  for (int i = 0; i < N; i++) x[i] = 50 + amplitude * sin(2 * pi * 10 * i * dt);
  CatContext *ctx = cat_context_new(NULL);
  CatAmplitudeSpectrum s;
  assert_int_equal(cat_amplitude_spectrum(ctx, x, N, (double[]){dt, 30}, &s), CAT_OK);
  assert_close(s.step, 0.25, 1e-14, 0);
  assert_int_equal(s.n, 121);
  double peak = amplitude * sqrt(N * dt / 3);
  for (size_t k = 0; k < s.n; k++) {
    double wanted = k == 40 ? peak : k == 39 || k == 41 ? peak / 2 : 0;
    assert_close(s.amplitude[k], wanted, 0, 1e-9);
  }
  cat_free(ctx, s.amplitude);
  assert_int_equal(cat_amplitude_spectrum(ctx, x, 3, (double[]){dt, 30}, &s), CAT_OK);
  assert_true(s.n == 0 && !s.amplitude);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_definition), cmocka_unit_test(parseval),
                                     cmocka_unit_test(sine)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
