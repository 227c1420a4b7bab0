#include "basis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"

#define PI 3.14159265358979323846

//------------------------------------------------------------------------------- ports

int cat_basis_part(const CatBasis *s, const CatPort *b) {
  for (int k = 0; k < b->n; k++) {
    if (s->home[b->dof[k]] >= 0) return s->home[b->dof[k]];
  }
  // at a mast: any part that touches it
  for (int p = 0; p < s->npart && b->n > 0; p++) {
    for (int i = 0; i < s->part[p].nborder; i++) {
      if (s->part[p].border[i] == s->row[b->dof[0]]) return p;
    }
  }
  return -1;
}

static int border_place(const CatBasisPart *part, int border) {
  int i = 0;
  while (i < part->nborder && part->border[i] != border) i++;
  return i;
}

void cat_basis_port(const CatBasis *s, const CatPort *b, CatBasisPort *out) {
  out->part = cat_basis_part(s, b);
  if (out->part < 0) return;
  const CatBasisPart *part = &s->part[out->part];
  const CatBasisKind *kind = &s->kind[part->kind];
  memset(out->row, 0, (size_t)kind->m * sizeof *out->row);
  memset(out->border, 0, (size_t)kind->nborder * sizeof *out->border);
  for (int k = 0; k < b->n; k++) {
    int dof = b->dof[k], row = s->row[dof];
    if (row < 0) continue;
    if (s->home[dof] < 0) {
      int i = border_place(part, row);
      out->border[i] += b->b[k] * part->flip[i];
      continue;
    }
    double factor = part->mirrored && s->across[dof] ? -b->b[k] : b->b[k];
    cat_axpy(kind->m, factor, kind->phi + (size_t)row * (size_t)kind->m, out->row);
    cat_axpy(kind->nborder, factor, kind->hold + (size_t)row * (size_t)kind->nborder, out->border);
  }
}

double cat_basis_residual(const CatBasis *s, const CatPort *b) {
  double sum = 0;
  int part = cat_basis_part(s, b);
  const CatBasisKind *kind = part < 0 ? NULL : &s->kind[s->part[part].kind];
  if (!kind || kind->nresidual == 0) return 0;
  for (int i = 0; i < b->n; i++) {
    for (int j = 0; j < b->n; j++) {
      if (s->home[b->dof[i]] < 0 || s->home[b->dof[j]] < 0) continue;
      int ri = kind->residual_row[s->row[b->dof[i]]], rj = kind->residual_row[s->row[b->dof[j]]];
      if (ri >= 0 && rj >= 0) sum += b->b[i] * b->b[j] * kind->residual[ri * kind->nresidual + rj];
    }
  }
  return sum;
}

//------------------------------------------------------------------------------- selection

// A mode of a kind and what speaks for it.
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

typedef struct Build {
  CatArena *arena, *scratch;
  const CatModel *m;
  const CatSynthesis *s;
  const CatBasisOptions *o;
  int nport;
  const CatPort *port;
  CatBasis *out;
  int *members;    // parts of a kind (nkind)
  bool **kept;     // (nkind) of its modes (n)
  bool *up;        // a coordinate of a contact wire that points up (t->n)
  int *direction;  // of a displacement; -1: it is a slope (t->n)
} Build;

// What speaks for a mode: low frequency, and motion upwards. Others stay up to about a fifth of the
// frequency: they matter through stagger and the messenger's stretching, at low frequencies only.
// Weight and exponent were found by trial: docs/theory/modal.md.
static double score(const Build *w, int g, int mode) {
  const CatHeldModes *k = &w->s->kind[g];
  const CatComponent *part = &w->s->cut.component[w->s->cut.first[g]];
  const double *phi = k->phi + (size_t)mode * (size_t)k->n;
  double omega = sqrt(k->omega2[mode]), sum[3] = {0};
  if (w->o->select == CAT_SELECT_FREQUENCY) return 1 / omega;
  for (int i = 0; i < k->n; i++) {
    int direction = w->direction[part->dof[i]];
    if (direction >= 0) sum[direction] += phi[i] * phi[i];
  }
  return (sum[CAT_UP] / (sum[0] + sum[1] + sum[2]) + 0.1) / (omega * sqrt(omega));
}

