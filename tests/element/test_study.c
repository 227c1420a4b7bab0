// Two questions about the cable, answered with numbers (docs/theory/elements.md quotes them).
//
// 1. How many Gauss points for the axial energy? Two leave modes without stiffness. Three, four and
//    five (exact) differ only where a mesh is far too coarse for its bending, and there by locking.
// 2. A node has one slope vector, whose length is the stretch: the strain is continuous, although a
//    dropper makes the axial force jump. Does it matter? The wire of DATA.md, 22 kN.
#include <stdio.h>

#include "chain.h"

static const double EA = 150e-6 * 100e9, EI = 195, MU = 1.35, T = 22e3;
static const double BAY = 5.75;  // [m] between droppers
enum { BAYS = 4 };

//------------------------------------- 1. Gauss points -------------------------------------------

static double tip_deflection(int points, double stiffness, int n) {
  CatCable wire = {.EA = stiffness, .EI = 1, .mu = 1, .l0 = 1. / n};
  Chain c = chain_new(wire, n, 1, 0);
  c.points = points;
  chain_hold(&c, 0, 6);
  for (int s = 1; s <= 5; s++) {
    c.load[6 * n + 2] = 10. * s / 5;
    chain_solve(&c);
  }
  double tip = c.q[6 * n + 2];
  chain_free(&c);
  return tip;
}

static void fewer_points_hardly_unlock(void **state) {
  (void)state;
  const double fine = tip_deflection(5, 1e6, 128);
  double error[6][4];
  print_message("cantilever, PL^2/EI = 10, EA L^2/EI = 1e6: error of the tip deflection\n");
  for (int points = 2; points <= 5; points++) {
    for (int i = 0; i < 4; i++)
      error[points][i] = fabs(tip_deflection(points, 1e6, 2 << i) / fine - 1);
    print_message("  %d points: 2 elements %.1e, 4: %.1e, 8: %.1e, 16: %.1e\n", points,
                  error[points][0], error[points][1], error[points][2], error[points][3]);
  }
  // locking on two elements, gone when the mesh can follow the curve
  assert_true(error[5][0] > 1.3 * error[3][0]);
  assert_close(error[5][2], error[3][2], 0.1, 0);
  assert_close(error[5][3], error[4][3], 0.01, 0);
}

// eigenvalues of one stretched element without bending stiffness that are zero
static int modes_without_stiffness(int points) {
  CatCable wire = {.EA = EA, .EI = 0, .mu = 1, .l0 = 1};
  Chain c = chain_new(wire, 1, 1 + T / EA, 0);
  CatBand unit;
  double w[12];
  int zero = 0;
  c.points = points;
  chain_assemble(&c);
  assert_int_equal(cat_band_new(c.arena, 12, 0, &unit), CAT_OK);
  for (int i = 0; i < 12; i++) cat_band_add(&unit, i, i, 1);
  assert_int_equal(cat_band_eigenvalues(c.ctx, &c.K, &unit, w), CAT_OK);
  for (int i = 0; i < 12; i++) zero += fabs(w[i]) < 1e-12 * w[11];
  chain_free(&c);
  return zero;
}

static void two_points_are_not_enough(void **state) {
  (void)state;
  print_message("modes without stiffness, of which three are translations: ");
  for (int points = 2; points <= 5; points++) {
    int zero = modes_without_stiffness(points);
    print_message("%d points %d; ", points, zero);
    assert_int_equal(zero, points == 2 ? 6 : 3);
  }
  assert_int_equal(modes_without_stiffness(0), 3);
  print_message("\n");
}

//------------------------------------- 2. Droppers -----------------------------------------------

typedef struct Loaded {
  double x, z;         // place of the loaded node [m]
  double left, right;  // horizontal pull at the two ends [N]
  double low, high;    // axial force within the two elements at the load [N]
  double mean;         // and their mean after the load, by Gauss points [N]
  double nodal;        // size of the nodal force of the element after the load [N]
} Loaded;

