#include "kernels.h"

#include <stdbool.h>

const Kernels *kernels_widest(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return kernels_avx512();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return kernels_avx2();
#endif
  return kernels_portable();
}

// Each waits for the one before, nothing is read or written: what is not its own time is that of
// the machine.
double kernel_arithmetic(double x, long n) {
  for (long i = 0; i < n; i++) x = 0.999 * x + 0.001;
  return x;
}

double kernel_side_by_side(double x, long n) {
  enum { ROWS = 12 };
  double row[ROWS], sum = 0;
  for (int k = 0; k < ROWS; k++) row[k] = x + 0.1 * k;
  for (long i = 0; i < n; i++) {
    for (int k = 0; k < ROWS; k++) row[k] = 0.999 * row[k] + 0.001;
  }
  for (int k = 0; k < ROWS; k++) sum += row[k];
  return sum / ROWS;
}
