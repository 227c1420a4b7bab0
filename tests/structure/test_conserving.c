// The energy-momentum scheme keeps the energy of a line without dampers that was set in motion,
// with droppers that let go and catch again, and the momentum of one that nothing holds; other
// schemes do not. Under a pantograph its ledger closes like theirs.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

#include "linalg/dense.h"
#include "structure/nonlinear_internal.h"

static CatTrainSpec run_spec(const CatSpanSpec *span, CatScheme scheme, double h) {
  CatTrainSpec s = scene_ac_simple(span, 320 / 3.6);
  s.dynamics = CAT_DYNAMICS_NONLINEAR;
  s.nonlinear = (CatNonlinearSpec){true, true, true, 0, 0, CAT_TANGENT_FROZEN, 1e-7};
  s.time = (CatTimeSpec){(int)scheme, h, -0.1, 1};  // generalised alpha: the midpoint rule
  return s;
}

//------------------------------------------------------------------------------- a free line

// Kinetic and elastic energy, that of droppers that push taken off [J].
static double energy_of(const CatNonlinear *s, double *room) {
  const CatBanded *b = &s->band;
  double sum = cat_line_forces_energy(&s->forces, b->u), n[3];
  cat_band_multiply(&b->t->M, 1, b->v, 0, room);
  sum += cat_dot(b->base.n, room, b->v) / 2;
  for (int i = 0; i < b->base.ntie; i++) {
    const CatBarMotion *bar = &s->forces.dropper[i];
    double N = bar->N0 + bar->k * cat_dropper_stretch(&s->forces, i, b->u, n);
    if (N < 0) sum -= N * N / (2 * bar->k);
  }
  return sum;
}

typedef struct Free {
  double first, drift, worst;  // energy at the beginning [J]; at the end, and at most, over it
  long slack;                  // sum over steps
  double trials;
} Free;

// All nodes between the masts start upwards, the lowest in the middle fastest.
static const double PI = 3.14159265358979324;
static void set_in_motion(const Scene *g, double speed) {
  for (int i = 0; i < g->m->nnode; i++) {
    int dof = g->c->system.dof[i][CAT_UP];
    bool low = g->m->node[i].s > 0 && g->rest->q[i][CAT_UP] < 0.6;
    if (dof >= 0 && low) g->b->v[dof] = speed * pow(sin(PI * g->m->node[i].s / 55), 2);
  }
}

static Free free_motion(CatScheme scheme, double h, int steps) {
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = run_spec(&span, scheme, h);
  s.damping = (CatDampingSpec){0};
  s.line.support.damping = 0;
  Scene g = scene_new(&s);
  CatNonlinear *line = g.c->nonlinear;
  const CatBeyond *beyond = &cat_nonlinear_beyond;
  CatSim *sim;
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &g.c->structure,
                       .beyond = &beyond,
                       .ties = &g.c->ties,
                       .start = (double[]){0},
                       .travel = g.c->sim->travel,
                       .tolerance = 1e-8};
  assert_int_equal(cat_sim_new(g.ctx, &setup, &sim), CAT_OK);
  assert_int_equal(cat_sim_start(sim), CAT_OK);
  set_in_motion(&g, 1.5);
  double *room = calloc((size_t)g.b->base.n + 1, sizeof *room);
  Free out = {.first = energy_of(line, room)};
  for (int i = 0; i < steps; i++) {
    assert_int_equal(cat_sim_step(sim), CAT_OK);
    out.slack += sim->ports.nslack;
    out.drift = energy_of(line, room) / out.first - 1;
    out.worst = fmax(out.worst, fabs(out.drift));
  }
  out.trials = (double)sim->counts.trials / steps;
  free(room);
  cat_sim_free(sim);
  scene_free(&g);
  return out;
}

