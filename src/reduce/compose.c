// The basis of components: which vectors, and their modes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basis.h"
#include "linalg/dense.h"

#define PI 3.14159265358979323846

typedef struct Build {
  CatArena *arena, *scratch;
  const CatLineModel *m;
  const CatSynthesis *s;
  const CatBasisOptions *o;
  CatBasis *out;
  int *members;    // parts of a kind (nkind)
  bool **kept;     // of each kind (nkind) its modes (n)
  bool *up;        // a coordinate of a contact wire that points up (t->n)
  int *direction;  // of a displacement; -1: a slope (t->n)
} Build;

static const CatComponent *shown(const Build *w, int g) {
  return &w->s->cut.component[w->s->cut.first[g]];
}

//------------------------------------------------------------------------------- which

// A vector of a kind and its score.
typedef struct Candidate {
  double score;
  int kind, mode;
} Candidate;

static int by_score(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  if (x->kind != y->kind) return x->kind - y->kind;
  return x->mode - y->mode;
}

// Fraction of a mode in the border's mass: how strongly motion of the masts' points excites it.
static double taken_along(const Build *w, int g, int mode) {
  const CatHeldModes *k = &w->s->kind[g];
  double sum = 0;
  for (int b = 0; b < k->nborder; b++) {
    int border = shown(w, g)->border[b];
    sum += pow(k->mass[b * k->n + mode], 2) / cat_band_get(&w->s->M, border, border);
  }
  return sum;
}

// Low frequencies, vertical motion and coupling with neighbours score high. Lateral and
// longitudinal motion matters at low frequencies, through stagger and the stretching of wires, and
// since modes of a wire are mixtures of both planes. The weights were found by trial:
// docs/theory/modal.md.
static double score(const Build *w, int g, int mode) {
  const CatHeldModes *k = &w->s->kind[g];
  const int *dof = shown(w, g)->dof;
  const double *phi = k->phi + (size_t)mode * (size_t)k->n;
  double omega = sqrt(k->omega2[mode]), sum[3] = {0};
  if (w->o->select == CAT_SELECT_FREQUENCY) return 1 / omega;
  for (int i = 0; i < k->n; i++) {
    int direction = w->direction[dof[i]];
    if (direction >= 0) sum[direction] += phi[i] * phi[i];
  }
  double upwards = sum[CAT_UP] / (sum[0] + sum[1] + sum[2]);
  return (upwards + 3 * taken_along(w, g, mode) + 0.05) / (omega * sqrt(omega));
}

// Rounded, since modes of mirrored spans have the same score except for the last digits, which
// depend on the machine; on equal scores the first kind comes first.
static CatStatus rank(Build *w, Candidate **list, int *n) {
  *n = 0;
  for (int g = 0; g < w->s->cut.nkind; g++) *n += w->s->kind[g].n;
  Candidate *c = *list = CAT_ARENA(w->scratch, *n + 1, Candidate);
  if (!c) return CAT_ERR_MEMORY;
  for (int g = 0; g < w->s->cut.nkind; g++) {
    w->kept[g] = CAT_ARENA(w->scratch, w->s->kind[g].n + 1, bool);
    if (!w->kept[g]) return CAT_ERR_MEMORY;
    for (int i = 0; i < w->s->kind[g].n; i++) *c++ = (Candidate){(float)score(w, g, i), g, i};
  }
  qsort(*list, (size_t)*n, sizeof **list, by_score);
  return CAT_OK;
}

// Error at one position of the contact wire: statics are exact (attachments, residual), so the
// error due to the modes left out at s = 2 pi cutoff is sum phi^2 (1/omega^2 - 1/(omega^2 + s^2)),
// divided by the compliance there.
static double wrong_at(const Build *w, int g, int place) {
  const CatHeldModes *k = &w->s->kind[g];
  double s2 = pow(2 * PI * w->o->cutoff, 2), wrong = 0, whole = 0;
  for (int i = 0; i < k->n; i++) {
    double phi = k->phi[(size_t)i * (size_t)k->n + (size_t)place];
    double dynamic = phi * phi / (k->omega2[i] + s2);
    whole += dynamic;
    if (!w->kept[g][i]) wrong += dynamic * s2 / k->omega2[i];
  }
  return wrong / whole;
}

