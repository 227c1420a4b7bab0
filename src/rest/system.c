// Residual and Jacobian of equilibrium (9), targets (10) and tensions (11), with respect to
// coordinates and design unknowns: lengths, hinges and heights of supports.
#include <math.h>
#include <string.h>

#include "assemble/frames.h"
#include "assemble/matrices.h"
#include "assemble/residual.h"
#include "internal.h"

CatStatus cat_shape_system_new(CatArena *a, const CatLineModel *m, CatConfiguration *x,
                               CatShapeSystem *s) {
  *s = (CatShapeSystem){.m = m, .x = x};
  CAT_TRY(cat_unknowns_new(a, m, &s->at));
  s->r = CAT_ARENA(a, s->at.n, double);
  s->force = cat_arena_alloc(a, (size_t)m->nnode, sizeof(double[6]));
  if (!s->r || !s->force) return CAT_ERR_MEMORY;
  return cat_lu_new(a, s->at.n, s->at.kl, s->at.ku, &s->J);
}

static void move(double *value, const double *step, int column, double factor) {
  if (column >= 0) *value -= factor * step[column];
}

void cat_shape_system_step(CatShapeSystem *s, const double *step, double factor) {
  const CatLineModel *m = s->m;
  CatConfiguration *x = s->x;
  const CatUnknowns *at = &s->at;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      move(&x->q[i][k], step, at->column[i][k], factor);
    }
  }
  for (int i = 0; i < m->ncable; i++) move(&x->cable[i], step, at->cable[i], factor);
  for (int i = 0; i < m->ndropper; i++) move(&x->dropper[i], step, at->dropper[i], factor);
  for (int i = 0; i < m->nsupport; i++) move(&x->support[i], step, at->support[i], factor);
  for (int i = 0; i < m->narm; i++) {
    for (int k = 0; k < 2; k++) move(&x->hinge[i][k], step, at->arm[i][k], factor);
  }
}

//------------------------------------------------------------------------------- residual

// (11): size of the elastic force at the first node of a wire; its direction in f
static double end_tension(const CatShapeSystem *s, int cable, double f[12]) {
  double q[12];
  CatCable c = cat_cable_part_kernel(s->m, s->x, cable);
  cat_cable_part_coordinates(s->m, s->x, cable, q);
  cat_cable_force(&c, q, f);
  return sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
}

void cat_shape_system_residual(CatShapeSystem *s) {
  const CatLineModel *m = s->m;
  const CatConfiguration *x = s->x;
  const CatUnknowns *at = &s->at;
  const double scale = CAT_EQUATION_SCALE;
  cat_residual(m, x, s->force);
  memset(s->r, 0, (size_t)at->n * sizeof *s->r);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (at->row[i][k] >= 0) s->r[at->row[i][k]] += s->force[i][k];
    }
  }
  for (int i = 0; i < m->ncable; i++) {
    if (at->equal[i] >= 0) s->r[at->equal[i]] = scale * (x->cable[i] - x->cable[i - 1]);
  }
  for (int i = 0; i < m->ntarget; i++) {
    const CatTarget *t = &m->target[i];
    s->r[at->target[i]] = scale * (x->q[t->node][t->component] - t->value);
  }
  for (int i = 0; i < m->narm; i++) {
    if (at->heel[i] < 0) continue;
    double above = x->hinge[i][1] - x->q[m->arm[i].node][CAT_UP];
    s->r[at->heel[i]] = scale * (above - m->arm[i].heel);
  }
  for (int i = 0; i < m->nwire; i++) {
    double f[12];
    if (at->tension[i] < 0) continue;
    s->r[at->tension[i]] = end_tension(s, m->wire[i].cable, f) - m->wire[i].tension;
  }
}

//------------------------------------------------------------------------------- Jacobian

static void put(CatShapeSystem *s, int row, int column, double value) {
  if (row >= 0 && column >= 0) cat_lu_add(&s->J, row, column, value);
}

// Rows and columns of two nodes, n components each.
static void put_block(CatShapeSystem *s, const int node[2], int n, const double *K) {
  for (int i = 0; i < 2 * n; i++) {
    int row = node[i / n] < 0 ? -1 : s->at.row[node[i / n]][i % n];
    for (int j = 0; j < 2 * n && row >= 0; j++) {
      int column = node[j / n] < 0 ? -1 : s->at.column[node[j / n]][j % n];
      put(s, row, column, K[2 * n * i + j]);
    }
  }
}

