#include "line_forces.h"

#include <math.h>

#include "base/processor.h"
#include "elements.h"

// Coordinates that do not move are the one behind the last, which is zero.
static int number(const CatLineForces *s, int dof) {
  return dof < 0 ? s->n : dof;
}

//------------------------------------------------------------------------------- set-up

static void set_cable(const CatLineForces *s, const CatLineModel *m, const CatConfiguration *rest,
                      int (*dof)[6], int i) {
  CatCableLanes *to = &s->lanes[i / CAT_CABLE_LANES];
  int lane = i % CAT_CABLE_LANES;
  const CatCablePart *part = &m->cable[i];
  CatCable c = cat_cable_part_kernel(m, rest, i);
  double q[12], C[6];
  cat_cable_part_coordinates(m, rest, i, q);
  cat_cable_sums(&c, q, C);
  for (int k = 0; k < 12; k++) {
    to->dof[k][lane] = number(s, k < 6 ? dof[part->a][k] : dof[part->b][k - 6]);
  }
  for (int k = 0; k < 3; k++) {
    to->p0[k][lane] = (q[6 + k] - q[k]) / c.l0;
    to->p0[3 + k][lane] = q[3 + k], to->p0[6 + k][lane] = q[9 + k];
  }
  for (int k = 0; k < 6; k++) to->C0[k][lane] = C[k];
  to->EAl[lane] = c.EA * c.l0;
  to->l[lane] = c.l0, to->per_l[lane] = 1 / c.l0;
  to->mass[lane] = (c.mu + m->wire[part->wire].ice) * c.l0 / 420;
  to->cosine[lane] = cos(part->join.turn), to->sine[lane] = sin(part->join.turn);
}

static void damp_cable(const CatLineForces *s, const CatLineModel *m, int i,
                       const CatLineRayleigh *d) {
  CatCableLanes *to = &s->lanes[i / CAT_CABLE_LANES];
  int role = (int)m->wire[m->cable[i].wire].role, lane = i % CAT_CABLE_LANES;
  double inertia = m->spec->axial == CAT_AXIAL_QUASI_STATIC ? 0 : 1;
  to->alpha[lane] = d->wire[role][0], to->beta[lane] = d->wire[role][1];
  to->inertia_along[lane] = inertia;
  to->alpha_along[lane] = inertia * d->wire[role][0] + d->along[role];
}

static void idle_lanes(const CatLineForces *s, int from) {
  for (int i = from; i < s->nlanes * CAT_CABLE_LANES; i++) {
    for (int k = 0; k < 12; k++) s->lanes[i / CAT_CABLE_LANES].dof[k][i % CAT_CABLE_LANES] = s->n;
  }
}

static CatBarMotion bar_of(const CatBar *b, const double q[6], const double damping[2]) {
  CatBarMotion out = {.l0 = b->l0,
                      .EA = b->EA,
                      .N0 = cat_bar_axial(b, q),
                      .mass = b->mu * b->l0 / 6,
                      .alpha = damping[0],
                      .beta = damping[1]};
  for (int k = 0; k < 3; k++) out.D0[k] = q[3 + k] - q[k];
  out.length = sqrt(out.D0[0] * out.D0[0] + out.D0[1] * out.D0[1] + out.D0[2] * out.D0[2]);
  double stretch = out.length / b->l0;
  out.k = b->EA / 2 * (3 * stretch * stretch - 1) / b->l0;
  return out;
}

// Of n coordinates in a row.
static void add_extent(const CatLineForces *s, const int *dof, int n, CatExtent *on) {
  for (int k = 0; k < n; k++) {
    if (dof[k] == s->n) continue;
    if (dof[k] < on->from) on->from = dof[k];
    if (dof[k] >= on->to) on->to = dof[k] + 1;
  }
}

static void set_extents(const CatLineForces *s) {
  for (int i = 0; i < s->nlanes; i++) {
    s->lanes_on[i] = (CatExtent){s->n, 0};
    for (int k = 0; k < 12; k++) {
      add_extent(s, s->lanes[i].dof[k], CAT_CABLE_LANES, &s->lanes_on[i]);
    }
  }
  for (int i = 0; i < s->ndropper; i++) {
    s->dropper_on[i] = (CatExtent){s->n, 0};
    add_extent(s, s->dropper[i].dof, 6, &s->dropper_on[i]);
  }
  for (int i = 0; i < s->narm; i++) {
    s->arm_on[i] = (CatExtent){s->n, 0};
    add_extent(s, s->arm[i].dof, 6, &s->arm_on[i]);
  }
}

