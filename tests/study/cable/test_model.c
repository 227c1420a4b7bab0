// Forces against energies, tangents against forces, reduced forms against the full equations.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "study/cable/pulse.h"
#include "thesis.h"

static CatCableModel *new_model(CatContext *ctx, const CatCableSpec *s) {
  CatCableModel *m = NULL;
  assert_int_equal(cat_cable_model_new(ctx, s, &m), CAT_OK);
  return m;
}

// Smooth enough to be a displacement, different enough to notice an exchange of unknowns.
static void fill(const CatCableModel *m, double *q, double seed) {
  for (int i = 0; i < m->nq; i++) q[i] = m->held[i] ? 0 : 1e-3 * sin(seed + 0.7 * i + 0.01 * i * i);
}

static double potential(const CatCableModel *m, const double *q) {
  double zero[400] = {0};
  CatCableEnergy e = cat_cable_model_energy(m, q, zero);
  return cat_cable_energy_sum(&e);
}

static void check_gradient(const CatCableModel *m) {
  double q[400], f[400], p[400];
  const double d = 1e-6;
  assert_true(m->nq < 400);
  fill(m, q, 1);
  cat_cable_forces(m, q, f);
  double most = 0;
  for (int i = 0; i < m->nq; i++) most = fmax(most, fabs(f[i]));
  for (int i = 0; i < m->nq; i++) {
    if (m->held[i] && i >= m->u) continue;  // it bears P0, which moves nothing
    memcpy(p, q, sizeof p);
    p[i] = q[i] + d;
    double up = potential(m, p);
    p[i] = q[i] - d;
    assert_close(f[i], -(up - potential(m, p)) / (2 * d), 1e-6, 1e-7 * most);
  }
}

// x'U''x from the banded tangent, from the second variation, and from forces
static void check_tangent(CatContext *ctx, const CatCableModel *m) {
  double q[400], x[400], f[400], g[400], s[400], y[400];
  CatBand A;
  const double d = 1e-3;
  assert_int_equal(cat_band_new(m->arena, m->mass.n, m->kd, &A), CAT_OK);
  fill(m, q, 2);
  fill(m, x, 5);
  CatCableField e = m->e;
  m->ops->strains(m, q, &e);
  cat_cable_tension(m, q, &e, m->tension);
  cat_cable_model_tangent(m, &e, m->tension, 1, &A);
  cat_cable_to_slots(m, x, s);
  cat_band_multiply(&A, 1, s, 0, y);
  double band = cat_dot(m->mass.n, s, y);
  for (int i = 0; i < m->nq; i++) g[i] = q[i] + d * x[i];
  cat_cable_forces(m, g, f);
  for (int i = 0; i < m->nq; i++) g[i] = q[i] - d * x[i];
  cat_cable_forces(m, g, y);
  double forces = (cat_dot(m->nq, x, y) - cat_dot(m->nq, x, f)) / (2 * d);
  assert_close(cat_cable_second(m, q, x), forces, 1e-6, 0);
  bool reduced = m->spec->model == CAT_CABLE_FULL && !m->along;
  if (!reduced) assert_close(band, forces, 1e-6, 0);
  (void)ctx;
}

static void forces_are_gradients(void **state) {
  static const CatCableEnds ends[] = {CAT_CABLE_FIXED, CAT_CABLE_PERIODIC};
  CatContext *ctx = *state;
  int count = 0;
  for (int model = CAT_CABLE_STRING; model <= CAT_CABLE_FULL; model++) {
    for (int k = 0; k < 2; k++) {
      for (int space = CAT_CABLE_DIFFERENCES; space <= CAT_CABLE_ELEMENTS; space++) {
        for (int axial = 0; axial <= (model == CAT_CABLE_FULL); axial++) {
          CatCableSpec s = thesis((CatCableModelKind)model, ends[k]);
          s.length = 60;
          s.space = (CatCableSpaceSpec){space, 20};
          s.axial = axial;
          s.axial_modes = axial && k == 0 && space == CAT_CABLE_DIFFERENCES ? 3 : 0;
          if (model == CAT_CABLE_TIMOSHENKO && space == CAT_CABLE_ELEMENTS) continue;
          CatCableModel *m = new_model(ctx, &s);
          check_gradient(m);
          check_tangent(ctx, m);
          cat_cable_model_free(m);
          count++;
        }
      }
    }
  }
  assert_int_equal(count, 26);
}

