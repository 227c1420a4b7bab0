// The energy-momentum scheme keeps the energy of a line without dampers that was set in motion,
// with droppers that let go and catch again; other schemes do not. Under a pantograph its ledger
// closes like theirs.
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
  CatBeyond *beyond = cat_nonlinear_beyond;
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
                                     cmocka_unit_test(closes_its_ledger)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