static void set_bars(CatLineForces *s, const CatLineModel *m, const CatConfiguration *rest,
                     int (*dof)[6], const CatLineRayleigh *d) {
  double q[6];
  for (int i = 0; i < m->ndropper; i++) {
    CatBar b = cat_dropper_part_kernel(m, rest, i);
    cat_dropper_part_coordinates(m, rest, i, q);
    s->dropper[i] = bar_of(&b, q, d->dropper);
    s->dropper[i].ties = !m->spec->dropper.bears_compression;
    for (int k = 0; k < 3; k++) {
      s->dropper[i].dof[k] = number(s, dof[m->dropper[i].low][k]);
      s->dropper[i].dof[3 + k] = number(s, dof[m->dropper[i].high][k]);
    }
  }
  for (int i = 0; i < s->narm; i++) {
    CatBar b = cat_arm_part_kernel(m, i);
    cat_arm_part_coordinates(m, rest, i, q);
    s->arm[i] = bar_of(&b, q, d->arm);
    for (int k = 0; k < 3; k++) {
      s->arm[i].dof[k] = number(s, dof[m->arm[i].node][k]);
      s->arm[i].dof[3 + k] = s->n;  // the hinge
    }
  }
}

static void set_points(CatLineForces *s, const CatLineModel *m, int (*dof)[6],
                       const CatLineRayleigh *d) {
  double k = m->spec->support.stiffness;
  for (int i = 0; i < m->nsupport; i++) {
    int up = number(s, dof[m->support[i].node][CAT_UP]);
    s->point[s->npoint++] = (CatPointMotion){up, k, d->other[1] * k + d->damper, 0};
  }
  for (int i = 0; i < m->nmass; i++) {
    double mass = m->mass[i].mass;
    for (int j = 0; j < 3; j++) {
      int at = number(s, dof[m->mass[i].node][j]);
      s->point[s->npoint++] = (CatPointMotion){at, 0, d->other[0] * mass, mass};
    }
  }
}

static CatCableForces *choose_kernel(void) {
  CatCableForces *all[CAT_PROCESSORS] = {NULL, cat_cable_forces_portable(), cat_cable_forces_avx2(),
                                         cat_cable_forces_avx512()};
  const bool there[CAT_PROCESSORS] = {false, all[1], all[2], all[3]};
  CatCableForces *chosen = all[cat_processor_choose(CAT_PROCESSOR_AUTO, there)];
  return chosen;
}

CatStatus cat_line_forces_new(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                              const CatLinearSystem *t, const CatLineRayleigh *damping,
                              CatLineForces *out) {
  bool lift = m->spec->steady_arm.kind == CAT_ARM_LIFT;  // its force stays
  *out = (CatLineForces){.parts = {true, true, true},
                         .n = t->n,
                         .nlanes = (m->ncable + CAT_CABLE_LANES - 1) / CAT_CABLE_LANES,
                         .ndropper = m->ndropper,
                         .narm = lift ? 0 : m->narm,
                         .cables = choose_kernel()};
  out->lanes = CAT_ARENA(a, out->nlanes + 1, CatCableLanes);
  out->dropper = CAT_ARENA(a, m->ndropper + 1, CatBarMotion);
  out->arm = CAT_ARENA(a, m->narm + 1, CatBarMotion);
  out->point = CAT_ARENA(a, m->nsupport + 3 * m->nmass + 1, CatPointMotion);
  out->lanes_on = CAT_ARENA(a, out->nlanes + 1, CatExtent);
  out->dropper_on = CAT_ARENA(a, m->ndropper + 1, CatExtent);
  out->arm_on = CAT_ARENA(a, m->narm + 1, CatExtent);
  if (!out->lanes || !out->dropper || !out->arm || !out->point || !out->lanes_on ||
      !out->dropper_on || !out->arm_on) {
    return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < m->ncable; i++) {
    set_cable(out, m, rest, t->dof, i);
    damp_cable(out, m, i, damping);
  }
  idle_lanes(out, m->ncable);
  set_bars(out, m, rest, t->dof, damping);
  set_points(out, m, t->dof, damping);
  set_extents(out);
  return CAT_OK;
}