//------------------------------------------------------------------------------------- runs

typedef struct Outcome {
  CatCableCrest crest;
  double before, after;  // energy
  double shape[2000];    // v at the nodes
  double residual;
} Outcome;

static Outcome march(CatContext *ctx, CatCableSpec s) {
  Outcome o = {0};
  CatCableRun r = {.ctx = ctx, .spec = &s};
  r.m = new_model(ctx, &s);
  assert_int_equal(
      cat_cable_stepper_new(ctx, r.m, s.time.step, s.time.method == CAT_CABLE_IMPLICIT, &r.stepper),
      CAT_OK);
  cat_cable_start(r.m, &r.dispersion, &r.stepper.x);
  assert_int_equal(cat_cable_begin(&r.stepper), CAT_OK);
  CatCableEnergy e = cat_cable_model_energy(r.m, r.stepper.x.q, r.stepper.x.v);
  o.before = cat_cable_energy_sum(&e) + cat_cable_numerical(&r.stepper);
  long n = lround(s.time.end / s.time.step);
  for (long k = 0; k < n; k++) assert_int_equal(cat_cable_step(&r.stepper), CAT_OK);
  e = cat_cable_model_energy(r.m, r.stepper.x.q, r.stepper.x.v);
  o.after = cat_cable_energy_sum(&e) + cat_cable_numerical(&r.stepper);
  o.residual = o.after - o.before - r.stepper.work;
  o.crest = cat_cable_crest(r.m, r.stepper.x.q, r.stepper.x.t);
  for (int i = 0; i < r.m->nodes && i < 2000; i++) o.shape[i] = r.stepper.x.q[r.m->v + i];
  cat_cable_model_free(r.m);
  return o;
}

// No damping: both methods keep their energy to 1e-8, and the work of the driven end is all there.
static void energy_is_kept(void **state) {
  CatContext *ctx = *state;
  for (int method = CAT_CABLE_EXPLICIT; method <= CAT_CABLE_IMPLICIT; method++) {
    for (int space = CAT_CABLE_DIFFERENCES; space <= CAT_CABLE_ELEMENTS; space++) {
      CatCableSpec s = thesis(CAT_CABLE_FULL, CAT_CABLE_DRIVEN);
      s.space = (CatCableSpaceSpec){space, 260};
      s.time = (CatCableTimeSpec){method, method == CAT_CABLE_EXPLICIT ? 8e-4 : 5e-3, 4};
      Outcome o = march(ctx, s);
      assert_true(o.after > 6);
      assert_close(o.residual / o.after, 0, 0, method == CAT_CABLE_EXPLICIT ? 2e-6 : 1e-10);
    }
  }
  CatCableSpec s = thesis(CAT_CABLE_FULL, CAT_CABLE_FIXED);
  s.pulse.distance = 400;
  s.space.intervals = 260;
  s.time = (CatCableTimeSpec){CAT_CABLE_EXPLICIT, 8e-4, 12};  // past a reflection
  Outcome o = march(ctx, s);
  assert_close(o.after / o.before, 1, 0, 1e-8);
}

// The wave of (4.8) before its shock is known: its error falls with the fourth power of the grid.
static double cubic_error(CatContext *ctx, int space, int intervals) {
  CatCableSpec s = thesis(CAT_CABLE_CUBIC, CAT_CABLE_PERIODIC);
  s.length = 240;
  s.pulse.distance = 120;
  s.space = (CatCableSpaceSpec){space, intervals};
  s.time = (CatCableTimeSpec){CAT_CABLE_EXPLICIT, 4.0 / (intervals * intervals), 0.5};
  Outcome o = march(ctx, s);
  double worst = 0, h = s.length / intervals, t = s.time.end;
  for (int i = 0; i < intervals; i++) {
    double x = h * i, from = x - cat_cable_wave_speed(&s) * t;
    for (int k = 0; k < 50; k++) {  // the line through x
      double at = from - 120;
      at -= 240 * round(at / 240);
      double c = cat_simple_speed(&s, cat_pulse_shape(&s.pulse, at, 1));
      from = x - c * t;
    }
    double at = from - 120;
    at -= 240 * round(at / 240);
    double slope = cat_pulse_shape(&s.pulse, at, 1);
    double v = cat_pulse_shape(&s.pulse, at, 0) +
               (cat_simple_speed(&s, slope) * slope - cat_simple_integral(&s, slope)) * t;
    worst = fmax(worst, fabs(o.shape[i] - v));
  }
  return worst;
}

