// Newmark, HHT and generalised alpha on an oscillator: second order, energy, damping of what is
// fast.
#include "support/support.h"

#include <math.h>

#include "ode/scheme.h"

typedef struct Oscillator {
  double m, c, k, u, v, a;
} Oscillator;

static void advance(Oscillator *o, const CatStep *s) {
  double r = o->m * cat_step_m(s, o->u, o->v, o->a) + o->c * cat_step_c(s, o->u, o->v, o->a) -
             (1 - s->theta) * o->k * o->u;
  double u1 = r / (s->mass * o->m + s->damp * o->c + s->theta * o->k), du = u1 - o->u;
  double v1 = cat_step_v(s, du, o->v, o->a), a1 = cat_step_a(s, du, o->v, o->a);
  o->u = u1, o->v = v1, o->a = a1;
}

static CatStep make(int which, double h) {
  if (which == 0) return cat_step_newmark(h);
  return which == 1 ? cat_step_hht(h, -0.1) : cat_step_alpha(h, 0.8);
}

static Oscillator start(double c) {
  Oscillator o = {.m = 2, .c = c, .k = 50, .u = 0.1, .v = 0.3};
  o.a = (-o.c * o.v - o.k * o.u) / o.m;
  return o;
}

// u = e^{-dt} (A cos wt + B sin wt)
static double exact(const Oscillator *o, double t) {
  double d = o->c / (2 * o->m), w = sqrt(o->k / o->m - d * d);
  return exp(-d * t) * (o->u * cos(w * t) + (o->v + d * o->u) / w * sin(w * t));
}

static void second_order(void **state) {
  (void)state;
  for (int which = 0; which < 3; which++) {
    double h[4], error[4];
    for (int k = 0; k < 4; k++) {
      int n = 100 << k;
      h[k] = 2.0 / n;
      CatStep s = make(which, h[k]);
      Oscillator o = start(1), first = o;
      for (int i = 0; i < n; i++) advance(&o, &s);
      error[k] = fabs(o.u - exact(&first, 2));
    }
    double order = convergence_order(h, error, 4);
    assert_true(order > 1.9 && order < 2.1);
  }
}

static double energy(const Oscillator *o) {
  return o->m * o->v * o->v / 2 + o->k * o->u * o->u / 2;
}

static void trapezoid_keeps_energy(void **state) {
  (void)state;
  CatStep s = cat_step_newmark(0.01);
  Oscillator o = start(0);
  double first = energy(&o);
  for (int i = 0; i < 10000; i++) advance(&o, &s);
  assert_close(energy(&o), first, 1e-10, 0);
}

// at infinite frequency generalised alpha multiplies by its spectral radius
static void fast_motion_dies(void **state) {
  (void)state;
  CatStep s = cat_step_alpha(1, 0.8);
  Oscillator o = {.m = 1e-9, .k = 1e6, .u = 1};
  o.a = -o.k * o.u / o.m;
  double size = 0;
  for (int i = 0; i < 60; i++) {
    advance(&o, &s);
    if (i == 39) size = fabs(o.u);
  }
  assert_close(pow(fabs(o.u) / size, 1.0 / 20), 0.8, 0.05, 0);
}

// Frequency by which an undamped oscillator turns, from crossings of zero, against the closed form;
// what is left over falls with the fourth power of the step.
static double frequency(const CatStep *s) {
  Oscillator o = start(0);
  double first = 0, last = 0;
  int n = 0;
  for (int i = 1; n < 41; i++) {
    double before = o.u;
    advance(&o, s);
    if (before > 0 || o.u <= 0) continue;
    last = i - o.u / (o.u - before);
    if (n++ == 0) first = last;
  }
  return 40 / ((last - first) * s->h);
}

static void slowness(void **state) {
  (void)state;
  const double w = 5, h = 0.02;
  const CatStep steps[] = {cat_step_newmark(h),    cat_step_hht(h, -0.1),  cat_step_hht(h, -0.3),
                           cat_step_alpha(h, 0.9), cat_step_alpha(h, 0.3), cat_step_alpha(h, 0)};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    double found = 1 - frequency(&steps[i]) * 2 * 3.14159265358979 / w;
    double expected = cat_step_slowness(&steps[i]) * w * h * w * h / 2;
    assert_close(found, expected, 0.03, 0);
  }
  assert_close(cat_step_slowness(&steps[0]), 1.0 / 6, 1e-12, 0);
  assert_close(cat_step_slowness(&steps[5]), 11.0 / 12, 1e-12, 0);
}

// what the account of energy of the lanes rests on (structure/lanes/kernel.h)
static void rates_have_a_double_pole(void **state) {
  (void)state;
  const CatStep steps[] = {cat_step_newmark(0.1),    cat_step_hht(0.1, -0.05),
                           cat_step_hht(0.1, -0.3),  cat_step_alpha(0.1, 1),
                           cat_step_alpha(0.1, 0.9), cat_step_alpha(0.1, 0)};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    const double k = steps[i].gamma + 0.5;
    assert_close(steps[i].beta, k * k / 4, 1e-14, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(second_order),
                                     cmocka_unit_test(trapezoid_keeps_energy),
                                     cmocka_unit_test(fast_motion_dies), cmocka_unit_test(slowness),
                                     cmocka_unit_test(rates_have_a_double_pole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
