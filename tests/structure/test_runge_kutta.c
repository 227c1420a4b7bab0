// Classical Runge-Kutta steps of line, droppers, contact and pantograph together: beside the same
// equations put together by hand, their order, their limit, and Newmark's steps of the same line.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "ode/runge_kutta.h"

static CatTrainSpec line_of(int method, double step, const CatSpanSpec *span) {
  CatTrainSpec s = scene_ac_simple(span, 60);
  s.line.elements_per_bay = 2;
  s.solver = CAT_SOLVER_BAND;
  s.time.method = method, s.time.step = step;
  s.nonlinear = (CatNonlinearSpec){true, true, true, 0, 0, CAT_TANGENT_FROZEN, 1e-6};
  s.run.from = 20;
  return s;
}

static double limit_of(void) {
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = line_of(CAT_SCHEME_RUNGE_KUTTA, 1e-6, &span);
  Scene g = scene_new(&s);
  double limit = g.c->longest_step;
  scene_free(&g);
  return limit;
}

//------------------------------------------------------------------------------- beside another one

// y = (u, u', z, z'): the linear line with droppers that let go, and the chain under it.
typedef struct Whole {
  const Scene *g;
  int n, m;  // coordinates of the line and of the chain
  CatBand M;
  CatSeat *seat;
  double force;  // of the contact, found last [N]
} Whole;

static void forces_of_line(const Whole *w, const double *u, const double *v, double *f) {
  const CatLineSim *c = w->g->c;
  const CatDamping *d = &c->damping;
  cat_band_multiply(&c->system.K, -1, u, 0, f);
  cat_band_multiply(&c->system.K, -d->beta, v, 1, f);
  cat_band_multiply(&c->system.M, -d->alpha, v, 1, f);
  if (d->extra) cat_band_multiply(d->extra, -1, v, 1, f);
  for (int j = 0; j < d->ndamper; j++) f[d->damper_dof[j]] -= d->damper * v[d->damper_dof[j]];
  for (int i = 0; i < c->ties.n; i++) {
    const CatPortVector b = cat_port_view(&c->tie_port[i]);
    double e = cat_port_vector_read(&b, u), rate = cat_port_vector_read(&b, v);
    double T = c->ties.rest[i] + c->ties.k[i] * (e + c->ties.beta[i] * rate);
    if (T < 0) cat_port_vector_apply(&b, T, f);  // takes off what the taut one pushes with
  }
}

static void slope(Whole *w, double t, const double *y, double *dy) {
  const CatLineSim *c = w->g->c;
  const CatChain *p = scene_chain(c, 0);
  int n = w->n, m = w->m;
  const double *u = y, *v = y + n, *z = v + n, *q = z + m;
  double *a = dy + n, *b = a + n + m;
  c->guide[0].base.ops->find(&c->guide[0].base, c->spec->run.from + c->spec->run.speed * t,
                             w->seat);
  double gap = w->seat->height + cat_port_vector_read(&w->seat->port, u) - z[0];
  w->force = fmax(0, -c->spec->contact.stiffness * gap);
  memcpy(dy, v, (size_t)n * sizeof *v);
  forces_of_line(w, u, v, a);
  cat_port_vector_apply(&w->seat->port, w->force, a);
  cat_band_solve(&w->M, a, 1);
  for (int i = 0; i < m; i++) {
    double f = p->f[i] - (i == 0 ? w->force : 0);
    for (int j = 0; j < m; j++) f -= p->C[i * m + j] * q[j] + p->K[i * m + j] * z[j];
    a[n + i] = q[i], b[i] = f / p->M[i];
  }
}

