// What a run says of its own range: steady arms that turn far, windows in which the start or end of
// the line is felt; and an estimate of the uncertainty that is interrupted.
#include "tiny.h"

typedef struct Host {
  bool further;  // runs for the uncertainty have begun
} Host;

static void stage(void *user, const char *what) {
  Host *h = user;
  if (strncmp(what, "uncertainty", 11) == 0) h->further = true;
}

static int stop(void *user) {
  return ((Host *)user)->further;
}

static cJSON *summary(CatContext *ctx, const char *path, const char *const *sets, int n) {
  return tiny_summary(ctx, tiny_load(ctx, path, sets, n));
}

static bool says(const cJSON *s, const char *words) {
  const cJSON *w;
  bool any = false;
  cJSON_ArrayForEach(w, cJSON_GetObjectItem(s, "warnings")) any |=
      strstr(w->valuestring, words) != NULL;
  return any;
}

static bool line_says(const char *const *sets, int n, const char *words) {
  cJSON *s = summary(cat_context_new(NULL), TINY_LINE, sets, n);
  bool any = says(s, words);
  cJSON_Delete(s);
  return any;
}

// 10 m and two spans of 55 m times 80 / (129 - 80); 10 m + 80 t = 430 m - 129 t.
static void windows(void **state) {
  (void)state;
  static const char *const late[] = {"measure.from=100 m", "measure.to=190 m"};
  static const char *const wide[] = {"measure.from=55 m", "measure.to=191 m"};
  static const char *const slow[] = {"run.speed=20 m/s"};
  assert_true(line_says(NULL, 0, "start of the run is still felt: from about 189 m on"));
  assert_true(line_says(wide, 2, "begins at 55 m, where the start of the run is still felt"));
  assert_false(line_says(NULL, 0, "come back from the end of the line"));
  assert_true(line_says(late, 2, "come back from the end of the line at about 171 m"));
  assert_true(line_says(late, 2, "a line of at least 246 m"));
  assert_false(line_says(slow, 1, "felt") || line_says(slow, 1, "come back"));
}

// Six spans of the benchmark line: 61 mm under 182 N, more than 180 mm under 480 N.
static void arms(void **state) {
  (void)state;
  static const char *const sets[] = {
      "line.spans[0].repeat=6",    "measure.from=110 m",
      "measure.to=220 m",          "accuracy=none",
      "measure.compare_with=none", "pantograph[0].target_mean_force=0 N",
      "line.elements_per_bay=4",   "time.step=2 ms",
      "measure.energy=false",      "pantograph[0].static_force=480 N"};
  static const char path[] = CAT_SOURCE_DIR "/cases/ac-simple/320.yaml";
  cJSON *strong = summary(cat_context_new(NULL), path, sets, 10);
  cJSON *usual = summary(cat_context_new(NULL), path, sets, 9);
  assert_true(says(strong, "turns its steady arm by"));
  assert_false(says(usual, "turns its steady arm by"));
  cJSON_Delete(strong);
  cJSON_Delete(usual);
}

// The run itself was complete: it is judged, and has no uncertainties.
static void interrupted(void **state) {
  (void)state;
  static const char *const sets[] = {"accuracy=estimate"};
  Host h = {0};
  CatHost host = {.size = sizeof host, .user = &h, .stage = stage, .stop = stop};
  cJSON *s = summary(cat_context_new(&host), TINY_LINE, sets, 1);
  assert_true(h.further);
  assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(s, "status")), "ok");
  assert_true(says(s, "the numerical uncertainty is not known: the estimate was interrupted"));
  assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(s, "verdicts")) > 0);
  const cJSON *p = cJSON_GetArrayItem(cJSON_GetObjectItem(s, "pantographs"), 0);
  assert_null(cJSON_GetObjectItem(cJSON_GetObjectItem(p, "force"), "u_num"));
  cJSON_Delete(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(windows), cmocka_unit_test(arms),
                                     cmocka_unit_test(interrupted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
