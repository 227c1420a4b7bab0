// The product of two vectors, inline: for the short ones inside a step.
#ifndef CAT_LINALG_DOT_H
#define CAT_LINALG_DOT_H

// Four sums side by side: one alone would wait for each addition.
static inline double cat_dot_short(int n, const double *x, const double *y) {
  double sum[4] = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) sum[k] += x[i + k] * y[i + k];
  }
  for (; i < n; i++) sum[0] += x[i] * y[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

#endif
