#include "fourier.h"

#include <string.h>

#define PI 3.14159265358979323846

static void swap_bits(CatComplex *x, size_t n) {
  for (size_t i = 1, j = 0; i < n; i++) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    CatComplex keep = x[i];
    x[i] = x[j], x[j] = keep;
  }
}

// n a power of two; root[k] = exp(-2 pi i k / n) for k < n/2
static void power_of_two(CatComplex *x, size_t n, const CatComplex *root) {
  swap_bits(x, n);
  for (size_t half = 1; half < n; half *= 2) {
    size_t stride = n / (2 * half);
    for (size_t at = 0; at < n; at += 2 * half) {
      for (size_t k = 0; k < half; k++) {
        CatComplex odd = root[k * stride] * x[at + half + k];
        x[at + half + k] = x[at + k] - odd;
        x[at + k] += odd;
      }
    }
  }
}

// exp(sign i pi j^2 / n); j^2 counts only modulo 2 n, which keeps the digits of long transforms
static CatComplex chirp(size_t j, size_t n, int sign) {
  unsigned long long square = (unsigned long long)j * j % (2 * (unsigned long long)n);
  return cexp(I * (sign * PI * (double)square / (double)n));
}

// a: zero beyond n, b: the chirp of the convolution, both of length m
static void convolve(CatComplex *a, CatComplex *b, size_t m, CatComplex *root) {
  for (size_t k = 0; k < m / 2; k++) root[k] = cexp(-2 * PI * I * ((double)k / (double)m));
  power_of_two(a, m, root);
  power_of_two(b, m, root);
  for (size_t k = 0; k < m; k++) a[k] = conj(a[k] * b[k]) / (double)m;
  power_of_two(a, m, root);  // backward, by way of conjugates
  for (size_t k = 0; k < m; k++) a[k] = conj(a[k]);
}

CatStatus cat_fourier(CatContext *ctx, CatComplex *x, size_t n, CatFourierSign sign) {
  size_t m = 1;
  while (m < 2 * n) m *= 2;
  CatComplex *work = CAT_NEW(ctx, 2 * m + m / 2 + 1, CatComplex);
  if (!work) return CAT_ERR_MEMORY;
  CatComplex *a = work, *b = work + m, *root = b + m;
  for (size_t j = 0; j < n; j++) {
    a[j] = x[j] * chirp(j, n, sign);
    b[j] = chirp(j, n, -sign);
    if (j > 0) b[m - j] = b[j];
  }
  convolve(a, b, m, root);
  for (size_t k = 0; k < n; k++) x[k] = a[k] * chirp(k, n, sign);
  cat_free(ctx, work);
  return CAT_OK;
}
