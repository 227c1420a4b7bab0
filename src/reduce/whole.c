// Modes of the whole line as a basis: the real-time modal method as published, section 2.2 and 4.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basis.h"
#include "linalg/dense.h"
#include "mode_cache.h"
#include "whole_line_modes.h"

#define PI 3.14159265358979323846

// Coordinates that are needed: rows to keep, and vertical ones to sort by.
typedef struct Rows {
  int n;
  int *dof;  // ascending (n)
  int *row;  // number among the kept, or -1 (n)
  bool *up;  // a displacement upwards (n)
  int nkept;
  int *kept;  // (nkept)
} Rows;

// The same within one kind of component.
typedef struct KindRows {
  int n;
  int *place;   // (n)
  double *phi;  // (n x modes), by columns
} KindRows;

typedef struct Whole {
  CatArena *arena, *scratch;
  const CatLineModel *m;
  const CatLinearSystem *t;
  CatSynthesis s;
  CatArrow arrow;
  Rows rows;
  KindRows *kind;
  int *number;  // of a coordinate among the rows, or -1 (t->n)
  double *u;    // of a batch (rows.n x BATCH)
  double *part;
  int room;
  CatCachedModes out;
} Whole;

//------------------------------------------------------------------------------- rows

enum { SEEN = 1, KEPT = 2, UP = 4 };

static void mark_wires(const Whole *w, char *mark) {
  for (int i = 0; i < w->m->nnode; i++) {
    bool contact = w->m->wire[w->m->node[i].wire].role == CAT_CONTACT_WIRE;
    for (int k = CAT_UP; k < 6; k += 3) {
      int dof = w->t->dof[i][k];
      int up = k == CAT_UP ? UP : 0;  // slopes do not count
      if (dof >= 0) mark[dof] = (char)(mark[dof] | SEEN | up | (contact ? KEPT : 0));
    }
  }
}

static CatStatus list_rows(Whole *w, int nport, const CatPort *port) {
  Rows *r = &w->rows;
  int n = w->t->n;
  char *mark = CAT_ARENA(w->scratch, n + 1, char);
  r->dof = CAT_ARENA(w->scratch, n + 1, int);
  r->row = CAT_ARENA(w->scratch, n + 1, int);
  r->kept = CAT_ARENA(w->scratch, n + 1, int);
  r->up = CAT_ARENA(w->scratch, n + 1, bool);
  w->number = CAT_ARENA(w->scratch, n + 1, int);
  if (!mark || !r->dof || !r->row || !r->kept || !r->up || !w->number) return CAT_ERR_MEMORY;
  mark_wires(w, mark);
  for (int i = 0; i < nport; i++) {
    for (int k = 0; k < port[i].n; k++) {
      char *at = &mark[port[i].dof[k]];
      *at = (char)(*at | SEEN | KEPT);
    }
  }
  for (int i = 0; i < n; i++) {
    w->number[i] = mark[i] ? r->n : -1;
    if (!mark[i]) continue;
    r->dof[r->n] = i;
    r->up[r->n] = mark[i] & UP;
    r->row[r->n] = mark[i] & KEPT ? r->nkept : -1;
    if (mark[i] & KEPT) r->kept[r->nkept++] = i;
    r->n++;
  }
  return CAT_OK;
}

