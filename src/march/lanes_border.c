#include "lanes_border.h"

#include <math.h>
#include <string.h>

//------------------------------------------------------------------------------- matrices

CatStatus cat_border_matrix(CatArena *a, const CatBorder *b, const CatEntries *e, int kd,
                            CatBand *out) {
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) CAT_TRY(cat_band_new(a, b->n, kd, out));
    for (int j = 0; j < b->ndof; j++) {
      for (int i = j > e->band ? j - e->band : 0; i <= j && b->of[j] >= 0; i++) {
        if (b->of[i] < 0) continue;
        double value = e->at(e->data, i, j);
        if (pass == 0 && value != 0 && b->of[j] - b->of[i] > kd) kd = b->of[j] - b->of[i];
        if (pass == 1) cat_band_add(out, b->of[i], b->of[j], value);
      }
    }
  }
  return CAT_OK;
}

CatStatus cat_border_new(CatArena *a, CatBorder *b, const CatEntries *M, const CatEntries *D) {
  CAT_TRY(cat_border_matrix(a, b, M, 0, &b->M));
  CAT_TRY(cat_border_matrix(a, b, D, 0, &b->D));
  for (int i = 0; i < (b->D.kd + 1) * b->n; i++) b->damped = b->damped || b->D.a[i] != 0;
  double **vector[] = {&b->m, &b->d, &b->r};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, b->n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

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
  CatLaneRows *r = &b->inverse;
  int most = 2 * b->n * (b->S.kd + 1), at = 0, end;
  double *row = CAT_ARENA(a, b->n + 1, double);
  *r = (CatLaneRows){b->n, CAT_ARENA(a, b->n + 1, int), CAT_ARENA(a, b->n + 2, int),
                     CAT_ARENA(a, most + 1, double)};
  if (!row || !r->from || !r->start || !r->entry) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->n; i++) {
    memset(row, 0, (size_t)b->n * sizeof *row);
    row[i] = 1;
    cat_band_solve(&b->S, row, 1);
    row_window(row, b->n, &r->from[i], &end);
    if (at + end - r->from[i] > most) return CAT_OK;  // the factor is less work
    memcpy(r->entry + at, row + r->from[i], (size_t)(end - r->from[i]) * sizeof *row);
    at += end - r->from[i];
    r->start[i + 1] = at;
  }
  b->narrow = true;
  return CAT_OK;
}

//------------------------------------------------------------------------------- steps

void cat_border_begin(CatBorder *b, const CatLaneStep *step, double *const u[3]) {
  const CatLaneStep c = *step;
  for (int i = 0; i < b->n; i++) {
    double u0 = u[0][i], u1 = u[1][i], now = b->x[i] + c.k[0] * u0 + c.k[1] * u1 + c.k[2] * u[2][i];
    b->m[i] = c.m[0] * now + c.m[1] * u0 + c.m[2] * u1;
    b->d[i] = c.d[0] * now + c.d[1] * u0 + c.d[2] * u1;
    u[2][i] = now;
  }
  cat_band_multiply(&b->M, 1, b->m, 0, b->r);
  if (b->damped) cat_band_multiply(&b->D, 1, b->d, 1, b->r);
  b->r[b->n] = 0;
}

static void column_solve(const CatBorder *b, int lanes, double *r, double *line) {
  for (int i = 0; i < b->n; i++) line[i] = r[i * lanes];
  cat_band_solve(&b->S, line, 1);
  for (int i = 0; i < b->n; i++) r[i * lanes] = line[i];
}

void cat_border_solve_some(const CatBorder *b, int lanes, int range[2], double *r, double *line) {
  const CatLaneRows *rows = &b->inverse;
  int from = range[0], to = range[1];
  if (!b->narrow) {
    for (int l = 0; l < lanes; l++) column_solve(b, lanes, r + l, line);
    range[0] = 0, range[1] = b->n;
    return;
  }
  for (int i = from; i < to; i++) {  // rows of a symmetric inverse are its columns
    int end = rows->from[i] + rows->start[i + 1] - rows->start[i];
    if (rows->from[i] < range[0]) range[0] = rows->from[i];
    if (end > range[1]) range[1] = end;
  }
  for (int l = 0; l < lanes; l++) {
    memset(line + range[0], 0, (size_t)(range[1] - range[0]) * sizeof *line);
    for (int i = from; i < to; i++) {
      const double *column = rows->entry + rows->start[i], f = r[i * lanes + l];
      double *part = line + rows->from[i];
      for (int k = 0; k < rows->start[i + 1] - rows->start[i]; k++) part[k] += column[k] * f;
    }
    for (int i = range[0]; i < range[1]; i++) r[i * lanes + l] = line[i];
  }
}