//------------------------------------------------------------------------------- bars

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void difference(const CatBarMotion *b, const double *x, double D[3]) {
  for (int k = 0; k < 3; k++) D[k] = x[b->dof[3 + k]] - x[b->dof[k]];
}

// A bar displaced by D: change of its length and of its force, both free of cancellation.
typedef struct BarState {
  double D[3], length, longer, dN;
} BarState;

static BarState bar_state(const CatBarMotion *b, const double *u, bool nonlinear) {
  BarState s;
  difference(b, u, s.D);
  double along = dot(b->D0, s.D);
  if (!nonlinear) {
    s.longer = along / b->length, s.length = b->length;
    s.dN = b->k * s.longer;
    return s;
  }
  double square = 2 * along + dot(s.D, s.D);  // l^2 - length^2
  s.length = sqrt(b->length * b->length + square);
  s.longer = square / (s.length + b->length);
  if (b->ties && s.length < b->l0) {
    s.dN = b->k * (s.length - b->l0) - b->N0;
    return s;
  }
  double s0 = b->length / b->l0, s1 = s.length / b->l0;  // N = EA/2 (s^3 - s)
  s.dN = b->EA / 2 * s.longer / b->l0 * (s1 * s1 + s1 * s0 + s0 * s0 - 1);
  return s;
}

// Change of the force N D/l on the second end.
static void bar_force(const CatBarMotion *b, const BarState *s, bool nonlinear, double f[3]) {
  double per = nonlinear ? (b->N0 + s->dN) / s->length : b->N0 / b->length;
  double turn = nonlinear ? (s->dN * b->length - b->N0 * s->longer) / (s->length * b->length)
                          : (s->dN - b->N0 * s->longer / b->length) / b->length;
  for (int k = 0; k < 3; k++) f[k] = per * s->D[k] + turn * b->D0[k];
}

// beta K v, the axial part of K only if asked for.
static void bar_damping(const CatBarMotion *b, const double *v, bool axial, double f[3]) {
  double V[3] = {0}, per = b->N0 / b->length;
  difference(b, v, V);
  double along = dot(b->D0, V) / (b->length * b->length), k = (axial ? b->k : 0) - per;
  for (int i = 0; i < 3; i++) f[i] += b->beta * (per * V[i] + k * along * b->D0[i]);
}

double cat_pulled(double a, double b) {
  if (a >= 0 && b >= 0) return (a + b) / 2;
  if (a <= 0 && b <= 0) return 0;
  double x = fmax(a, 0), y = fmax(b, 0);
  return (y * y - x * x) / (2 * (b - a));
}

// Mean of two changes from a state at rest, of one that only pulls if asked for.
static double mean_change(double rest, double a, double b, bool pulls) {
  if (!pulls || (rest + a >= 0 && rest + b >= 0)) return (a + b) / 2;
  return cat_pulled(rest + a, rest + b) - rest;
}

// Change of the force on the second end between two ends of a step.
static void bar_force_between(const CatBarMotion *b, const CatBetween *step, bool nonlinear,
                              double f[3]) {
  double A[3], B[3], M[3];
  difference(b, step->begin, A), difference(b, step->end, B);
  for (int k = 0; k < 3; k++) M[k] = (A[k] + B[k]) / 2;
  double along[2] = {dot(b->D0, A), dot(b->D0, B)};
  if (!nonlinear) {
    double x = along[0] / b->length, y = along[1] / b->length, per = b->N0 / b->length;
    double dN = b->k * mean_change(b->N0 / b->k, x, y, b->ties);
    double axial = (dN - per * (x + y) / 2) / b->length;
    for (int k = 0; k < 3; k++) f[k] = per * M[k] + axial * b->D0[k];
    return;
  }
  double l2 = b->l0 * b->l0, strain = b->N0 * b->l0 / (b->EA * b->length);
  double x = (along[0] + dot(A, A) / 2) / l2, y = (along[1] + dot(B, B) / 2) / l2;
  double more = b->EA / b->l0 * mean_change(strain, x, y, b->ties), stress = b->N0 / b->length;
  for (int k = 0; k < 3; k++) f[k] = (stress + more) * M[k] + more * b->D0[k];
}

