// A pulse that is there at the start: in balance, and the same wherever it is.
#include "support/support.h"

#include <complex.h>
#include <math.h>

#include "thesis.h"

enum { NODES = 240 };
static const double pi = 3.14159265358979323846;

static CatCableRun begin(CatContext *ctx, const CatCableSpec *s) {
  CatCableRun r = {.ctx = ctx, .spec = s};
  assert_int_equal(cat_cable_model_new(ctx, s, &r.m), CAT_OK);
  assert_int_equal(cat_cable_stepper_new(ctx, r.m, s->time.step, false, &r.stepper), CAT_OK);
  cat_cable_start(r.m, NULL, &r.stepper.x);
  assert_int_equal(cat_cable_balance(ctx, r.m, &r.stepper.x), CAT_OK);
  assert_int_equal(cat_cable_begin(&r.stepper), CAT_OK);
  return r;
}

static void march(CatCableRun *r) {
  long n = lround(r->spec->time.end / r->spec->time.step);
  for (long k = 0; k < n; k++) assert_int_equal(cat_cable_step(&r->stepper), CAT_OK);
}

static CatCableEnergy energy(const CatCableRun *r) {
  return cat_cable_model_energy(r->m, r->stepper.x.q, r->stepper.x.v);
}

//------------------------------------------------------------------------------------- shear beam

static CatCableSpec ring(CatCableModelKind model) {
  CatCableSpec s = thesis(model, CAT_CABLE_PERIODIC);
  s.length = 240;
  s.pulse.distance = 120;
  s.space.intervals = NODES;
  s.wire.shear_stiffness = 2e4;  // soft, so that it shows
  s.wire.rotary_inertia = 1e-3;
  s.time = (CatCableTimeSpec){CAT_CABLE_EXPLICIT, 5e-5, 1};
  return s;
}

// The lower root of its dispersion relation.
static double lower(const CatCableWire *w, double k) {
  double mu = w->mass_per_length, rI = w->rotary_inertia, S = w->shear_stiffness;
  double along = (w->tension + S) * k * k, turning = w->bending_stiffness * k * k + S;
  double a = mu * rI, b = mu * turning + rI * along, c = along * turning - S * S * k * k;
  return sqrt(2 * c / (b + sqrt(b * b - 4 * a * c)));
}

// v at node i after t, of what was there at the start: each wave by itself.
static void modal_sum(const CatCableSpec *s, const double *q, const double *v, double t,
                      double out[NODES]) {
  for (int i = 0; i < NODES; i++) out[i] = 0;
  for (int m = 0; m < NODES / 2; m++) {
    double complex q0 = 0, v0 = 0;
    for (int i = 0; i < NODES; i++) {
      double complex turn = cexp(-2 * pi * I * m * i / NODES) / NODES;
      q0 += q[i] * turn;
      v0 += v[i] * turn;
    }
    double o = lower(&s->wire, 2 * pi * m / s->length), both = m ? 2 : 1;
    double complex now = q0 * cos(o * t) + v0 * (m ? sin(o * t) / o : t);
    for (int i = 0; i < NODES; i++) out[i] += both * creal(now * cexp(2 * pi * I * m * i / NODES));
  }
}

static void shear_beams_begin_in_balance(void **state) {
  CatContext *ctx = *state;
  CatCableSpec s = ring(CAT_CABLE_TIMOSHENKO), stiff = ring(CAT_CABLE_BEAM);
  CatCableRun r = begin(ctx, &s), beam = begin(ctx, &stiff);
  double exact[NODES];
  modal_sum(&s, r.stepper.x.q + r.m->v, r.stepper.x.v + r.m->v, s.time.end, exact);
  CatCableEnergy e = energy(&r), other = energy(&beam);
  assert_close(e.Eb, other.Eb, 1e-3, 0);
  assert_close(e.kinetic, other.kinetic, 1e-4, 0);
  march(&r);
  for (int i = 0; i < NODES; i++) assert_close(r.stepper.x.q[r.m->v + i], exact[i], 0, 5e-6);
  assert_close(energy(&r).Eb, e.Eb, 1e-2, 0);
  cat_cable_model_free(r.m);
  cat_cable_model_free(beam.m);
}

