#include "axial_modes.h"

#include "linalg/eigen.h"
#include "matrices.h"

enum { NODE = CAT_NODE_DOF, BOTH = 2 * NODE };

// Places of an element's coordinates along the track in its matrices.
static const int along[4] = {CAT_ALONG, 3 + CAT_ALONG, NODE + CAT_ALONG, NODE + 3 + CAT_ALONG};

// Elements of a wire in a row, `first` to `last`, and their nodes, the last of which ends them.
typedef struct Stretch {
  const CatLineModel *m;
  const CatConfiguration *x;
  const CatLinearSystem *t;
  const CatWire *wire;
  int first, last;  // of the wire's elements
  int node, nnode;
  int size;         // coordinates along the track that move
  int (*local)[2];  // of each node: place and slope along the track; -1: does not move (nnode)
} Stretch;

//------------------------------------------------------------------------------- modes

static CatStatus number_stretch(CatArena *scratch, Stretch *s) {
  s->local = cat_arena_alloc(scratch, (size_t)s->nnode, sizeof *s->local);
  if (!s->local) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->nnode; i++) {
    for (int k = 0; k < 2; k++) {
      s->local[i][k] = s->t->dof[s->node + i][along[k]] < 0 ? -1 : s->size++;
    }
  }
  return CAT_OK;
}

// The part of an element's matrix along the track.
static void add_along(const Stretch *s, int element, const double *A, CatBand *to) {
  const int *local = s->local[element - s->first];  // of both nodes
  for (int i = 0; i < 4; i++) {
    for (int j = i; j < 4; j++) {
      if (local[i] < 0 || local[j] < 0) continue;
      cat_band_add(to, local[i], local[j], A[BOTH * along[i] + along[j]]);
    }
  }
}

// With free ends K_s is singular; K_s + sigma M_s has the same modes. sigma is the size of the
// lowest eigenvalues: the speed of waves over the length, squared.
static double shift_of(const Stretch *s) {
  const CatWire *w = s->wire;
  double length = s->m->node[s->node + s->nnode - 1].s - s->m->node[s->node].s;
  return w->EA / ((w->mu + w->ice) * length * length);
}

// The lowest ones, as many as are asked for or as there are.
static CatStatus find_modes(CatArena *scratch, const Stretch *s, CatEigen *out) {
  CatBand K, M;
  double A[BOTH * BOTH];
  int n = s->m->spec->axial_modes;
  CAT_TRY(cat_band_new(scratch, s->size, 3, &K));
  CAT_TRY(cat_band_new(scratch, s->size, 3, &M));
  for (int i = s->first; i <= s->last; i++) {
    cat_cable_part_tangent(s->m, s->x, s->wire->cable + i, A);
    add_along(s, i, A, &K);
    cat_cable_part_mass_along(s->m, s->x, s->wire->cable + i, A);
    add_along(s, i, A, &M);
  }
  cat_band_axpy(&K, shift_of(s), &M);
  return cat_eigen_lowest(scratch, &K, &M, n < s->size ? n : s->size, out);
}

//------------------------------------------------------------------------------- columns

// M_s Phi in all coordinates of the nodes (NODE nnode x modes): in curves the frames of neighbours
// are turned.
static void multiply_modes(const Stretch *s, const CatEigen *modes, double *w) {
  double M[BOTH * BOTH];
  size_t rows = NODE * (size_t)s->nnode;
  for (int e = s->first; e <= s->last; e++) {
    const int *local = s->local[e - s->first];
    cat_cable_part_mass_along(s->m, s->x, s->wire->cable + e, M);
    for (int k = 0; k < modes->n; k++) {
      const double *phi = modes->vector + (size_t)k * (size_t)modes->size;
      double *to = w + (size_t)k * rows + NODE * (size_t)(e - s->first);
      for (int j = 0; j < 4; j++) {
        if (local[j] < 0) continue;
        for (int i = 0; i < BOTH; i++) to[i] += M[BOTH * i + along[j]] * phi[local[j]];
      }
    }
  }
}