// step: NULL: at the displacements of motion.
static void add_bar(const CatBarMotion *b, bool nonlinear, bool axial_damping,
                    const CatBetween *step, const double *const motion[3], double *out) {
  const double *v = motion[1], *a = motion[2];
  double f[3];
  if (step) {
    bar_force_between(b, step, nonlinear, f);
  } else {
    BarState s = bar_state(b, motion[0], nonlinear);
    bar_force(b, &s, nonlinear, f);
  }
  bar_damping(b, v, axial_damping, f);
  for (int k = 0; k < 3; k++) {
    int i = b->dof[k], j = b->dof[3 + k];
    double x = a[i] + b->alpha * v[i], y = a[j] + b->alpha * v[j];
    out[i] += b->mass * (2 * x + y) - f[k];
    out[j] += b->mass * (x + 2 * y) + f[k];
  }
}

double cat_dropper_stretch(const CatLineForces *s, int i, const double *u, double n[3]) {
  const CatBarMotion *b = &s->dropper[i];
  BarState now = bar_state(b, u, s->parts.droppers);
  for (int k = 0; k < 3; k++) {
    n[k] = s->parts.droppers ? (b->D0[k] + now.D[k]) / now.length : b->D0[k] / b->length;
  }
  return now.dN / b->k;
}

// (dN/dl)/k times the rate of the length.
double cat_dropper_rate(const CatLineForces *s, int i, const double *u, const double *v) {
  const CatBarMotion *b = &s->dropper[i];
  double V[3], n[3], slope = 1;
  cat_dropper_stretch(s, i, u, n);
  difference(b, v, V);
  if (s->parts.droppers) {
    BarState now = bar_state(b, u, true);
    double stretch = now.length / b->l0;
    bool pushes = b->ties && now.length < b->l0;
    if (!pushes) slope = b->EA / 2 * (3 * stretch * stretch - 1) / (b->l0 * b->k);
  }
  return slope * dot(n, V);
}

void cat_dropper_between(const CatLineForces *s, int i, const double *mean, double n[3]) {
  const CatBarMotion *b = &s->dropper[i];
  double D[3] = {0};
  if (s->parts.droppers) difference(b, mean, D);
  for (int k = 0; k < 3; k++) D[k] += b->D0[k];
  double length = sqrt(dot(D, D));
  for (int k = 0; k < 3; k++) n[k] = D[k] / length;
}

//------------------------------------------------------------------------------- the line

bool cat_extents_meet(CatExtent a, CatExtent b) {
  return a.from < b.to && b.from < a.to;
}

// As many in a row as there are, all at once.
static void add_cables(const CatLineForces *s, CatExtent on, const CatBetween *step,
                       const double *const motion[3], double *f) {
  for (int i = 0, first = 0; i <= s->nlanes; i++) {
    if (i < s->nlanes && cat_extents_meet(s->lanes_on[i], on)) continue;
    s->cables(s->lanes + first, i - first, s->parts.wires, motion, step ? step->half : NULL, f);
    first = i + 1;
  }
}

void cat_line_forces_within(const CatLineForces *s, CatExtent on, const CatBetween *step,
                            const double *const motion[3], double *f) {
  add_cables(s, on, step, motion, f);
  for (int i = 0; i < s->ndropper; i++) {
    if (!cat_extents_meet(s->dropper_on[i], on)) continue;
    add_bar(&s->dropper[i], s->parts.droppers, false, step, motion, f);
  }
  for (int i = 0; i < s->narm; i++) {
    if (!cat_extents_meet(s->arm_on[i], on)) continue;
    add_bar(&s->arm[i], s->parts.arms, true, step, motion, f);
  }
  for (int i = 0; i < s->npoint; i++) {
    const CatPointMotion *p = &s->point[i];
    int at = p->dof;
    if (at < on.from || at >= on.to) continue;
    f[at] += p->k * motion[0][at] + p->c * motion[1][at] + p->m * motion[2][at];
  }
}

void cat_line_forces_between(const CatLineForces *s, const CatBetween *step,
                             const double *const motion[3], double *f) {
  cat_line_forces_within(s, (CatExtent){0, s->n}, step, motion, f);
}

