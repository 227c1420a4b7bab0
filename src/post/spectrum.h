// Amplitude spectral density of a signal.
#ifndef CAT_POST_SPECTRUM_H
#define CAT_POST_SPECTRUM_H

#include "base/arena.h"

// One-sided, of all n samples at once, without their mean, with a Hann window:
//   a_k^2 = 2 dt |sum_j w_j (x_j - mean) exp(-2 pi i j k / n)|^2 / sum_j w_j^2
// so that the integral of a^2 over the frequencies is the window-weighted variance of the signal
// (no factor 2 at the ends). A sine of amplitude A shows as a peak of A sqrt(n dt / 3).
typedef struct CatAmplitudeSpectrum {
  double step;        // from one frequency to the next [Hz]; the first is 0
  size_t n;           // frequencies
  double *amplitude;  // (n) [unit of x / sqrt(Hz)]
} CatAmplitudeSpectrum;

// Up to the frequency `most` [Hz] or half the rate; the caller frees amplitude. Fewer
// than four samples have none.
CatStatus cat_amplitude_spectrum(CatContext *ctx, const double *x, size_t n,
                                 const double step_most[2], CatAmplitudeSpectrum *out);

#endif
