// Modes that are solved exactly: against the closed form, and their account of energy.
#include "support/support.h"

#include <math.h>

#include "structure/energy.h"
#include "structure/oscillators.h"

static const double H = 0.01;

// The exact answer at t of u'' + 2 zeta w u' + w^2 u = f0 + r t, by many small Taylor steps.
static void reference(double w, double zeta, const double x[4], double t, double out[2]) {
  enum { PARTS = 20000 };
  double u = x[0], v = x[1], dt = t / PARTS, r = (x[3] - x[2]) / H;
  for (int i = 0; i < PARTS; i++) {
    double f = x[2] + r * i * dt;
    double a = f - 2 * zeta * w * v - w * w * u, j = r - 2 * zeta * w * a - w * w * v;
    double s = -2 * zeta * w * j - w * w * a, c = -2 * zeta * w * s - w * w * j;
    u += dt * (v + dt / 2 * (a + dt / 3 * (j + dt / 4 * s)));
    v += dt * (a + dt / 2 * (j + dt / 3 * (s + dt / 4 * c)));
  }
  out[0] = u, out[1] = v;
}

static double sum(const double c[4], const double x[4]) {
  return c[0] * x[0] + c[1] * x[1] + c[2] * x[2] + c[3] * x[3];
}

static void test_one_step_is_exact(void **state) {
  static const double omega[] = {1, 30, 99.9, 100.1, 700}, zeta[] = {0, 0.02, 0.3};
  const double x[4] = {1e-3, -2e-2, 5, -3};
  (void)state;
  for (int i = 0; i < 5; i++) {
    for (int k = 0; k < 3; k++) {
      double out[2], size = 1e-3 + 2e-2 / omega[i] + 5 / (1e4 + omega[i] * omega[i]);
      reference(omega[i], zeta[k], x, H, out);
      CatOscillation c = cat_oscillation(omega[i], zeta[k], H, H);
      assert_close(sum(c.u, x), out[0], 0, 1e-11 * size);
      assert_close(sum(c.v, x), out[1], 0, 1e-11 * size * fmax(omega[i], 1 / H));
      reference(omega[i], zeta[k], x, 0.4 * H, out);
      c = cat_oscillation(omega[i], zeta[k], H, 0.4 * H);
      assert_close(sum(c.u, x), out[0], 0, 1e-11 * size);
    }
  }
}

// The integral's derivative is the displacement.
static void test_integral(void **state) {
  const double x[4] = {1e-3, -2e-2, 5, -3}, d = 1e-5;
  (void)state;
  for (double w = 20; w < 1000; w *= 7) {
    CatOscillation a = cat_oscillation(w, 0.05, H, H / 2 - d),
                   b = cat_oscillation(w, 0.05, H, H / 2 + d);
    CatOscillation m = cat_oscillation(w, 0.05, H, H / 2);
    assert_close((sum(b.integral, x) - sum(a.integral, x)) / (2 * d), sum(m.u, x), 1e-4, 1e-9);
  }
}

typedef struct Two {
  CatContext *ctx;
  CatArena *arena;
  CatOscillators s;
} Two;

static Two two_modes(double zeta) {
  static const double omega[2] = {40, 900};
  static double ratio[2];
  Two t = {.ctx = cat_context_new(NULL)};
  ratio[0] = ratio[1] = zeta;
  t.arena = cat_arena_new(t.ctx, 1 << 12);
  CatOscillatorsSetup setup = {2, omega, ratio, H, 1};
  assert_int_equal(cat_oscillators_new(t.arena, &setup, &t.s), CAT_OK);
  return t;
}

static void step(Two *t, double force) {
  CatStructure *s = &t->s.base;
  s->ops->advance(s);
  s->ops->load_end(s, 0, force);
  s->ops->commit(s);
}

// Held by a load that stays, it stays; the port gives way by its compliance.
static void test_static_and_compliance(void **state) {
  static const int dof[2] = {0, 1};
  static const double b[2] = {0.5, -0.25};
  const CatPortVector port = {2, dof, b};
  (void)state;
  Two t = two_modes(0.02);
  CatStructure *s = &t.s.base;
  double u[2] = {100 * b[0] / (40 * 40), 100 * b[1] / (900 * 900)};
  s->ops->set_static(s, u);
  s->ops->move_port(s, 0, &port);
  for (int i = 0; i < 50; i++) step(&t, 100);
  assert_close(cat_structure_value(s, 0), u[0], 1e-13, 0);
  assert_close(cat_structure_value(s, 1), u[1], 1e-13, 0);
  s->ops->advance(s);
  double free = s->ops->read(s, 0), gives = s->ops->port_compliance(s, 0, 0);
  s->ops->load_end(s, 0, 7);
  assert_close(s->ops->read(s, 0) - free, 7 * gives, 1e-10, 0);
  cat_arena_free(t.arena);
  cat_context_free(t.ctx);
}

// Work of the load = stored + lost in the damper, each by a formula of its own.
static void test_energy(void **state) {
  static const int dof[2] = {0, 1};
  static const double b[2] = {0.5, -0.25};
  const CatPortVector port = {2, dof, b};
  (void)state;
  for (int k = 0; k < 2; k++) {
    Two t = two_modes(k ? 0.05 : 0);
    CatStructure *s = &t.s.base;
    CatEnergy *e;
    double work = 0, before = 0, size = 0, f_du = 0;
    s->ops->set_static(s, (double[]){0, 0});
    s->ops->move_port(s, 0, &port);
    assert_int_equal(s->ops->energy(s, t.arena, &e), CAT_OK);
    e->ops->start(e);
    for (int i = 1; i <= 200; i++) {
      double force = 1000 * sin(0.3 * i) + (i > 100 ? 500 : 0);
      step(&t, force);
      e->ops->step(e);
      double du = e->ops->read(e, &port, false) - e->ops->read(e, &port, true);
      f_du += du * (force - before);
      work += du * (force + before) / 2, size += fabs(du * force);
      before = force;
    }
    CatEnergyNow now = e->ops->now(e);
    double lost = now.sums.C_vb;
    now.sums.f_du = f_du;
    assert_close(work, now.stored + lost + cat_step_numerical(&s->step, &now.sums), 0,
                 1e-11 * size);
    if (k) assert_below(1e-2 * size, lost);
    if (!k) assert_true(lost == 0);
    cat_arena_free(t.arena);
    cat_context_free(t.ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_step_is_exact),
      cmocka_unit_test(test_integral),
      cmocka_unit_test(test_static_and_compliance),
      cmocka_unit_test(test_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
