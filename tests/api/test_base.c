// What pushes a pantograph: its base follows the wire, and a mean force that would have to pull it
// down is refused.
#include "tiny.h"

#include <math.h>

// Its record; the last error says the words if it is refused (NULL: it is not).
static CatRecord *run_tiny(CatContext *ctx, const char *const *sets, int n, const char *words) {
  CatCase *c = tiny_case(ctx, sets, n);
  CatRecord *rec = NULL;
  CatStatus status = cat_case_run(ctx, c, &rec);
  if (words) {
    assert_int_equal(status, CAT_ERR_INPUT);
    tiny_says(ctx, words);
  } else {
    tiny_ok(ctx, status);
  }
  cat_case_free(c);
  return rec;
}

static const double *force(const CatRecord *rec, size_t *n) {
  const CatTable *t = cat_record_find(rec, "time");
  assert_non_null(t);
  for (int i = 0; i < t->nchannel; i++) {
    if (strstr(t->channel[i].name, "force")) return *n = t->n, t->channel[i].data;
  }
  fail_msg("no channel of the force");
  return NULL;
}

// Largest difference of the contact force to that of the line at height zero [N].
static double difference(const char *const *sets, int n) {
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *low = run_tiny(ctx, NULL, 0, NULL), *high = run_tiny(ctx, sets, n, NULL);
  size_t nlow = 0, nhigh = 0;
  const double *a = force(low, &nlow), *b = force(high, &nhigh);
  double most = 0;
  assert_true(nlow > 100 && nlow == nhigh);
  for (size_t i = 0; i < nlow; i++) most = fmax(most, fabs(a[i] - b[i]));
  cat_record_free(low);
  cat_record_free(high);
  cat_context_free(ctx);
  return most;
}

// The height of a line is a matter of its origin, unless the base is somewhere else: 0.1 m lower
// takes 16 N.
static void base_follows_the_wire(void **state) {
  (void)state;
  static const char *const sets[] = {"line.spans[0].height=5.3 m",
                                     "pantograph[0].base_height=5.2 m"};
  assert_true(difference(sets, 1) < 1e-4);
  assert_true(difference(sets, 2) > 10);
}

static char *understood(const char *const *sets, int n) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, sets, n);
  char *text = NULL;
  tiny_ok(ctx, cat_case_print(ctx, c, &text));
  char *copy = strdup(text);
  cat_string_free(ctx, text);
  cat_case_free(c);
  cat_context_free(ctx);
  return copy;
}

// In the span that climbs, between its supports; where it is raised rather than where it starts.
static void height_is_that_of_the_place(void **state) {
  (void)state;
  static const char *const spans =
      "line.spans=[{repeat: 2, length: 50 m, height: 5 m, droppers: [10 m, 25 m, 40 m]},"
      "{length: 50 m, height: 5.2 m, droppers: [10 m, 25 m, 40 m]}]";
  static const char *const end = "line.far_end={height: 5 m, encumbrance: 1.2 m}";
  const struct {
    const char *set, *line;
  } at[] = {{"run.from=10 m", "base_height: 5 m"},
            {"run.from=75 m", "base_height: 5.1 m"},
            {"run.from=130 m", "base_height: 5.08 m"},
            {"pantograph[0].raise={over: 5 m, from: 90 m}", "base_height: 5.16 m"},
            {"pantograph[0].base_height=4 m", "base_height: 4 m"}};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    const char *sets[] = {spans, end, "measure={from: 0 m, to: 149 m}", "run.to=145 m", at[i].set};
    char *text = understood(sets, 5);
    if (!strstr(text, at[i].line)) fprintf(stderr, "%s: %s\n", at[i].set, text);
    assert_non_null(strstr(text, at[i].line));
    free(text);
  }
}

static void target_must_push(void **state) {
  (void)state;
  static const char *const low = "pantograph[0].target_mean_force=2 N";
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = run_tiny(ctx, &low, 1, "found 2 N, which needs a static force of -7.62 N, ");
  cat_record_free(rec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(base_follows_the_wire),
      cmocka_unit_test(height_is_that_of_the_place),
      cmocka_unit_test(target_must_push),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
