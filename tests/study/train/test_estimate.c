// How differences of runs become standard uncertainties, by made-up numbers.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "study/train/estimate.h"
#include "study/train/uncertainty.h"

// 4/3 of each of the two differences, once that by the nudge, and the floor, in squares.
static void differences_add_in_squares(void **state) {
  (void)state;
  assert_close(cat_estimate((double[]){10, 13, 10, 10}, false, 0), 4, 1e-14, 0);
  assert_close(cat_estimate((double[]){10, 10, 7, 10}, false, 0), 4, 1e-14, 0);
  assert_close(cat_estimate((double[]){10, 10, 10, 12}, false, 0), 2, 1e-14, 0);
  assert_close(cat_estimate((double[]){10, 13, 10, 10}, false, 3), 5, 1e-14, 0);
  assert_close(cat_estimate((double[]){10, 13, 7, 12}, false, 1), sqrt(37), 1e-14, 0);
}

// Four samples whose deviation is 2: sqrt((9 + 1 + 1 + 1)/3) with mean 0.
static void chaotic_runs_are_samples(void **state) {
  (void)state;
  const double s[] = {-1, 3, -1, -1};
  assert_close(cat_estimate((double[]){5, 5, 5, 5}, true, 0), 0, 0, 1e-14);
  assert_close(cat_estimate(s, false, 0), 16.0 / 3, 1e-14, 0);
  assert_close(cat_estimate(s, true, 0), 16.0 / 3, 1e-14, 0);  // the larger one
  assert_close(cat_estimate(s, true, 12), sqrt(144 + 256.0 / 9), 1e-14, 0);
  const double odd[] = {0, 0, 0, 2};  // deviation 1
  assert_close(cat_estimate(odd, false, 0), 2, 1e-14, 0);
  assert_close(cat_estimate(odd, true, 0), 2.25, 1e-14, 0);
  assert_true(cat_estimate_chaotic(101) && !cat_estimate_chaotic(99));
}

// A tenth of 4/3 of the change, however small a statistic's own difference; of an extreme as large
// a part of it as it is of the force's deviation, at most all.
static void floors(void **state) {
  (void)state;
  const double change[] = {3, 4, 1000};  // the nudge has no part in it
  assert_close(cat_estimate_least(change, 100, false), 0.1 * 20 / 3, 1e-14, 0);
  assert_close(cat_estimate_least(change, 1, false), 0.1 * 20 / 3, 1e-14, 0);
  assert_close(cat_estimate_least(change, 40 / 3.0, true), 0.5 * 20 / 3, 1e-14, 0);
  assert_close(cat_estimate_least(change, 1, true), 20 / 3.0, 1e-14, 0);
  assert_close(cat_estimate_least(change, 1000, true), 0.1 * 20 / 3, 1e-14, 0);
  assert_close(cat_estimate_floor(30), 3, 1e-14, 0);
}

// Further runs are held to the limits that the run itself is held to: 2e7 steps, 5e6 unknowns.
static void limits_hold_for_further_runs(void **state) {
  (void)state;
  CatSpanSpec span = {.length = 50, .repeat = 100};
  CatTrainPantograph p = {0};
  CatTrainSpec s = {.line = {.spans = &span, .nspan = 1, .elements_per_bay = 100},
                    .pantograph = &p,
                    .npantograph = 1,
                    .run = {.speed = 50, .to = 1000},
                    .solver = CAT_SOLVER_BAND,
                    .time = {.step = 1e-3}};
  CatLine why = {""};
  assert_false(cat_train_beyond(&s, 1, 1, &why));
  s.time.step = 1.5e-6;
  assert_true(cat_train_beyond(&s, 1, 1, &why));
  assert_non_null(strstr(why.s, "a further run would need 2.67e+07 steps, expected at most 2e+07"));
  s.time.step = 1e-3;
  assert_true(cat_train_beyond(&s, 1, 6, &why));
  assert_non_null(strstr(why.s, "unknowns, expected at most 5e+06"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(differences_add_in_squares),
      cmocka_unit_test(chaotic_runs_are_samples),
      cmocka_unit_test(floors),
      cmocka_unit_test(limits_hold_for_further_runs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