// Maximum over all positions: close to the error of the contact force itself, as runs show
// (docs/theory/modal.md).
static double estimate(const Build *w) {
  double most = 0;
  for (int g = 0; g < w->s->cut.nkind; g++) {
    const CatComponent *part = shown(w, g);
    for (int i = 0; i < part->n; i++) {
      bool lifts = w->up[part->dof[i]] && w->direction[part->dof[i]] == CAT_UP;
      if (lifts) most = fmax(most, wrong_at(w, g, i));
    }
  }
  return most;
}

// Takes vectors from a list up to a given number.
typedef struct Taking {
  const Candidate *list;
  int n, next;
  int vectors;
} Taking;

static void take(Build *w, Taking *t, int vectors) {
  for (; t->next < t->n; t->next++) {
    const Candidate *c = &t->list[t->next];
    if (t->vectors + w->members[c->kind] > vectors) return;
    double omega2 = w->s->kind[c->kind].omega2[c->mode];
    w->kept[c->kind][c->mode] = true;
    w->out->highest = fmax(w->out->highest, sqrt(omega2) / (2 * PI));
    t->vectors += w->members[c->kind];
  }
}

static CatStatus choose(Build *w) {
  const CatComponents *cut = &w->s->cut;
  Taking t = {.vectors = cut->nborder + (w->o->attachments ? w->o->nport : 0)};
  Candidate *list;
  CAT_TRY(rank(w, &list, &t.n));
  t.list = list;
  take(w, &t, w->o->vectors > 0 ? w->o->vectors : t.vectors + 50 * cut->n);
  w->out->error = estimate(w);
  while (w->o->vectors == 0 && w->out->error > CAT_BASIS_ERROR && t.next < t.n) {
    take(w, &t, t.vectors + 10 * cut->n);
    w->out->error = estimate(w);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- one kind

// The space of a kind's vectors, in the coordinates of its modes: column c stands for Phi c.
typedef struct Space {
  int g, n, m, nshape;
  double *C;  // (n x m); the last nshape are static shapes
} Space;

static double *column(const Space *s, int i) {
  return s->C + (size_t)i * (size_t)s->n;
}

static void add_kept(const Build *w, Space *s) {
  for (int i = 0; i < s->n; i++) {
    if (w->kept[s->g][i]) column(s, s->m++)[i] = 1;
  }
}

// Static response to a unit force at a port: phi_i' b / omega_i^2. False if the port is not in this
// kind.
static bool static_shape(const Build *w, const Space *s, const CatPort *b, double *out) {
  const CatComponents *cut = &w->s->cut;
  const CatHeldModes *k = &w->s->kind[s->g];
  bool here = false;
  memset(out, 0, (size_t)s->n * sizeof *out);
  for (int j = 0; j < b->n; j++) {
    if (cut->home[b->dof[j]] != cut->first[s->g]) continue;
    here = true;
    for (int i = 0; i < s->n; i++) {
      double phi = k->phi[(size_t)i * (size_t)s->n + (size_t)cut->place[b->dof[j]]];
      out[i] += b->b[j] * phi / k->omega2[i];
    }
  }
  return here;
}

// Orthogonalises against the space; false if nothing is left.
static bool is_new(const Space *s, double *x) {
  double size = sqrt(cat_dot(s->n, x, x)), rest = size;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < s->m; i++) {
      cat_axpy(s->n, -cat_dot(s->n, column(s, i), x), column(s, i), x);
    }
    rest = sqrt(cat_dot(s->n, x, x));
  }
  if (!(rest > 1e-8 * size)) return false;
  for (int i = 0; i < s->n; i++) x[i] /= rest;
  return true;
}

static void attach(Build *w, Space *s) {
  for (int i = 0; i < w->o->nport && w->o->attachments && s->m < s->n; i++) {
    if (!static_shape(w, s, &w->o->port[i], column(s, s->m)) || !is_new(s, column(s, s->m)))
      continue;
    s->m++;
    s->nshape++;
  }
}

