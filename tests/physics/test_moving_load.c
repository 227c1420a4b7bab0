// A constant force that moves along a wire, against closed forms: a beam-string on an elastic bed
// in the steady state (rung 6), a string of finite length before and after reflections (rung 7).
#include "support/scene.h"

#include <math.h>

//------------------------------------------------------------------------------- elastic bed

enum { LOAD = 100, BENDING = 195, BED = 60 };  // [N] [N m2] [N/m2]

// 0 to 1 with five derivatives that vanish at both ends: what radiates is as good as nothing.
static double ramp(double t) {
  double s = fmin(fmax(t, 0), 1), s3 = s * s * s;
  return s3 * s3 * (462 + s * (-1980 + s * (3465 + s * (-3080 + s * (1386 - 252 * s)))));
}

// Displacement under the load when it no longer changes: the mean over one period of what still
// travels with the load, at sqrt(k (1 - v2/c2) / mu) in its frame.
static double steady(double v) {
  static const double LENGTH = 700, RAMP = 4, HOLD = 1.4;  // [m] [s] [s]
  const CatSpanSpec span = {.repeat = 1, .length = LENGTH, .encumbrance = 1};
  CatTrainSpec s = scene_string(&span, 2100, 6e-4);
  s.line.contact_wire.bending_stiffness = BENDING;
  Scene g = scene_line(&s);
  scene_hold_along(&g);
  Driven *d = driven_new(&g, cat_step_newmark(s.time.step), BED);
  double from = (LENGTH - v * (RAMP + HOLD)) / 2, sum = 0;
  int n = (int)lround((RAMP + HOLD) / s.time.step), taken = 0;
  for (int i = 1; i <= n; i++) {
    double t = i * s.time.step;
    driven_step(d, from + v * t, LOAD * ramp(t / RAMP));
    if (t > RAMP) sum += d->height, taken++;
  }
  driven_free(d);
  scene_free(&g);
  return sum / taken;
}

static void elastic_bed(void **state) {
  (void)state;
  static const double speed[] = {0, 60, 110}, known[] = {45.398676e-3, 50.515360e-3, 76.347002e-3};
  double y[3];
  for (int i = 0; i < 3; i++) {
    double S = SCENE_TENSION - scene_mu * speed[i] * speed[i];
    double w0 = LOAD / (2 * sqrt(BED) * sqrt(S + 2 * sqrt(BENDING * BED)));
    double w = steady(speed[i]);
    print_message("%3.0f m/s: %.6f mm, closed form %.6f mm, %.1e off\n", speed[i], 1e3 * w,
                  1e3 * w0, w / w0 - 1);
    assert_close(w0, known[i], 1e-7, 0);
    assert_close(w, w0, 5e-4, 0);
    y[i] = 1 / (w * w);
  }
  // 1/w0^2 falls in proportion to v^2, down to zero at the critical speed
  for (int i = 1; i < 3; i++) {
    double critical = speed[i] * sqrt(y[0] / (y[0] - y[i]));
    print_message("critical speed from %g m/s: %.4f m/s\n", speed[i], critical);
    assert_close(critical, 136.8168, 1e-3, 0);
  }
}

//------------------------------------------------------------------------------- finite string

// Fryba, Vibration of solids and structures under moving loads: the string that a load enters at
// its left end. W_n = n pi v / L, w_n = n pi c / L.
static const double PI = 3.14159265358979323846;

static double fryba(double x, double t, double length, double v) {
  double sum = 0;
  for (int n = 40000; n >= 1; n--) {
    double W = n * PI * v / length, w = n * PI * scene_wave / length;
    sum += sin(n * PI * x / length) * (sin(W * t) - W / w * sin(w * t)) / (w * w - W * W);
  }
  return 2 * LOAD / (scene_mu * length) * sum;
}

// Largest error over the string, by the displacement of a force that stands in its middle.
static double field_error(const Driven *d, double t, double length, double v) {
  double worst = 0, most = LOAD * length / (4 * SCENE_TENSION);
  for (int k = 1; k < 40; k++) {
    double x = length * k / 40, w = fryba(x, t, length, v);
    worst = fmax(worst, fabs(driven_at(d, x) - w));
  }
  return worst / most;
}

static void finite_string(void **state) {
  (void)state;
  static const double LENGTH = 60, SHARE = 0.5;
  // in units of L/c: the front is on its way; it came back; it has met the load at 2/(1 + v/c); the
  // load nears the end
  static const double moment[] = {0.6, 1.2, 1.5, 1.9};
  const CatSpanSpec span = {.repeat = 1, .length = LENGTH, .encumbrance = 1};
  CatTrainSpec s = scene_string(&span, 600, 5e-5);
  Scene g = scene_line(&s);
  scene_hold_along(&g);
  Driven *d = driven_new(&g, cat_step_newmark(s.time.step), 0);
  double v = SHARE * scene_wave;
  driven_step(d, 0, LOAD);
  long done = 0;
  for (int k = 0; k < 4; k++) {
    long until = lround(moment[k] * LENGTH / scene_wave / s.time.step);
    for (; done < until; done++) driven_step(d, v * (double)(done + 1) * s.time.step, LOAD);
    double error = field_error(d, (double)done * s.time.step, LENGTH, v);
    print_message("t = %.1f L/c: worst error of the field %.1e\n", moment[k], error);
    assert_below(error, 2e-3);  // at the kinks, which no mesh can hold
  }
  driven_free(d);
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(elastic_bed),
                                     cmocka_unit_test(finite_string)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
