// Numerical uncertainty of a run: it covers what a finer run finds, it warns, it meets targets.
#include "tiny.h"

#include <math.h>

#define TROLLEY CAT_SOURCE_DIR "/tests/api/trolley-line.yaml"

static cJSON *summary_of(const char *path, const char *const *sets, int n) {
  CatContext *ctx = cat_context_new(NULL);
  return tiny_summary(ctx, tiny_load(ctx, path, sets, n));
}

// The summary of a run of the tiny line with these settings.
static cJSON *summary(const char *const *sets, int n) {
  return summary_of(TINY_LINE, sets, n);
}

static const cJSON *force(const cJSON *s) {
  const cJSON *list = cJSON_GetObjectItem(s, "pantographs");
  return cJSON_GetObjectItem(cJSON_GetArrayItem(list, 0), "force");
}

static double number(const cJSON *of, const char *name) {
  const cJSON *item = cJSON_GetObjectItem(of, name);
  assert_true(cJSON_IsNumber(item));
  return item->valuedouble;
}

static const char *mode(const cJSON *s) {
  const cJSON *u = cJSON_GetObjectItem(s, "uncertainty");
  return cJSON_GetStringValue(cJSON_GetObjectItem(u, "mode"));
}

static void none(void **state) {
  (void)state;
  cJSON *s = summary(NULL, 0);
  assert_string_equal(mode(s), "none");
  assert_null(cJSON_GetObjectItem(force(s), "u_num"));
  assert_null(cJSON_GetObjectItem(s, "max_uplift_u_num_mm"));
  cJSON_Delete(s);
}

static bool warns(const cJSON *s) {
  const cJSON *list = cJSON_GetObjectItem(s, "warnings"), *w;
  bool any = false;
  cJSON_ArrayForEach(w, list) any |= strstr(w->valuestring, "numerical uncertainty") != NULL;
  return any;
}

// Of a line that is run coarsely and finely, by settings.
typedef struct Pair {
  const char *path;
  const char *coarse[4], *fine[4];
  int ncoarse, nfine;
} Pair;

// Statistics with their stated uncertainties, against those of the finer run.
static void covers(const Pair *p) {
  static const char *const names[] = {"mean_N", "std_N", "max_N", "min_N", "std_0_5Hz_N"};
  cJSON *s = summary_of(p->path, p->coarse, p->ncoarse);
  cJSON *truth = summary_of(p->path, p->fine, p->nfine);
  const cJSON *u = cJSON_GetObjectItem(force(s), "u_num");
  assert_string_equal(mode(s), "estimate");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    double error = fabs(number(force(s), names[i]) - number(force(truth), names[i]));
    double stated = number(u, names[i]);
    if (!(error <= 2 * stated)) fprintf(stderr, "%s: %g, u %g\n", names[i], error, stated);
    assert_true(stated > 0 && error <= 2 * stated);
  }
  double error = fabs(number(s, "max_uplift_mm") - number(truth, "max_uplift_mm"));
  assert_true(error <= 2 * number(s, "max_uplift_u_num_mm") + 1e-9);
  assert_true(warns(s) && !warns(truth));
  const cJSON *chaos = cJSON_GetObjectItem(cJSON_GetObjectItem(s, "uncertainty"), "chaos");
  assert_true(number(chaos, "gain") > 0);  // the nudge moves something
  cJSON_Delete(s);
  cJSON_Delete(truth);
}

// With a coarse step: an eighth of it and a quarter of the elements are within twice what is said.
static void covers_finer(void **state) {
  (void)state;
  covers(&(Pair){TINY_LINE,
                 {"accuracy=estimate", "time.step=4 ms"},
                 {"time.step=0.5 ms", "line.elements_per_bay=12"},
                 2,
                 2});
}

#define SLOWED "time.method=generalised-alpha", "time.rho_infinity=0"

// Elements longer than half a wave of the cutoff, of which half the size is too long as well; and a
// step that slows it by a tenth, of which half is still too long.
static void covers_far_too_coarse(void **state) {
  (void)state;
  static const char *const elements[] = {"line.elements_per_bay=4", "line.elements_per_bay=10"};
  for (int i = 0; i < 2; i++) {
    covers(
        &(Pair){TROLLEY, {"accuracy=estimate", elements[i]}, {"line.elements_per_bay=60"}, 2, 1});
  }
  covers(&(Pair){TINY_LINE,
                 {SLOWED, "time.step=4 ms", "accuracy=estimate"},
                 {SLOWED, "time.step=0.25 ms", "line.elements_per_bay=12"},
                 4,
                 4});
}

