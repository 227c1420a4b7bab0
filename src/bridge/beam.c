// A beam by cubic Hermite elements: one way to its modes, and the influence lines of its bearings.
#include "beam.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linalg/eigen.h"

//------------------------------------------------------------------------------- pieces and mesh

int cat_deck_functions(const CatDeckSpec *s) {
  if (s->functions > 0) return s->functions;
  if (s->npier == 0 && s->nsection == 0) return s->modes;  // sine functions are the modes
  int enough = 4 * s->modes + 40 * s->npier;
  return enough > 30 ? enough : 30;
}

int cat_deck_elements(const CatDeckSpec *s) {
  return s->elements > 0 ? s->elements : 8 * (s->modes + s->npier + 1);
}

static CatStatus find_pieces(CatArena *a, CatBeam *b) {
  const CatDeckSpec *s = b->spec;
  CatPiece *piece = CAT_ARENA(a, s->nsection + 1, CatPiece);
  if (!piece) return CAT_ERR_MEMORY;
  piece[0] = (CatPiece){0, s->length, s->mass_per_length, s->bending_stiffness};
  b->npiece = 1;
  for (int i = 0; i < s->nsection; i++) {
    const CatDeckSectionSpec *d = &s->sections[i];
    if (d->from == 0) b->npiece = 0;
    if (b->npiece > 0) piece[b->npiece - 1].to = d->from;
    piece[b->npiece++] = (CatPiece){d->from, s->length, d->mass_per_length, d->bending_stiffness};
  }
  b->piece = piece;
  return CAT_OK;
}

const CatPiece *cat_beam_piece(const CatBeam *b, double x) {
  int i = 0;
  while (i + 1 < b->npiece && x >= b->piece[i].to) i++;
  return &b->piece[i];
}

bool cat_beam_held(const CatBeam *b, int bearing) {
  bool end = bearing == 0 || bearing == b->spec->npier + 1;
  return end || b->spec->pier_stiffness == 0;
}

static double bearing_place(const CatDeckSpec *s, int i) {
  return i == 0 ? 0 : i <= s->npier ? s->piers[i - 1] : s->length;
}

// Places where a node must be, ascending.
static int find_corners(const CatBeam *b, double *x) {
  int n = 0, r = 0, p = 0, bearings = b->spec->npier + 2;
  while (r < bearings) {
    double next = bearing_place(b->spec, r);
    bool section = p + 1 < b->npiece && b->piece[p].to < next;
    double at = section ? b->piece[p].to : next;
    if (section || (p + 1 < b->npiece && b->piece[p].to == next)) p++;
    if (!section) r++;
    x[n++] = at;
  }
  return n;
}

static CatStatus find_nodes(CatArena *a, CatBeam *b) {
  const CatDeckSpec *s = b->spec;
  int corners = s->npier + s->nsection + 2, least = cat_deck_elements(s);
  double *corner = CAT_ARENA(a, corners, double), *x = CAT_ARENA(a, least + corners + 1, double);
  int *bearing = CAT_ARENA(a, s->npier + 2, int);
  if (!corner || !x || !bearing) return CAT_ERR_MEMORY;
  int n = find_corners(b, corner);
  b->nnode = 0;
  for (int i = 0; i + 1 < n; i++) {
    double way = corner[i + 1] - corner[i];
    int parts = (int)ceil(least * way / s->length - 1e-9);
    for (int k = 0; k < parts; k++) x[b->nnode++] = corner[i] + way * k / parts;
  }
  x[b->nnode++] = s->length;
  for (int r = 0, i = 0; r < s->npier + 2; r++) {
    while (x[i] < bearing_place(s, r)) i++;
    bearing[r] = i;
  }
  b->x = x, b->bearing = bearing;
  return CAT_OK;
}

static CatStatus number(CatArena *a, CatBeam *b) {
  int *dof = CAT_ARENA(a, 2 * b->nnode, int);
  if (!dof) return CAT_ERR_MEMORY;
  for (int r = 0; r < b->spec->npier + 2; r++) {
    if (cat_beam_held(b, r)) dof[2 * b->bearing[r]] = -1;
  }
  b->n = 0;
  for (int i = 0; i < 2 * b->nnode; i++) dof[i] = dof[i] < 0 ? -1 : b->n++;
  b->dof = dof;
  return CAT_OK;
}

//------------------------------------------------------------------------------- matrices

void cat_beam_element(const CatPiece *p, double h, double K[16], double M[16]) {
  double h2 = h * h, k = p->EI / (h2 * h), m = p->mu * h / 420;
  const double k0[16] = {12,  6 * h,  -12, 6 * h,  6 * h, 4 * h2, -6 * h, 2 * h2,
                         -12, -6 * h, 12,  -6 * h, 6 * h, 2 * h2, -6 * h, 4 * h2};
  const double m0[16] = {156, 22 * h, 54,  -13 * h, 22 * h,  4 * h2,  13 * h,  -3 * h2,
                         54,  13 * h, 156, -22 * h, -13 * h, -3 * h2, -22 * h, 4 * h2};
  for (int i = 0; i < 16; i++) K[i] = k * k0[i], M[i] = m * m0[i];
}

static void element_of(const CatBeam *b, int e, double K[16], double M[16]) {
  double middle = (b->x[e] + b->x[e + 1]) / 2;
  cat_beam_element(cat_beam_piece(b, middle), b->x[e + 1] - b->x[e], K, M);
}

