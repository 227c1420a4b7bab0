#include "border.h"

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
  return CAT_OK;
}

// Entries of the inverse below this fraction of a row's largest are left out, as in responses.
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

//------------------------------------------------------------------------------- places

enum { ROWS = 4, AROUND = 64 };  // AROUND: as many as there may be lanes, too

// What follows each number in the next lane; -1: nothing.
static void link_lanes(const CatBorder *b, const CatGroups *groups, int *next, int *before) {
  for (int i = 0; i < b->n; i++) next[i] = before[i] = -1;
  for (int i = 0; i < groups->n; i++) {
    const CatLaneGroup *g = &groups->group[i];
    for (int k = 0; k < g->nghost * g->width; k++) {
      int here = g->ghost[k], there = k % g->width + 1 < g->width ? g->ghost[k + 1] : b->n;
      if (here >= there || there == b->n || next[here] >= 0 || before[there] >= 0) continue;
      next[here] = there;
      before[there] = here;
    }
  }
}

static void set_places(CatBorder *b, const int *next, const int *before) {
  int at = 0;
  for (int i = 0; i < b->n; i++) {
    for (int k = before[i] < 0 ? i : -1; k >= 0; k = next[k]) b->place[k] = at++;
  }
  b->place[b->n] = b->n;  // of those that are held
}

