// The amplitude equations of appendix A, (A.13) and (A.23), beside waves whose amplitude varies
// along a periodic cable. (A.23) replaces w_t by C_g k_t although w depends on a, too; its first
// line, conservation of wave action (A.9), is what holds (docs/theory/cables.md).
#include "support/support.h"

#include <complex.h>
#include <math.h>

#include "thesis.h"

enum { WAVES = 20, NODES = 32 * WAVES };
static const double EPS = 0.02;  // relative change of the amplitude along the cable
static const double P0 = 12000, EI = 98.6, mu = 0.91;

typedef struct Train {
  double EA, k, A;  // A = a^2 [m2]
} Train;

static double omega(Train w) {  // (A.21)
  double k2 = w.k * w.k;
  return sqrt((P0 * k2 + EI * k2 * k2 + 0.375 * w.EA * k2 * k2 * w.A) / mu);
}

static double action(Train w) {
  return mu / 2 * omega(w) * w.A;
}

static double action_flux(Train w) {
  double k3 = w.k * w.k * w.k;
  return P0 / 2 * w.k * w.A + EI * k3 * w.A + 0.1875 * w.EA * k3 * w.A * w.A;
}

static double amplitude_flux(Train w) {  // C_g a^2 of (A.22)
  double k3 = w.k * w.k * w.k;
  return (P0 * w.k + 2 * EI * k3 + 0.75 * w.EA * k3 * w.A) / (mu * omega(w)) * w.A;
}

static double correction(Train w) {
  return 0.1875 * w.EA * w.k * w.k * w.k * w.A * w.A;
}

static double slope(double (*f)(Train), Train w, bool by_k) {
  double d = 1e-5 * (by_k ? w.k : w.A);
  Train less = w, more = w;
  *(by_k ? &less.k : &less.A) -= d, *(by_k ? &more.k : &more.A) += d;
  return (f(more) - f(less)) / (2 * d);
}

// J of (k, A)_t + J (k, A)_x = 0: consistency (A.10), and (A.9) or the last line of (A.23).
static void modulation(Train w, bool printed, double J[2][2]) {
  for (int j = 0; j < 2; j++) {
    bool by_k = j == 0;
    J[0][j] = slope(omega, w, by_k);
    J[1][j] =
        printed ? slope(amplitude_flux, w, by_k) - slope(correction, w, by_k) / (mu / 2 * omega(w))
                : slope(action_flux, w, by_k) - slope(action, w, true) * J[0][j];
    if (!printed) J[1][j] /= slope(action, w, false);
  }
}

// Relative change of a after a time, as the factor of e^{iKx}, from that at the beginning.
static double complex expected(Train w, bool printed, double K, double time) {
  enum { STEPS = 40000 };
  double J[2][2], h = time / STEPS;
  double complex y[2] = {0, 2 * EPS * w.A};  // of k and A
  modulation(w, printed, J);
  for (int n = 0; n < STEPS; n++) {  // the classical Runge-Kutta method for a linear system
    double complex term[2] = {y[0], y[1]};
    for (int order = 1; order <= 4; order++) {
      double complex next[2];
      for (int i = 0; i < 2; i++) {
        next[i] = -I * K * h / order * (J[i][0] * term[0] + J[i][1] * term[1]);
      }
      for (int i = 0; i < 2; i++) term[i] = next[i], y[i] += next[i];
    }
  }
  return y[1] / (2 * w.A);
}

static void begin(CatCableRun *r, Train w, double K) {
  double group = slope(omega, w, true);
  for (int i = 0; i < NODES; i++) {
    double x = r->m->h * i, change = EPS * cos(K * x), a = sqrt(w.A) * (1 + change);
    double third = w.EA * a * a * a / (192 * EI);
    double o = omega((Train){w.EA, w.k, a * a}), steeper = -EPS * K * sin(K * x) * sqrt(w.A);
    r->stepper.x.q[r->m->v + i] = a * cos(w.k * x) + third * cos(3 * w.k * x);
    r->stepper.x.v[r->m->v + i] =
        o * (a * sin(w.k * x) + 3 * third * sin(3 * w.k * x)) - group * steeper * cos(w.k * x);
  }
}

// The part that runs to the right with m waves on the cable.
static double complex harmonic(const CatCableRun *r, Train w, int m) {
  double k = w.k * m / WAVES, o = omega((Train){w.EA, k, w.A});
  double complex sum = 0;
  for (int i = 0; i < NODES; i++) {
    double complex both = r->stepper.x.q[r->m->v + i] + I / o * r->stepper.x.v[r->m->v + i];
    sum += both * cexp(-I * k * r->m->h * i) / NODES;
  }
  return sum;
}

static double complex measured(CatContext *ctx, Train w, double time) {
  CatCableSpec s = thesis(w.EA > 0 ? CAT_CABLE_CUBIC_BEAM : CAT_CABLE_BEAM, CAT_CABLE_PERIODIC);
  s.pulse.given = false;
  s.length = 2 * 3.14159265358979323846 * WAVES / w.k;
  s.space.intervals = NODES;
  CatCableRun r = {.ctx = ctx, .spec = &s};
  assert_int_equal(cat_cable_model_new(ctx, &s, &r.m), CAT_OK);
  long steps = 77000;
  assert_int_equal(cat_cable_stepper_new(ctx, r.m, time / (double)steps, false, &r.stepper),
                   CAT_OK);
  begin(&r, w, w.k / WAVES);
  assert_int_equal(cat_cable_begin(&r.stepper), CAT_OK);
  for (long i = 0; i < steps; i++) assert_int_equal(cat_cable_step(&r.stepper), CAT_OK);
  double complex c = harmonic(&r, w, WAVES);
  double complex out = harmonic(&r, w, WAVES + 1) / c + conj(harmonic(&r, w, WAVES - 1) / c);
  cat_cable_model_free(r.m);
  return out;
}

static void amplitudes_follow_wave_action(void **state) {
  (void)state;
  const double time = 10;
  CatContext *ctx = cat_context_new(NULL);
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    Train w = {.EA = nonlinear ? 1.24e7 : 0, .k = 1, .A = 9e-6};
    double K = w.k / WAVES;
    double complex x = measured(ctx, w, time);
    double right = cabs(x - expected(w, false, K, time)) / EPS;
    double printed = cabs(x - expected(w, true, K, time)) / EPS;
    print_message("EA = %g: apart from (A.9) by %.4f, from the end of (A.23) by %.4f\n", w.EA,
                  right, printed);
    assert_below(right, 0.012);
    if (nonlinear)
      assert_below(3 * right, printed);
    else
      assert_close(printed, right, 0, 1e-5);  // (A.13)
  }
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(amplitudes_follow_wave_action)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
