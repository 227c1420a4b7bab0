// Runs that failed or were stopped half-way have what was recorded, and no verdicts.
#include "tiny.h"

typedef struct Host {
  double progress;  // of the stage
  double until;     // stops then
} Host;

static void progress(void *user, double fraction, double time) {
  (void)time;
  ((Host *)user)->progress = fraction;
}

static int stop(void *user) {
  const Host *h = user;
  return h->progress > h->until;
}

static cJSON *unfinished(CatContext *ctx, const char *const *sets, int n, CatStatus expected) {
  CatCase *c = tiny_case(ctx, sets, n);
  CatRecord *rec = NULL;
  char *json = NULL;
  assert_int_equal(cat_case_run(ctx, c, &rec), expected);
  assert_non_null(rec);
  assert_true(cat_record_find(rec, "time")->n > 10);
  tiny_ok(ctx, cat_results_summary(ctx, c, rec, &json));
  cJSON *out = cJSON_Parse(json);
  cat_string_free(ctx, json);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  assert_non_null(out);
  return out;
}

static const char *text_of(const cJSON *s, const char *name) {
  return cJSON_GetStringValue(cJSON_GetObjectItem(s, name));
}

static int verdicts(const cJSON *s) {
  return cJSON_GetArraySize(cJSON_GetObjectItem(s, "verdicts"));
}

static void stopped(void **state) {
  (void)state;
  static const char *const sets[] = {"accuracy=none"};
  Host h = {.until = 0.4};
  CatHost host = {.size = sizeof host, .user = &h, .progress = progress, .stop = stop};
  CatContext *ctx = cat_context_new(NULL);
  cJSON *whole = tiny_summary(ctx, tiny_case(ctx, sets, 1));
  cJSON *half = unfinished(cat_context_new(&host), sets, 1, CAT_ERR_INTERRUPTED);
  assert_true(verdicts(whole) > 0);
  assert_string_equal(text_of(half, "status"), "interrupted");
  assert_int_equal(verdicts(half), 0);
  cJSON_Delete(whole);
  cJSON_Delete(half);
}

static void failed(void **state) {
  (void)state;
  static const char *const sets[] = {"accuracy=none", "pantograph[0].static_force=-100 N"};
  cJSON *s = unfinished(cat_context_new(NULL), sets, 2, CAT_ERR_DIVERGED);
  assert_string_equal(text_of(s, "status"), "failed");
  assert_int_equal(verdicts(s), 0);
  cJSON_Delete(s);
}

// A trial without numbers ends a nonlinear run: it says so in words.
static void failed_nonlinear(void **state) {
  (void)state;
  static const char *const sets[] = {"dynamics=nonlinear", "time.step=12 ms",
                                     "pantograph[0].static_force=3000 N"};
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, sets, 3);
  CatRecord *rec = NULL;
  char *json = NULL, *table = NULL;
  assert_int_not_equal(cat_case_run(ctx, c, &rec), CAT_OK);
  assert_true(cat_context_errors(ctx) > 0);
  for (int i = 0; i < cat_context_errors(ctx); i++) {
    assert_null(strstr(cat_context_error(ctx, i)->message, "nan"));
  }
  tiny_ok(ctx, cat_results_summary(ctx, c, rec, &json));
  tiny_ok(ctx, cat_results_table(ctx, rec, &table));
  assert_null(strstr(json, "nan "));
  assert_null(strstr(table, "nan"));
  cat_string_free(ctx, json);
  cat_string_free(ctx, table);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

// Short steps in single precision do not keep the energy: the message says what would.
static void single_precision(void **state) {
  (void)state;
  static const char *const sets[] = {"solver=lanes-quasi-axial-f32", "time.step=0.1 ms",
                                     "run.to=60 m", "measure.from=30 m", "measure.to=58 m"};
  const char *const cured[] = {"solver=lanes-quasi-axial", sets[1], sets[2], sets[3], sets[4]};
  cJSON *s = unfinished(cat_context_new(NULL), sets, 5, CAT_ERR_DIVERGED);
  assert_string_equal(text_of(s, "status"), "failed");
  assert_non_null(strstr(text_of(s, "message"), "the account of energy does not close"));
  assert_non_null(strstr(text_of(s, "message"), "single precision"));
  assert_non_null(strstr(text_of(s, "message"), "try solver: lanes-quasi-axial"));
  cJSON_Delete(s);
  CatContext *ctx = cat_context_new(NULL);
  s = tiny_summary(ctx, tiny_case(ctx, cured, 5));
  assert_string_equal(text_of(s, "status"), "ok");
  cJSON_Delete(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stopped), cmocka_unit_test(failed),
                                     cmocka_unit_test(failed_nonlinear),
                                     cmocka_unit_test(single_precision)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