static bool mentions(const cJSON *s, const char *words) {
  const cJSON *list = cJSON_GetObjectItem(s, "warnings"), *w;
  bool any = false;
  cJSON_ArrayForEach(w, list) any |= strstr(w->valuestring, words) != NULL;
  return any;
}

// What a step and a mesh cannot show is said, with an estimate or without one.
static void says_what_is_not_resolved(void **state) {
  (void)state;
  static const char *const slow[] = {SLOWED, "time.step=4 ms"};
  static const char *const coarse[] = {"line.elements_per_bay=8"};
  static const char *const usual[] = {"line.elements_per_bay=40"};
  cJSON *s = summary(slow, 3), *c = summary_of(TROLLEY, coarse, 1);
  cJSON *none = summary_of(TROLLEY, usual, 1);
  assert_true(mentions(s, "the integrator turns motion of 20 Hz into 17.7 Hz"));
  assert_true(mentions(c, "elements of up to 3.75 m, longer than half a wave of 20 Hz"));
  assert_false(mentions(c, "the integrator turns"));
  assert_false(mentions(none, "elements of up to") || mentions(none, "the integrator turns"));
  cJSON_Delete(s);
  cJSON_Delete(c);
  cJSON_Delete(none);
}

static double worst(const cJSON *s) {
  return number(cJSON_GetObjectItem(s, "uncertainty"), "worst_percent");
}

// Step and elements are halved until the target is met, and no more than that.
static void target(void **state) {
  (void)state;
  static const char *const sets[] = {"accuracy=3 %", "time.step=4 ms"};
  static const char *const coarse[] = {"accuracy=estimate", "time.step=4 ms"};
  cJSON *s = summary(sets, 2), *before = summary(coarse, 2);
  double dt = number(cJSON_GetObjectItem(s, "march"), "dt_s");
  assert_string_equal(mode(s), "target");
  assert_true(worst(before) > 3 && worst(s) <= 3 && dt < 4e-3 && dt > 1e-4);
  cJSON_Delete(s);
  cJSON_Delete(before);
}

#define STIFF "contact.stiffness=1 MN/m", "time.step=2 ms", "run.to=120 m", "measure.to=115 m"

// A line and a contact that make two runs part is no matter of steps: the first trial says so, and
// is the result, with its uncertainties, but failed and without verdicts.
static void chaos_meets_no_target(void **state) {
  (void)state;
  static const char *const sets[] = {STIFF, "accuracy=0.05 %"};
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_load(ctx, TINY_LINE, sets, 5);
  CatRecord *rec = NULL;
  char *json = NULL;
  assert_int_equal(cat_case_run(ctx, c, &rec), CAT_ERR_DIVERGED);
  tiny_says(ctx, "the accuracy of 0.05 % was not met: ");
  tiny_says(ctx, "with steps of 2 ms and elements / 1; the motion is chaotic");
  assert_true(cat_record_find(rec, "time")->n > 100);
  tiny_ok(ctx, cat_results_summary(ctx, c, rec, &json));
  cJSON *s = cJSON_Parse(json);
  const cJSON *u = cJSON_GetObjectItem(s, "uncertainty");
  assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(s, "status")), "failed");
  assert_string_equal(mode(s), "target");
  assert_true(cJSON_IsTrue(cJSON_GetObjectItem(cJSON_GetObjectItem(u, "chaos"), "chaotic")));
  assert_true(number(cJSON_GetObjectItem(force(s), "u_num"), "std_N") > 0);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(s, "verdicts")), 0);
  cJSON_Delete(s);
  cat_string_free(ctx, json);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

static void same_again(void **state) {
  (void)state;
  static const char *const sets[] = {"accuracy=estimate"};
  cJSON *a = summary(sets, 1), *b = summary(sets, 1);
  cJSON_DeleteItemFromObject(a, "timing");
  cJSON_DeleteItemFromObject(b, "timing");
  assert_true(cJSON_Compare(a, b, true));
  cJSON_Delete(a);
  cJSON_Delete(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(none),
                                     cmocka_unit_test(covers_finer),
                                     cmocka_unit_test(covers_far_too_coarse),
                                     cmocka_unit_test(says_what_is_not_resolved),
                                     cmocka_unit_test(target),
                                     cmocka_unit_test(chaos_meets_no_target),
                                     cmocka_unit_test(same_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