static CatStatus assemble(CatArena *a, CatBeam *b) {
  CAT_TRY(cat_band_new(a, b->n, 3, &b->K));
  CAT_TRY(cat_band_new(a, b->n, 3, &b->M));
  for (int e = 0; e + 1 < b->nnode; e++) {
    double K[16], M[16];
    const int *dof = b->dof + 2 * e;
    element_of(b, e, K, M);
    for (int i = 0; i < 4; i++) {
      for (int j = i; j < 4; j++) {
        if (dof[i] < 0 || dof[j] < 0) continue;
        cat_band_add(&b->K, dof[i], dof[j], K[4 * i + j]);
        cat_band_add(&b->M, dof[i], dof[j], M[4 * i + j]);
      }
    }
  }
  for (int r = 0; r < b->spec->npier + 2; r++) {
    int at = b->dof[2 * b->bearing[r]];
    if (at >= 0) cat_band_add(&b->K, at, at, b->spec->pier_stiffness);
  }
  return CAT_OK;
}

CatStatus cat_beam_new(CatArena *a, const CatDeckSpec *spec, CatBeam *out) {
  *out = (CatBeam){.spec = spec};
  CAT_TRY(find_pieces(a, out));
  CAT_TRY(find_nodes(a, out));
  CAT_TRY(number(a, out));
  return assemble(a, out);
}

//------------------------------------------------------------------------------- modes

enum { DENSE = 300 };  // unknowns up to which all modes are found at once

static CatStatus dense_lowest(CatArena *a, const CatBeam *b, CatEigen *out) {
  size_t n = (size_t)b->n;
  double *K = CAT_ARENA(a, n * n, double), *M = CAT_ARENA(a, n * n, double);
  *out = (CatEigen){.n = b->n, .size = b->n, .value = CAT_ARENA(a, n, double), .vector = K};
  if (!K || !M || !out->value) return CAT_ERR_MEMORY;
  for (int j = 0; j < b->n; j++) {
    for (int i = 0; i < b->n; i++) {
      K[(size_t)j * n + (size_t)i] = cat_band_get(&b->K, i, j);
      M[(size_t)j * n + (size_t)i] = cat_band_get(&b->M, i, j);
    }
  }
  return cat_dense_modes(a, b->n, K, M, out->value);
}

// The elements' own functions are what the shapes are kept in.
static CatStatus sample(CatArena *a, const CatBeam *b, const CatEigen *pairs, CatModes *out) {
  size_t n = (size_t)out->n, room = n * (size_t)b->nnode;
  double *value = CAT_ARENA(a, room, double), *slope = CAT_ARENA(a, room, double);
  if (!value || !slope) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < n; k++) {
    const double *v = pairs->vector + k * (size_t)pairs->size;
    double sign = v[b->dof[1]] < 0 ? -1 : 1;
    for (int i = 0; i < b->nnode; i++) {
      int w = b->dof[2 * i], s = b->dof[2 * i + 1];
      value[(size_t)i * n + k] = w < 0 ? 0 : sign * v[w];
      slope[(size_t)i * n + k] = sign * v[s];
    }
  }
  out->shapes = (CatShapes){out->n, b->nnode, b->x, value, slope};
  return CAT_OK;
}

CatStatus cat_beam_hermite(CatArena *a, const CatBeam *b, CatModes *out) {
  CatEigen pairs;
  out->n = b->spec->modes;
  if (b->n <= DENSE) {
    CAT_TRY(dense_lowest(a, b, &pairs));
  } else {
    CAT_TRY(cat_eigen_lowest(a, &b->K, &b->M, out->n, &pairs));
  }
  out->omega = CAT_ARENA(a, out->n, double);
  if (!out->omega) return CAT_ERR_MEMORY;
  for (int k = 0; k < out->n; k++) out->omega[k] = sqrt(fmax(pairs.value[k], 0));
  return sample(a, b, &pairs, out);
}

//------------------------------------------------------------------------------- influence lines

// Forces on the unknowns if the held displacement of a node is raised by 1, or the foot of a
// spring.
static void raise(const CatBeam *b, int node, double *f) {
  if (b->dof[2 * node] >= 0) {
    f[b->dof[2 * node]] = b->spec->pier_stiffness;
    return;
  }
  for (int e = node > 0 ? node - 1 : 0; e <= node && e + 1 < b->nnode; e++) {
    double K[16], M[16];
    int own = 2 * (node - e);
    element_of(b, e, K, M);
    for (int i = 0; i < 4; i++) {
      if (b->dof[2 * e + i] >= 0) f[b->dof[2 * e + i]] -= K[4 * i + own];
    }
  }
}

CatStatus cat_beam_raised(CatArena *a, const CatBeam *b, int bearing, double *value,
                          double *slope) {
  int node = b->bearing[bearing];
  double *f = CAT_ARENA(a, b->n, double);
  CatBand U;
  if (!f) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(a, b->n, 3, &U));
  cat_band_copy(&U, &b->K);
  CAT_TRY(cat_band_factor(cat_arena_context(a), &U));
  raise(b, node, f);
  cat_band_solve(&U, f, 1);
  for (int i = 0; i < b->nnode; i++) {
    int w = b->dof[2 * i];
    value[i] = w >= 0 ? f[w] : i == node ? 1 : 0;
    slope[i] = f[b->dof[2 * i + 1]];
  }
  return CAT_OK;
}
