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
  static const char *const sets[] = {"contact.stiffness=200 kN/m", "time.step=2 ms",
                                     "measure.energy=true", "contact.coupling=explicit"};
  assert_true(warns(sets, 4, "the time integration created"));
  assert_false(warns(sets, 3, "the time integration created"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_that_the_scheme_creates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
