// The iteration around the small problem: a mass on a cubic spring presses a beam from below. The
// reference is Runge and Kutta's method on the same equations put together by hand.
#include "support/support.h"

#include "beam.h"

static const double LENGTH = 20, START = 4, SPEED = 10, STIFFNESS = 2e5;

//------------------------------------------------------------------------------- a mechanism

// m z'' + c z' + k z^3 = push + f: the smallest nonlinear mechanism.
typedef struct Cubic {
  CatMechanism base;
  CatStep step;
  double m, c, k, push;  // [kg] [N s/m] [N/m^3] [N]
  double first;          // push at rest [N]
  double z, v, a;
  double at;    // where it is linearised [m]
  double free;  // end of the trial without a force [m]
  int retries;
  double lost;  // added to what it says of its equilibrium [N]
} Cubic;

static Cubic *own(CatMechanism *m) {
  return (Cubic *)m;
}

static double slope(const Cubic *p) {
  return p->step.mass * p->m + p->step.damp * p->c + 3 * p->k * p->at * p->at;
}

static double end_of(const Cubic *p, double f) {
  return p->free + f / slope(p);
}

static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const Cubic *p = (const Cubic *)m;
  (void)ctx;
  out->held = false;
  out->f0[0] = -p->push + p->k * p->z * p->z * p->z;
  return CAT_OK;
}

// At z the spring bears what the push does not: the push is set so that it rests there.
static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  Cubic *p = own(m);
  (void)ctx;
  p->z = p->at = z[0];
  p->push = p->first = p->k * z[0] * z[0] * z[0] - f[0];
  p->v = p->a = 0;
  return CAT_OK;
}

static void drive(CatMechanism *m, const CatJourney *to) {
  if (to->t > 0) own(m)->push = own(m)->first + 600 * sin(9 * to->t);
}

static double unbalanced(const Cubic *p, double z, double f) {
  double du = z - p->z;
  return p->m * cat_step_a(&p->step, du, p->v, p->a) + p->c * cat_step_v(&p->step, du, p->v, p->a) +
         p->k * z * z * z - p->push - f;
}

static void free_step(CatMechanism *m, double *z) {
  Cubic *p = own(m);
  z[0] = p->free = p->at - unbalanced(p, p->at, 0) / slope(p);
}

static double compliance(const CatMechanism *m, int port, int other) {
  (void)port, (void)other;
  return 1 / slope((const Cubic *)m);
}

static double imbalance(CatMechanism *m, const double *f) {
  return fabs(unbalanced(own(m), end_of(own(m), f[0]), f[0])) + own(m)->lost;
}

static void retry(CatMechanism *m, const double *f) {
  own(m)->at = end_of(own(m), f[0]);
  own(m)->retries++;
}

static void commit(CatMechanism *m, const double *f) {
  Cubic *p = own(m);
  double z = end_of(p, f[0]), du = z - p->z, v = p->v, a = p->a;
  p->v = cat_step_v(&p->step, du, v, a);
  p->a = cat_step_a(&p->step, du, v, a);
  p->z = p->at = z;
}

static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  (void)m;
  *out = (CatMechanismEnergy){0};
}

static void snapshot(CatMechanism *m, CatSnapshot *to) {
  Cubic *p = own(m);
  double *state[] = {&p->z, &p->v, &p->a, &p->at, &p->push};
  for (int i = 0; i < 5; i++) CAT_SNAPSHOT_ARRAY(to, state[i], 1);
}

static const CatMechanismOps ops = {.name = "cubic",
                                    .stand = stand,
                                    .start = start,
                                    .drive = drive,
                                    .free_step = free_step,
                                    .commit = commit,
                                    .imbalance = imbalance,
                                    .retry = retry,
                                    .compliance = compliance,
                                    .energy = energy,
                                    .snapshot = snapshot};

static CatMechanismOps calm_ops;  // ops without imbalance and retry

//------------------------------------------------------------------------------- the world

typedef struct World {
  CatContext *ctx;
  Beam *beam;
  Cubic body, calm;  // the latter is never asked whether it is in equilibrium
  double offset, from[2];
  CatStructure *structure;
  CatMechanism *mechanism[2];
  CatSim *sim;
} World;

static double distance(const void *self, double t) {
  (void)self;
  return SPEED * t;
}

static double speed_at(const void *self, double t) {
  (void)self, (void)t;
  return SPEED;
}

static void world_of(World *w, double h, bool explicit_coupling, int max_trials, int n) {
  CatStep step = cat_step_newmark(h);
  *w = (World){.ctx = cat_context_new(NULL), .beam = beam_new(LENGTH, 2e7, 30, 3, step)};
  w->from[0] = START, w->from[1] = START + 5;
  w->body = (Cubic){.step = step, .m = 20, .c = 60, .k = 1e9, .push = 900};
  w->body.base = (CatMechanism){.ops = &ops, .nport = 1, .offset = &w->offset, .z = &w->body.z};
  calm_ops = ops, calm_ops.imbalance = NULL, calm_ops.retry = NULL;
  w->calm = w->body, w->calm.base.ops = &calm_ops, w->calm.base.z = &w->calm.z;
  w->structure = &w->beam->base;
  w->mechanism[0] = &w->body.base, w->mechanism[1] = &w->calm.base;
  CatContactSetup contact[2] = {
      {.name = "head", .guide = &w->beam->guide, .side = 1, .stiffness = STIFFNESS}};
  contact[1] = contact[0], contact[1].name = "calm", contact[1].mechanism = 1;
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &w->structure,
                       .nmechanism = n,
                       .mechanism = w->mechanism,
                       .start = w->from,
                       .ncontact = n,
                       .contact = contact,
                       .travel = {distance, speed_at, NULL},
                       .explicit_coupling = explicit_coupling,
                       .tolerance = 1e-6,
                       .max_trials = max_trials};
  assert_int_equal(cat_sim_new(w->ctx, &setup, &w->sim), CAT_OK);
  assert_int_equal(cat_sim_start(w->sim), CAT_OK);
}