static CatStatus rank(Build *w, Candidate **list, int *n) {
  *n = 0;
  for (int g = 0; g < w->s->cut.nkind; g++) *n += w->s->kind[g].n;
  Candidate *c = *list = CAT_ARENA(w->scratch, *n + 1, Candidate);
  if (!c) return CAT_ERR_MEMORY;
  for (int g = 0; g < w->s->cut.nkind; g++) {
    for (int i = 0; i < w->s->kind[g].n; i++) {
      *c++ = (Candidate){score(w, g, i), g, i};
    }
  }
  qsort(*list, (size_t)*n, sizeof **list, by_score);
  return CAT_OK;
}

// What is wrong at one place of the contact wire: statics are right (attachments, residual), so what
// the modes left out do wrong at s = 2 pi cutoff is sum phi^2 (1/omega^2 - 1/(omega^2 + s^2)), over
// the compliance there.
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

// The worst of all places: close to the error of the contact force itself, as runs show
// (docs/theory/modal.md).
static double estimate(const Build *w) {
  const CatComponents *cut = &w->s->cut;
  double most = 0;
  for (int g = 0; g < cut->nkind; g++) {
    const CatComponent *part = &cut->component[cut->first[g]];
    for (int i = 0; i < part->n; i++) {
      bool asked = w->up[part->dof[i]] && w->direction[part->dof[i]] == CAT_UP;
      if (asked) most = fmax(most, wrong_at(w, g, i));
    }
  }
  return most;
}

// Takes modes from a list until so many vectors are there.
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
  Taking t = {.vectors = cut->nborder + (w->o->attachments ? w->nport : 0)};
  Candidate *list;
  CAT_TRY(rank(w, &list, &t.n));
  t.list = list;
  for (int g = 0; g < cut->nkind; g++) {
    w->kept[g] = CAT_ARENA(w->scratch, w->s->kind[g].n + 1, bool);
    if (!w->kept[g]) return CAT_ERR_MEMORY;
  }
  take(w, &t, w->o->vectors > 0 ? w->o->vectors : t.vectors + 50 * cut->n);
  w->out->error = estimate(w);
  while (w->o->vectors == 0 && w->out->error > CAT_BASIS_ERROR && t.next < t.n) {
    take(w, &t, t.vectors + 10 * cut->n);
    w->out->error = estimate(w);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- one kind

// What the left-out modes say of a kind, and the static shapes in their coordinates.
typedef struct Left {
  int g, n, nshape;
  int *mode;       // left out (n)
  double *shape;   // (n x nshape) by columns, orthonormal
  double *omega2;  // (nshape)
} Left;

static CatStatus list_left(Build *w, int g, Left *left) {
  const CatHeldModes *k = &w->s->kind[g];
  *left = (Left){.g = g};
  left->mode = CAT_ARENA(w->scratch, k->n + 1, int);
  if (!left->mode) return CAT_ERR_MEMORY;
  for (int i = 0; i < k->n; i++) {
    if (!w->kept[g][i]) left->mode[left->n++] = i;
  }
  return CAT_OK;
}

// phi_i' b / omega_i^2 over the modes left out: zero if the port is not in the first of the kind.
static bool static_shape(const Build *w, const Left *left, const CatPort *b, double *out) {
  const CatComponents *cut = &w->s->cut;
  const CatHeldModes *k = &w->s->kind[left->g];
  bool here = false;
  for (int i = 0; i < left->n; i++) out[i] = 0;
  for (int j = 0; j < b->n; j++) {
    if (cut->home[b->dof[j]] != cut->first[left->g]) continue;
    here = true;
    for (int i = 0; i < left->n; i++) {
      size_t mode = (size_t)left->mode[i];
      double phi = k->phi[mode * (size_t)k->n + (size_t)cut->place[b->dof[j]]];
      out[i] += b->b[j] * phi / k->omega2[mode];
    }
  }
  return here;
}

// Makes a shape orthonormal to those before it; false if nothing of it is left.
static bool orthonormalise(const Left *left, double *x) {
  double size = sqrt(cat_dot(left->n, x, x)), rest = size;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < left->nshape; i++) {
      const double *other = left->shape + (size_t)i * (size_t)left->n;
      cat_axpy(left->n, -cat_dot(left->n, other, x), other, x);
    }
    rest = sqrt(cat_dot(left->n, x, x));
  }
  if (!(rest > 1e-6 * size)) return false;
  for (int i = 0; i < left->n; i++) x[i] /= rest;
  return true;
}

