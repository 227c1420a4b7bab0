// Patch tests and the elastica: does a chain of cables represent what it should?
#include <stdio.h>

#include "chain.h"
#include "states.h"

// A straight chain of unequal elements, pulled at its end: one tension everywhere.
static void straight_pull_is_uniform(void **state) {
  (void)state;
  const double part[6] = {0.3, 2.1, 0.05, 1.2, 0.7, 3}, pull = 22e3;
  CatCable wire = {.EA = 15e6, .EI = 195, .mu = 1.35, .l0 = 1};
  Chain c = chain_new(wire, 6, 1, 0);
  for (int e = 0; e < 6; e++) {
    c.cable[e].l0 = part[e];
    c.q[6 * (e + 1)] = c.q[6 * e] + part[e];
  }
  chain_hold(&c, 0, 3);
  for (int a = 0; a <= 6; a++) chain_hold(&c, 6 * a + 1, 2);
  c.load[36] = pull;
  chain_solve(&c);
  double worst = 0, stretch = c.q[3];
  assert_close(wire.EA * 0.5 * (stretch * stretch - 1) * stretch, pull, 1e-12, 0);
  for (int e = 0; e < 6; e++) {
    double q[12];
    chain_gather(&c, e, q);
    for (int i = 0; i <= 4; i++) {
      worst = fmax(worst, fabs(cat_cable_axial(&c.cable[e], q, i / 4.) / pull - 1));
      assert_below(cat_cable_curvature(&c.cable[e], q, i / 4.), 1e-9);
    }
    assert_close(q[6] - q[0], part[e] * stretch, 1e-14, 1e-14);
  }
  print_message("patch: tension along an unequal chain is uniform to %.1e\n", worst);
  assert_below(worst, 1e-11);
  chain_free(&c);
}

// The state of uniform tension in any direction is in balance at every inner node, also when the
// elements differ in length: no Newton, no rounding of a solver.
static void slanted_pull_is_in_balance(void **state) {
  (void)state;
  uint64_t seed = 31;
  const double stretch = 1.0015, EA = 15e6;
  double Q[9], axis[3], e1[3] = {1, 0, 0}, force[12], before[3] = {0};
  random_rotation(&seed, Q);
  rotate(Q, e1, 1, axis);
  for (int e = 0; e < 5; e++) {
    CatCable c = {.EA = EA, .EI = 195, .mu = 1, .l0 = 0.2 + 0.5 * e};
    double q[12];
    for (int k = 0; k < 3; k++) {
      q[k] = 0, q[6 + k] = c.l0 * stretch * axis[k], q[3 + k] = q[9 + k] = stretch * axis[k];
    }
    cat_cable_force(&c, q, force);
    assert_below(largest(force + 3, 3), 1e-8);  // no couple on the slopes
    assert_below(largest(force + 9, 3), 1e-8);
    for (int k = 0; k < 3 && e > 0; k++) assert_close(before[k], -force[k], 1e-11, 0);
    memcpy(before, force + 6, sizeof before);
  }
}

// Nodes and unit slopes on a circle of radius R, elements of angle t. Energy is off by t^4/720, the
// curvature in the middle by t^2/24; the cubic has a false axial strain of t^4/450 at most.
static void circle_keeps_its_curvature(void **state) {
  (void)state;
  const double R = 2;
  double angle[5], energy[5], middle[5], strain[5];
  for (int i = 0; i < 5; i++) {
    double t = angle[i] = 0.8 / (1 << i);
    CatCable c = {.EA = 0, .EI = 10, .mu = 1, .l0 = R * t};
    const double q[12] = {0, 0, 0, 1, 0, 0, R * sin(t), 0, R * (1 - cos(t)), cos(t), 0, sin(t)};
    energy[i] = fabs(cat_cable_energy(&c, q) / (0.5 * c.EI / (R * R) * c.l0) - 1);
    middle[i] = fabs(cat_cable_curvature(&c, q, 0.5) * R - 1);
    c.EA = 1;
    strain[i] = 0;
    for (int k = 0; k <= 20; k++)
      strain[i] = fmax(strain[i], fabs(cat_cable_axial(&c, q, k / 20.)));
  }
  print_message("circle: energy order %.2f (%.1e at 0.1 rad), curvature %.2f (%.1e), "
                "false strain %.2f (%.1e)\n",
                convergence_order(angle, energy, 5), energy[3], convergence_order(angle, middle, 5),
                middle[3], convergence_order(angle, strain, 5), strain[3]);
  assert_true(convergence_order(angle, energy, 5) >= 3.8);
  assert_true(convergence_order(angle, middle, 5) >= 1.9);
  assert_true(convergence_order(angle, strain, 5) >= 3.8);
  assert_below(energy[3], 1e-6);
  assert_below(middle[3], 5e-4);
  assert_below(strain[3], 4e-7);
}

