// Crossings with known answers: shipped cases, the closed form at other speeds, energy, bearings.
#include "shipped.h"

#define PI 3.14159265358979323846

static double balance(const Shipped *s) {
  return fabs(shipped_number(s, "energy.residual_J")) / shipped_number(s, "energy.throughput_J");
}

static void test_moving_force(void **state) {
  (void)state;
  Shipped s = shipped_run("yang-yau-force", NULL);
  assert_close(shipped_number(&s, "bridge.deflection.max_mm"), 2.396806, 1e-6, 0);
  assert_close(shipped_number(&s, "bridge.wheel_force.min_N"), 56407.5, 1e-12, 0);
  assert_below(balance(&s), 1e-12);
  shipped_free(&s);
}

// w = sum 2P/(m L w_n^2 (1 - S_n^2)) sin(n pi/2) (sin O_n t - S_n sin w_n t), at all times.
static void test_closed_form(void **state) {
  static const char *const keys[] = {"run.speed=40", "bridge.modes=5", "time.step=0.5ms", NULL};
  double v = 40, L = 25, m = 2303, EI = 8.323e9, P = 56407.5;
  (void)state;
  Shipped s = shipped_run("yang-yau-force", keys);
  const CatTable *t = cat_record_find(s.rec, "time");
  const CatChannel *time = cat_table_channel(t, "t"), *w = cat_table_channel(t, "deflection");
  for (size_t i = 0; i < t->n && time->data[i] <= L / v; i++) {
    double exact = 0;
    for (int n = 1; n <= 5; n++) {
      double O = n * PI * v / L, omega = pow(n * PI / L, 2) * sqrt(EI / m), S = O / omega;
      exact += 2 * P / (m * L * omega * omega * (1 - S * S)) * sin(n * PI / 2) *
               (sin(O * time->data[i]) - S * sin(omega * time->data[i]));
    }
    assert_close(w->data[i], exact, 0, 1e-6 * 2.3e-3);
  }
  shipped_free(&s);
}

// Backwards is the mirror image: the same deflection in the middle.
static void test_mirror(void **state) {
  static const char *const forwards[] = {"measure.at=[7m]", "time.step=1ms", NULL};
  static const char *const backwards[] = {"measure.at=[18m]", "time.step=1ms",
                                          "trains[0].heading=backwards", NULL};
  (void)state;
  Shipped a = shipped_run("yang-yau-sprung", forwards);
  Shipped b = shipped_run("yang-yau-sprung", backwards);
  assert_close(shipped_number(&a, "bridge.deflection.max_mm"),
               shipped_number(&b, "bridge.deflection.max_mm"), 1e-9, 0);
  assert_below(balance(&b), 1e-8);
  shipped_free(&a), shipped_free(&b);
}

static void test_sprung_mass(void **state) {
  (void)state;
  Shipped s = shipped_run("yang-yau-sprung", NULL);
  assert_close(shipped_number(&s, "bridge.deflection.max_mm"), 2.407560, 1e-5, 0);
  assert_below(balance(&s), 1e-8);
  shipped_free(&s);
}

static void test_hslm(void **state) {
  (void)state;
  Shipped s = shipped_run("hslm-a4-47", NULL);
  assert_close(shipped_number(&s, "bridge.deflection.max_mm"), 32.828, 2e-4, 0);
  assert_close(shipped_number(&s, "bridge.deflection.min_mm"), -20.740, 2e-4, 0);
  assert_close(shipped_number(&s, "bridge.acceleration_max_m_s2"), 4.629, 2e-4, 0);
  assert_below(balance(&s), 1e-8);
  shipped_free(&s);
}

// A train that creeps: no amplification, and the bearings carry what stands on the deck.
static void test_creeping(void **state) {
  static const char *const keys[] = {"run.speed=0.5", "time.step=20ms", NULL};
  (void)state;
  Shipped s = shipped_run("yang-yau-force", keys);
  assert_close(shipped_number(&s, "bridge.amplification"), 1, 3e-3, 0);
  assert_close(shipped_number(&s, "bridge.deflection.max_mm"), 2.206154, 3e-3, 0);
  const CatTable *t = cat_record_find(s.rec, "time");
  const CatChannel *x = cat_table_channel(t, "t"), *left = cat_table_channel(t, "reaction1"),
                   *right = cat_table_channel(t, "reaction2");
  for (size_t i = 0; i < t->n && x->data[i] < 50; i += 100) {
    assert_close(left->data[i], 56407.5 * (1 - x->data[i] / 50), 0, 300);
    assert_close(right->data[i], 56407.5 * x->data[i] / 50, 0, 300);
  }
  shipped_free(&s);
}

// The table of shapes has sines of a largest value of 1.
static void test_shapes(void **state) {
  (void)state;
  Shipped s = shipped_run("yang-yau-force", (const char *const[]){"time.step=5ms", NULL});
  const CatTable *t = cat_record_find(s.rec, "shapes");
  const CatChannel *x = cat_table_channel(t, "x"), *mode = cat_table_channel(t, "mode3");
  assert_true(t->n > 100);
  for (size_t i = 0; i < t->n; i++) {
    assert_close(fabs(mode->data[i]), fabs(sin(3 * PI * x->data[i] / 25)), 0, 1e-4);
  }
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moving_force), cmocka_unit_test(test_closed_form),
      cmocka_unit_test(test_mirror),       cmocka_unit_test(test_sprung_mass),
      cmocka_unit_test(test_hslm),         cmocka_unit_test(test_creeping),
      cmocka_unit_test(test_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
