#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *bench_memory(size_t count, size_t size) {
  enum { LINE = 64 };
  size_t bytes = (count * size / LINE + 1) * LINE;
  void *p = aligned_alloc(LINE, bytes);
  if (!p) {
    fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
    exit(5);
  }
  return memset(p, 0, bytes);
}

Samples samples_new(size_t room) {
  return (Samples){bench_memory(room, sizeof(double)), 0, room};
}

void samples_free(Samples *s) {
  free(s->us);
  *s = (Samples){0};
}

void samples_add(Samples *s, double seconds) {
  if (s->n < s->room) s->us[s->n++] = 1e6 * seconds;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double samples_quantile(const Samples *s, double share) {
  if (s->n == 0) return 0;
  double *sorted = bench_memory(s->n, sizeof *sorted);
  memcpy(sorted, s->us, s->n * sizeof *sorted);
  qsort(sorted, s->n, sizeof *sorted, ascending);
  double q = sorted[(size_t)(share * (double)(s->n - 1) + 0.5)];
  free(sorted);
  return q;
}

double samples_median(const Samples *s) {
  return samples_quantile(s, 0.5);
}

double samples_ratio(const Samples *s, const Samples *over, size_t turn) {
  size_t n = (s->n < over->n ? s->n : over->n) / turn;
  Samples ratio = samples_new(n + 1);
  for (size_t i = 0; i < n; i++) {
    const Samples a = {s->us + i * turn, turn, turn}, b = {over->us + i * turn, turn, turn};
    ratio.us[ratio.n++] = samples_median(&a) / samples_median(&b);
  }
  double median = samples_median(&ratio);
  samples_free(&ratio);
  return median;
}