typedef struct Setting {
  double bending;  // [N m^2]
  double Fx, Fz;   // load [N]
  int per_bay;     // elements, even
  double growth;   // each element is longer than its neighbour nearer to a dropper by this factor
  int points;      // 0: the kernel
  bool split;      // a slope for each side of the load
} Setting;

static void axial_range(const Chain *c, int e, Loaded *out) {
  double q[12];
  chain_gather(c, e, q);
  for (int i = 0; i <= 40; i++) {
    double N = cat_cable_axial(&c->cable[e], q, i / 40.);
    out->low = fmin(out->low, N), out->high = fmax(out->high, N);
  }
}

static void measure(const Chain *c, int middle, Loaded *out) {
  const double *w, *x = gauss(5, &w);
  double q[12], f[12];
  *out = (Loaded){.x = c->q[6 * middle],
                  .z = c->q[6 * middle + 2],
                  .low = 1e99,
                  .high = -1e99,
                  .left = -chain_reaction(c, 0),
                  .right = chain_reaction(c, 6 * c->elements)};
  axial_range(c, middle - 1, out);
  axial_range(c, middle, out);
  chain_gather(c, middle, q);
  for (int g = 0; g < 5; g++) out->mean += w[g] * cat_cable_axial(&c->cable[middle], q, x[g]);
  cat_cable_force(&c->cable[middle], q, f);
  out->nodal = sqrt(f[6] * f[6] + f[7] * f[7] + f[8] * f[8]);
}

// Bays of elements that grow from the droppers on, straight at 22 kN, in the plane, ends held.
static Chain bays(Setting s) {
  int n = s.per_bay * BAYS, half = s.per_bay / 2;
  double stretch = 1.0014646, sum = 0, part[128];
  assert_true(half <= 128);
  for (int i = 0; i < half; i++) sum += part[i] = pow(s.growth, i);
  CatCable wire = {.EA = EA, .EI = s.bending, .mu = MU, .l0 = 1};
  Chain c = chain_new(wire, n, stretch, s.split ? 3 : 0);
  c.points = s.points;
  for (int e = 0; e < n; e++) {
    int i = e % s.per_bay;
    c.cable[e].l0 = part[i < half ? i : s.per_bay - 1 - i] / sum * BAY / 2 / stretch;
    c.q[6 * (e + 1)] = c.q[6 * e] + c.cable[e].l0 * stretch;
  }
  for (int i = 0; i < c.n; i++) c.fixed[i] = i % 3 == 1;
  chain_hold(&c, 0, 3);
  chain_hold(&c, 6 * n, 3);
  return c;
}

// Two spans of two bays each with the load between them.
static Loaded loaded(Setting s) {
  Chain c = bays(s);
  int middle = c.elements / 2;
  for (int k = 0; k < 3 && s.split; k++) {
    c.q[c.n - 3 + k] = c.q[6 * middle + 3 + k];
    c.dof[middle][3 + k] = c.n - 3 + k;
  }
  c.load[6 * middle] = s.Fx, c.load[6 * middle + 2] = s.Fz;
  chain_solve(&c);
  Loaded out;
  measure(&c, middle, &out);
  chain_free(&c);
  return out;
}

static void points_do_not_matter_at_a_dropper(void **state) {
  (void)state;
  Loaded fine = loaded((Setting){.bending = EI, .Fz = -150, .per_bay = 200, .growth = 1});
  double z[6];
  print_message(
      "150 N on the wire, 10 elements of 0.575 m per bay: depth off by, axial force within\n");
  for (int points = 2; points <= 5; points++) {
    Loaded a =
        loaded((Setting){.bending = EI, .Fz = -150, .per_bay = 10, .growth = 1, .points = points});
    z[points] = a.z;
    print_message("  %d points: %8.1e m, %.1f .. %+.1f N of the tension\n", points, a.z - fine.z,
                  a.low - fine.nodal, a.high - fine.nodal);
  }
  assert_below(fabs(z[3] - z[5]), 3e-7);
  assert_below(fabs(z[4] - z[5]), 3e-8);
}

