// What a result says against itself.
#include "tiny.h"

static bool warns(const char *const *sets, int n, const char *words) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, sets, n);
  CatRecord *rec = NULL;
  tiny_ok(ctx, cat_case_run(ctx, c, &rec));
  bool any = false;
  for (int i = 0; i < cat_record_warnings(rec); i++) {
    any |= strstr(cat_record_warning_at(rec, i), words) != NULL;
  }
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return any;
}

// Explicit coupling of a stiff contact feeds the motion; the ledger closes, and says by how much.
static void energy_that_the_scheme_creates(void **state) {
  (void)state;
  static const char *const sets[] = {"contact.stiffness=80 kN/m", "time.step=2 ms",
                                     "measure.energy=true", "contact.coupling=explicit"};
  assert_true(warns(sets, 4, "the time integration created"));
  assert_false(warns(sets, 3, "the time integration created"));
}

// Of more than a fifth of the work: the run failed, as a motion that is mostly the scheme's.
static void mostly_created(void **state) {
  (void)state;
  static const char *const sets[] = {"contact.stiffness=1 MN/m", "time.step=2 ms",
                                     "measure.energy=true", "contact.coupling=explicit"};
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, sets, 4);
  CatRecord *rec = NULL;
  assert_int_equal(cat_case_run(ctx, c, &rec), CAT_ERR_DIVERGED);
  tiny_says(ctx, "expected at most 20 % of the work that was done");
  assert_int_equal(cat_record_verdicts(rec), 0);
  assert_true(cat_record_find(rec, "time")->n > 100);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

// Too few modes: said once, and nothing is decided.
static void forces_of_few_modes(void **state) {
  (void)state;
  static const char *const sets[] = {"solver=modal", "modal.modes=3"};
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, sets, 2);
  CatRecord *rec = NULL;
  int said = 0;
  tiny_ok(ctx, cat_case_run(ctx, c, &rec));
  for (int i = 0; i < cat_record_warnings(rec); i++) {
    said += strstr(cat_record_warning_at(rec, i), "of their mean (estimated)") != NULL;
  }
  assert_int_equal(said, 1);
  assert_true(cat_record_verdicts(rec) > 0);
  for (int i = 0; i < cat_record_verdicts(rec); i++) {
    const CatVerdict *v = cat_record_verdict_at(rec, i);
    assert_int_equal(v->result, CAT_VERDICT_UNDECIDED);
    assert_true(!v->pass && strstr(v->note, "the reduced basis may leave the forces wrong"));
  }
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

// Steps that were done in parts leave no error, and take none of the host's.
static void halved_steps_keep_the_errors_before_them(void **state) {
  (void)state;
  static const char *const sets[] = {"dynamics=nonlinear", "time.step=12 ms",
                                     "pantograph[0].static_force=700 N"};
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, sets, 3), *none = NULL;
  CatCaseSource absent = {.size = sizeof absent, .path = "absent.yaml"};
  assert_int_not_equal(cat_case_load(ctx, &absent, &none), CAT_OK);
  int before = cat_context_errors(ctx);
  CatRecord *rec = NULL;
  assert_true(before > 0);
  assert_int_equal(cat_case_run(ctx, c, &rec), CAT_OK);
  assert_int_equal(cat_context_errors(ctx), before);
  bool halved = false;
  for (int i = 0; i < cat_record_warnings(rec); i++) {
    halved |= strstr(cat_record_warning_at(rec, i), "done in parts") != NULL;
  }
  assert_true(halved);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_that_the_scheme_creates),
                                     cmocka_unit_test(mostly_created),
                                     cmocka_unit_test(forces_of_few_modes),
                                     cmocka_unit_test(halved_steps_keep_the_errors_before_them)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
