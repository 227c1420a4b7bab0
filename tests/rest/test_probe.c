// Lift by a force with large displacements and linearised: their difference vanishes with the
// force, the linear one is that of the elasticity, and droppers go slack in both.
#include "small_lines.h"

#include <math.h>

#include "rest/elasticity.h"
#include "rest/probe.h"

static CatProbe probe(const Found *f, double x, double force) {
  CatProbe out;
  CatProbeSpec spec = {x, force};
  CatProbeInput in = {f->m, f->rest, 1, &spec};
  assert_int_equal(cat_rest_probe(f->arena, &in, &out), CAT_OK);
  assert_close(out.x, x, 0, 0);
  assert_close(out.force, force, 0, 0);
  assert_true(out.missing <= CAT_PROBE_TOLERANCE);
  return out;
}

static double difference(const CatProbe *p) {
  return fabs(p->lift / p->lift_linear - 1);
}

// All droppers stay taut: (lift - linear)/linear is proportional to the force.
static void is_linear_in_the_limit(void **state) {
  (void)state;
  CatLineSpec spec = small_line(4);
  Found f = find_rest(&spec);
  double before = 0;
  for (double force = 0.5; force < 20; force *= 2) {
    CatProbe p = probe(&f, 44, force);
    assert_int_equal(p.slack, 0);
    assert_true(p.lift > 0);
    double now = difference(&p);
    if (before > 0) assert_close(log2(now / before), 1, 0, 0.05);
    before = now;
  }
  assert_true(before > 1e-6);
  found_free(&f);
}

// At the places of the elasticity, which solves for slack droppers in another way.
static void linear_one_is_the_elasticity(void **state) {
  (void)state;
  CatLineSpec spec = small_line(4);
  CatSpanSpec spans = spec.spans[0];
  spans.nsag = 0;
  spec.gravity = 2, spec.spans = &spans;  // droppers that bear little
  Found f = find_rest(&spec);
  CatElasticity e;
  int slack = 0;
  assert_int_equal(cat_rest_elasticity(f.arena, f.m, f.rest, &e), CAT_OK);
  for (int k = 0; k < CAT_LIFTS; k++) {
    for (int i = 2; i + 1 < e.n; i += 3) {
      CatProbe p = probe(&f, f.m->mast[e.span] + e.x[i], cat_lift_force[k]);
      assert_close(p.lift_linear, e.at[k].lift[i], 1e-6, 0);
      assert_close(p.lift, e.at[k].lift[i], 0.002, 0);  // what is left is curvature
      assert_int_equal(p.slack_linear, (int)e.at[k].slack[i]);
      slack += p.slack;
    }
  }
  assert_true(slack > 0);
  found_free(&f);
}

// Taut droppers would hold the wire down: many times the lift of 1 N is less than that of many.
static void slack_droppers_give_way(void **state) {
  (void)state;
  CatLineSpec spec = small_line(4);
  Found f = find_rest(&spec);
  CatProbe one = probe(&f, 40.5, 1), many = probe(&f, 40.5, 500);
  assert_int_equal(one.slack_linear, 0);
  assert_true(many.slack > 0 && many.slack_linear > 0);
  assert_true(many.lift_linear > 1.02 * 500 * one.lift_linear);
  assert_true(difference(&many) > 10 * difference(&one));
  found_free(&f);
}

// One wire without weight under a force P at its middle: its halves rise by w with the tension
// T(w), P = 4 T(w) w/L to the first order of slopes; the wire is held at both ends, so that T
// grows by EA/2 (2 w/L)^2.
static void taut_wire_stiffens(void **state) {
  (void)state;
  CatLineSpec spec = one_wire(0, 80);
  Found f = find_rest(&spec);
  CatProbe p = probe(&f, 30, 2000);
  double slope = 2 * p.lift / 60, T = 20000 + 1e8 * slope * slope / 2;
  assert_true(p.lift < 0.9 * p.lift_linear);
  assert_close(p.lift, 2000 * 60 / (4 * T), 0.02, 0);
  found_free(&f);
}

// A trolley wire that weighs 795 N under twice as much: on the way trials meet tangents that hold
// nothing. Its own length and that under P at a, to the first order of slopes, give the tension H,
//   (q^2 L^3/24 + P^2 ab/2L - q P ab/2)/H^2 - q^2 L^3/24 T^2 = (H - T) L/EA.
static void wire_is_lifted_over_its_ends(void **state) {
  (void)state;
  static const double expected = 1.4914680723060717, H = 15287.689341068615;  // [m] [N]
  const double L = 60, a = 20, b = 40, P = 1500, T = 10e3, EA = 15e6, q = 1.35 * 9.81;
  const double bent = q * q * pow(L, 3) / 24;
  CatLineSpec spec = one_wire(0, 60);
  spec.gravity = 9.81, spec.form = CAT_LINE_2D;
  spec.contact_wire.axial_stiffness = EA, spec.contact_wire.tension = T;
  spec.contact_wire.mass_per_length = 1.35;
  Found f = find_rest(&spec);
  CatProbe p = probe(&f, a, P);
  double length = (bent + P * P * a * b / (2 * L) - q * P * a * b / 2) / (H * H) - bent / (T * T);
  print_message("lifted by %.4f m, %.4f m to the first order\n", p.lift, expected);
  assert_close(length, (H - T) * L / EA, 1e-9, 0);
  assert_close((P * a * b / L - q * a * b / 2) / H + q * a * b / (2 * T), expected, 1e-9, 0);
  assert_close(p.lift, expected, 0.01, 0);
  found_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_linear_in_the_limit), cmocka_unit_test(linear_one_is_the_elasticity),
      cmocka_unit_test(slack_droppers_give_way), cmocka_unit_test(taut_wire_stiffens),
      cmocka_unit_test(wire_is_lifted_over_its_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