static void cubic_waves_converge(void **state) {
  CatContext *ctx = *state;
  for (int space = CAT_CABLE_DIFFERENCES; space <= CAT_CABLE_ELEMENTS; space++) {
    double coarse = cubic_error(ctx, space, 60), fine = cubic_error(ctx, space, 120);
    double order = log2(coarse / fine);
    assert_true(order > 3.6 && order < 4.6);
    assert_true(fine < 1e-4);
  }
}

// Quasi-static with enough modes is the full equation, and so is any discretisation of it.
static void reductions_approach_the_full_equation(void **state) {
  CatContext *ctx = *state;
  CatCableSpec s = thesis(CAT_CABLE_FULL, CAT_CABLE_DRIVEN);
  s.space.intervals = 390;
  s.time = (CatCableTimeSpec){CAT_CABLE_EXPLICIT, 8e-4, 8};
  Outcome full = march(ctx, s), *o = &full;
  s.axial = CAT_CABLE_AXIAL_STATIC;
  Outcome none = march(ctx, s);
  s.axial_modes = 60;
  Outcome many = march(ctx, s);
  double error[2] = {0};
  for (int i = 0; i < 391; i++) {
    error[0] = fmax(error[0], fabs(none.shape[i] - o->shape[i]));
    error[1] = fmax(error[1], fabs(many.shape[i] - o->shape[i]));
  }
  assert_true(error[0] > 1e-6 && error[0] < 1e-4);  // of 0.1 m
  assert_true(error[1] < 0.3 * error[0]);
  assert_close(many.crest.shift, full.crest.shift, 0, 5e-3);
}

// v = a cos(kx), rotation b sin(kx): the lower root of the dispersion relation of a Timoshenko beam
static void shear_beam_has_its_frequency(void **state) {
  static const double pi = 3.14159265358979323846;
  CatContext *ctx = *state;
  CatCableSpec s = thesis(CAT_CABLE_TIMOSHENKO, CAT_CABLE_PERIODIC);
  s.wire = (CatCableWire){0.91, 12000, 98.6, 0, 2e4, 1e-3};  // soft, so that it shows
  s.length = 2 * pi;
  s.space.intervals = 60;
  s.time.step = 1e-5;
  double mu = 0.91, rI = 1e-3, P = 12000, EI = 98.6, S = 2e4, k = 1;
  // mu w2 = (P + S) k2 - S k B, rI w2 = EI k2 + S - S k/B with v = cos, turn = B sin(-)
  double a = mu * rI, b = -(mu * (EI * k * k + S) + rI * (P + S) * k * k);
  double c = (P + S) * k * k * (EI * k * k + S) - S * S * k * k;
  double w2 = (-b - sqrt(b * b - 4 * a * c)) / (2 * a), w = sqrt(w2);
  double B = ((P + S) * k * k - mu * w2) / (S * k);
  CatCableRun r = {.ctx = ctx, .spec = &s};
  r.m = new_model(ctx, &s);
  assert_int_equal(cat_cable_stepper_new(ctx, r.m, s.time.step, false, &r.stepper), CAT_OK);
  for (int i = 0; i < 60; i++) {
    double h = s.length / 60;
    r.stepper.x.q[r.m->v + i] = 1e-3 * cos(k * h * i);
    r.stepper.x.q[r.m->turn + i] = -1e-3 * B * sin(k * h * (i + 0.5));
  }
  assert_int_equal(cat_cable_begin(&r.stepper), CAT_OK);
  for (int i = 0; i < 4000; i++) assert_int_equal(cat_cable_step(&r.stepper), CAT_OK);
  assert_close(r.stepper.x.q[r.m->v], 1e-3 * cos(w * r.stepper.x.t), 0, 2e-8);
  assert_true(fabs(w - sqrt((P + EI) / mu)) > 0.05);  // other than that of a beam
  cat_cable_model_free(r.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forces_are_gradients),
                                     cmocka_unit_test(energy_is_kept),
                                     cmocka_unit_test(cubic_waves_converge),
                                     cmocka_unit_test(reductions_approach_the_full_equation),
                                     cmocka_unit_test(shear_beam_has_its_frequency)};
  return cmocka_run_group_tests(tests, new_context, free_context);
}