// The load pulls along the wire only: the tension jumps, nothing bends. One slope for both sides
// makes a displacement error of 0.059 F h/EA, first order.
static void axial_jump_alone(void **state) {
  (void)state;
  const double F = 106;
  Loaded exact = loaded((Setting){.Fx = F, .per_bay = 2, .growth = 1, .split = true});
  double h[4], error[4];
  assert_close(exact.right + F, exact.left, 0, 1e-6);
  assert_close(exact.high - exact.low, F, 1e-9, 0);
  print_message(
      "%.0f N along the wire: error of the node, of the pull at the end, range of N at the load "
      "beyond the jump\n",
      F);
  for (int i = 0; i < 4; i++) {
    Loaded a = loaded((Setting){.Fx = F, .per_bay = 2 << i, .growth = 1});
    h[i] = BAY / (2 << i), error[i] = fabs(a.x - exact.x);
    print_message("  h = %.3f m: %.1e m = %.4f F h/EA, %.1e N, %+.1f %+.1f N\n", h[i], error[i],
                  error[i] * EA / (F * h[i]), fabs(a.right - exact.right), a.low - exact.low,
                  a.high - exact.high);
    assert_close(error[i] * EA / (F * h[i]), 0.059, 0.02, 0);
    assert_below(fabs(a.right - exact.right), 1e-5);
    assert_close(a.left - a.right, F, 1e-8, 0);  // equilibrium does not know of elements
  }
  assert_close(convergence_order(h, error, 4), 1, 0.02, 0);
}

// 150 N at 45 degrees, far more inclined than any dropper: what bending does not resolve outweighs
// what the continuous strain spoils by hundreds.
static void inclined_load(void **state) {
  (void)state;
  const double F = 150 / sqrt(2);
  for (int b = 0; b < 2; b++) {
    Setting s = {.bending = b ? EI : 0, .Fx = F, .Fz = -F, .per_bay = b ? 200 : 2, .growth = 1};
    s.split = !b;
    Loaded fine = loaded(s);
    double h[5], ex[5], ez[5];
    print_message(
        "150 N at 45 degrees, EI = %.0f: errors in x, in z, of the end's pull; mean axial force "
        "and nodal force behind the load\n",
        s.bending);
    for (int i = 0; i < 5; i++) {
      const int per_bay[5] = {2, 4, 10, 20, 40};
      s.per_bay = per_bay[i], s.split = false;
      Loaded a = loaded(s);
      h[i] = BAY / per_bay[i], ex[i] = fabs(a.x - fine.x), ez[i] = fabs(a.z - fine.z);
      print_message("  h = %.3f m: %.1e m, %.1e m, %.1e N, %.1e N, %.1e N\n", h[i], ex[i], ez[i],
                    fabs(a.right - fine.right), fabs(a.mean - fine.nodal),
                    fabs(a.nodal - fine.nodal));
    }
    print_message("  orders: x %.2f, z %.2f\n", convergence_order(h, ex, 5),
                  convergence_order(h, ez, 5));
    assert_below(ex[2], 1e-6);  // at 10 elements per bay
    assert_below(ez[2], b ? 5e-5 : 2e-4);
    assert_true(convergence_order(h, ez, 5) > 0.9);
  }
}

