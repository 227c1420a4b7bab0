// Bar: derivatives, invariance, mass, weight.
#include "element/bar.h"

#include "states.h"

static CatBar random_bar(uint64_t *seed) {
  return (CatBar){
      .EA = pow(10, 5 + roll(seed)), .mu = 0.5 + 0.3 * roll(seed), .l0 = 1.2 + roll(seed)};
}

// ends at a distance of l0 times the stretch given, anywhere
static void random_state(const CatBar *b, double stretch, uint64_t *seed, double q[6]) {
  double Q[9], x[3] = {b->l0 * stretch, 0, 0}, d[3];
  random_rotation(seed, Q);
  rotate(Q, x, 1, d);
  for (int k = 0; k < 3; k++) q[k] = 3 * roll(seed), q[3 + k] = q[k] + d[k];
}

static double bar_energy(const void *self, const double *q) {
  return cat_bar_energy(self, q);
}

static void bar_force(const void *self, const double *q, double *f) {
  cat_bar_force(self, q, f);
}

static double bar_axial(const void *self, const double *q) {
  return cat_bar_axial(self, q);
}

static void bar_derivatives_agree(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int s = 0; s < STATES; s++) {
    CatBar b = random_bar(&seed);
    double q[6], f[6], g[6], K[36], D[36], dN[6];
    random_state(&b, 1 + 0.4 * roll(&seed), &seed, q);
    cat_bar_force_tangent(&b, q, f, K);
    sharp_gradient(bar_energy, &b, q, 6, 0.02 * b.l0, g);
    sharp_jacobian(bar_force, &b, q, 6, 0.02 * b.l0, D);
    assert_below(largest_difference(f, g, 6), 1e-11 * b.EA);
    assert_below(largest_difference(K, D, 36), 1e-11 * b.EA / b.l0);
    assert_true(asymmetry(K, 6) == 0);
    cat_bar_axial_dq(&b, q, dN);
    sharp_gradient(bar_axial, &b, q, 6, 1e-3 * b.l0, D);
    assert_below(largest_difference(dN, D, 6), 1e-9 * b.EA / b.l0);
    // the force of the nodes is the axial force
    assert_close(sqrt(f[3] * f[3] + f[4] * f[4] + f[5] * f[5]), fabs(cat_bar_axial(&b, q)), 1e-12,
                 1e-12 * b.EA);
  }
}

static void rigid_motion_does_nothing(void **state) {
  (void)state;
  uint64_t seed = 13;
  for (int s = 0; s < STATES; s++) {
    CatBar b = random_bar(&seed);
    double q[6], moved[6], f[6], g[6], turned[6], Q[9];
    random_state(&b, 1 + 0.3 * roll(&seed), &seed, q);
    random_rotation(&seed, Q);
    rotate(Q, q, 2, moved);
    for (int k = 0; k < 6; k++) moved[k] += 2.5;
    cat_bar_force(&b, q, f);
    cat_bar_force(&b, moved, g);
    rotate(Q, f, 2, turned);
    assert_below(largest_difference(g, turned, 6), 1e-13 * b.EA);
    assert_close(cat_bar_energy(&b, moved), cat_bar_energy(&b, q), 1e-11, 1e-14 * b.EA);
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3, j = (k + 2) % 3;
      assert_true(f[k] + f[3 + k] == 0);
      assert_below(fabs((q[3 + i] - q[i]) * f[3 + j] - (q[3 + j] - q[j]) * f[3 + i]), 1e-13 * b.EA);
    }
  }
}

typedef struct ByLength {
  CatBar b;
  double q[6];
} ByLength;

static void force_of_length(const void *self, const double *l0, double *f) {
  ByLength b = *(const ByLength *)self;
  b.b.l0 = *l0;
  cat_bar_force(&b.b, b.q, f);
  f[6] = cat_bar_axial(&b.b, b.q);
}

static void weight_of_length(const void *self, const double *l0, double *f) {
  ByLength b = *(const ByLength *)self;
  b.b.l0 = *l0;
  cat_bar_gravity(&b.b, (const double[3]){0.1, 0.2, -9.81}, 0.4, f);
}

static void differentiates_by_length(void **state) {
  (void)state;
  uint64_t seed = 14;
  for (int s = 0; s < STATES; s++) {
    ByLength b = {.b = random_bar(&seed)};
    double df[7], D[7], twice[7], h = 1e-3 * b.b.l0;
    random_state(&b.b, 1 + 0.3 * roll(&seed), &seed, b.q);
    cat_bar_force_dl0(&b.b, b.q, df);
    df[6] = cat_bar_axial_dl0(&b.b, b.q);
    difference_jacobian(force_of_length, &b, &b.b.l0, 1, 7, h, D);
    difference_jacobian(force_of_length, &b, &b.b.l0, 1, 7, 2 * h, twice);
    for (int i = 0; i < 7; i++) D[i] = (4 * D[i] - twice[i]) / 3;
    assert_below(largest_difference(df, D, 7), 1e-9 * b.b.EA / b.b.l0);
    cat_bar_gravity_dl0(&b.b, (const double[3]){0.1, 0.2, -9.81}, 0.4, df);
    difference_jacobian(weight_of_length, &b, &b.b.l0, 1, 6, h, D);
    assert_below(largest_difference(df, D, 6), 1e-11 * largest(df, 6));
  }
}

static void moves_and_weighs_as_a_whole(void **state) {
  (void)state;
  CatBar b = {.EA = 79280.07, .mu = 0.7727, .l0 = 1.2166};
  const double v[6] = {1, -2, 3, 1, -2, 3}, g[3] = {1, 0, -9.81};
  double M[36], f[6], twice_T = 0, sum = 0, spin = 0;
  cat_bar_mass(&b, M);
  cat_bar_gravity(&b, g, 0.1, f);
  for (int i = 0; i < 36; i++) twice_T += v[i / 6] * M[i] * v[i % 6];
  for (int i = 0; i < 36; i++) sum += i / 6 % 3 == 1 && i % 6 % 3 == 1 ? M[i] : 0;
  for (int i = 0; i < 36; i++) spin += i / 6 == 5 && i % 6 == 5 ? M[i] * b.l0 * b.l0 : 0;
  assert_true(asymmetry(M, 6) == 0);
  assert_close(twice_T, b.mu * b.l0 * 14, 1e-14, 0);
  assert_close(sum, b.mu * b.l0, 1e-14, 0);
  assert_close(spin, b.mu * b.l0 * b.l0 * b.l0 / 3, 1e-14, 0);
  for (int k = 0; k < 3; k++) assert_close(f[k] + f[3 + k], (b.mu + 0.1) * b.l0 * g[k], 1e-14, 0);
}

// A stiff chain pulled at its end: N is the pull, and far from the origin it stays so.
static void axial_force_is_the_pull(void **state) {
  (void)state;
  CatBar b = {.EA = 79280.07, .mu = 0.7727, .l0 = 1.2166};
  const double stretch = 1.002, N = b.EA * 0.5 * (stretch * stretch - 1) * stretch;
  double q[6] = {1100, 0, 5, 1100, b.l0 * stretch, 5};
  assert_close(cat_bar_axial(&b, q), N, 1e-12, 0);
  assert_close(cat_bar_strain(&b, q), 0.5 * (stretch * stretch - 1), 1e-12, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bar_derivatives_agree), cmocka_unit_test(rigid_motion_does_nothing),
      cmocka_unit_test(differentiates_by_length), cmocka_unit_test(moves_and_weighs_as_a_whole),
      cmocka_unit_test(axial_force_is_the_pull)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
