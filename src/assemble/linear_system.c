#include "linear_system.h"

#include <string.h>

#include "axial_modes.h"
#include "matrices.h"
#include "numbering.h"

// Adds a symmetric matrix of two nodes with n coordinates each; node -1 does not move.
static void add_block(CatBand *A, int (*dof)[6], const int node[2], int n, const double *K) {
  for (int i = 0; i < 2 * n; i++) {
    int row = node[i / n] < 0 ? -1 : dof[node[i / n]][i % n];
    for (int j = 0; j < 2 * n && row >= 0; j++) {
      int column = node[j / n] < 0 ? -1 : dof[node[j / n]][j % n];
      if (column >= row) cat_band_add(A, row, column, K[2 * n * i + j]);
    }
  }
}

// Adds a symmetric matrix of a node's position.
static void add_node(CatBand *A, const int dof[6], const double K[9]) {
  for (int i = 0; i < 9; i++) {
    int row = dof[i / 3], column = dof[i % 3];
    if (row >= 0 && column >= row) cat_band_add(A, row, column, K[i]);
  }
}

//------------------------------------------------------------------------------- elements

// Destination of element matrices, and their factor.
typedef struct Sum {
  const CatLineModel *m;
  const CatConfiguration *x;
  int (*dof)[6];
  CatBand *K, *M;
} Sum;

typedef struct Factors {
  double k, m;
} Factors;

static void add_scaled(CatBand *A, const Sum *to, const int node[2], int n, double *K,
                       double factor) {
  if (factor == 0) return;
  for (int i = 0; i < 4 * n * n; i++) K[i] *= factor;
  add_block(A, to->dof, node, n, K);
}

static void add_cable(const Sum *to, int i, Factors f) {
  const int node[2] = {to->m->cable[i].a, to->m->cable[i].b};
  double A[144];
  cat_cable_part_tangent(to->m, to->x, i, A);
  add_scaled(to->K, to, node, 6, A, f.k);
  cat_cable_part_mass(to->m, to->x, i, A);
  add_scaled(to->M, to, node, 6, A, f.m);
}

static void add_cable_along(const Sum *to, int i, double alpha) {
  const int node[2] = {to->m->cable[i].a, to->m->cable[i].b};
  double A[144];
  if (alpha == 0) return;
  cat_cable_part_mass_along(to->m, to->x, i, A);
  add_scaled(to->M, to, node, 6, A, alpha);
}

static void add_dropper(const Sum *to, int i, Factors f) {
  const int node[2] = {to->m->dropper[i].low, to->m->dropper[i].high};
  double A[36];
  cat_dropper_part_tangent(to->m, to->x, i, A);
  add_scaled(to->K, to, node, 3, A, f.k);
  cat_dropper_part_mass(to->m, to->x, i, A);
  add_scaled(to->M, to, node, 3, A, f.m);
}

// A lift keeps its force at rest when the wire moves: it has neither stiffness nor mass.
static void add_arm(const Sum *to, int i, Factors f) {
  const int node[2] = {to->m->arm[i].node, -1};  // the hinge stands still
  double A[36];
  if (to->m->spec->steady_arm.kind == CAT_ARM_LIFT) return;
  cat_arm_part_tangent(to->m, to->x, i, A);
  add_scaled(to->K, to, node, 3, A, f.k);
  cat_arm_part_mass(to->m, i, A);
  add_scaled(to->M, to, node, 3, A, f.m);
}

static void add_supports(const Sum *to) {
  double K[9];
  for (int i = 0; i < to->m->nsupport; i++) {
    CatSpring s = cat_support_part_kernel(to->m, to->x, i);
    cat_spring_tangent(&s, K);
    add_node(to->K, to->dof[to->m->support[i].node], K);
  }
}

static void add_masses(const Sum *to) {
  double M[9];
  for (int i = 0; i < to->m->nmass; i++) {
    CatMass p = cat_mass_part_kernel(to->m, i);
    cat_mass_matrix(&p, M);
    add_node(to->M, to->dof[to->m->mass[i].node], M);
  }
}

//------------------------------------------------------------------------------- the line

CatStatus cat_linear_system_new(CatArena *a, const CatLineModel *m, const CatConfiguration *x,
                                CatLinearSystem *out) {
  CatNumbering numbers;
  CAT_TRY(cat_numbering_new(a, m, &numbers));
  if (numbers.n == 0) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "nothing in the line can move");
  }
  *out = (CatLinearSystem){.n = numbers.n, .dof = numbers.dof};
  CAT_TRY(cat_band_new(a, out->n, numbers.half_band, &out->K));
  CAT_TRY(cat_band_new(a, out->n, numbers.half_band, &out->M));
  const Sum to = {m, x, out->dof, &out->K, &out->M};
  const Factors one = {1, 1};
  for (int i = 0; i < m->ncable; i++) add_cable(&to, i, one);
  for (int i = 0; i < m->ndropper; i++) add_dropper(&to, i, one);
  for (int i = 0; i < m->narm; i++) add_arm(&to, i, one);
  add_supports(&to);
  add_masses(&to);
  return cat_axial_modes_new(a, m, x, out);
}

void cat_linear_system_tangent(const CatLineModel *m, const CatConfiguration *x,
                               const CatLinearSystem *t, const bool *slack, CatBand *K) {
  const Sum to = {m, x, t->dof, K, K};
  const Factors only_k = {1, 0};
  memset(K->a, 0, (size_t)K->n * (size_t)(K->kd + 1) * sizeof *K->a);
  for (int i = 0; i < m->ncable; i++) add_cable(&to, i, only_k);
  for (int i = 0; i < m->ndropper; i++) {
    if (!slack || !slack[i]) add_dropper(&to, i, only_k);
  }
  for (int i = 0; i < m->narm; i++) add_arm(&to, i, only_k);
  add_supports(&to);
}

CatStatus cat_linear_system_damping(CatArena *a, const CatLineModel *m, const CatConfiguration *x,
                                    const CatLinearSystem *t, const CatMaterialDamping *d,
                                    CatBand *out) {
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, out));
  const Sum to = {m, x, t->dof, out, out};
  for (int i = 0; i < m->ncable; i++) {
    int role = (int)m->wire[m->cable[i].wire].role;
    add_cable(&to, i, (Factors){d->wire[role][1], d->wire[role][0]});
    add_cable_along(&to, i, d->along[role]);
  }
  const Factors dropper = {d->dropper[1], d->dropper[0]}, arm = {d->arm[1], d->arm[0]};
  for (int i = 0; i < m->ndropper; i++) add_dropper(&to, i, dropper);
  for (int i = 0; i < m->narm; i++) add_arm(&to, i, arm);
  return CAT_OK;
}
