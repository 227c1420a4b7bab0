// The static force: as given, or the mean force that is to be met. Both kinds of runs ask here.
#include "support/support.h"

#include "study/train/static_force.h"

static void as_given_or_as_the_target(void **state) {
  (void)state;
  CatTrainSpec s = {.run.speed = 250 / 3.6};
  CatTrainPantograph p = {.body.static_force = 120};
  assert_close(cat_train_target(&s, &p), 0, 0, 0);
  assert_close(cat_train_static_force(&s, &p), 120, 0, 0);
  p.body.static_force = -15;  // held down
  assert_close(cat_train_static_force(&s, &p), -15, 0, 0);
  p.target = 170;
  assert_close(cat_train_static_force(&s, &p), -15, 0, 0);
  p.body.static_force = 0;
  assert_close(cat_train_static_force(&s, &p), 170, 0, 0);
}

static void standard_gives_a_target(void **state) {
  (void)state;
  CatTrainSpec s = {.run.speed = 250 / 3.6};
  const double least[] = {70, 110, 140};  // EN 50367: 0.00097 v^2 + least
  for (int i = 0; i < 3; i++) {
    CatTrainPantograph p = {.en50367 = CAT_CURRENT_AC + i};
    double force = 0.00097 * 250 * 250 + least[i];
    assert_close(cat_train_target(&s, &p), force, 1e-14, 0);
    assert_close(cat_train_static_force(&s, &p), force, 1e-14, 0);
    p.body.static_force = 90;
    assert_close(cat_train_static_force(&s, &p), 90, 0, 0);
  }
  s.run.speed = 160 / 3.6;  // the curve for lower speeds
  CatTrainPantograph ac = {.en50367 = CAT_CURRENT_AC};
  assert_close(cat_train_target(&s, &ac), 0.00047 * 160 * 160 + 90, 1e-13, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_given_or_as_the_target),
      cmocka_unit_test(standard_gives_a_target),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