static bool is_empty(const CatEigen *modes, const double *w, size_t rows, size_t i) {
  for (int k = 0; k < modes->n; k++) {
    if (w[(size_t)k * rows + i] != 0) return false;
  }
  return true;
}

// Rows that move and are not empty.
static CatStatus keep_rows(CatArena *a, const Stretch *s, const CatEigen *modes, const double *w,
                           CatLowRankPart *out) {
  int all = NODE * s->nnode, *from = CAT_ARENA(a, all, int);
  const int *dof = s->t->dof[s->node];
  *out = (CatLowRankPart){.ncolumn = modes->n, .row = CAT_ARENA(a, all, int)};
  if (!from || !out->row) return CAT_ERR_MEMORY;
  for (int i = 0; i < all; i++) {
    if (dof[i] < 0 || is_empty(modes, w, (size_t)all, (size_t)i)) continue;
    from[out->nrow] = i, out->row[out->nrow++] = dof[i];
  }
  double *to = out->w = CAT_ARENA(a, (size_t)out->nrow * (size_t)modes->n, double);
  if (!to) return CAT_ERR_MEMORY;
  for (int k = 0; k < modes->n; k++, w += all) {
    for (int i = 0; i < out->nrow; i++) *to++ = w[from[i]];
  }
  return CAT_OK;
}

static CatStatus add_stretch(CatArena *a, CatArena *scratch, Stretch *s, CatLinearSystem *out) {
  CatEigen modes;
  CAT_TRY(number_stretch(scratch, s));
  if (s->size == 0) return CAT_OK;
  CAT_TRY(find_modes(scratch, s, &modes));
  double *w = CAT_ARENA(scratch, NODE * (size_t)s->nnode * (size_t)modes.n, double);
  if (!w) return CAT_ERR_MEMORY;
  multiply_modes(s, &modes, w);
  CAT_TRY(keep_rows(a, s, &modes, w, &out->along.part[out->along.npart]));
  out->along_role[out->along.npart++] = s->wire->role;
  out->along.n += modes.n;
  return CAT_OK;
}

//------------------------------------------------------------------------------- the line

// To the next place where the wire is held along the track.
static Stretch stretch_from(const CatLineModel *m, const CatConfiguration *x,
                            const CatLinearSystem *t, const CatWire *w, int first) {
  int end = first + 1;
  while (end < w->ncable && t->dof[w->node + end][CAT_ALONG] >= 0) end++;
  return (Stretch){.m = m,
                   .x = x,
                   .t = t,
                   .wire = w,
                   .first = first,
                   .last = end - 1,
                   .node = w->node + first,
                   .nnode = end - first + 1};
}

static CatStatus add_wires(CatArena *a, CatArena *scratch, const CatLineModel *m,
                           const CatConfiguration *x, CatLinearSystem *out) {
  for (int i = 0; i < m->nwire; i++) {
    for (int first = 0; first < m->wire[i].ncable;) {
      CatArenaMark mark = cat_arena_mark(scratch);
      Stretch s = stretch_from(m, x, out, &m->wire[i], first);
      CAT_TRY(add_stretch(a, scratch, &s, out));
      cat_arena_release(scratch, mark);
      first = s.last + 1;
    }
  }
  return CAT_OK;
}

CatStatus cat_axial_modes_new(CatArena *a, const CatLineModel *m, const CatConfiguration *x,
                              CatLinearSystem *out) {
  if (m->spec->axial != CAT_AXIAL_QUASI_STATIC || m->spec->axial_modes == 0) return CAT_OK;
  out->along.part = CAT_ARENA(a, m->ncable, CatLowRankPart);  // stretches have an element at least
  out->along_role = CAT_ARENA(a, m->ncable, CatRole);
  if (!out->along.part || !out->along_role) return CAT_ERR_MEMORY;
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 16);
  CatStatus status = scratch ? add_wires(a, scratch, m, x, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
