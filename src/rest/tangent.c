#include "tangent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

//------------------------------------------------------------------------------- numbers

typedef struct Place {
  double s;  // [m]
  int node;
} Place;

static int by_place(const void *a, const void *b) {
  const Place *x = a, *y = b;
  if (x->s != y->s) return x->s < y->s ? -1 : 1;
  return x->node - y->node;
}

enum { HELD = -1, FREE = 0 };

// The messenger's nodes at supports, where they may not slide.
static void hold_supports(const CatModel *m, int (*dof)[6]) {
  for (int i = 0; i < m->nsupport; i++) dof[m->support[i].node][CAT_ALONG] = HELD;
  for (int w = 0; w < m->nwire; w++) {
    if (m->wire[w].role != CAT_MESSENGER) continue;
    for (int i = 1; i + 1 < m->wire[w].nnode; i++) {  // rigid ones
      int node = m->wire[w].node + i;
      if (m->node[node].fixed[CAT_UP]) dof[node][CAT_ALONG] = HELD;
    }
  }
}

static void mark_held(const CatModel *m, int (*dof)[6]) {
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) dof[i][k] = m->node[i].fixed[k] ? HELD : FREE;
  }
  if (m->spec->support.along == CAT_ALONG_HELD) hold_supports(m, dof);
}

static CatStatus number_nodes(CatArena *scratch, const CatModel *m, CatTangent *t) {
  Place *place = CAT_ARENA(scratch, m->nnode, Place);
  if (!place) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nnode; i++) place[i] = (Place){m->node[i].s, i};
  qsort(place, (size_t)m->nnode, sizeof *place, by_place);
  mark_held(m, t->dof);
  for (int p = 0; p < m->nnode; p++) {
    int i = place[p].node;
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      if (t->dof[i][k] == FREE) t->dof[i][k] = t->n++;
    }
  }
  for (int i = 0; i < m->nnode; i++) {
    if (m->node[i].twin >= 0) memcpy(t->dof[i], t->dof[m->node[i].twin], 3 * sizeof(int));
  }
  return CAT_OK;
}

// The largest distance between numbers that one element couples.
static int reach(const CatTangent *t, int a, int b) {
  int least = t->n, most = -1;
  for (int k = 0; k < 12; k++) {
    int dof = k < 6 ? t->dof[a][k] : t->dof[b][k - 6];
    if (dof < 0) continue;
    if (dof < least) least = dof;
    if (dof > most) most = dof;
  }
  return most > least ? most - least : 0;
}

static int half_band(const CatModel *m, const CatTangent *t) {
  int kd = 0;
  for (int i = 0; i < m->ncable; i++) {
    int r = reach(t, m->cable[i].a, m->cable[i].b);
    if (r > kd) kd = r;
  }
  for (int i = 0; i < m->ndropper; i++) {
    int r = reach(t, m->dropper[i].low, m->dropper[i].high);
    if (r > kd) kd = r;
  }
  return kd;
}

//------------------------------------------------------------------------------- matrices

// Adds a symmetric matrix of two nodes with n coordinates each; node -1 does not move.
static void add_block(CatBand *A, const CatTangent *t, const int node[2], int n, const double *K) {
  for (int i = 0; i < 2 * n; i++) {
    int row = node[i / n] < 0 ? HELD : t->dof[node[i / n]][i % n];
    for (int j = 0; j < 2 * n && row >= 0; j++) {
      int column = node[j / n] < 0 ? HELD : t->dof[node[j / n]][j % n];
      if (column >= row) cat_band_add(A, row, column, K[2 * n * i + j]);
    }
  }
}

// Where element matrices go, and times what.
typedef struct Sum {
  CatBand *K, *M;
  double k, m;
} Sum;

static void add_scaled(CatBand *A, const CatTangent *t, const int node[2], int n, double *K,
                       double factor) {
  if (factor == 0) return;
  for (int i = 0; i < 4 * n * n; i++) K[i] *= factor;
  add_block(A, t, node, n, K);
}

static void add_cable(const CatModel *m, const CatTangent *t, int i, Sum to) {
  const CatCablePart *part = &m->cable[i];
  const int node[2] = {part->a, part->b};
  double q[12], A[144];
  CatCable c = cat_cable_kernel(m, i);
  cat_rest_cable(m, i, q);
  cat_cable_tangent(&c, q, A);
  cat_turn_matrix(part->join.turn, A);
  add_scaled(to.K, t, node, 6, A, to.k);
  c.mu += m->wire[part->wire].ice;
  cat_cable_mass(&c, A);
  cat_turn_matrix(part->join.turn, A);
  add_scaled(to.M, t, node, 6, A, to.m);
}

static void add_bar(const CatTangent *t, const CatBar *b, const double q[6], const int node[2],
                    Sum to) {
  double A[36];
  cat_bar_tangent(b, q, A);
  add_scaled(to.K, t, node, 3, A, to.k);
  cat_bar_mass(b, A);
  add_scaled(to.M, t, node, 3, A, to.m);
}

static void add_dropper(const CatModel *m, const CatTangent *t, int i, Sum to) {
  double q[6];
  CatBar b = cat_dropper_kernel(m, i);
  cat_rest_dropper(m, i, q);
  add_bar(t, &b, q, (int[2]){m->dropper[i].low, m->dropper[i].high}, to);
}

