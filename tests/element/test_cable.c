// The cable kernel by itself: derivatives, invariance, mass, loads, fields at a point.
#include "element/cable.h"

#include <stdio.h>

#include "reference.h"
#include "states.h"

static const double NONE = 0;

// wires from soft to stiff, strained by several percent and bent by tens of degrees
static CatCable random_cable(uint64_t *seed) {
  return (CatCable){.EA = pow(10, 5 + 2 * roll(seed)),
                    .EI = pow(10, 2 + roll(seed)),
                    .mu = 1 + 0.5 * roll(seed),
                    .l0 = 2 + 1.8 * roll(seed)};
}

static void random_state(const CatCable *c, uint64_t *seed, double q[12]) {
  double Q[9], x[12] = {0};
  x[3] = x[9] = 1, x[6] = c->l0;
  for (int i = 0; i < 12; i++) x[i] += 0.2 * roll(seed);
  random_rotation(seed, Q);
  rotate(Q, x, 4, q);
}

static double energy(const void *self, const double *q) {
  return cat_cable_energy(self, q);
}

static void force(const void *self, const double *q, double *f) {
  cat_cable_force(self, q, f);
}

static void derivatives_agree(void **state) {
  (void)state;
  uint64_t seed = 1;
  double worst_f = 0, worst_K = 0;
  for (int s = 0; s < STATES; s++) {
    CatCable c = random_cable(&seed);
    double q[12], f[12], g[12], h[12], K[144], D[144], alone[144];
    random_state(&c, &seed, q);
    cat_cable_force_tangent(&c, q, f, K);
    sharp_gradient(energy, &c, q, 12, 0.02, g);
    sharp_jacobian(force, &c, q, 12, 0.02, D);
    worst_f = fmax(worst_f, largest_difference(f, g, 12) / largest(f, 12));
    worst_K = fmax(worst_K, largest_difference(K, D, 144) / largest(K, 144));
    assert_true(asymmetry(K, 12) == NONE);
    cat_cable_force(&c, q, h);
    cat_cable_tangent(&c, q, alone);
    assert_below(largest_difference(f, h, 12), 1e-13 * largest(f, 12));
    assert_true(largest_difference(K, alone, 144) == NONE);
  }
  print_message("cable: force against energy %.1e, tangent against force %.1e\n", worst_f, worst_K);
  assert_below(worst_f, 1e-10);
  assert_below(worst_K, 1e-11);
}

// closed moments = five Gauss points, while four are not enough
static void agrees_with_the_paper(void **state) {
  (void)state;
  uint64_t seed = 2;
  double four = 0;
  for (int s = 0; s < STATES; s++) {
    CatCable c = random_cable(&seed);
    double q[12], f[12], K[144], F[12], D[144];
    random_state(&c, &seed, q);
    cat_cable_force_tangent(&c, q, f, K);
    reference_force_tangent(&c, 5, q, F, D);
    assert_below(largest_difference(f, F, 12), 2e-13 * largest(F, 12));
    assert_below(largest_difference(K, D, 144), 1e-13 * largest(D, 144));
    assert_close(cat_cable_energy(&c, q), reference_energy(&c, 5, q), 1e-12, 0);
    reference_force_tangent(&c, 4, q, F, D);
    four = fmax(four, largest_difference(f, F, 12) / largest(F, 12));
  }
  assert_true(four > 1e-6);
}