// Without rotation the shear of the shipped wire would hold hundreds of times the pulse's energy.
static void a_stiff_wire_begins_as_a_beam(void **state) {
  CatContext *ctx = *state;
  for (int ends = CAT_CABLE_FIXED; ends <= CAT_CABLE_PERIODIC; ends++) {
    CatCableSpec s = thesis(CAT_CABLE_TIMOSHENKO, (CatCableEnds)ends), stiff = s;
    s.pulse.distance = stiff.pulse.distance = 400;
    stiff.model = CAT_CABLE_BEAM;
    CatCableRun r = begin(ctx, &s), beam = begin(ctx, &stiff);
    assert_close(energy(&r).Eb, energy(&beam).Eb, 1e-4, 0);
    cat_cable_model_free(r.m);
    cat_cable_model_free(beam.m);
  }
}

//------------------------------------------------------------------------------------- axial modes

enum { LONG = 391 };

static CatCableEnergy shape(CatContext *ctx, const CatCableSpec *s, double v[LONG]) {
  CatCableRun r = begin(ctx, s);
  CatCableEnergy e = energy(&r);
  march(&r);
  for (int i = 0; i < LONG; i++) v[i] = r.stepper.x.q[r.m->v + i];
  cat_cable_model_free(r.m);
  return e;
}

// (4.27) in n modes tends to (4.7), also with a pulse at the start.
static void modes_begin_in_balance(void **state) {
  static const int modes[] = {20, 60, 200};
  CatContext *ctx = *state;
  CatCableSpec s = thesis(CAT_CABLE_FULL, CAT_CABLE_FIXED);
  s.pulse.distance = 600;
  s.space.intervals = LONG - 1;
  s.time = (CatCableTimeSpec){CAT_CABLE_EXPLICIT, 8e-4, 0.5};
  double full[LONG], v[LONG], error[3] = {0};
  CatCableEnergy all = shape(ctx, &s, full);
  s.axial = CAT_CABLE_AXIAL_STATIC;
  for (int k = 0; k < 3; k++) {
    s.axial_modes = modes[k];
    CatCableEnergy e = shape(ctx, &s, v);
    assert_close(e.Enl, all.Enl, 1e-2, 0);
    for (int i = 0; i < LONG; i++) error[k] = fmax(error[k], fabs(v[i] - full[i]));
    print_message("%d modes: %.3g m from (4.7)\n", modes[k], error[k]);
  }
  assert_below(error[1], error[0]);
  assert_below(error[2], 0.3 * error[1]);
}

//------------------------------------------------------------------------------------- a ring

// The seam of a periodic cable is a place like any other.
static void moving_the_pulse_changes_nothing(void **state) {
  static const int shifts[] = {120, 125, 130, 60};  // nodes; the crest on the seam, beside it, away
  CatContext *ctx = *state;
  for (int space = CAT_CABLE_DIFFERENCES; space <= CAT_CABLE_ELEMENTS; space++) {
    CatCableSpec s = ring(CAT_CABLE_FULL);
    s.pulse.length = 12;  // nothing of it on the other side of the ring
    s.space.method = space;
    s.time.end = 0.05;
    CatCableRun r = begin(ctx, &s);
    march(&r);
    for (int k = 0; k < 4; k++) {
      CatCableSpec moved = s;
      moved.pulse.distance += shifts[k];
      if (moved.pulse.distance > s.length) moved.pulse.distance -= s.length;
      CatCableRun q = begin(ctx, &moved);
      march(&q);
      const CatCableState *a = &r.stepper.x, *b = &q.stepper.x;
      for (int i = 0; i < NODES; i++) {
        int at = (i + shifts[k]) % NODES;
        assert_close(b->q[q.m->v + at], a->q[r.m->v + i], 0, 1e-12);
        assert_close(b->v[q.m->u + at], a->v[r.m->u + i], 0, 1e-10);
      }
      cat_cable_model_free(q.m);
    }
    cat_cable_model_free(r.m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shear_beams_begin_in_balance),
                                     cmocka_unit_test(a_stiff_wire_begins_as_a_beam),
                                     cmocka_unit_test(modes_begin_in_balance),
                                     cmocka_unit_test(moving_the_pulse_changes_nothing)};
  return cmocka_run_group_tests(tests, new_context, free_context);
}