// Turns the shapes so that the stiffness is diagonal too.
static CatStatus diagonalise(Build *w, Left *left) {
  const CatHeldModes *k = &w->s->kind[left->g];
  int n = left->n, p = left->nshape;
  double *K = CAT_ARENA(w->scratch, p * p + 1, double);
  double *M = CAT_ARENA(w->scratch, p * p + 1, double);
  double *turned = CAT_ARENA(w->scratch, (size_t)n * (size_t)p + 1, double);
  left->omega2 = CAT_ARENA(w->scratch, p + 1, double);
  if (!K || !M || !turned || !left->omega2) return CAT_ERR_MEMORY;
  for (int i = 0; i < p; i++) {
    M[i * p + i] = 1;
    for (int j = 0; j < p; j++) {
      for (int r = 0; r < n; r++) {
        K[j * p + i] += left->shape[(size_t)i * (size_t)n + (size_t)r] * k->omega2[left->mode[r]] *
                        left->shape[(size_t)j * (size_t)n + (size_t)r];
      }
    }
  }
  CAT_TRY(cat_dense_modes(w->scratch, p, K, M, left->omega2));
  cat_dense_product((int[]){n, p, p}, (CatDense){left->shape, n > 0 ? n : 1, 'N'},
                    (CatDense){K, p > 0 ? p : 1, 'N'}, 0, turned);
  left->shape = turned;
  return CAT_OK;
}

static CatStatus attach(Build *w, Left *left) {
  left->shape = CAT_ARENA(w->scratch, (size_t)left->n * (size_t)(w->nport + 1) + 1, double);
  if (!left->shape) return CAT_ERR_MEMORY;
  for (int i = 0; i < w->nport && w->o->attachments && left->nshape < left->n; i++) {
    double *x = left->shape + (size_t)left->nshape * (size_t)left->n;
    if (static_shape(w, left, &w->port[i], x) && orthonormalise(left, x)) left->nshape++;
  }
  return diagonalise(w, left);
}

// A vector of the basis in the coordinates of the component, and its mass with the border.
static void put_vector(const CatHeldModes *k, CatBasisKind *out, int at, int mode, double factor) {
  const double *phi = k->phi + (size_t)mode * (size_t)k->n;
  for (int i = 0; i < k->n; i++) {
    out->phi[(size_t)i * (size_t)out->m + (size_t)at] += factor * phi[i];
  }
  for (int b = 0; b < k->nborder; b++) {
    out->mass[b * out->m + at] += factor * k->mass[b * k->n + mode];
  }
}

static CatStatus fill_kind(Build *w, const Left *left, CatBasisKind *out) {
  const CatHeldModes *k = &w->s->kind[left->g];
  *out = (CatBasisKind){.m = k->n - left->n + left->nshape, .nborder = k->nborder, .nrow = k->n};
  size_t m = (size_t)out->m, n = (size_t)k->n, nb = (size_t)k->nborder;
  out->omega2 = CAT_ARENA(w->arena, m + 1, double);
  out->phi = CAT_ARENA(w->arena, n * m + 1, double);
  out->hold = CAT_ARENA(w->arena, n * nb + 1, double);
  out->mass = CAT_ARENA(w->arena, nb * m + 1, double);
  if (!out->omega2 || !out->phi || !out->hold || !out->mass) return CAT_ERR_MEMORY;
  int at = 0;
  for (int i = 0; i < k->n; i++) {
    if (!w->kept[left->g][i]) continue;
    out->omega2[at] = k->omega2[i];
    put_vector(k, out, at++, i, 1);
  }
  for (int j = 0; j < left->nshape; j++, at++) {
    out->omega2[at] = left->omega2[j];
    const double *shape = left->shape + (size_t)j * (size_t)left->n;
    for (int i = 0; i < left->n; i++) put_vector(k, out, at, left->mode[i], shape[i]);
  }
  for (size_t b = 0; b < nb; b++) {
    for (size_t i = 0; i < n; i++) out->hold[i * nb + b] = k->hold[b * n + i];
  }
  return CAT_OK;
}