static void rigid_motion_does_nothing(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int s = 0; s < STATES; s++) {
    CatCable c = random_cable(&seed);
    double q[12], f[12], Q[9], moved[12], turned[12], g[12], K[144], torque[3] = {0};
    random_state(&c, &seed, q);
    cat_cable_force_tangent(&c, q, f, K);
    random_rotation(&seed, Q);
    rotate(Q, q, 4, moved);
    for (int k = 0; k < 3; k++) moved[k] += k - 1.5, moved[6 + k] += k - 1.5;
    cat_cable_force(&c, moved, g);
    rotate(Q, f, 4, turned);
    assert_close(cat_cable_energy(&c, moved), cat_cable_energy(&c, q), 1e-12, 0);
    assert_below(largest_difference(g, turned, 12), 1e-12 * largest(f, 12));
    // no resultant force, and no moment: sum of q x f over the four vectors
    for (int k = 0; k < 3; k++) assert_true(f[k] + f[6 + k] == NONE);
    for (int v = 0; v < 4; v++) {
      const double *a = q + 3 * v, *b = f + 3 * v;
      for (int k = 0; k < 3; k++) {
        torque[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
      }
    }
    assert_below(largest(torque, 3), 1e-12 * largest(f, 12));
    // a translation meets no stiffness
    for (int i = 0; i < 12; i++) assert_true(K[12 * i] + K[12 * i + 6] == NONE);
  }
}

// An undeformed element stays free of force wherever it is turned.
static void undeformed_is_at_ease(void **state) {
  (void)state;
  uint64_t seed = 4;
  CatCable c = {.EA = 15e6, .EI = 195, .mu = 1.35, .l0 = 0.575};
  double worst = 0;
  for (int s = 0; s < STATES; s++) {
    double Q[9], q[12], f[12];
    const double x[12] = {0, 0, 0, 1, 0, 0, c.l0, 0, 0, 1, 0, 0};
    random_rotation(&seed, Q);
    rotate(Q, x, 4, q);
    cat_cable_force(&c, q, f);
    worst = fmax(worst, largest(f, 12) / c.EA);
  }
  assert_below(worst, 2e-15);
}

// At 10 km the grid of doubles is 1.8e-12 m: an element whose coordinates lie on it has bit for bit
// the same forces; another one differs as EA/l0 times the rounding of its own coordinates.
static void keeps_digits_far_away(void **state) {
  (void)state;
  CatCable c = {.EA = 15e6, .EI = 195, .mu = 1.35, .l0 = 0.5};
  const double grid = 0x1p-32, q[12] = {0,
                                        0,
                                        0,
                                        1.001,
                                        0.01,
                                        -0.02,
                                        0.5 + 2150037 * grid,
                                        123457 * grid,
                                        -9876543 * grid,
                                        1.0011,
                                        -0.01,
                                        0.015};
  double f[12], g[12], far[12];
  cat_cable_force(&c, q, f);
  memcpy(far, q, sizeof q);
  for (int k = 0; k < 3; k++) far[k] += 1e4, far[6 + k] += 1e4;
  cat_cable_force(&c, far, g);
  assert_true(largest_difference(f, g, 12) == NONE);
  for (int k = 0; k < 3; k++) far[k] = 1e4, far[6 + k] = 1e4 + q[6 + k] * 1.0000000001;
  double near[12];
  memcpy(near, far, sizeof far);
  for (int k = 0; k < 3; k++) near[k] = 0, near[6 + k] = q[6 + k] * 1.0000000001;
  cat_cable_force(&c, far, g);
  cat_cable_force(&c, near, f);
  double lost = largest_difference(f, g, 12);
  print_message("cable: 10 km away the force of a %.3g m element moves by %.1e N, "
                "EA/l0 times the grid is %.1e N\n",
                c.l0, lost, c.EA / c.l0 * 1.8e-12);
  assert_below(lost, 3 * c.EA / c.l0 * 1.8e-12);
}

typedef struct ByLength {
  CatCable c;
  double q[12], xi;
} ByLength;

static void force_of_length(const void *self, const double *l0, double *f) {
  ByLength b = *(const ByLength *)self;
  b.c.l0 = *l0;
  cat_cable_force(&b.c, b.q, f);
}

static void weight_of_length(const void *self, const double *l0, double *f) {
  ByLength b = *(const ByLength *)self;
  b.c.l0 = *l0;
  cat_cable_gravity(&b.c, (const double[3]){0.3, -0.2, -9.81}, 0.7, f);
}