// Cantilever of length 1 and EI = 1 with a dead load at the tip; tip[2] = (deflection, shortening)
static void cantilever(double EA, double load, int elements, double tip[2]) {
  CatCable wire = {.EA = EA, .EI = 1, .mu = 1, .l0 = 1. / elements};
  Chain c = chain_new(wire, elements, 1, 0);
  int last = 6 * elements;
  chain_hold(&c, 0, 6);
  for (int s = 1; s <= 4; s++) {
    c.load[last + 2] = load * s / 4;
    chain_solve(&c);
  }
  tip[0] = c.q[last + 2], tip[1] = 1 - c.q[last];
  // rounding of the positions, 1e-16, meets the stiffness 12 EI/h^3
  assert_below(c.residual, 1e-13 * EA + 1e-14 * 12 * pow(elements, 3) + 1e-10);
  chain_free(&c);
}

// Bisshopp and Drucker, Quart. Appl. Math. 3 (1945) 272: inextensible
static void cantilever_is_the_elastica(void **state) {
  (void)state;
  const double known[3][3] = {{1, 0.30172, 0.05643}, {5, 0.71379, 0.38763}, {10, 0.81061, 0.55500}};
  for (int k = 0; k < 3; k++) {
    double tip[2];
    cantilever(1e6, known[k][0], 48, tip);
    print_message("elastica: PL^2/EI = %2.0f, 48 elements: %.6f %.6f, known %.5f %.5f\n",
                  known[k][0], tip[0], tip[1], known[k][1], known[k][2]);
    assert_close(tip[0], known[k][1], 0, 2e-5);
    assert_close(tip[1], known[k][2], 0, 2e-5);
  }
}

// Against the same beam on 512 elements. kappa = |r''| also resists a change of the stretch, over a
// length of sqrt(EI/EA): meshes that resolve it show order 4 (first beam, h <= 1/16). The second
// beam's meshes pass from where the false strain of the cubic counts, and falls fast, to where the
// layer counts: the slope over all of them is a mean of both.
static void cantilever_converges(void **state) {
  (void)state;
  enum { MESHES = 5 };
  const double EA[2] = {100, 1e4};
  for (int k = 0; k < 2; k++) {
    double fine[2], h[MESHES], w[MESHES], u[MESHES];
    cantilever(EA[k], 5, 512, fine);
    print_message("elastica, EA L^2/EI = %.0e, PL^2/EI = 5: ", EA[k]);
    for (int i = 0; i < MESHES; i++) {
      int n = 4 << i;
      double tip[2];
      cantilever(EA[k], 5, n, tip);
      h[i] = 1. / n, w[i] = fabs(tip[0] - fine[0]), u[i] = fabs(tip[1] - fine[1]);
      print_message("n %d: %.1e %.1e; ", n, w[i], u[i]);
    }
    int from = k == 0 ? 2 : 0, count = MESHES - from;
    double order_w = convergence_order(h + from, w + from, count);
    double order_u = convergence_order(h + from, u + from, count);
    print_message("orders %.2f %.2f\n", order_w, order_u);
    assert_true(order_w >= 3.8 && order_u >= (k == 0 ? 3.8 : 3.5));
  }
}

typedef struct Group {
  Chain *chain;
  double reference[4];  // lengths at beta = 1
} Group;

// elastic force less weight of all nodes when elements 1 and 2 are scaled by beta
static void unbalanced(const void *self, const double *beta, double *f) {
  const Group *g = self;
  Chain *c = g->chain;
  for (int e = 1; e <= 2; e++) c->cable[e].l0 = *beta * g->reference[e];
  memset(c->load, 0, (size_t)c->n * sizeof(double));
  chain_weight(c, (const double[3]){0, 0, -9.81});
  chain_assemble(c);
  for (int i = 0; i < c->n; i++) f[i] = c->f[i] - c->load[i];
}

// Shape finding scales the lengths of a group and leaves all unknowns alone, shared slopes too.
static void group_scales_by_its_elements(void **state) {
  (void)state;
  uint64_t seed = 32;
  CatCable wire = {.EA = 15e6, .EI = 195, .mu = 1.35, .l0 = 1};
  Chain c = chain_new(wire, 4, 1.001, 0);
  Group group = {.chain = &c};
  for (int e = 0; e < 4; e++) c.cable[e].l0 = group.reference[e] = 1 + 0.1 * e;
  for (int i = 0; i < c.n; i++) c.q[i] += 0.05 * roll(&seed);
  double D[30], sum[30] = {0}, one = 1, df[12], dw[12], q[12];
  difference_jacobian(unbalanced, &group, &one, 1, c.n, 1e-5, D);
  for (int e = 1; e <= 2; e++) {
    c.cable[e].l0 = group.reference[e];
    chain_gather(&c, e, q);
    cat_cable_force_dl0(&c.cable[e], q, df);
    cat_cable_gravity_dl0(&c.cable[e], (const double[3]){0, 0, -9.81}, 0, dw);
    for (int i = 0; i < 12; i++) sum[c.dof[e][i]] += group.reference[e] * (df[i] - dw[i]);
  }
  assert_below(largest_difference(D, sum, 30), 1e-8 * largest(sum, 30));
  chain_free(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(straight_pull_is_uniform),   cmocka_unit_test(slanted_pull_is_in_balance),
      cmocka_unit_test(circle_keeps_its_curvature), cmocka_unit_test(cantilever_is_the_elastica),
      cmocka_unit_test(cantilever_converges),       cmocka_unit_test(group_scales_by_its_elements)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
