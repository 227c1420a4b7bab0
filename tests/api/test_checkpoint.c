// Checkpoints: a run that was stopped goes on from its own and ends with the same bits, its ledger
// and frames included, with every solver; others are refused.
#include "tiny.h"

#include <unistd.h>

// Stops when it has been asked so often; 0: never.
typedef struct Stop {
  int asked, at;
} Stop;

static int stop(void *user) {
  Stop *s = user;
  return ++s->asked == s->at;
}

typedef struct Bench {
  CatContext *ctx;
  CatCase *c;
  Stop stop;
  char dir[64];
} Bench;

static void set_up(Bench *b, const char *const *sets, int nset) {
  *b = (Bench){.dir = "/tmp/catenaria-checkpoint-XXXXXX"};
  CatHost host = {.size = sizeof host, .user = &b->stop, .stop = stop};
  b->ctx = cat_context_new(&host);
  b->c = tiny_case(b->ctx, sets, nset);
  assert_non_null(mkdtemp(b->dir));
}

static void tear_down(Bench *b) {
  char path[96];
  snprintf(path, sizeof path, "%s/checkpoint.bin", b->dir);
  unlink(path);
  rmdir(b->dir);
  cat_case_free(b->c);
  cat_context_free(b->ctx);
}

static CatRecord *run_kept(Bench *b, bool resume, int stop_at, CatStatus expected) {
  CatRecord *rec = NULL;
  CatRunOptions o = {.size = sizeof o, .checkpoint = b->dir, .every = 1e6, .resume = resume};
  b->stop = (Stop){.at = stop_at};
  CatStatus status = cat_case_run_kept(b->ctx, b->c, &o, &rec);
  if (expected == CAT_OK) tiny_ok(b->ctx, status);
  assert_int_equal(status, expected);
  return rec;
}

// The summary without what depends on the clock.
static char *timeless(Bench *b, CatRecord *rec) {
  char *json = NULL;
  tiny_ok(b->ctx, cat_results_summary(b->ctx, b->c, rec, &json));
  cJSON *all = cJSON_Parse(json);
  cat_string_free(b->ctx, json);
  cJSON_DeleteItemFromObject(all, "timing");
  char *text = cJSON_PrintUnformatted(all);
  cJSON_Delete(all);
  assert_true(text && strstr(text, "\"residual_J\""));
  return text;
}

static void same_frames(const CatRecord *a, const CatRecord *b) {
  const CatFrames *x = cat_record_frames(a), *y = cat_record_frames(b);
  assert_true(x && y && x->n > 10);
  assert_int_equal(x->n, y->n);
  assert_memory_equal(x->at, y->at, x->n * sizeof *x->at);
  assert_memory_equal(x->up, y->up, x->n * (size_t)x->npoint * sizeof *x->up);
  assert_memory_equal(x->force, y->force, x->n * (size_t)x->nlink * sizeof *x->force);
}

// Stopped when asked for the n-th and, gone on, for the m-th time; there are 32 steps between two.
static void goes_on(const char *const *sets, int nset, int n, int m) {
  Bench b;
  set_up(&b, sets, nset);
  CatRecord *whole = run_kept(&b, false, 0, CAT_OK);
  int all = b.stop.asked;
  assert_true(all > n + m);
  cat_record_free(run_kept(&b, false, n, CAT_ERR_INTERRUPTED));
  cat_context_clear(b.ctx);
  cat_record_free(run_kept(&b, true, m, CAT_ERR_INTERRUPTED));
  cat_context_clear(b.ctx);
  CatRecord *again = run_kept(&b, true, 0, CAT_OK);
  assert_true(b.stop.asked <= all - (n + m) / 2);  // it did not begin anew
  char *x = timeless(&b, whole), *y = timeless(&b, again);
  assert_string_equal(x, y);
  tiny_same_table(whole, again, "time");
  tiny_same_table(whole, again, "uplift");
  tiny_same_table(whole, again, "droppers");
  same_frames(whole, again);
  free(x), free(y);
  cat_record_free(whole);
  cat_record_free(again);
  tear_down(&b);
}

#define GOES_ON(n, m, ...)                                                                         \
  goes_on((const char *const[]){__VA_ARGS__},                                                      \
          sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), n, m)

static void same_bits(void **state) {
  (void)state;
  GOES_ON(30, 20, "solver=lanes");
  GOES_ON(30, 21, "solver=band", "time.method=hht");
  GOES_ON(30, 20, "solver=modal");
  GOES_ON(30, 20, "solver=lanes-quasi-axial-f32");
}

static void same_bits_beyond_small_motion(void **state) {
  (void)state;
  GOES_ON(30, 20, "dynamics=nonlinear", "line.spans[0].repeat=3", "measure.to=100m");
  GOES_ON(30, 20, "dynamics=nonlinear", "time.method=energy-momentum", "line.spans[0].repeat=3",
          "measure.to=100m");
}

// Several marches: each is stopped once.
static void same_bits_while_tuning(void **state) {
  (void)state;
  GOES_ON(100, 60, "pantograph[0].target_mean_force=160N");
}

static void others_are_refused(void **state) {
  (void)state;
  Bench b, other;
  CatRecord *rec = NULL;
  set_up(&b, NULL, 0);
  cat_record_free(run_kept(&b, false, 40, CAT_ERR_INTERRUPTED));
  cat_context_clear(b.ctx);
  set_up(&other, (const char *const[]){"time.step=0.9ms"}, 1);
  rmdir(other.dir);
  memcpy(other.dir, b.dir, sizeof b.dir);
  assert_null(run_kept(&other, true, 0, CAT_ERR_ARG));
  tiny_says(other.ctx, "checkpoint.bin: the run is not resumed: it is of another case, ");
  CatRunOptions o = {.size = sizeof o, .resume = true};
  assert_int_equal(cat_case_run_kept(b.ctx, b.c, &o, &rec), CAT_ERR_ARG);
  tiny_says(b.ctx, "no folder to resume from");
  o = (CatRunOptions){.size = sizeof o, .checkpoint = b.dir, .every = -1};
  assert_int_equal(cat_case_run_kept(b.ctx, b.c, &o, &rec), CAT_ERR_ARG);
  tiny_says(b.ctx, "a checkpoint every -1 s: expected at least 0 s");
  assert_null(rec);
  assert_true(cat_case_keeps(b.c) && !cat_case_keeps(NULL));
  tear_down(&other);
  tear_down(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bits),
      cmocka_unit_test(same_bits_beyond_small_motion),
      cmocka_unit_test(same_bits_while_tuning),
      cmocka_unit_test(others_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