static void add_arm(const CatModel *m, const CatTangent *t, int i, Sum to) {
  double q[6];
  if (m->spec->steady_arm.kind == CAT_ARM_LIFT) return;
  CatBar b = cat_arm_kernel(m, i);
  cat_rest_arm(m, i, q);
  add_bar(t, &b, q, (int[2]){m->arm[i].node, -1}, to);  // the hinge stands still
}

static void add_to_diagonal(CatBand *A, int dof, double value) {
  if (dof >= 0) cat_band_add(A, dof, dof, value);
}

static void assemble(const CatModel *m, CatTangent *t) {
  Sum to = {&t->K, &t->M, 1, 1};
  for (int i = 0; i < m->ncable; i++) add_cable(m, t, i, to);
  for (int i = 0; i < m->ndropper; i++) add_dropper(m, t, i, to);
  for (int i = 0; i < m->narm; i++) add_arm(m, t, i, to);
  for (int i = 0; i < m->nsupport; i++) {
    add_to_diagonal(&t->K, t->dof[m->support[i].node][CAT_UP], m->spec->support.stiffness);
  }
  for (int i = 0; i < m->nmass; i++) {
    for (int k = 0; k < 3; k++) {
      add_to_diagonal(&t->M, t->dof[m->mass[i].node][k], m->mass[i].mass);
    }
  }
}

CatStatus cat_tangent_new(CatArena *a, const CatModel *m, CatTangent *t) {
  CatContext *ctx = cat_arena_context(a);
  *t = (CatTangent){.dof = cat_arena_alloc(a, (size_t)m->nnode, sizeof(int[6]))};
  CatArena *scratch = cat_arena_new(ctx, 1 << 16);
  CatStatus status = t->dof && scratch ? number_nodes(scratch, m, t) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  CAT_TRY(status);
  if (t->n == 0) return CAT_FAIL(ctx, CAT_ERR_ARG, "nothing in the line can move");
  int kd = half_band(m, t);
  CAT_TRY(cat_band_new(a, t->n, kd, &t->K));
  CAT_TRY(cat_band_new(a, t->n, kd, &t->M));
  assemble(m, t);
  return CAT_OK;
}

CatStatus cat_tangent_damping(CatArena *a, const CatModel *m, const CatTangent *t,
                              const CatMaterialDamping *d, CatBand *out) {
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, out));
  for (int i = 0; i < m->ncable; i++) {
    const double *more = d->wire[m->wire[m->cable[i].wire].role];
    add_cable(m, t, i, (Sum){out, out, more[1], more[0]});
  }
  Sum dropper = {out, out, d->dropper[1], d->dropper[0]}, arm = {out, out, d->arm[1], d->arm[0]};
  for (int i = 0; i < m->ndropper; i++) add_dropper(m, t, i, dropper);
  for (int i = 0; i < m->narm; i++) add_arm(m, t, i, arm);
  return CAT_OK;
}

//------------------------------------------------------------------------------- ports

static void port_add(CatPort *p, int dof, double b) {
  if (dof < 0) return;
  p->dof[p->n] = dof;
  p->b[p->n++] = b;
}

CatPort cat_tangent_dropper(const CatModel *m, const CatTangent *t, int i, double *stiffness) {
  const CatDropperPart *d = &m->dropper[i];
  CatPort p = {0};
  double q[6], dN[6], length = 0;
  CatBar b = cat_dropper_kernel(m, i);
  cat_rest_dropper(m, i, q);
  for (int k = 0; k < 3; k++) length += (q[3 + k] - q[k]) * (q[3 + k] - q[k]);
  length = sqrt(length);
  cat_bar_axial_dq(&b, q, dN);
  *stiffness = 0;
  for (int k = 0; k < 3; k++) {
    double n = (q[3 + k] - q[k]) / length;  // unit vector from low to high
    *stiffness += dN[3 + k] * n;
    port_add(&p, t->dof[d->low][k], -n);
    port_add(&p, t->dof[d->high][k], n);
  }
  return p;
}

static CatPort wire_port(const CatModel *m, const CatTangent *t, int i, int component,
                         const double S[4]) {
  const CatCablePart *c = &m->cable[i];
  CatPort p = {0};
  port_add(&p, t->dof[c->a][component], S[0]);
  port_add(&p, t->dof[c->a][3 + component], S[1]);
  port_add(&p, t->dof[c->b][component], S[2]);
  port_add(&p, t->dof[c->b][3 + component], S[3]);
  return p;
}

// Turns of the track within one element are left out: they change nothing upwards.
CatPort cat_tangent_wire(const CatModel *m, const CatTangent *t, int i, double xi, int component) {
  double S[4];
  cat_cable_shape(m->cable[i].l0, xi, S);
  return wire_port(m, t, i, component, S);
}

CatPort cat_tangent_wire_slope(const CatModel *m, const CatTangent *t, int i, double xi,
                               int component) {
  double dS[4];
  cat_cable_shape_d(m->cable[i].l0, xi, dS);
  return wire_port(m, t, i, component, dS);
}

double cat_port_read(const CatPort *p, const double *u) {
  double sum = 0;
  for (int k = 0; k < p->n; k++) sum += p->b[k] * u[p->dof[k]];
  return sum;
}

void cat_port_apply(const CatPort *p, double force, double *f) {
  for (int k = 0; k < p->n; k++) f[p->dof[k]] += force * p->b[k];
}