static CatStatus kind_rows(Whole *w, int g) {
  const CatHeldModes *k = &w->s.kind[g];
  const CatComponent *c = &w->s.cut.component[w->s.cut.first[g]];
  KindRows *r = &w->kind[g];
  r->place = CAT_ARENA(w->scratch, k->n + 1, int);
  if (!r->place) return CAT_ERR_MEMORY;
  for (int i = 0; i < k->n; i++) {
    if (w->number[c->dof[i]] >= 0) r->place[r->n++] = i;
  }
  r->phi = CAT_ARENA(w->scratch, (size_t)r->n * (size_t)k->n + 1, double);
  if (!r->phi) return CAT_ERR_MEMORY;
  for (size_t j = 0; j < (size_t)k->n; j++) {
    for (size_t i = 0; i < (size_t)r->n; i++) {
      r->phi[j * (size_t)r->n + i] = k->phi[j * (size_t)k->n + (size_t)r->place[i]];
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- modes

// The rows of one component, for a batch of modes.
static void component_rows(Whole *w, int k, const CatModes *modes) {
  const CatComponents *cut = &w->s.cut;
  const CatComponent *c = &cut->component[k];
  const CatHeldModes *h = &w->s.kind[c->kind];
  const KindRows *r = &w->kind[c->kind];
  int n = w->arrow.n;
  cat_dense_product((int[]){r->n, modes->n, h->n}, (CatDense){r->phi, r->n > 0 ? r->n : 1, 'N'},
                    (CatDense){modes->vector + w->arrow.offset[k], n, 'N'}, 0, w->part);
  for (int j = 0; j < modes->n; j++) {
    const double *border = modes->vector + (size_t)j * (size_t)n + w->arrow.offset[cut->n];
    double *u = w->u + (size_t)j * (size_t)w->rows.n;
    for (int i = 0; i < r->n; i++) {
      int dof = c->dof[r->place[i]];
      double sum = w->part[j * r->n + i];
      for (int b = 0; b < c->nborder; b++) {
        sum += h->hold[b * h->n + r->place[i]] * c->flip[b] * border[c->border[b]];
      }
      u[w->number[dof]] = sum * cat_component_flip(cut, k, dof);
    }
  }
}

static void border_rows(Whole *w, const CatModes *modes) {
  const CatComponents *cut = &w->s.cut;
  for (int j = 0; j < modes->n; j++) {
    const double *x = modes->vector + (size_t)j * (size_t)w->arrow.n + w->arrow.offset[cut->n];
    for (int b = 0; b < cut->nborder; b++) {
      int at = w->number[cut->border[b]];
      if (at >= 0) w->u[(size_t)j * (size_t)w->rows.n + (size_t)at] = x[b];
    }
  }
}

static CatStatus take(void *user, const CatModes *modes) {
  Whole *w = user;
  CatCachedModes *out = &w->out;
  for (int k = 0; k < w->s.cut.n; k++) component_rows(w, k, modes);
  border_rows(w, modes);
  for (int j = 0; j < modes->n && out->n < w->room; j++) {
    const double *u = w->u + (size_t)j * (size_t)w->rows.n;
    double *row = out->row + (size_t)out->n * (size_t)out->nrow, sum = 0;
    for (int i = 0; i < w->rows.n; i++) {
      if (w->rows.up[i]) sum += fabs(u[i]);
      if (w->rows.row[i] >= 0) row[w->rows.row[i]] = u[i];
    }
    out->omega2[out->n] = modes->omega2[j];
    out->vertical[out->n++] = sum;
  }
  return CAT_OK;
}

static CatStatus find_modes(Whole *w, int n) {
  enum { BATCH = 128 };
  CatModeSearch search;
  CAT_TRY(cat_synthesis_new(w->scratch, w->m, w->t, &w->s));
  CAT_TRY(cat_arrow_new(w->scratch, &w->s, &w->arrow));
  w->kind = CAT_ARENA(w->scratch, w->s.cut.nkind + 1, KindRows);
  w->u = CAT_ARENA(w->scratch, (size_t)w->rows.n * BATCH, double);
  w->part = CAT_ARENA(w->scratch, (size_t)w->rows.n * BATCH, double);
  if (!w->kind || !w->u || !w->part) return CAT_ERR_MEMORY;
  for (int g = 0; g < w->s.cut.nkind; g++) CAT_TRY(kind_rows(w, g));
  CatCachedModes *out = &w->out;
  w->room = n;
  *out = (CatCachedModes){.nrow = w->rows.nkept};
  out->omega2 = CAT_ARENA(w->scratch, n + 1, double);
  out->vertical = CAT_ARENA(w->scratch, n + 1, double);
  out->row = CAT_ARENA(w->scratch, (size_t)n * (size_t)out->nrow + 1, double);
  if (!out->omega2 || !out->vertical || !out->row) return CAT_ERR_MEMORY;
  return cat_whole_line_modes(&w->arrow, n, take, w, &search);
}

//------------------------------------------------------------------------------- selection

typedef struct Candidate {
  double score;
  int mode;
} Candidate;

static int by_score(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return x->mode - y->mode;
}

static int by_mode(const void *a, const void *b) {
  return ((const Candidate *)a)->mode - ((const Candidate *)b)->mode;
}

// The m modes to use, in ascending order.
static CatStatus choose(Whole *w, const CatBasisOptions *o, int m, Candidate **list) {
  const CatCachedModes *k = &w->out;
  Candidate *c = *list = CAT_ARENA(w->scratch, k->n + 1, Candidate);
  if (!c) return CAT_ERR_MEMORY;
  for (int i = 0; i < k->n; i++) {
    bool low = o->select == CAT_SELECT_FREQUENCY;
    c[i] = (Candidate){low ? 1 / k->omega2[i] : k->vertical[i] / k->omega2[i], i};
  }
  qsort(c, (size_t)k->n, sizeof *c, by_score);
  qsort(c, (size_t)m, sizeof *c, by_mode);
  return CAT_OK;
}

static CatStatus fill_kind(Whole *w, const Candidate *list, CatBasisKind *kind) {
  const CatCachedModes *k = &w->out;
  size_t m = (size_t)kind->m;
  kind->nrow = k->nrow;
  kind->omega2 = CAT_ARENA(w->arena, m + 1, double);
  kind->phi = CAT_ARENA(w->arena, (size_t)k->nrow * m + 1, double);
  kind->hold = CAT_ARENA(w->arena, 1, double);
  kind->mass = CAT_ARENA(w->arena, 1, double);
  if (!kind->omega2 || !kind->phi || !kind->hold || !kind->mass) return CAT_ERR_MEMORY;
  for (size_t j = 0; j < m; j++) {
    const double *row = k->row + (size_t)list[j].mode * (size_t)k->nrow;
    kind->omega2[j] = k->omega2[list[j].mode];
    for (size_t i = 0; i < (size_t)k->nrow; i++) kind->phi[i * m + j] = row[i];
  }
  return CAT_OK;
}

static CatStatus fill_basis(Whole *w, CatBasis *out) {
  int n = w->t->n;
  int *home = CAT_ARENA(w->arena, n + 1, int), *row = CAT_ARENA(w->arena, n + 1, int);
  out->across = CAT_ARENA(w->arena, n + 1, bool);
  out->part = CAT_ARENA(w->arena, 1, CatBasisPart);
  if (!home || !row || !out->across || !out->part) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) row[i] = -1;
  for (int i = 0; i < w->rows.nkept; i++) row[w->rows.kept[i]] = i;
  out->home = home;
  out->row = row;
  return CAT_OK;
}

static CatStatus build(Whole *w, const CatBasisOptions *o, CatBasis *out) {
  int n = w->t->n, m = o->vectors > 0 && o->vectors < n ? o->vectors : n;
  int needed = o->select == CAT_SELECT_FREQUENCY ? m : n;
  CatModeCache cache = cat_mode_cache_of(w->t, w->rows.nkept, w->rows.kept);
  Candidate *list;
  if (!cat_mode_cache_read(w->scratch, &cache, needed, &w->out)) {
    CAT_TRY(find_modes(w, needed));
    cat_mode_cache_write(cat_arena_context(w->arena), &cache, &w->out);
  }
  CAT_TRY(choose(w, o, m, &list));
  *out = (CatBasis){
      .t = w->t, .nkind = 1, .npart = 1, .n = m, .modes = m, .wave = cat_basis_wave(w->m)};
  out->kind = CAT_ARENA(w->arena, 1, CatBasisKind);
  if (!out->kind) return CAT_ERR_MEMORY;
  out->kind->m = m;
  out->highest = sqrt(w->out.omega2[list[m - 1].mode]) / (2 * PI);
  CAT_TRY(fill_kind(w, list, out->kind));
  return fill_basis(w, out);
}

CatStatus cat_basis_whole(CatArena *a, const CatLineModel *m, const CatLinearSystem *t,
                          const CatBasisOptions *o, CatBasis *out) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  Whole w = {.arena = a, .scratch = scratch, .m = m, .t = t};
  CatStatus status = scratch ? list_rows(&w, o->nport, o->port) : CAT_ERR_MEMORY;
  if (!status) status = build(&w, o, out);
  cat_arena_free(scratch);
  return status;
}