static void world_new(World *w, double h, bool explicit_coupling, int max_trials) {
  world_of(w, h, explicit_coupling, max_trials, 1);
}

static void world_free(World *w) {
  cat_sim_free(w->sim);
  free(w->beam);
  cat_context_free(w->ctx);
}

//------------------------------------------------------------------------------- by hand

enum { MODES = 3, ALL = MODES + 1 };

static double hand_force(const double *x, double t) {
  double gap = 0;
  for (int i = 0; i < MODES; i++) {
    gap += x[i] * sin((i + 1) * BEAM_PI * (START + SPEED * t) / LENGTH);
  }
  return fmax(0, -STIFFNESS * (gap - x[MODES]));
}

static void hand_rates(const World *w, double t, const double *x, double *out) {
  const Cubic *c = &w->body;
  double p = hand_force(x, t), z = x[MODES];
  memcpy(out, x + ALL, ALL * sizeof *out);
  for (int i = 0; i < MODES; i++) {
    double at = sin((i + 1) * BEAM_PI * (START + SPEED * t) / LENGTH);
    out[ALL + i] = (p * at - w->beam->k[i] * x[i]) / w->beam->mass;
  }
  out[ALL + MODES] =
      (c->first + 600 * sin(9 * t) - p - c->c * x[ALL + MODES] - c->k * z * z * z) / c->m;
}

static void hand_step(const World *w, double t, double dt, double *x) {
  static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  double k[4][2 * ALL], y[2 * ALL];
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < 2 * ALL; i++) y[i] = x[i] + (s ? at[s] * dt * k[s - 1][i] : 0);
    hand_rates(w, t + at[s] * dt, y, k[s]);
  }
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < 2 * ALL; i++) x[i] += dt / 6 * weight[s] * k[s][i];
  }
}

// Largest difference of the head's height over its largest size.
static double apart(World *w, double seconds) {
  double x[2 * ALL] = {0}, most = 0, worst = 0, h = w->sim->step.h;
  memcpy(x, w->beam->u, MODES * sizeof *x);
  x[MODES] = w->body.z;
  for (long k = 0; k < lround(seconds / h); k++) {
    for (int s = 0; s < 4; s++) hand_step(w, ((double)k + s / 4.0) * h, h / 4, x);
    assert_int_equal(cat_sim_step(w->sim), CAT_OK);
    most = fmax(most, fabs(x[MODES]));
    worst = fmax(worst, fabs(x[MODES] - w->body.z));
  }
  return worst / most;
}

//------------------------------------------------------------------------------- tests

static void cubic_spring_as_by_hand(void **state) {
  (void)state;
  enum { STEPS = 3 };
  double h[STEPS], error[STEPS];
  for (int k = 0; k < STEPS; k++) {
    World w;
    h[k] = 4e-4 / (1 << k);
    world_new(&w, h[k], false, 0);
    error[k] = apart(&w, 1);
    double mean = (double)w.sim->counts.trials / (double)w.sim->counts.steps;
    print_message("step %.0e s: %.1e, %.2f trials, at most %ld\n", h[k], error[k], mean,
                  w.sim->counts.most_trials);
    assert_int_equal(w.sim->counts.trials - w.sim->counts.steps, w.body.retries);
    assert_true(mean > 1.2 && mean < 4);
    world_free(&w);
  }
  double order = convergence_order(h, error, STEPS);
  print_message("order %.2f\n", order);
  assert_below(error[STEPS - 1], 2e-5);
  assert_true(order > 1.9 && order < 2.1);
}

static void explicit_coupling_too(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    World w;
    world_new(&w, k ? 2e-5 : 8e-5, true, 0);
    error[k] = apart(&w, 0.5);
    assert_true(w.body.retries > 100);
    world_free(&w);
  }
  print_message("explicit: %.1e at 80 us, %.1e at 20 us\n", error[0], error[1]);
  assert_below(error[1], 0.4 * error[0]);
}

static void failure_names_place_and_time(void **state) {
  (void)state;
  World w;
  world_new(&w, 4e-4, false, 1);
  CatStatus status = CAT_OK;
  while (!status) status = cat_sim_step(w.sim);
  const char *text = cat_context_error(w.ctx, 0)->message;
  print_message("%s\n", text);
  assert_int_equal(status, CAT_ERR_DIVERGED);
  assert_non_null(strstr(text, "at x = 4.0"));
  assert_non_null(strstr(text, "(cubic) after 1 iterations of the step to t = 0.00"));
  world_free(&w);
}

// A trial that is no number is not accepted because a part that is always in equilibrium follows.
static void no_number_is_no_equilibrium(void **state) {
  (void)state;
  World w;
  world_of(&w, 4e-4, false, 10, 2);
  assert_int_equal(cat_sim_step(w.sim), CAT_OK);
  w.body.lost = NAN;
  assert_int_equal(cat_sim_step(w.sim), CAT_ERR_DIVERGED);
  const char *text = cat_context_error(w.ctx, 0)->message;
  assert_non_null(strstr(text, "forces are beyond all numbers (cubic) after 1 iterations"));
  assert_null(strstr(text, "nan"));
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cubic_spring_as_by_hand),
                                     cmocka_unit_test(explicit_coupling_too),
                                     cmocka_unit_test(failure_names_place_and_time),
                                     cmocka_unit_test(no_number_is_no_equilibrium)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
