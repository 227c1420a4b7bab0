// Residual and Jacobian of equilibrium (9), targets (10) and tensions (11).
#include <math.h>
#include <string.h>

#include "parts.h"

static void gravity_vector(const CatModel *m, double g[3]) {
  g[0] = g[1] = 0;
  g[2] = -m->spec->gravity;
}

// Turns the components of the second node from the frame of the first into its own: f' = T' f.
static void turn_back(double turn, double *f) {
  if (turn == 0) return;
  double c = cos(turn), s = sin(turn);
  for (int k = 6; k < 12; k += 3) {
    double along = f[k], across = f[k + 1];
    f[k] = c * along + s * across;
    f[k + 1] = -s * along + c * across;
  }
}

// By turning columns and then rows.
void cat_turn_matrix(double turn, double K[144]) {
  if (turn == 0) return;
  double c = cos(turn), s = sin(turn);
  for (int i = 0; i < 12; i++) {
    for (int k = 6; k < 12; k += 3) {
      double along = K[12 * i + k], across = K[12 * i + k + 1];
      K[12 * i + k] = c * along + s * across;
      K[12 * i + k + 1] = -s * along + c * across;
    }
  }
  for (int k = 6; k < 12; k += 3) {
    for (int j = 0; j < 12; j++) {
      double along = K[12 * k + j], across = K[12 * (k + 1) + j];
      K[12 * k + j] = c * along + s * across;
      K[12 * (k + 1) + j] = -s * along + c * across;
    }
  }
}

//------------------------------------------------------------------------------- forces on nodes

static void cable_forces(const CatModel *m, double (*force)[6]) {
  double g[3], q[12], f[12], load[12];
  gravity_vector(m, g);
  for (int i = 0; i < m->ncable; i++) {
    const CatCablePart *part = &m->cable[i];
    CatCable c = cat_cable_kernel(m, i);
    cat_rest_cable(m, i, q);
    cat_cable_force(&c, q, f);
    cat_cable_gravity(&c, g, m->wire[part->wire].ice, load);
    for (int k = 0; k < 12; k++) f[k] -= load[k];
    turn_back(part->join.turn, f);
    for (int k = 0; k < 6; k++) {
      force[part->a][k] += f[k];
      force[part->b][k] += f[6 + k];
    }
  }
}

// Bars between node a and node b; b < 0: the hinge of an arm, which is held.
static void bar_forces(const CatModel *m, const CatBar *b, const double q[6], const int node[2],
                       double (*force)[6]) {
  double g[3], f[6], load[6];
  gravity_vector(m, g);
  cat_bar_force(b, q, f);
  cat_bar_gravity(b, g, 0, load);
  for (int e = 0; e < 2; e++) {
    for (int k = 0; k < 3 && node[e] >= 0; k++) force[node[e]][k] += f[3 * e + k] - load[3 * e + k];
  }
}

CatStatus cat_rest_forces(const CatModel *m, double (*force)[6]) {
  double q[6];
  memset(force, 0, (size_t)m->nnode * sizeof *force);
  cable_forces(m, force);
  for (int i = 0; i < m->ndropper; i++) {
    CatBar b = cat_dropper_kernel(m, i);
    cat_rest_dropper(m, i, q);
    bar_forces(m, &b, q, (int[2]){m->dropper[i].low, m->dropper[i].high}, force);
  }
  for (int i = 0; i < m->narm; i++) {
    CatBar b = cat_arm_kernel(m, i);
    cat_rest_arm(m, i, q);
    bar_forces(m, &b, q, (int[2]){m->arm[i].node, -1}, force);
  }
  for (int i = 0; i < m->nsupport; i++) {
    const CatSupportPart *p = &m->support[i];
    force[p->node][CAT_UP] +=
        m->spec->support.stiffness * (m->node[p->node].q[CAT_UP] - p->reference);
  }
  for (int i = 0; i < m->nmass; i++) {
    force[m->mass[i].node][CAT_UP] += m->mass[i].mass * m->spec->gravity;
  }
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 3; k++) force[i][k] -= m->node[i].load[k];
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- residual

// (11): size of the elastic force at the first node of a wire; its direction in f
static double end_tension(const CatModel *m, int cable, double f[12]) {
  double q[12];
  CatCable c = cat_cable_kernel(m, cable);
  cat_rest_cable(m, cable, q);
  cat_cable_force(&c, q, f);
  return sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
}

void cat_system_residual(CatSystem *s) {
  const CatModel *m = s->m;
  const CatNumbers *at = &s->at;
  const double scale = CAT_EQUATION_SCALE;
  cat_rest_forces(m, s->force);
  memset(s->r, 0, (size_t)at->n * sizeof *s->r);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (at->row[i][k] >= 0) s->r[at->row[i][k]] += s->force[i][k];
    }
  }
  for (int i = 0; i < m->ncable; i++) {
    if (at->equal[i] >= 0) s->r[at->equal[i]] = scale * (m->cable[i].l0 - m->cable[i - 1].l0);
  }
  for (int i = 0; i < m->ntarget; i++) {
    const CatTarget *t = &m->target[i];
    s->r[at->target[i]] = scale * (m->node[t->node].q[t->component] - t->value);
  }
  for (int i = 0; i < m->nwire; i++) {
    double f[12];
    if (at->tension[i] < 0) continue;
    s->r[at->tension[i]] = end_tension(m, m->wire[i].cable, f) - m->wire[i].tension;
  }
}

