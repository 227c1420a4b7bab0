// Discrete Fourier transform of any length, in O(n log n).
//
// L. I. Bluestein: A linear filtering approach to the computation of discrete Fourier transform,
// IEEE Trans. Audio Electroacoust. 18 (1970) 451-455: with j k = (j^2 + k^2 - (k - j)^2) / 2 the
// transform is a convolution with a chirp, which transforms of a power of two carry out.
#ifndef CAT_POST_FOURIER_H
#define CAT_POST_FOURIER_H

#include <complex.h>

#include "base/arena.h"

typedef double complex CatComplex;

typedef enum CatFourierSign { CAT_FOURIER_FORWARD = -1, CAT_FOURIER_BACKWARD = 1 } CatFourierSign;

// In place: x_k = sum_j x_j exp(sign 2 pi i j k / n), without any factor before it.
CatStatus cat_fourier(CatContext *ctx, CatComplex *x, size_t n, CatFourierSign sign);

#endif
