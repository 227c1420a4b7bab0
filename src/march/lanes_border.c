// The separators of a line: solution of their small system.
#include <math.h>
#include <string.h>

#include "lanes_parts.h"

// Entries of the inverse below this share of a row's largest are left out, as in responses.
static const double SMALL = 1e-13;

static void row_window(const double *row, int n, int *from, int *to) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(row[i]));
  *from = 0, *to = n;
  while (*from < n && fabs(row[*from]) <= SMALL * most) ++*from;
  while (*to > *from && fabs(row[*to - 1]) <= SMALL * most) --*to;
  // a multiple of eight where there is room, for vectors
  while ((*to - *from) % 8 && *to < n) ++*to;
  while ((*to - *from) % 8 && *from > 0) --*from;
}

CatStatus cat_border_invert(CatArena *a, CatBorder *b) {
  int most = 2 * b->n * (b->S.kd + 1), at = 0, end;
  double *row = CAT_ARENA(a, b->n + 1, double);
  int *from = CAT_ARENA(a, b->n + 1, int), *start = CAT_ARENA(a, b->n + 2, int);
  b->inverse = CAT_ARENA(a, most + 1, double);
  if (!row || !from || !start || !b->inverse) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->n; i++) {
    memset(row, 0, (size_t)b->n * sizeof *row);
    row[i] = 1;
    cat_band_solve(&b->S, row, 1);
    row_window(row, b->n, &from[i], &end);
    if (at + end - from[i] > most) return CAT_OK;  // the factor is less work
    memcpy(b->inverse + at, row + from[i], (size_t)(end - from[i]) * sizeof *row);
    at += end - from[i];
    start[i + 1] = at;
  }
  b->from = from;
  b->start = start;
  return CAT_OK;
}

void cat_border_solve(const CatBorder *b, const CatLaneKernel *kernel, const double *r, double *x) {
  if (b->from) {
    const CatLaneRows inverse = {b->n, b->from, b->start, b->inverse};
    kernel->multiply(&inverse, r, x);
    return;
  }
  memcpy(x, r, (size_t)b->n * sizeof *x);
  cat_band_solve(&b->S, x, 1);
}

static void column_solve(const CatBorder *b, int lanes, double *r, double *line) {
  for (int i = 0; i < b->n; i++) line[i] = r[i * lanes];
  cat_band_solve(&b->S, line, 1);
  for (int i = 0; i < b->n; i++) r[i * lanes] = line[i];
}

void cat_border_solve_some(const CatBorder *b, int lanes, int range[2], double *r, double *line) {
  int from = range[0], to = range[1];
  if (!b->from) {
    for (int l = 0; l < lanes; l++) column_solve(b, lanes, r + l, line);
    range[0] = 0, range[1] = b->n;
    return;
  }
  for (int i = from; i < to; i++) {  // rows of a symmetric inverse are its columns
    int end = b->from[i] + b->start[i + 1] - b->start[i];
    if (b->from[i] < range[0]) range[0] = b->from[i];
    if (end > range[1]) range[1] = end;
  }
  for (int l = 0; l < lanes; l++) {
    memset(line + range[0], 0, (size_t)(range[1] - range[0]) * sizeof *line);
    for (int i = from; i < to; i++) {
      const double *column = b->inverse + b->start[i], f = r[i * lanes + l];
      double *part = line + b->from[i];
      for (int k = 0; k < b->start[i + 1] - b->start[i]; k++) part[k] += column[k] * f;
    }
    for (int i = range[0]; i < range[1]; i++) r[i * lanes + l] = line[i];
  }
}