//------------------------------------------------------------------------------- Jacobian

static void put(CatSystem *s, int row, int column, double value) {
  if (row >= 0 && column >= 0) cat_lu_add(&s->J, row, column, value);
}

// Rows and columns of two nodes, n components each.
static void put_block(CatSystem *s, const int node[2], int n, const double *K) {
  for (int i = 0; i < 2 * n; i++) {
    int row = node[i / n] < 0 ? -1 : s->at.row[node[i / n]][i % n];
    for (int j = 0; j < 2 * n && row >= 0; j++) {
      int column = node[j / n] < 0 ? -1 : s->at.column[node[j / n]][j % n];
      put(s, row, column, K[2 * n * i + j]);
    }
  }
}

static void put_column(CatSystem *s, const int node[2], int n, const double *f, int column) {
  for (int i = 0; i < 2 * n; i++) {
    if (node[i / n] >= 0) put(s, s->at.row[node[i / n]][i % n], column, f[i]);
  }
}

static void cable_tangent(CatSystem *s, int i) {
  CatModel *m = s->m;
  const CatCablePart *part = &m->cable[i];
  double g[3], q[12], f[12], K[144], load[12];
  CatCable c = cat_cable_kernel(m, i);
  const int node[2] = {part->a, part->b};
  gravity_vector(m, g);
  cat_rest_cable(m, i, q);
  cat_cable_tangent(&c, q, K);
  cat_turn_matrix(part->join.turn, K);
  put_block(s, node, 6, K);
  cat_cable_force_dl0(&c, q, f);
  cat_cable_gravity_dl0(&c, g, m->wire[part->wire].ice, load);
  for (int k = 0; k < 12; k++) f[k] -= load[k];
  turn_back(part->join.turn, f);
  put_column(s, node, 6, f, s->at.cable[i]);
  if (s->at.equal[i] < 0) return;
  put(s, s->at.equal[i], s->at.cable[i], CAT_EQUATION_SCALE);
  put(s, s->at.equal[i], s->at.cable[i - 1], -CAT_EQUATION_SCALE);
}

static void dropper_tangent(CatSystem *s, int i) {
  double g[3], q[6], K[36], f[6], load[6];
  CatBar b = cat_dropper_kernel(s->m, i);
  const int node[2] = {s->m->dropper[i].low, s->m->dropper[i].high};
  gravity_vector(s->m, g);
  cat_rest_dropper(s->m, i, q);
  cat_bar_tangent(&b, q, K);
  put_block(s, node, 3, K);
  cat_bar_force_dl0(&b, q, f);
  cat_bar_gravity_dl0(&b, g, 0, load);
  for (int k = 0; k < 6; k++) f[k] -= load[k];
  put_column(s, node, 3, f, s->at.dropper[i]);
}

static void arm_tangent(CatSystem *s, int i) {
  double q[6], K[36];
  CatBar b = cat_arm_kernel(s->m, i);
  const int node[2] = {s->m->arm[i].node, -1};
  cat_rest_arm(s->m, i, q);
  cat_bar_tangent(&b, q, K);
  put_block(s, node, 3, K);
  for (int e = 0; e < 2; e++) {
    for (int k = 0; k < 3; k++) {
      put(s, s->at.row[node[0]][k], s->at.arm[i][e], K[6 * k + 4 + e]);
    }
  }
}

static void tension_tangent(CatSystem *s, int wire) {
  CatModel *m = s->m;
  int cable = m->wire[wire].cable, row = s->at.tension[wire];
  double q[12], f[12], df[12], K[144], column[12] = {0}, slope = 0;
  if (row < 0) return;
  const CatCablePart *part = &m->cable[cable];
  CatCable c = cat_cable_kernel(m, cable);
  double T = end_tension(m, cable, f);
  cat_rest_cable(m, cable, q);
  cat_cable_tangent(&c, q, K);
  cat_cable_force_dl0(&c, q, df);
  for (int k = 0; k < 3; k++) {
    slope += f[k] / T * df[k];
    for (int j = 0; j < 12; j++) column[j] += f[k] / T * K[12 * k + j];
  }
  turn_back(part->join.turn, column);
  put(s, row, s->at.cable[cable], slope);
  for (int j = 0; j < 6; j++) {
    put(s, row, s->at.column[part->a][j], column[j]);
    put(s, row, s->at.column[part->b][j], column[6 + j]);
  }
}

void cat_system_jacobian(CatSystem *s) {
  CatModel *m = s->m;
  double k = m->spec->support.stiffness;
  cat_lu_clear(&s->J);
  for (int i = 0; i < m->ncable; i++) cable_tangent(s, i);
  for (int i = 0; i < m->ndropper; i++) dropper_tangent(s, i);
  for (int i = 0; i < m->narm; i++) arm_tangent(s, i);
  for (int i = 0; i < m->nsupport; i++) {
    int row = s->at.row[m->support[i].node][CAT_UP];
    put(s, row, s->at.column[m->support[i].node][CAT_UP], k);
    put(s, row, s->at.support[i], -k);
  }
  for (int i = 0; i < m->ntarget; i++) {
    const CatTarget *t = &m->target[i];
    put(s, s->at.target[i], s->at.column[t->node][t->component], CAT_EQUATION_SCALE);
  }
  for (int i = 0; i < m->nwire; i++) tension_tangent(s, i);
}
