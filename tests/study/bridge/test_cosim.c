// Co-simulation against the coupled step: order, estimate, corrector, other orders, energy.
#include "shipped.h"

#include <stdlib.h>

typedef struct Way {
  size_t n;
  double *w, most;  // deflection [m]
} Way;

static Way way_of(const Shipped *s) {
  const CatTable *t = cat_record_find(s->rec, "time");
  const CatChannel *w = cat_table_channel(t, "deflection");
  Way out = {.n = t->n, .w = calloc(t->n, sizeof(double))};
  for (size_t i = 0; i < t->n; i++) {
    out.w[i] = w->data[i];
    out.most = fmax(out.most, fabs(w->data[i]));
  }
  return out;
}

// The same wheel in one coupled step.
static Way reference(void) {
  static const char *const keys[] = {"trains[0].sprung.mass=4750kg",
                                     "trains[0].sprung.wheel_mass=1000kg",
                                     "trains[0].sprung.contact_stiffness=1e9N/m",
                                     "bridge.modes=5",
                                     "time.step=0.05ms",
                                     "measure.uncertainty=false",
                                     NULL};
  Shipped s = shipped_run("yang-yau-sprung", keys);
  Way out = way_of(&s);
  shipped_free(&s);
  return out;
}

static double error_of(const Shipped *s, const Way *exact) {
  Way w = way_of(s);
  double off = 0;
  assert_int_equal(w.n, exact->n);
  for (size_t i = 0; i < w.n; i++) off = fmax(off, fabs(w.w[i] - exact->w[i]));
  free(w.w);
  return off / exact->most;
}

typedef struct Outcome {
  bool failed;
  double error, estimate, balance;
} Outcome;

static Outcome run(const Way *exact, const char *const *keys) {
  const char *all[8] = {"measure.uncertainty=false"};
  for (int i = 0; keys && keys[i]; i++) all[i + 1] = keys[i];
  CatStatus status;
  Shipped s = shipped_try("cosim-hertz", all, &status);
  assert_non_null(s.rec);
  Outcome out = {
      .failed = status == CAT_ERR_DIVERGED,
      .error = error_of(&s, exact),
      .estimate = shipped_number(&s, "cosim.error_estimate"),
      .balance =
          fabs(shipped_number(&s, "energy.residual_J")) / shipped_number(&s, "energy.throughput_J"),
  };
  shipped_free(&s);
  return out;
}

static void within_factor_3(const Outcome *o) {
  assert_true(o->estimate < 3 * o->error && o->error < 3 * o->estimate);
}

// The bodies of bridge and wheel are undamped, so that the ledger must close by itself.
static void test_linear_load(void **state) {
  static const char *const half[] = {"cosim.macro_step=0.5ms", NULL};
  static const char *const fourth[] = {"cosim.macro_step=0.2ms", NULL};
  const Way *exact = *state;
  Outcome a = run(exact, NULL), b = run(exact, half), c = run(exact, fourth);
  assert_below(a.error, 1e-4);
  assert_true(a.error > 1e-6);
  assert_true(a.error > 3 * b.error);  // second order
  assert_true(b.error > 4 * c.error);
  within_factor_3(&a), within_factor_3(&b);
  assert_below(a.balance, 1e-8);
}

static void test_corrector(void **state) {
  static const char *const one[] = {"cosim.corrector=true", NULL};
  static const char *const five[] = {"cosim.corrector=true", "cosim.macro_step=5ms", NULL};
  static const char *const two[] = {"cosim.macro_step=2ms", NULL};
  const Way *exact = *state;
  Outcome a = run(exact, one), b = run(exact, five), c = run(exact, two);
  assert_below(a.error, 4e-5);
  assert_below(b.error, 2e-3);              // stable
  assert_true(c.error > 0.05 && c.failed);  // without it not even at 2 ms
  assert_false(a.failed || b.failed);
  within_factor_3(&a), within_factor_3(&b);
  assert_below(b.balance, 1e-8);
}

// First order with a load that stays. Vehicle first is as good as structure first; Jacobi, which
// hands over forces where both sides are, not where it expected them, errs ten times as much.
static void test_orders(void **state) {
  static const char *const constant[] = {"cosim.load=constant", "cosim.macro_step=0.2ms", NULL};
  static const char *const constant_half[] = {"cosim.load=constant", "cosim.macro_step=0.1ms",
                                              NULL};
  static const char *const vehicle[] = {"cosim.order=vehicle-first", NULL};
  static const char *const jacobi[] = {"cosim.order=jacobi", "cosim.macro_step=0.2ms", NULL};
  static const char *const jacobi_long[] = {"cosim.order=jacobi", "cosim.macro_step=2ms", NULL};
  const Way *exact = *state;
  Outcome a = run(exact, constant), b = run(exact, constant_half), v = run(exact, vehicle),
          j = run(exact, jacobi), unstable = run(exact, jacobi_long);
  assert_true(a.error > 1.5 * b.error && a.error > 1e-4);
  assert_below(v.error, 1e-4);
  assert_below(v.balance, 1e-8);
  assert_true(j.error < 4e-4 && j.error > 1e-4);
  assert_below(j.balance, 1e-8);
  assert_true(unstable.error > 0.05 && unstable.failed);
}

// The estimate chooses H: 1 ms is short enough, and for less error it is shorter.
static void test_choice(void **state) {
  static const char *const plain[] = {"cosim.macro_step=0ms", NULL};
  static const char *const fine[] = {"cosim.macro_step=0ms", "cosim.accuracy=1e-5", NULL};
  const Way *exact = *state;
  Shipped s = shipped_run("cosim-hertz", plain);
  assert_close(shipped_number(&s, "cosim.H_s"), 1e-3, 1e-12, 0);
  assert_below(error_of(&s, exact), 1e-4);
  assert_true(shipped_number(&s, "timing.vehicles_alone_s") > 0);
  shipped_free(&s);
  s = shipped_run("cosim-hertz", fine);
  assert_true(shipped_number(&s, "cosim.H_s") < 5e-4);
  assert_below(error_of(&s, exact), 1e-5);
  shipped_free(&s);
}

static int begin(void **state) {
  static Way exact;
  exact = reference();
  *state = &exact;
  return 0;
}

static int end(void **state) {
  free(((Way *)*state)->w);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_linear_load),
      cmocka_unit_test(test_corrector),
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_choice),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
