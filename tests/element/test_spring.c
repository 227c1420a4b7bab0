// Spring and point mass: derivatives, direction, weight.
#include "element/spring.h"

#include "element/mass.h"
#include "states.h"

static double energy(const void *self, const double *r) {
  return cat_spring_energy(self, r);
}

static void force(const void *self, const double *r, double *f) {
  cat_spring_force(self, r, f);
}

static CatSpring random_spring(uint64_t *seed) {
  double Q[9];
  random_rotation(seed, Q);
  return (CatSpring){.k = 5e5 + 4e5 * roll(seed), .s0 = roll(seed), .n = {Q[0], Q[3], Q[6]}};
}

static void derivatives_agree(void **state) {
  (void)state;
  uint64_t seed = 21;
  for (int s = 0; s < STATES; s++) {
    CatSpring p = random_spring(&seed);
    const double r[3] = {roll(&seed), roll(&seed), roll(&seed)};
    double f[3], g[3], K[9], D[9], df[3], up[3], down[3];
    cat_spring_force(&p, r, f);
    sharp_gradient(energy, &p, r, 3, 0.1, g);
    assert_below(largest_difference(f, g, 3), 1e-12 * p.k);
    cat_spring_tangent(&p, K);
    sharp_jacobian(force, &p, r, 3, 0.1, D);
    assert_below(largest_difference(K, D, 9), 1e-12 * p.k);
    assert_true(asymmetry(K, 3) == 0);
    cat_spring_force_ds0(&p, df);
    p.s0 += 0.5, cat_spring_force(&p, r, up);
    p.s0 -= 1, cat_spring_force(&p, r, down);
    for (int k = 0; k < 3; k++) assert_close(df[k], up[k] - down[k], 0, 1e-12 * p.k);
  }
}

// A push across the direction of the spring is not felt; rotating everything rotates the force.
static void acts_in_its_direction_only(void **state) {
  (void)state;
  uint64_t seed = 22;
  CatSpring p = cat_spring_vertical(5e5, 6.2);
  const double r[3] = {123, -4, 6.19};
  double f[3];
  cat_spring_force(&p, r, f);
  assert_true(f[0] == 0 && f[1] == 0);
  assert_close(f[2], -5e3, 1e-12, 0);
  for (int s = 0; s < STATES; s++) {
    CatSpring a = random_spring(&seed), b = a;
    const double x[3] = {roll(&seed), roll(&seed), roll(&seed)};
    double Q[9], y[3], g[3], turned[3];
    random_rotation(&seed, Q);
    rotate(Q, a.n, 1, b.n);
    rotate(Q, x, 1, y);
    cat_spring_force(&a, x, f);
    cat_spring_force(&b, y, g);
    rotate(Q, f, 1, turned);
    assert_below(largest_difference(g, turned, 3), 1e-14 * a.k * 4);
    assert_close(cat_spring_energy(&a, x), cat_spring_energy(&b, y), 1e-12, 1e-14 * a.k);
  }
}

static void mass_moves_and_weighs(void **state) {
  (void)state;
  CatMass p = {.m = 0.165};
  const double v[3] = {1, -2, 3}, g[3] = {0.1, 0, -9.81};
  double M[9], f[3], twice_T = 0;
  cat_mass_matrix(&p, M);
  for (int i = 0; i < 9; i++) twice_T += v[i / 3] * M[i] * v[i % 3];
  assert_close(twice_T, 0.165 * 14, 1e-15, 0);
  cat_mass_gravity(&p, g, f);
  for (int k = 0; k < 3; k++) assert_close(f[k], 0.165 * g[k], 1e-15, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_agree),
                                     cmocka_unit_test(acts_in_its_direction_only),
                                     cmocka_unit_test(mass_moves_and_weighs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
