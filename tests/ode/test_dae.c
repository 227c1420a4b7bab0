// Integrators with constraints on problems that have closed forms: a mass that drops on a floor, a
// mass that is lifted off, a moving constraint; orders, reversibility, energy.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "ode/dae.h"

typedef struct Problem {
  CatDae dae;
  CatContext *ctx;
  CatArena *arena;
  double f[2], z[2];
  bool moves[2];
  double rate;  // of the turning constraint [rad/s]
} Problem;

static void floor_row(const void *self, int i, double t, double *G, double *Gt, double *Gtt) {
  (void)self, (void)t, (void)Gt, (void)Gtt;
  G[i] = 1;
}

// q must stay on a line that turns: (cos wt, sin wt) . q = 0.3
static void turning_row(const void *self, int i, double t, double *G, double *Gt, double *Gtt) {
  const Problem *p = self;
  double w = p->rate, c = cos(w * t), s = sin(w * t);
  (void)i;
  G[0] = c, G[1] = s;
  Gt[0] = -w * s, Gt[1] = w * c;
  Gtt[0] = -w * w * c, Gtt[1] = -w * w * s;
}

static Problem *problem_new(int nq, int ng) {
  Problem *p = calloc(1, sizeof *p);
  p->ctx = cat_context_new(NULL);
  p->arena = cat_arena_new(p->ctx, 1 << 12);
  p->dae = (CatDae){
      .nq = nq, .ng = ng, .f = p->f, .z = p->z, .moves = p->moves, .self = p, .row = floor_row};
  assert_int_equal(cat_band_new(p->arena, nq, 0, &p->dae.M), CAT_OK);
  assert_int_equal(cat_band_new(p->arena, nq, 1, &p->dae.D), CAT_OK);
  assert_int_equal(cat_band_new(p->arena, nq, 1, &p->dae.K), CAT_OK);
  return p;
}

static void problem_free(Problem *p) {
  cat_arena_free(p->arena);
  cat_context_free(p->ctx);
  free(p);
}

static CatDaeStepper *start(Problem *p, CatDaeMethod method, double h, bool localised) {
  CatDaeOptions o = {.method = method, .h = h, .smoothing = true, .localised = localised};
  CatDaeStepper *s;
  assert_int_equal(cat_dae_new(p->ctx, &p->dae, &o, &s), CAT_OK);
  return s;
}

// A mass of 2 kg falls 1 m on a rigid floor: it lands at sqrt(2/g) with impulse m sqrt(2 g), stays,
// and the floor carries m g.
static void drop_on_a_floor(void **state) {
  (void)state;
  const double g = 9.81, m = 2;
  for (int method = 0; method < 2; method++) {
    Problem *p = problem_new(1, 1);
    cat_band_add(&p->dae.M, 0, 0, m);
    p->f[0] = -m * g;
    CatDaeStepper *s = start(p, (CatDaeMethod)method, 1e-3, true);
    CatDaeState *x = cat_dae_state(s);
    x->q[0] = 1;
    assert_int_equal(cat_dae_begin(s), CAT_OK);
    assert_int_equal(cat_dae_reverse(s), CAT_ERR_STATE);  // not before a step
    double landed = 0, impulse = 0;
    for (int k = 0; k < 1000; k++) {
      const CatDaeEvent *event;
      assert_int_equal(cat_dae_step(s), CAT_OK);
      if (cat_dae_events(s, &event) > 0 && event[0].closes) {
        landed = event[0].t;
        impulse = event[0].impulse;
      }
    }
    assert_close(landed, sqrt(2 / g), 1e-10, 0);
    assert_close(impulse, m * sqrt(2 * g), 1e-9, 0);
    assert_close(x->q[0], 0, 0, 1e-12);
    assert_close(x->lambda[0], m * g, 1e-9, 0);
    assert_int_equal(cat_dae_counts(s).events, 1);
    cat_dae_free(s);
    problem_free(p);
  }
}

// Mass 1 rests on the floor and hangs by a spring on mass 2, which swings: the floor's force is
// m1 g - k (q2 - q1) and vanishes at a known time.
static void lifted_off_in_time(void **state) {
  (void)state;
  const double g = 9.81, k = 400, m1 = 1, m2 = 1;
  for (int method = 0; method < 2; method++) {
    Problem *p = problem_new(2, 1);
    cat_band_add(&p->dae.M, 0, 0, m1);
    cat_band_add(&p->dae.M, 1, 1, m2);
    cat_band_add(&p->dae.K, 0, 0, k);
    cat_band_add(&p->dae.K, 0, 1, -k);
    cat_band_add(&p->dae.K, 1, 1, k);
    p->f[0] = -m1 * g, p->f[1] = -m2 * g;
    CatDaeStepper *s = start(p, (CatDaeMethod)method, 1e-4, true);
    CatDaeState *x = cat_dae_state(s);
    double rest = -m2 * g / k, amplitude = 0.08, omega = sqrt(k / m2);
    x->q[1] = rest - amplitude;  // let go below its rest
    x->active[0] = true;
    assert_int_equal(cat_dae_begin(s), CAT_OK);
    assert_close(x->lambda[0], m1 * g + k * (amplitude - rest), 1e-12, 0);
    // k (rest - amplitude cos wt) = m1 g
    double expected = acos((rest - m1 * g / k) / amplitude) / omega;
    const CatDaeEvent *event;
    do {
      assert_int_equal(cat_dae_step(s), CAT_OK);
    } while (cat_dae_events(s, &event) == 0 && x->t < 1);
    assert_false(event[0].closes);
    // the phase error of BDF2 is (omega h)^2/3, of Stoermer's method (omega h)^2/24
    assert_close(event[0].t, expected, 1.1 * omega * omega * 1e-8 / 3, 0);
    cat_dae_free(s);
    problem_free(p);
  }
}