void cat_line_forces_add(const CatLineForces *s, const double *const motion[3], double *f) {
  cat_line_forces_between(s, NULL, motion, f);
}

//------------------------------------------------------------------------------- energy

// Elastic energy less the work of the forces at rest: 1/2 dp'C0 dp + 1/2 EA l0 int (E + Q)^2.
static double cable_energy(const CatCableLanes *s, int lane, bool nonlinear, const double *u) {
  static const double MOMENT[9] = {1, 0, 1. / 3, 0, 1. / 5, 0, 1. / 7, 0, 1. / 9};
  double x[12], P[9], r[3][3] = {0}, p[3][3] = {0}, e[5] = {0}, sum = 0;
  double c = s->cosine[lane], t = s->sine[lane];
  for (int k = 0; k < 12; k++) x[k] = u[s->dof[k][lane]];
  for (int k = 6; k < 12; k += 3) {
    double along = x[k], across = x[k + 1];
    x[k] = c * along - t * across, x[k + 1] = t * along + c * across;
  }
  for (int k = 0; k < 3; k++) {
    P[k] = (x[6 + k] - x[k]) * s->per_l[lane], P[3 + k] = x[3 + k], P[6 + k] = x[9 + k];
    const double d[2] = {s->p0[k][lane], P[k]}, i[2] = {s->p0[3 + k][lane], P[3 + k]},
                 j[2] = {s->p0[6 + k][lane], P[6 + k]};
    for (int of = 0; of < 2; of++) {  // r' = u + x v + x^2 w at rest, and its change
      double(*to)[3] = of ? p : r;
      to[0][k] = 1.5 * d[of] - 0.25 * (i[of] + j[of]);
      to[1][k] = 0.5 * (j[of] - i[of]);
      to[2][k] = 0.75 * (i[of] + j[of]) - 1.5 * d[of];
    }
  }
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) {
      e[a + b] += dot(r[a], p[b]) + (nonlinear ? dot(p[a], p[b]) / 2 : 0);
    }
  }
  for (int a = 0; a < 5; a++) {
    for (int b = 0; b < 5; b++) sum += e[a] * e[b] * MOMENT[a + b];
  }
  static const int PAIR[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  double bent = 0;
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) bent += s->C0[PAIR[a][b]][lane] * dot(P + 3 * a, P + 3 * b);
  }
  return (bent + s->EAl[lane] * sum) / 2;
}

// EA eps0 D^2/(2 l0) + EA l0 (eps - eps0)^2/2; a dropper that pushes: N^2/2k in place of its
// elastic energy.
static double bar_energy(const CatBarMotion *b, const double *u, bool nonlinear) {
  BarState s = bar_state(b, u, nonlinear);
  double along = dot(b->D0, s.D) / b->length, across = dot(s.D, s.D) - along * along;
  double strain = b->N0 * b->l0 / (b->EA * b->length);
  if (!nonlinear) return (b->k * along * along + b->N0 / b->length * across) / 2;
  if (b->ties && b->N0 + s.dN < 0) {
    double N = b->N0 + s.dN;
    return N * N / (2 * b->k) - b->EA * b->l0 * strain * strain / 2 - b->N0 * along;
  }
  double more = s.longer * (s.length + b->length) / (2 * b->l0 * b->l0);
  return b->EA / 2 * (strain * dot(s.D, s.D) / b->l0 + b->l0 * more * more);
}

double cat_line_forces_energy(const CatLineForces *s, const double *u) {
  double sum = 0;
  for (int i = 0; i < s->nlanes * CAT_CABLE_LANES; i++) {
    sum += cable_energy(&s->lanes[i / CAT_CABLE_LANES], i % CAT_CABLE_LANES, s->parts.wires, u);
  }
  for (int i = 0; i < s->ndropper; i++) {
    sum += bar_energy(&s->dropper[i], u, s->parts.droppers);
  }
  for (int i = 0; i < s->narm; i++) sum += bar_energy(&s->arm[i], u, s->parts.arms);
  for (int i = 0; i < s->npoint; i++) {
    sum += s->point[i].k * u[s->point[i].dof] * u[s->point[i].dof] / 2;
  }
  return sum;
}