static void rk4(Whole *w, double t, double h, double *y, double *k[5]) {
  static const double at[4] = {0, 0.5, 0.5, 1};
  int size = 2 * (w->n + w->m);
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < size; i++) k[4][i] = y[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0);
    slope(w, t + at[s] * h, k[4], k[s]);
  }
  for (int i = 0; i < size; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static Whole whole_of(Scene *g) {
  Whole w = {.g = g, .n = g->c->system.n, .m = scene_chain(g->c, 0)->n};
  const CatGuide *path = &g->c->guide[0].base;
  assert_int_equal(cat_band_new(g->c->arena, w.n, g->c->system.M.kd, &w.M), CAT_OK);
  cat_band_axpy(&w.M, 1, &g->c->system.M);
  assert_int_equal(cat_band_factor(g->ctx, &w.M), CAT_OK);
  assert_int_equal(path->ops->seat_new(path, g->c->arena, &w.seat), CAT_OK);
  return w;
}

static void it_is_the_classical_method(void **state) {
  (void)state;
  enum { STEPS = 1500 };
  double h = 0.9 * limit_of(), apart = 0;
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = line_of(CAT_SCHEME_RUNGE_KUTTA, h, &span);
  static CatTrainPantograph strong;
  strong = scene_benchmark;
  strong.body.static_force = 330;  // droppers let go
  s.pantograph = &strong;
  Scene g = scene_new(&s);
  Whole w = whole_of(&g);
  const CatChain *p = scene_chain(g.c, 0);
  size_t size = 2 * (size_t)(w.n + w.m);
  double *y = calloc(size, sizeof *y), *k[5];
  for (int i = 0; i < 5; i++) k[i] = calloc(size + 1, sizeof **k);
  memcpy(y, g.b->u, (size_t)w.n * sizeof *y);
  memcpy(y + 2 * w.n, p->z, (size_t)w.m * sizeof *y);
  int slack = 0;
  for (int i = 0; i < STEPS; i++) {
    rk4(&w, h * i, h, y, k);
    scene_steps(&g, 1);
    for (int j = 0; j < g.c->ties.n; j++) slack += g.c->ties.y[j] > 0;
  }
  slope(&w, h * STEPS, y, k[0]);
  for (int i = 0; i < w.n; i++) apart = fmax(apart, fabs(y[i] - g.b->u[i]));
  for (int i = 0; i < w.m; i++) apart = fmax(apart, fabs(y[2 * w.n + i] - p->z[i]));
  print_message("%d slack in %d steps of %.2e s; %.1e m, forces %.6f N and %.6f N\n", slack, STEPS,
                h, apart, w.force, g.c->sim->contact[0].force);
  assert_true(slack > STEPS);
  assert_below(apart, 1e-11);
  assert_close(g.c->sim->contact[0].force, w.force, 1e-6, 0);
  for (int i = 0; i < 5; i++) free(k[i]);
  free(y);
  scene_free(&g);
}

//------------------------------------------------------------------------------- order

typedef struct Ride {
  CatTrainPantograph body;
  double damping;  // of the contact [N s/m]
  int dynamics;
  double order;  // at which Newmark's steps approach
} Ride;

static double force_after(const Ride *r, int method, double step, double time) {
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = line_of(method, step, &span);
  s.pantograph = &r->body;
  s.dynamics = r->dynamics;
  s.contact.damping = r->damping;
  Scene g = scene_new(&s);
  scene_steps(&g, lround(time / step));
  double force = g.c->sim->contact[0].force;
  scene_free(&g);
  return force;
}

// Newmark's error goes with the square of the step, as soon as steps are short beside the shortest
// period, and vanishes beside Runge-Kutta's steps: linear and nonlinear, with strips on a head that
// rolls. A damper in the contact looks back by a step there, which is of order 1.
static void newmark_approaches_it(void **state) {
  (void)state;
  double h = 0.8 * limit_of(), time = 128 * h;
  Ride ride[4] = {
      {.body = scene_benchmark, .dynamics = CAT_DYNAMICS_LINEAR, .order = 2},
      {.body = scene_benchmark, .dynamics = CAT_DYNAMICS_NONLINEAR, .order = 2},
      {.body = scene_benchmark, .dynamics = CAT_DYNAMICS_LINEAR, .order = 2},
      {.body = scene_benchmark, .damping = 60, .dynamics = CAT_DYNAMICS_NONLINEAR, .order = 1}};
  ride[2].body.parts.strips = (CatStripsSpec){.given = true, .distance = 0.5};
  ride[2].body.parts.roll =
      (CatRollSpec){.given = true, .inertia = 1.5, .stiffness = 10e3, .distance = 0.8};
  for (int i = 0; i < 4; i++) {
    ride[i].body.body.static_force = 40;  // droppers stay taut: no kinks
    double exact = force_after(&ride[i], CAT_SCHEME_RUNGE_KUTTA, h / 16, time), error[3];
    for (int k = 0; k < 3; k++) {
      error[k] = fabs(force_after(&ride[i], CAT_SCHEME_NEWMARK, h / (2 << k), time) - exact);
    }
    double order[2] = {log2(error[0] / error[1]), log2(error[1] / error[2])};
    print_message("%.6f N, by Newmark %.1e, %.1e and %.1e off: orders %.3f and %.3f\n", exact,
                  error[0], error[1], error[2], order[0], order[1]);
    assert_close(order[0], ride[i].order, 0, 0.02);
    assert_close(order[1], ride[i].order, 0, 0.02);
  }
}

// Within one element of the wire, whose shape is smooth there, under taut droppers.
static void its_order_is_four(void **state) {
  (void)state;
  double h = 0.2 * limit_of(), time = 128 * h, force[4];
  Ride ride = {.body = scene_benchmark, .dynamics = CAT_DYNAMICS_NONLINEAR};
  ride.body.body.static_force = 60;
  for (int k = 0; k < 4; k++)
    force[k] = force_after(&ride, CAT_SCHEME_RUNGE_KUTTA, h / (1 << k), time);
  double error[2] = {fabs(force[0] - force[3]), fabs(force[1] - force[3])};
  double order = log2(error[0] / error[1]);
  print_message("%.9f N, errors %.1e and %.1e N: order %.2f\n", force[3], error[0], error[1],
                order);
  assert_below(3.6, order);
}

//------------------------------------------------------------------------------- limit

// Largest displacement of free motion of all frequencies, over that at its beginning.
static double growth(double step) {
  enum { STEPS = 3000 };
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = line_of(CAT_SCHEME_RUNGE_KUTTA, 1e-6, &span);
  Scene g = scene_new(&s);
  CatStructure *line = g.c->structure;
  line->step.h = step;
  double last = 0;
  for (int i = 0; i < line->n; i++) g.b->u[i] = 1e-9 * sin(1 + (double)i * i), g.b->v[i] = 0;
  for (int k = 0; k < STEPS; k++) {
    for (int stage = CAT_STAGE_FIRST; stage <= CAT_STAGE_END; stage++) {
      line->ops->stages->begin(line, stage);
      line->ops->stages->end(line, stage);
    }
  }
  for (int i = 0; i < line->n; i++) {
    last = isfinite(g.b->u[i]) ? fmax(last, fabs(g.b->u[i])) : INFINITY;
  }
  scene_free(&g);
  return last / 1e-9;
}

static void the_limit_holds_and_is_near(void **state) {
  (void)state;
  double limit = limit_of(), below = growth(limit), above = growth(1.15 * limit);
  print_message("limit %.3e s: grows by %.3g at it, by %.3g at 1.15 of it\n", limit, below, above);
  assert_below(below, 1e3);
  assert_below(1e12, above);
}

static void it_follows_from_the_method(void **state) {
  (void)state;
  assert_close(cat_runge_kutta_limit(1e8, 0), 2.8284271247461903e-4, 1e-3, 0);  // 2 sqrt 2 / w
  assert_close(cat_runge_kutta_limit(0, 1e4), 2.785293563405282e-4, 1e-3, 0);   // the real axis
  assert_below(cat_runge_kutta_limit(1e8, 1e4), cat_runge_kutta_limit(1e8, 0));
}

static void longer_steps_are_refused(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = line_of(CAT_SCHEME_RUNGE_KUTTA, 1e-3, &span);
  Scene g = scene_line(&s);
  assert_int_equal(cat_line_sim_new(g.ctx, &s, g.m, g.rest, &g.c), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(g.ctx, 0)->message, "expected at most"));
  scene_free(&g);
}