static double axial_of_length(const void *self, const double *l0) {
  ByLength b = *(const ByLength *)self;
  b.c.l0 = *l0;
  return cat_cable_axial(&b.c, b.q, b.xi);
}

static double axial_of_state(const void *self, const double *q) {
  const ByLength *b = self;
  return cat_cable_axial(&b->c, q, b->xi);
}

static double axial_of_place(const void *self, const double *chi) {
  const ByLength *b = self;
  return cat_cable_axial(&b->c, b->q, *chi / b->c.l0);
}

static void differentiates_by_length(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int s = 0; s < STATES; s++) {
    ByLength b = {.c = random_cable(&seed), .xi = 0.5 + 0.5 * roll(&seed)};
    double df[12], D[12], twice[12], h = 1e-3 * b.c.l0;
    random_state(&b.c, &seed, b.q);
    cat_cable_force_dl0(&b.c, b.q, df);
    difference_jacobian(force_of_length, &b, &b.c.l0, 1, 12, h, D);
    difference_jacobian(force_of_length, &b, &b.c.l0, 1, 12, 2 * h, twice);
    for (int i = 0; i < 12; i++) D[i] = (4 * D[i] - twice[i]) / 3;
    assert_below(largest_difference(df, D, 12), 1e-9 * largest(df, 12));
    cat_cable_gravity_dl0(&b.c, (const double[3]){0.3, -0.2, -9.81}, 0.7, df);
    difference_jacobian(weight_of_length, &b, &b.c.l0, 1, 12, h, D);
    assert_below(largest_difference(df, D, 12), 1e-11 * largest(df, 12));
  }
}

static void differentiates_axial_force(void **state) {
  (void)state;
  uint64_t seed = 6;
  for (int s = 0; s < STATES; s++) {
    ByLength b = {.c = random_cable(&seed), .xi = 0.5 + 0.45 * roll(&seed)};
    double dN[12], D[12], by_length, by_place, chi = b.xi * b.c.l0;
    random_state(&b.c, &seed, b.q);
    cat_cable_axial_dq(&b.c, b.q, b.xi, dN);
    sharp_gradient(axial_of_state, &b, b.q, 12, 1e-3, D);
    assert_below(largest_difference(dN, D, 12), 1e-9 * largest(dN, 12));
    sharp_gradient(axial_of_length, &b, &b.c.l0, 1, 1e-3 * b.c.l0, &by_length);
    assert_close(cat_cable_axial_dl0(&b.c, b.q, b.xi), by_length, 1e-8, 1e-9 * b.c.EA);
    sharp_gradient(axial_of_place, &b, &chi, 1, 1e-3 * b.c.l0, &by_place);
    assert_close(cat_cable_axial_dchi(&b.c, b.q, b.xi), by_place, 1e-8, 1e-9 * b.c.EA);
  }
}

static void moves_with_its_whole_mass(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int s = 0; s < STATES; s++) {
    CatCable c = random_cable(&seed);
    double M[144], p[3] = {0}, total = c.mu * c.l0, twice_T = 0;
    const double v[3] = {roll(&seed), roll(&seed), roll(&seed)};
    cat_cable_mass(&c, M);
    assert_true(asymmetry(M, 12) == NONE);
    for (int i = 0; i < 12; i++) {
      double momentum = 0;
      for (int j = 0; j < 12; j++) momentum += j % 6 < 3 ? M[12 * i + j] * v[j % 3] : 0;
      if (i % 6 < 3) p[i % 3] += momentum, twice_T += momentum * v[i % 3];
    }
    for (int k = 0; k < 3; k++) assert_close(p[k], total * v[k], 1e-14, 0);
    assert_close(twice_T, total * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), 1e-14, 0);
    // a rod that spins about its first end: (mu l^3/3) w^2, slopes turn with it
    double u[4] = {0, 1, c.l0, 1}, spin = 0;
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) spin += u[a] * M[12 * 3 * a + 3 * b] * u[b];
    }
    assert_close(spin, c.mu * c.l0 * c.l0 * c.l0 / 3, 1e-13, 0);
  }
}