// What does help at a dropper: short elements beside it. The bend is sqrt(EI/T) = 0.094 m long.
static void graded_mesh_resolves_the_bend(void **state) {
  (void)state;
  Loaded fine = loaded((Setting){.bending = EI, .Fz = -150, .per_bay = 200, .growth = 1});
  const double growth[5] = {1, 1.3, 1.6, 2, 2.5};
  double error[5], nodal[5];
  print_message(
      "150 N down, 10 elements per bay, each longer than the last by a factor from the dropper "
      "on: errors of the node and of the forces\n");
  for (int i = 0; i < 5; i++) {
    Loaded a = loaded((Setting){.bending = EI, .Fz = -150, .per_bay = 10, .growth = growth[i]});
    error[i] = fabs(a.z - fine.z), nodal[i] = fabs(a.nodal - fine.nodal);
    print_message("  factor %.1f: %.1e m; axial force %+.1f %+.1f N, nodal force %.1e N\n",
                  growth[i], error[i], a.low - fine.nodal, a.high - fine.nodal, nodal[i]);
    assert_below(nodal[i], 0.1);
  }
  assert_below(error[3], 0.1 * error[0]);
}

// A contact strip rests anywhere: lift under 1 N at ten places of every element in the bay after
// the middle, less the closed form x (L - x)/(T L) - 1/(2 T k), k^2 = T/EI (far from the ends).
static void lift_error(Setting s, double *least, double *most) {
  Chain c = bays(s);
  double length = c.q[6 * c.elements], *u = CAT_ARENA(c.arena, c.n, double), q[12];
  chain_gather(&c, 0, q);
  double tension = cat_cable_axial(&c.cable[0], q, 0), k = sqrt(tension / s.bending);
  chain_assemble(&c);
  assert_int_equal(cat_band_factor(c.ctx, &c.K), CAT_OK);
  *least = 1e99, *most = -1e99;
  for (int i = 0; i <= 10 * s.per_bay; i++) {
    int e = c.elements / 2 + (i < 10 * s.per_bay ? i / 10 : s.per_bay - 1);
    double S[4], lift = 0, r[3], xi = i / 10. - (e - c.elements / 2);
    chain_gather(&c, e, q);
    cat_cable_shape(c.cable[e].l0, xi, S);
    cat_cable_position(&c.cable[e], q, xi, r);
    memset(u, 0, (size_t)c.n * sizeof *u);
    for (int a = 0; a < 4; a++) u[c.dof[e][3 * a + 2]] = S[a];
    cat_band_solve(&c.K, u, 1);
    for (int a = 0; a < 4; a++) lift += S[a] * u[c.dof[e][3 * a + 2]];
    double exact = r[0] * (length - r[0]) / (tension * length) - 1 / (2 * tension * k);
    *least = fmin(*least, lift - exact), *most = fmax(*most, lift - exact);
  }
  chain_free(&c);
}

// Growing elements are too long in the middle of the bay for a contact that moves over them.
static void moving_contact_wants_equal_elements(void **state) {
  (void)state;
  const double growth[4] = {1, 1.3, 1.6, 2};
  double spread[4];
  print_message("lift under a contact of 150 N anywhere in the bay, 10 elements per bay: error\n");
  for (int i = 0; i < 4; i++) {
    double least, most;
    lift_error((Setting){.bending = EI, .per_bay = 10, .growth = growth[i]}, &least, &most);
    spread[i] = 150 * (most - least);
    print_message("  factor %.1f: %.1e .. %.1e m\n", growth[i], 150 * least, 150 * most);
  }
  double least, most;
  lift_error((Setting){.bending = EI, .per_bay = 40, .growth = 1}, &least, &most);
  print_message("  40 equal elements: %.1e .. %.1e m\n", 150 * least, 150 * most);
  assert_true(most <= 1e-12);  // a mesh is never softer than the wire
  assert_true(spread[3] > spread[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fewer_points_hardly_unlock),
                                     cmocka_unit_test(two_points_are_not_enough),
                                     cmocka_unit_test(points_do_not_matter_at_a_dropper),
                                     cmocka_unit_test(axial_jump_alone),
                                     cmocka_unit_test(inclined_load),
                                     cmocka_unit_test(graded_mesh_resolves_the_bend),
                                     cmocka_unit_test(moving_contact_wants_equal_elements)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