// Numbers of ghosts become places; rows of them that are side by side are noted.
static CatStatus place_ghosts(CatArena *a, const CatBorder *b, CatLaneGroup *g) {
  g->run = CAT_ARENA(a, g->nghost + 1, int);
  if (!g->run) return CAT_ERR_MEMORY;
  for (int k = 0; k < g->nghost; k++) {
    int *ghost = g->ghost + k * g->width;
    bool run = true, none = true;
    for (int l = 0; l < g->width; l++) {
      ghost[l] = b->place[ghost[l]];
      run = run && ghost[l] == ghost[0] + l && ghost[l] < b->n;
      none = none && ghost[l] == b->n;
    }
    g->run[k] = run ? ghost[0] : none ? CAT_RUN_NONE : CAT_RUN_LOOSE;
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- terms

typedef struct Matrix {
  const CatBorder *b;
  const CatBand *band;      // or
  const CatLaneRows *rows;  // one of them
  const int *number;        // by place
} Matrix;

// Columns in which a row may have entries.
static void row_range(const Matrix *m, int row, int *from, int *to) {
  if (m->rows) {
    *from = m->rows->from[row];
    *to = *from + m->rows->start[row + 1] - m->rows->start[row];
  } else {
    *from = row > m->band->kd ? row - m->band->kd : 0;
    *to = row + m->band->kd + 1 < m->b->n ? row + m->band->kd + 1 : m->b->n;
  }
}

static double row_entry(const Matrix *m, int row, int column) {
  if (!m->rows) return cat_band_get(m->band, row, column);
  const double *entry = m->rows->entry + m->rows->start[row];
  double most = 0;
  for (int k = 0; k < m->rows->start[row + 1] - m->rows->start[row]; k++) {
    most = fmax(most, fabs(entry[k]));
  }
  double value = entry[column - m->rows->from[row]];
  return fabs(value) > SMALL * most ? value : 0;
}

// Adds an entry to the terms of four rows, if there is room for them; how many there are then.
static int add_entry(CatLaneTerms *t, int first, int last, int q, int row, double value) {
  int k = first;
  while (k < last && t->at[k] != q) k++;
  t->at[k] = q;
  if (t->entry) t->entry[ROWS * k + row] = value;
  return k == last ? last + 1 : last;
}

static int fill_terms(const Matrix *m, CatLaneTerms *t) {
  int n = 0;
  for (int g = 0; g < t->n; g++) {
    int first = t->start[g] = n;
    for (int i = 0; i < ROWS && t->row[g] + i < m->b->n; i++) {
      int row = m->number[t->row[g] + i], from, to;
      row_range(m, row, &from, &to);
      for (int j = from; j < to; j++) {
        double value = row_entry(m, row, j);
        if (value != 0) n = add_entry(t, first, n, m->b->place[j] - i, i, value);
      }
    }
    if ((n - first) % 2) t->at[n++] = 0;
  }
  t->start[t->n] = n;
  return n;
}

static void sort_rows(CatLaneTerms *t, int *count) {
  for (int g = 0; g < t->n; g++) {
    int row = t->row[g], here = t->start[g + 1] - t->start[g], k = g;
    for (; k > 0 && count[k - 1] < here; k--) t->row[k] = t->row[k - 1], count[k] = count[k - 1];
    t->row[k] = row, count[k] = here;
  }
}

static CatStatus make_terms(CatArena *a, const Matrix *m, CatLaneTerms *t) {
  int n = m->b->n, most = n + 1;
  for (int i = 0; i < n; i++) {
    int from, to;
    row_range(m, i, &from, &to);
    most += to - from;
  }
  *t = (CatLaneTerms){.n = (n + ROWS - 1) / ROWS,
                      .row = CAT_ARENA(a, n + 1, int),
                      .start = CAT_ARENA(a, n + 1, int),
                      .at = CAT_ARENA(a, most, int)};
  int *count = CAT_ARENA(a, n + 1, int);
  if (!t->row || !t->start || !t->at || !count) return CAT_ERR_MEMORY;
  for (int g = 0; g < t->n; g++) t->row[g] = ROWS * g;
  int terms = fill_terms(m, t);
  sort_rows(t, count);
  t->entry = CAT_ARENA(a, ROWS * (terms + 1), double);
  if (!t->entry) return CAT_ERR_MEMORY;
  fill_terms(m, t);
  return CAT_OK;
}

double *cat_border_vector(CatArena *a, const CatBorder *b) {
  double *room = CAT_ARENA(a, b->n + 2 * AROUND, double);
  return room ? room + AROUND : NULL;
}

static CatStatus reserve_vectors(CatArena *a, CatBorder *b) {
  double **vector[] = {&b->x, &b->m, &b->d, &b->r, &b->line};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = cat_border_vector(a, b);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static int *numbers(CatArena *a, const CatBorder *b) {  // by place
  int *number = CAT_ARENA(a, b->n + 1, int);
  for (int i = 0; number && i <= b->n; i++) number[b->place[i]] = i;
  return number;
}

CatStatus cat_border_terms(CatArena *a, const CatBorder *b, const CatBand *of, CatLaneTerms *out) {
  const Matrix matrix = {.b = b, .band = of, .number = numbers(a, b)};
  return matrix.number ? make_terms(a, &matrix, out) : CAT_ERR_MEMORY;
}

CatStatus cat_border_arrange(CatArena *a, CatBorder *b, const CatGroups *groups) {
  int n = b->n + 1;
  int *next = CAT_ARENA(a, n, int), *before = CAT_ARENA(a, n, int);
  b->place = CAT_ARENA(a, n, int);
  if (!next || !before || !b->place) return CAT_ERR_MEMORY;
  CAT_TRY(reserve_vectors(a, b));
  link_lanes(b, groups, next, before);
  set_places(b, next, before);
  for (int i = 0; i < groups->n; i++) CAT_TRY(place_ghosts(a, b, &groups->group[i]));
  CAT_TRY(cat_border_terms(a, b, &b->M, &b->mass));
  CAT_TRY(cat_border_terms(a, b, &b->D, &b->dampers));
  const Matrix inverse = {.b = b, .rows = &b->inverse, .number = numbers(a, b)};
  if (!inverse.number) return CAT_ERR_MEMORY;
  return b->narrow ? make_terms(a, &inverse, &b->solution) : CAT_OK;
}

//------------------------------------------------------------------------------- solutions

void cat_border_solve(const CatBorder *b) {
  for (int i = 0; i < b->n; i++) b->line[i] = b->r[b->place[i]];
  cat_band_solve(&b->S, b->line, 1);
  for (int i = 0; i < b->n; i++) b->x[b->place[i]] = b->line[i];
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