static void keeps_the_energy(void **state) {
  (void)state;
  const CatScheme scheme[] = {CAT_SCHEME_CONSERVING, CAT_SCHEME_ALPHA, CAT_SCHEME_NEWMARK,
                              CAT_SCHEME_HHT};
  const char *const name[] = {"energy-momentum", "midpoint", "trapezoidal", "hht"};
  for (int i = 0; i < 4; i++) {
    Free f = free_motion(scheme[i], 1e-3, i == 0 ? 5000 : 1000);
    print_message("%-16s %.3f J, slack %ld, drift %.1e, at most %.1e, %.1f trials\n", name[i],
                  f.first, f.slack, f.drift, f.worst, f.trials);
    assert_true(f.slack > 500);
    if (i == 0) assert_below(f.worst, 1e-9);
    if (i > 0) assert_true(f.worst > 1e-5);
  }
}

//------------------------------------------------------------------------------- momentum

// A soft cable that is let go at both ends, where the forces of its tension at rest go on pulling
// along the track: M v' = f_end - F(u).
typedef struct Loose {
  Scene g;
  CatSim *sim;
  double *room;
} Loose;

typedef struct Momentum {
  double linear[3], angular[3];  // [N s] [N m s]
} Momentum;

static void let_go(Scene *g) {
  CatLineNode *node = scene_edit(g).node;
  for (int i = 0; i < g->m->nnode; i++) {
    for (int k = 0; k < CAT_NODE_DOF; k++) node[i].fixed[k] = false;
  }
}

// It turns about all axes, and waves besides.
static void throw_it(const Scene *g) {
  static const double fast = 5;
  for (int i = 0; i < g->m->nnode; i++) {
    const int *dof = g->c->system.dof[i];
    double x = g->m->node[i].s;
    g->b->v[dof[CAT_ALONG]] = fast * 0.3 * sin(x);
    g->b->v[dof[CAT_ACROSS]] = fast * (0.4 * (x - 3) + sin(0.7 * x));
    g->b->v[dof[CAT_UP]] = fast * (-0.5 * (x - 4) + cos(0.9 * x));
    g->b->v[dof[3 + CAT_ACROSS]] = fast * (0.4 + 0.7 * cos(0.7 * x));
    g->b->v[dof[3 + CAT_UP]] = fast * (-0.5 - 0.9 * sin(0.9 * x));
  }
}

static Loose loose_new(CatScheme scheme) {
  static const CatSpanSpec span = {.repeat = 1, .length = 10};
  CatTrainSpec s = scene_string(&span, 10, 1e-3);
  s.dynamics = CAT_DYNAMICS_NONLINEAR;
  s.nonlinear = (CatNonlinearSpec){true, true, true, 1, 0, CAT_TANGENT_FULL, 1e-7};
  s.time = (CatTimeSpec){(int)scheme, 1e-3, -0.1, 1};
  s.line.contact_wire.axial_stiffness = 2e6;
  s.line.contact_wire.bending_stiffness = 50;
  s.run.from = 5;
  Loose l = {.g = scene_line(&s)};
  let_go(&l.g);
  double none = 0;
  assert_int_equal(cat_line_sim_new(l.g.ctx, &s, l.g.m, l.g.rest, &l.g.c), CAT_OK);
  l.g.b = (CatBanded *)l.g.c->structure;
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &l.g.c->structure,
                       .start = &none,
                       .travel = l.g.c->sim->travel,
                       .tolerance = 1e-9};
  assert_int_equal(cat_sim_new(l.g.ctx, &setup, &l.sim), CAT_OK);
  l.room = calloc((size_t)l.g.b->base.n + 1, sizeof *l.room);
  l.g.c->structure->ops->set_static(l.g.c->structure, l.room);
  throw_it(&l.g);
  return l;
}

static void loose_free(Loose *l) {
  free(l->room);
  cat_sim_free(l->sim);
  scene_free(&l->g);
}

// A position or a slope of a node, three components from k on.
static void vector_of(const Loose *l, int node, int k, double out[3]) {
  const Scene *g = &l->g;
  for (int i = 0; i < 3; i++) {
    out[i] = g->rest->q[node][k + i] + g->b->u[g->c->system.dof[node][k + i]];
  }
  if (k == 0) out[CAT_ALONG] += g->m->node[node].s;
}