// F F' over the contact wire's vertical rows: F by columns, modes left out, then static shapes,
// whose part is taken off.
static void residual_of(const Build *w, const Left *left, CatBasisKind *out, double *F) {
  const CatHeldModes *k = &w->s->kind[left->g];
  int nz = out->nresidual, at = out->m - left->nshape;
  for (int i = 0; i < k->n; i++) {
    int r = out->residual_row[i];
    for (int j = 0; j < left->n && r >= 0; j++) {
      size_t mode = (size_t)left->mode[j];
      F[j * nz + r] = k->phi[mode * (size_t)k->n + (size_t)i] / sqrt(k->omega2[mode]);
    }
  }
  cat_dense_product((int[]){nz, nz, left->n}, (CatDense){F, nz, 'N'}, (CatDense){F, nz, 'T'}, 0,
                    out->residual);
  for (int a = 0; a < k->n; a++) {
    for (int b = 0; b < k->n; b++) {
      int ra = out->residual_row[a], rb = out->residual_row[b];
      if (ra < 0 || rb < 0) continue;
      for (int j = at; j < out->m; j++) {
        out->residual[ra * nz + rb] -= out->phi[(size_t)a * (size_t)out->m + (size_t)j] *
                                       out->phi[(size_t)b * (size_t)out->m + (size_t)j] /
                                       out->omega2[j];
      }
    }
  }
}

static CatStatus add_residual(Build *w, const Left *left, CatBasisKind *out) {
  const CatComponent *part = &w->s->cut.component[w->s->cut.first[left->g]];
  out->residual_row = CAT_ARENA(w->arena, out->nrow + 1, int);
  if (!out->residual_row) return CAT_ERR_MEMORY;
  for (int i = 0; i < out->nrow; i++) {
    out->residual_row[i] = w->up[part->dof[i]] && left->n > 0 ? out->nresidual++ : -1;
  }
  if (out->nresidual == 0) return CAT_OK;
  size_t nz = (size_t)out->nresidual;
  out->residual = CAT_ARENA(w->arena, nz * nz, double);
  double *F = CAT_ARENA(w->scratch, nz * (size_t)left->n, double);
  if (!out->residual || !F) return CAT_ERR_MEMORY;
  residual_of(w, left, out, F);
  return CAT_OK;
}

static CatStatus make_kind(Build *w, int g) {
  Left left;
  CatArenaMark mark = cat_arena_mark(w->scratch);
  CAT_TRY(list_left(w, g, &left));
  CAT_TRY(attach(w, &left));
  CatBasisKind *kind = &w->out->kind[g];
  CAT_TRY(fill_kind(w, &left, kind));
  if (w->o->residual) CAT_TRY(add_residual(w, &left, kind));
  w->out->modes += w->members[g] * (kind->m - left.nshape);
  w->out->attached += w->members[g] * left.nshape;
  cat_arena_release(w->scratch, mark);
  return CAT_OK;
}

//------------------------------------------------------------------------------- the whole

double cat_basis_wave(const CatModel *m) {
  return sqrt(m->wire[0].tension / (m->wire[0].mu + m->wire[0].ice));
}

static void find_directions(Build *w) {
  const CatTangent *t = w->s->cut.t;
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

CatStatus cat_basis_components(CatArena *a, const CatModel *m, const CatSynthesis *s,
                               const CatBasisOptions *o, int nport, const CatPort *port,
                               CatBasis *out) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  Build w = {.arena = a,
             .scratch = scratch,
             .m = m,
             .s = s,
             .o = o,
             .nport = nport,
             .port = port,
             .out = out};
  CatStatus status = scratch ? build(&w) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