static void put_column(CatShapeSystem *s, const int node[2], int n, const double *f, int column) {
  for (int i = 0; i < 2 * n; i++) {
    if (node[i / n] >= 0) put(s, s->at.row[node[i / n]][i % n], column, f[i]);
  }
}

static void put_cable(CatShapeSystem *s, int i) {
  const int node[2] = {s->m->cable[i].a, s->m->cable[i].b};
  double K[144], f[12];
  cat_cable_part_tangent(s->m, s->x, i, K);
  put_block(s, node, 6, K);
  cat_cable_part_residual_dl0(s->m, s->x, i, f);
  put_column(s, node, 6, f, s->at.cable[i]);
  if (s->at.equal[i] < 0) return;
  put(s, s->at.equal[i], s->at.cable[i], CAT_EQUATION_SCALE);
  put(s, s->at.equal[i], s->at.cable[i - 1], -CAT_EQUATION_SCALE);
}

static void put_dropper(CatShapeSystem *s, int i) {
  const int node[2] = {s->m->dropper[i].low, s->m->dropper[i].high};
  double K[36], f[6];
  cat_dropper_part_tangent(s->m, s->x, i, K);
  put_block(s, node, 3, K);
  cat_dropper_part_residual_dl0(s->m, s->x, i, f);
  put_column(s, node, 3, f, s->at.dropper[i]);
}

static void put_arm(CatShapeSystem *s, int i) {
  const int node[2] = {s->m->arm[i].node, -1};
  double K[36];
  cat_arm_part_tangent(s->m, s->x, i, K);
  put_block(s, node, 3, K);
  for (int e = 0; e < 2; e++) {
    for (int k = 0; k < 3; k++) {
      put(s, s->at.row[node[0]][k], s->at.arm[i][e], K[6 * k + 4 + e]);
    }
  }
  put(s, s->at.heel[i], s->at.arm[i][1], CAT_EQUATION_SCALE);
  put(s, s->at.heel[i], s->at.column[node[0]][CAT_UP], -CAT_EQUATION_SCALE);
}

static void put_support(CatShapeSystem *s, int i) {
  int node = s->m->support[i].node, row = s->at.row[node][CAT_UP];
  double K[9], f[3];
  CatSpring spring = cat_support_part_kernel(s->m, s->x, i);
  cat_spring_tangent(&spring, K);
  cat_spring_force_ds0(&spring, f);
  put(s, row, s->at.column[node][CAT_UP], K[3 * CAT_UP + CAT_UP]);
  put(s, row, s->at.support[i], f[CAT_UP]);
}

static void put_tension(CatShapeSystem *s, int wire) {
  int cable = s->m->wire[wire].cable, row = s->at.tension[wire];
  double q[12], f[12], df[12], K[144], column[12] = {0}, slope = 0;
  if (row < 0) return;
  const CatCablePart *part = &s->m->cable[cable];
  CatCable c = cat_cable_part_kernel(s->m, s->x, cable);
  double T = end_tension(s, cable, f);
  cat_cable_part_coordinates(s->m, s->x, cable, q);
  cat_cable_part_stiffness(s->m, s->x, cable, K);
  cat_cable_force_dl0(&c, q, df);
  for (int k = 0; k < 3; k++) {
    slope += f[k] / T * df[k];
    for (int j = 0; j < 12; j++) column[j] += f[k] / T * K[12 * k + j];
  }
  cat_frame_turn_vector(part->join.turn, column);
  put(s, row, s->at.cable[cable], slope);
  for (int j = 0; j < 6; j++) {
    put(s, row, s->at.column[part->a][j], column[j]);
    put(s, row, s->at.column[part->b][j], column[6 + j]);
  }
}

void cat_shape_system_jacobian(CatShapeSystem *s) {
  const CatLineModel *m = s->m;
  cat_lu_clear(&s->J);
  for (int i = 0; i < m->ncable; i++) put_cable(s, i);
  for (int i = 0; i < m->ndropper; i++) put_dropper(s, i);
  for (int i = 0; i < m->narm; i++) put_arm(s, i);
  for (int i = 0; i < m->nsupport; i++) put_support(s, i);
  for (int i = 0; i < m->ntarget; i++) {
    const CatTarget *t = &m->target[i];
    put(s, s->at.target[i], s->at.column[t->node][t->component], CAT_EQUATION_SCALE);
  }
  for (int i = 0; i < m->nwire; i++) put_tension(s, i);
}