static void add_cross(const double a[3], const double b[3], double *out) {
  for (int i = 0; i < 3; i++) {
    out[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
  }
}

// sum m_ij r_i x v_j over positions and slopes: displacements are linear in both.
static Momentum momentum_of(const Loose *l) {
  const Scene *g = &l->g;
  Momentum out = {{0}, {0}};
  cat_band_multiply(&g->b->t->M, 1, g->b->v, 0, l->room);
  for (int i = 0; i < g->m->nnode; i++) {
    for (int k = 0; k < CAT_NODE_DOF; k += 3) {
      double r[3], p[3];
      vector_of(l, i, k, r);
      for (int c = 0; c < 3; c++) p[c] = l->room[g->c->system.dof[i][k + c]];
      for (int c = 0; c < 3 && k == 0; c++) out.linear[c] += p[c];
      add_cross(r, p, out.angular);
    }
  }
  return out;
}

// Of both end forces about the origin, times the step; r: their arm in the middle of the step.
static void add_torque(const double arm[3], double h, double *out) {
  const double pull[3] = {h * SCENE_TENSION, 0, 0};
  add_cross(arm, pull, out);
}

static double find_arm(const Loose *l, double share, double arm[3]) {
  double first[3], last[3], turned = 0;
  vector_of(l, 0, 0, first), vector_of(l, l->g.m->nnode - 1, 0, last);
  for (int i = 0; i < 3; i++) {
    arm[i] += share * (last[i] - first[i]);
    turned = fmax(turned, i == CAT_ALONG ? 0 : fabs(last[i] - first[i]));
  }
  return turned;
}

// How far the balance of momentum is missed, over what there is.
static double momentum_missed(CatScheme scheme) {
  Loose l = loose_new(scheme);
  Momentum first = momentum_of(&l), sum = first;
  double worst = 0, size = 0, turned = 0;
  for (int k = 0; k < 400; k++) {
    double arm[3] = {0};
    find_arm(&l, 0.5, arm);
    assert_int_equal(cat_sim_step(l.sim), CAT_OK);
    turned = fmax(turned, find_arm(&l, 0.5, arm));
    add_torque(arm, 1e-3, sum.angular);
    Momentum now = momentum_of(&l);
    for (int i = 0; i < 3; i++) {
      worst = fmax(worst, fabs(now.linear[i] - first.linear[i]));
      worst = fmax(worst, fabs(now.angular[i] - sum.angular[i]));
      size = fmax(size, fabs(now.angular[i]));
    }
  }
  print_message("scheme %d: ends %.2f m aside, momentum missed by %.1e\n", (int)scheme, turned,
                worst / size);
  assert_true(turned > 0.3);
  loose_free(&l);
  return worst / size;
}

static void keeps_the_momentum(void **state) {
  (void)state;
  assert_below(momentum_missed(CAT_SCHEME_CONSERVING), 1e-9);
  assert_true(momentum_missed(CAT_SCHEME_NEWMARK) > 1e-6);
}

//------------------------------------------------------------------------------- under a pantograph

typedef struct Ride {
  double force[4];  // at four times [N]
  CatAccount account;
  long slack;
} Ride;

static Ride ride(CatScheme scheme, double h) {
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = run_spec(&span, scheme, h);
  s.measure.energy = true;
  s.run.from = 30;
  Scene g = scene_new(&s);
  Ride out = {0};
  for (int k = 0; k < 4; k++) {
    for (int i = 0, n = (int)lround(0.1 / h); i < n; i++) {
      scene_steps(&g, 1);
      out.slack += g.c->sim->ports.nslack;
    }
    out.force[k] = g.c->sim->contact[0].force;
  }
  out.account = cat_ledger_account(g.ledger);
  scene_free(&g);
  return out;
}

static void closes_its_ledger(void **state) {
  (void)state;
  Ride r = ride(CAT_SCHEME_CONSERVING, 1e-3);
  double left = fabs(r.account.residual) / r.account.throughput;
  print_message("residual %.1e of %.3g J, numerical %.2g J, slack %ld\n", left,
                r.account.throughput, r.account.numerical, r.slack);
  assert_true(r.slack > 100);
  assert_below(left, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_the_energy),
                                     cmocka_unit_test(keeps_the_momentum),
                                     cmocka_unit_test(closes_its_ledger)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
