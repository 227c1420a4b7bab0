// A speed is a number or a list: what fields each of them fills, where they stand, and that the
// resolved input reads back bit by bit.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "api/kinds.h"
#include "input/input.h"
#include "same.h"
#include "spec/train.h"

static CatSpec *read_line(CatContext *ctx, const char *set) {
  CatInputOptions options = {.sets = &set, .nset = 1};
  CatSpec *spec = NULL;
  const char *path = CAT_SOURCE_DIR "/tests/robust/tiny-line.yaml";
  assert_int_equal(cat_input_load(ctx, cat_kind_list(), path, &options, &spec), CAT_OK);
  return spec;
}

static void assert_reads_back(CatContext *ctx, const CatSpec *spec) {
  CatText out = cat_text_new(ctx);
  CatSpec *again = NULL;
  assert_int_equal(cat_spec_print(spec, &out), CAT_OK);
  CatInputText text = {"again", out.data, out.n};
  assert_int_equal(cat_input_parse(ctx, cat_kind_list(), &text, NULL, &again), CAT_OK);
  assert_same_section(&cat_train_section, cat_spec_values(spec), cat_spec_values(again));
  cat_spec_free(again);
  cat_text_free(&out);
}

static void number_is_a_number(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_line(ctx, "run.speed=108 km/h");
  const CatTrainSpec *s = cat_spec_values(spec);
  assert_int_equal(s->run.nspeed, 0);
  assert_null(s->run.speeds);
  CatMotion m = cat_train_motion(s);
  assert_int_equal(m.n, 0);
  assert_close(cat_motion_distance(&m, 2), 2 * s->run.speed, 0, 0);
  assert_string_equal(cat_spec_where(spec, &s->run.speeds).path, "run.speed");
  assert_reads_back(ctx, spec);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void times_and_places_fill_their_fields(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_line(ctx, "run.speed=[{at: 500 ms, speed: 36 km/h}, {at: 1 s, speed: 20}]");
  const CatTrainSpec *s = cat_spec_values(spec);
  assert_int_equal(s->run.nspeed, 2);
  assert_true(s->run.speed == 0);
  assert_close(s->run.speeds[0].at_time, 0.5, 1e-15, 0);
  assert_true(isnan(s->run.speeds[0].at_place));
  assert_close(s->run.speeds[1].speed, 20, 0, 0);
  CatWhere where = cat_spec_where(spec, &s->run.speeds[1].at_time);
  assert_true(where.given);
  assert_string_equal(where.path, "run.speed[1].at");
  assert_string_equal(cat_spec_where(spec, &s->run.speed).path, "run.speed");
  assert_reads_back(ctx, spec);
  cat_spec_free(spec);
  spec = read_line(ctx, "run.speed=[{at: 10 m, speed: 0}, {at: 0.11 km, speed: 20}]");
  s = cat_spec_values(spec);
  assert_true(isnan(s->run.speeds[1].at_time));
  assert_close(s->run.speeds[1].at_place, 110, 1e-15, 0);
  CatMotion m = cat_train_motion(s);  // from run.from = 10 m
  assert_close(cat_motion_time(&m, 100), 10, 1e-14, 0);
  assert_reads_back(ctx, spec);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(number_is_a_number),
      cmocka_unit_test(times_and_places_fill_their_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