// Weight: its resultant, and its work on any cubic displacement, by five Gauss points.
static void carries_its_weight(void **state) {
  (void)state;
  uint64_t seed = 8;
  const double g[3] = {0.5, -0.25, -9.81};
  for (int s = 0; s < STATES; s++) {
    CatCable c = random_cable(&seed);
    double f[12], u[12], by_nodes = 0, by_points = 0, ice = 1.5;
    cat_cable_gravity(&c, g, ice, f);
    for (int k = 0; k < 3; k++) assert_close(f[k] + f[6 + k], (c.mu + ice) * c.l0 * g[k], 1e-14, 0);
    for (int i = 0; i < 12; i++) u[i] = roll(&seed), by_nodes += f[i] * u[i];
    const double *w, *x = gauss(5, &w);
    for (int p = 0; p < 5; p++) {
      double r[3];
      cat_cable_position(&c, u, x[p], r);
      for (int k = 0; k < 3; k++) by_points += w[p] * c.l0 * (c.mu + ice) * g[k] * r[k];
    }
    assert_close(by_nodes, by_points, 1e-13, 1e-13 * c.l0 * 30);
  }
}

static void interpolates_cubics(void **state) {
  (void)state;
  const double l0 = 1.7;
  CatCable c = {.EA = 1e5, .EI = 10, .mu = 1, .l0 = l0};
  // r = (chi + chi^2, chi^3, 2 - chi^3/2)
  const double q[12] = {0,
                        0,
                        2,
                        1,
                        0,
                        0,
                        l0 + l0 * l0,
                        l0 * l0 * l0,
                        2 - l0 * l0 * l0 / 2,
                        1 + 2 * l0,
                        3 * l0 * l0,
                        -1.5 * l0 * l0};
  for (int i = 0; i <= 10; i++) {
    double xi = i / 10., s = xi * l0, r[3], dr[3], b[3], S[4], sum[3] = {0};
    cat_cable_position(&c, q, xi, r);
    cat_cable_slope(&c, q, xi, dr);
    cat_cable_bend(&c, q, xi, b);
    cat_cable_shape(l0, xi, S);
    for (int j = 0; j < 12; j++) sum[j % 3] += S[j / 3] * q[j];
    const double R[3] = {s + s * s, s * s * s, 2 - s * s * s / 2},
                 T[3] = {1 + 2 * s, 3 * s * s, -1.5 * s * s};
    const double B[3] = {2, 6 * s, -3 * s};
    assert_below(largest_difference(r, R, 3), 1e-14);
    assert_below(largest_difference(sum, R, 3), 1e-14);
    assert_below(largest_difference(dr, T, 3), 2e-14);
    assert_below(largest_difference(b, B, 3), 4e-14);
    assert_close(cat_cable_curvature(&c, q, xi), sqrt(4 + 45 * s * s), 1e-14, 0);
    double strain = 0.5 * (T[0] * T[0] + T[1] * T[1] + T[2] * T[2] - 1);
    assert_close(cat_cable_axial(&c, q, xi), c.EA * strain * sqrt(1 + 2 * strain), 1e-13, 1e-9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_agree),          cmocka_unit_test(agrees_with_the_paper),
      cmocka_unit_test(rigid_motion_does_nothing),  cmocka_unit_test(undeformed_is_at_ease),
      cmocka_unit_test(keeps_digits_far_away),      cmocka_unit_test(differentiates_by_length),
      cmocka_unit_test(differentiates_axial_force), cmocka_unit_test(moves_with_its_whole_mass),
      cmocka_unit_test(carries_its_weight),         cmocka_unit_test(interpolates_cubics)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