// The modes of the space (Rayleigh and Ritz): C becomes orthonormal, and K diagonal in it.
static CatStatus diagonalise(Build *w, Space *s, double *omega2) {
  const CatHeldModes *k = &w->s->kind[s->g];
  size_t n = (size_t)s->n, m = (size_t)s->m;
  double *K = CAT_ARENA(w->scratch, m * m + 1, double);
  double *M = CAT_ARENA(w->scratch, m * m + 1, double);
  double *scaled = CAT_ARENA(w->scratch, n * m + 1, double);
  if (!K || !M || !scaled) return CAT_ERR_MEMORY;
  if (m == 0) return CAT_OK;
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < n; i++) scaled[j * n + i] = k->omega2[i] * s->C[j * n + i];
  }
  CatDense C = {s->C, s->n, 'N'}, across = {s->C, s->n, 'T'};
  cat_dense_product((int[]){s->m, s->m, s->n}, across, (CatDense){scaled, s->n, 'N'}, 0, K);
  cat_dense_product((int[]){s->m, s->m, s->n}, across, C, 0, M);
  CAT_TRY(cat_dense_modes(w->scratch, s->m, K, M, omega2));
  cat_dense_product((int[]){s->n, s->m, s->m}, C, (CatDense){K, s->m, 'N'}, 0, scaled);
  s->C = scaled;
  return CAT_OK;
}

// Rows of the shapes, and their mass with the border.
static void fill_kind(const Build *w, const Space *s, CatBasisKind *out) {
  const CatHeldModes *k = &w->s->kind[s->g];
  CatDense C = {s->C, s->n, 'T'};
  int ld = s->n;
  cat_dense_product((int[]){s->m, s->n, s->n}, C, (CatDense){k->phi, ld, 'T'}, 0, out->phi);
  cat_dense_product((int[]){s->m, k->nborder, s->n}, C, (CatDense){k->mass, ld, 'N'}, 0, out->mass);
  for (int b = 0; b < k->nborder; b++) {
    for (int i = 0; i < s->n; i++) out->hold[i * k->nborder + b] = k->hold[b * s->n + i];
  }
}

// phi phi' / omega^2 of all modes less that of the basis, over the contact wire's vertical rows.
static CatStatus add_residual(Build *w, const Space *s, CatBasisKind *out) {
  const CatHeldModes *k = &w->s->kind[s->g];
  const int *dof = shown(w, s->g)->dof;
  out->residual_row = CAT_ARENA(w->arena, out->nrow + 1, int);
  if (!out->residual_row) return CAT_ERR_MEMORY;
  for (int i = 0; i < out->nrow; i++) out->residual_row[i] = w->up[dof[i]] ? out->nresidual++ : -1;
  int nz = out->nresidual;
  if (nz == 0) return CAT_OK;
  out->residual = CAT_ARENA(w->arena, nz * nz, double);
  double *all = CAT_ARENA(w->scratch, (size_t)nz * (size_t)s->n, double);
  double *have = CAT_ARENA(w->scratch, (size_t)nz * (size_t)s->n, double);
  double *sum = CAT_ARENA(w->scratch, nz * nz, double);
  if (!out->residual || !all || !have || !sum) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->n; i++) {
    int r = out->residual_row[i];
    for (int j = 0; j < s->n && r >= 0; j++) {
      double phi = k->phi[(size_t)j * (size_t)s->n + (size_t)i];
      all[(size_t)j * (size_t)nz + (size_t)r] = phi / sqrt(k->omega2[j]);
    }
    for (int j = 0; j < s->m && r >= 0; j++) {
      double phi = out->phi[(size_t)i * (size_t)s->m + (size_t)j];
      have[(size_t)j * (size_t)nz + (size_t)r] = phi / sqrt(out->omega2[j]);
    }
  }
  cat_dense_product((int[]){nz, nz, s->n}, (CatDense){all, nz, 'N'}, (CatDense){all, nz, 'T'}, 0,
                    out->residual);
  cat_dense_product((int[]){nz, nz, s->m}, (CatDense){have, nz, 'N'}, (CatDense){have, nz, 'T'}, 0,
                    sum);
  cat_axpy(nz * nz, -1, sum, out->residual);
  return CAT_OK;
}

