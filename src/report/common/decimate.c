#include "decimate.h"

#include <math.h>

enum { PICKS_MAX = 2 * CAT_MAX_SERIES + 1 };

// A few row numbers, sorted, each once.
typedef struct Picks {
  size_t row[PICKS_MAX];
  int n;
} Picks;

static void pick(Picks *p, size_t row) {
  int at = p->n;
  while (at > 0 && p->row[at - 1] > row) at--;
  if (at > 0 && p->row[at - 1] == row) return;
  for (int i = p->n; i > at; i--) p->row[i] = p->row[i - 1];
  p->row[at] = row;
  p->n++;
}

static void pick_extremes(Picks *p, const CatCurves *c, const double *y, size_t from, size_t to) {
  size_t low = to, high = to;
  for (size_t i = from; i < to; i++) {
    if (!isfinite(y[i]) || !isfinite(c->x[i])) continue;
    if (low == to || y[i] < y[low]) low = i;
    if (high == to || y[i] > y[high]) high = i;
  }
  if (low < to) pick(p, low);
  if (high < to) pick(p, high);
}

static void pick_gap(Picks *p, const CatCurves *c, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    for (int k = 0; k < c->ny; k++) {
      if (isfinite(c->y[k][i]) || !isfinite(c->x[i])) continue;
      pick(p, i);
      return;
    }
  }
}

static size_t keep_all(const CatCurves *c, size_t *keep) {
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++) {
    if (isfinite(c->x[i])) keep[n++] = i;
  }
  return n;
}

static size_t add_row(const CatCurves *c, size_t row, size_t *keep, size_t n) {
  if (!isfinite(c->x[row]) || (n && keep[n - 1] >= row)) return n;
  keep[n] = row;
  return n + 1;
}

size_t cat_decimate(const CatCurves *c, size_t limit, size_t *keep) {
  if (c->n <= limit) return keep_all(c, keep);
  size_t parts = (limit - 2) / (size_t)(2 * c->ny + 1), n = add_row(c, 0, keep, 0);
  for (size_t part = 0; part < parts; part++) {
    // in two steps, since part * c->n might overflow
    size_t whole = c->n / parts, rest = c->n % parts;
    size_t from = part * whole + part * rest / parts;
    size_t to = (part + 1) * whole + (part + 1) * rest / parts;
    Picks p = {.n = 0};
    for (int k = 0; k < c->ny; k++) pick_extremes(&p, c, c->y[k], from, to);
    pick_gap(&p, c, from, to);
    for (int i = 0; i < p.n; i++) n = add_row(c, p.row[i], keep, n);
  }
  return add_row(c, c->n - 1, keep, n);
}
