// What a pantograph asks for and the program does otherwise, or what helps nobody, is warned of.
#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "api/kinds.h"
#include "input/input.h"
#include "spec/train.h"

// Of a head of three bodies with a base and a controller; steps of 1 ms at 80 m/s. NULL: none.
static void warned(const char *base, const char *control, const char *words) {
  static const char line[] =
      "kind: train\nline: {use: lines/ac-simple.yaml}\npantograph:\n"
      "  - {use: pantographs/ac-simple.yaml, static_force: 150 N, base: {%s},\n"
      "     control: {set_point: 150 N, limit: 100 N, %s}}\n"
      "run: {speed: 80 m/s}\ntime: {step: 1 ms}\nmeasure: {from: 275 m, to: 825 m}\n";
  char text[1000];
  CatContext *ctx = cat_context_new(NULL);
  CatInputOptions options = {.library = CAT_SOURCE_DIR "/cases"};
  CatSpec *spec = NULL;
  int n = snprintf(text, sizeof text, line, base, control);
  CatInputText in = {"case.yaml", text, (size_t)n};
  CatStatus status = cat_input_parse(ctx, cat_kind_list(), &in, &options, &spec);
  if (status) print_message("%s\n", cat_context_error(ctx, 0)->message);
  assert_int_equal(status, CAT_OK);
  for (int i = 0; i < cat_spec_warnings(spec); i++) {
    print_message("%s\n", cat_spec_warning_at(spec, i));
  }
  assert_int_equal(cat_spec_warnings(spec), words != NULL);
  if (words) assert_non_null(strstr(cat_spec_warning_at(spec, 0), words));
  cat_spec_free(spec);
  cat_context_free(ctx);
}

#define SLOW_BASE "places: [0 m, 1 m, 2 m], heights: [0 m, 1 mm, 0 m]"
#define GOOD_LAW "proportional: 1, period: 2 ms, delay: 5 ms"

static void nothing(void **state) {
  (void)state;
  warned(SLOW_BASE, GOOD_LAW, NULL);
  warned("times: [0 s, 1 ms, 2 ms], heights: [0 m, 1 mm, 0 m]", "proportional: 1", NULL);
}

static void base_closer_than_steps(void **state) {
  (void)state;
  warned("times: [0 s, 0.4 ms, 2 s], heights: [0 m, 1 mm, 0 m]", GOOD_LAW,
         "base.times: found points 0.0004 s apart, of which steps of 0.001 s");
  warned("places: [0 m, 50 mm, 2 m], heights: [0 m, 1 mm, 0 m]", GOOD_LAW,
         "base.places: found points 0.05 m apart, of which steps of 0.08 m");
}

static void controller_between_steps(void **state) {
  (void)state;
  warned(SLOW_BASE, "proportional: 1, period: 2.4 ms",
         "control.period: found 0.0024 s, no whole number of steps (time.step = 0.001 s): 0.002 s");
  warned(SLOW_BASE, "proportional: 1, period: 0.3 ms",
         "control.period: found 0.0003 s, no whole number of steps (time.step = 0.001 s): 0.001 s");
  warned(SLOW_BASE, "proportional: 1, delay: 0.3 ms",
         "control.delay: found 0.0003 s, no whole number of steps (time.step = 0.001 s): 0 s");
}

static void controller_that_pushes_the_wrong_way(void **state) {
  (void)state;
  warned(SLOW_BASE, "proportional: -1", "control.proportional: found -1, less than 0");
  warned(SLOW_BASE, "integral: -2 1/s", "control.integral: found -2, less than 0");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing),
                                     cmocka_unit_test(base_closer_than_steps),
                                     cmocka_unit_test(controller_between_steps),
                                     cmocka_unit_test(controller_that_pushes_the_wrong_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