//------------------------------------------------------------------------------- state, energy

static void it_goes_on_from_a_saved_state(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = line_of(CAT_SCHEME_RUNGE_KUTTA, 0.9 * limit_of(), &span);
  s.dynamics = CAT_DYNAMICS_NONLINEAR;
  s.measure.energy = true;
  Scene g = scene_new(&s);
  scene_steps(&g, 300);
  CatAccount account = cat_ledger_account(g.ledger);
  print_message("ledger: %.1e of %.1e J left, %.1e J by the integrator\n", account.residual,
                account.throughput, account.numerical);
  assert_below(fabs(account.residual), 1e-10 * account.throughput);
  assert_below(fabs(account.numerical), 1e-3 * account.throughput);
  void *bytes = malloc(cat_sim_state_size(g.c->sim));
  cat_sim_save(g.c->sim, bytes);
  g.ledger = NULL;
  scene_steps(&g, 50);
  double force = g.c->sim->contact[0].force;
  cat_sim_restore(g.c->sim, bytes);
  scene_steps(&g, 50);
  assert_true(force == g.c->sim->contact[0].force);
  free(bytes);
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_the_classical_method),
                                     cmocka_unit_test(newmark_approaches_it),
                                     cmocka_unit_test(its_order_is_four),
                                     cmocka_unit_test(the_limit_holds_and_is_near),
                                     cmocka_unit_test(it_follows_from_the_method),
                                     cmocka_unit_test(longer_steps_are_refused),
                                     cmocka_unit_test(it_goes_on_from_a_saved_state)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