static CatStatus new_kind(Build *w, const Space *s, CatBasisKind *out) {
  const CatHeldModes *k = &w->s->kind[s->g];
  size_t m = (size_t)s->m, n = (size_t)k->n, nb = (size_t)k->nborder;
  *out = (CatBasisKind){.m = s->m, .nborder = k->nborder, .nrow = k->n};
  out->omega2 = CAT_ARENA(w->arena, m + 1, double);
  out->phi = CAT_ARENA(w->arena, n * m + 1, double);
  out->hold = CAT_ARENA(w->arena, n * nb + 1, double);
  out->mass = CAT_ARENA(w->arena, nb * m + 1, double);
  return out->omega2 && out->phi && out->hold && out->mass ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus make_kind(Build *w, int g) {
  CatBasisKind *kind = &w->out->kind[g];
  CatArenaMark mark = cat_arena_mark(w->scratch);
  Space s = {.g = g, .n = w->s->kind[g].n};
  s.C = CAT_ARENA(w->scratch, (size_t)s.n * (size_t)(s.n + 1) + 1, double);
  if (!s.C) return CAT_ERR_MEMORY;
  add_kept(w, &s);
  attach(w, &s);
  CAT_TRY(new_kind(w, &s, kind));
  CAT_TRY(diagonalise(w, &s, kind->omega2));
  fill_kind(w, &s, kind);
  if (w->o->residual) CAT_TRY(add_residual(w, &s, kind));
  w->out->modes += w->members[g] * (s.m - s.nshape);
  w->out->attached += w->members[g] * s.nshape;
  cat_arena_release(w->scratch, mark);
  return CAT_OK;
}

//------------------------------------------------------------------------------- the whole

static void find_directions(Build *w) {
  const CatLinearSystem *t = w->s->cut.t;
  for (int i = 0; i < w->m->nnode; i++) {
    bool contact = w->m->wire[w->m->node[i].wire].role == CAT_CONTACT_WIRE;
    for (int k = 0; k < 6; k++) {
      int dof = t->dof[i][k];
      if (dof < 0) continue;
      w->up[dof] |= contact && k % 3 == CAT_UP;
      w->direction[dof] = k < 3 ? k : -1;
    }
  }
}

static CatStatus make_parts(Build *w) {
  const CatComponents *cut = &w->s->cut;
  CatBasis *out = w->out;
  out->part = CAT_ARENA(w->arena, cut->n + 1, CatBasisPart);
  if (!out->part) return CAT_ERR_MEMORY;
  for (int p = 0; p < cut->n; p++) {
    const CatComponent *c = &cut->component[p];
    out->part[p] = (CatBasisPart){.kind = c->kind,
                                  .first = out->n,
                                  .nborder = c->nborder,
                                  .border = c->border,
                                  .flip = c->flip,
                                  .mirrored = c->mirrored};
    out->n += out->kind[c->kind].m;
  }
  out->n += cut->nborder;
  return CAT_OK;
}

static CatStatus build(Build *w) {
  const CatComponents *cut = &w->s->cut;
  *w->out = (CatBasis){.t = cut->t,
                       .nkind = cut->nkind,
                       .npart = cut->n,
                       .nborder = cut->nborder,
                       .K = w->s->K,
                       .M = w->s->M,
                       .home = cut->home,
                       .row = cut->place,
                       .across = cut->across,
                       .wave = cat_basis_wave(w->m)};
  w->members = CAT_ARENA(w->scratch, cut->nkind + 1, int);
  w->kept = CAT_ARENA(w->scratch, cut->nkind + 1, bool *);
  w->up = CAT_ARENA(w->scratch, cut->t->n + 1, bool);
  w->direction = CAT_ARENA(w->scratch, cut->t->n + 1, int);
  w->out->kind = CAT_ARENA(w->arena, cut->nkind + 1, CatBasisKind);
  if (!w->members || !w->kept || !w->up || !w->direction || !w->out->kind) return CAT_ERR_MEMORY;
  for (int p = 0; p < cut->n; p++) w->members[cut->component[p].kind]++;
  find_directions(w);
  CAT_TRY(choose(w));
  for (int g = 0; g < cut->nkind; g++) CAT_TRY(make_kind(w, g));
  return make_parts(w);
}

CatStatus cat_basis_components(CatArena *a, const CatLineModel *m, const CatSynthesis *s,
                               const CatBasisOptions *o, CatBasis *out) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  Build w = {.arena = a, .scratch = scratch, .m = m, .s = s, .o = o, .out = out};
  CatStatus status = scratch ? build(&w) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