static Problem *turning_problem(void) {
  Problem *p = problem_new(2, 1);
  cat_band_add(&p->dae.M, 0, 0, 1);
  cat_band_add(&p->dae.M, 1, 1, 2);
  cat_band_add(&p->dae.K, 0, 0, 30);
  cat_band_add(&p->dae.K, 1, 1, 50);
  p->f[1] = -20;
  p->z[0] = -0.3;
  p->rate = 1.5;
  p->moves[0] = true;
  p->dae.row = turning_row;
  return p;
}

// consistent start: on the line, and moving with it
static void turning_start(CatDaeStepper *s) {
  CatDaeState *x = cat_dae_state(s);
  x->q[0] = 0.3, x->q[1] = -0.2;
  x->v[0] = 1.5 * 0.2, x->v[1] = 0.4;
  x->active[0] = true;
  assert_int_equal(cat_dae_begin(s), CAT_OK);
}

// The same in one unknown: q = 0.3 n + u e, u'' from the equation of motion along e; classical
// Runge-Kutta with a tiny step is the reference.
static void turning_rate(double t, const double y[2], double dy[2]) {
  double w = 1.5, c = cos(w * t), s = sin(w * t);
  double q[2] = {0.3 * c - y[0] * s, 0.3 * s + y[0] * c};
  double F[2] = {-30 * q[0], -20 - 50 * q[1]};
  // q' = 0.3 w e + u' e - u w n;  q'' = (0.3 terms) with n' = w e, e' = -w n
  double m_ee = s * s + 2 * c * c, m_en = -s * c + 2 * s * c;
  double an = -0.3 * w * w - 2 * y[1] * w, ae = -y[0] * w * w;  // without u''
  dy[0] = y[1];
  dy[1] = (-F[0] * s + F[1] * c - m_en * an - m_ee * ae) / m_ee;
}

static double turning_exact(double end) {
  double y[2] = {-0.2, 0.4 - 0.3 * 1.5}, t = 0;
  const int n = 20000;
  const double h = end / n;
  for (int i = 0; i < n; i++, t = i * h) {
    double k1[2], k2[2], k3[2], k4[2], a[2];
    turning_rate(t, y, k1);
    for (int j = 0; j < 2; j++) a[j] = y[j] + h / 2 * k1[j];
    turning_rate(t + h / 2, a, k2);
    for (int j = 0; j < 2; j++) a[j] = y[j] + h / 2 * k2[j];
    turning_rate(t + h / 2, a, k3);
    for (int j = 0; j < 2; j++) a[j] = y[j] + h * k3[j];
    turning_rate(t + h, a, k4);
    for (int j = 0; j < 2; j++) y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return y[0];
}

static void second_order_with_moving_constraint(void **state) {
  (void)state;
  double exact = turning_exact(1);
  for (int method = 0; method < 2; method++) {
    double h[4], error[4];
    for (int k = 0; k < 4; k++) {
      int n = 200 << k;
      Problem *p = turning_problem();
      h[k] = 1.0 / n;
      CatDaeStepper *s = start(p, (CatDaeMethod)method, h[k], false);
      turning_start(s);
      for (int i = 0; i < n; i++) assert_int_equal(cat_dae_step(s), CAT_OK);
      CatDaeState *x = cat_dae_state(s);
      double u = -x->q[0] * sin(1.5 * x->t) + x->q[1] * cos(1.5 * x->t);
      error[k] = fabs(u - exact);
      assert_close(x->gap[0], 0, 0, 1e-13);
      cat_dae_free(s);
      problem_free(p);
    }
    double order = convergence_order(h, error, 4);
    assert_true(order > 1.9 && order < 2.2);
  }
}

static void half_explicit_is_reversible(void **state) {
  (void)state;
  Problem *p = turning_problem();
  CatDaeStepper *s = start(p, CAT_DAE_HALF_EXPLICIT, 1e-3, false);
  turning_start(s);
  CatDaeState *x = cat_dae_state(s);
  assert_int_equal(cat_dae_step(s), CAT_OK);  // the starter is not part of the method
  double q[2] = {x->q[0], x->q[1]}, v[2] = {x->v[0], x->v[1]};
  for (int i = 0; i < 1000; i++) assert_int_equal(cat_dae_step(s), CAT_OK);
  assert_true(fabs(x->q[0] - q[0]) > 0.05);
  assert_int_equal(cat_dae_reverse(s), CAT_OK);
  for (int i = 0; i < 999; i++) assert_int_equal(cat_dae_step(s), CAT_OK);
  for (int j = 0; j < 2; j++) {
    assert_close(x->q[j], q[j], 0, 1e-13);
    assert_close(x->v[j], v[j], 0, 1e-11);
  }
  cat_dae_free(s);
  problem_free(p);
}

// Stepping takes no memory: the allocator is not called between begin and the last step.
static void no_allocation_in_steps(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  Problem *p = turning_problem();
  CatContext *mine = p->ctx;
  p->ctx = cat_context_new(&host);
  CatDaeStepper *s = start(p, CAT_DAE_BDF2, 1e-3, true);
  turning_start(s);
  long calls = heap.calls;
  for (int i = 0; i < 100; i++) assert_int_equal(cat_dae_step(s), CAT_OK);
  assert_int_equal(heap.calls, calls);
  cat_dae_free(s);
  cat_context_free(p->ctx);
  p->ctx = mine;
  problem_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(drop_on_a_floor), cmocka_unit_test(lifted_off_in_time),
      cmocka_unit_test(second_order_with_moving_constraint),
      cmocka_unit_test(half_explicit_is_reversible), cmocka_unit_test(no_allocation_in_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
