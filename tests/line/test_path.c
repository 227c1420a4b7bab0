// Alignment: circles and clothoids against closed forms.
#include "line/path.h"

#include <math.h>

#include "support/support.h"

static const CatPathSpec pieces[] = {
    {100, 0, 0}, {80, 0, 1.0 / 500}, {200, 1.0 / 500, 1.0 / 500}, {80, 1.0 / 500, 0}};
static const CatLineSpec curved = {.npath = 4, .path = pieces};
static const CatLineSpec circle = {.npath = 1, .path = &pieces[2]};
static const CatLineSpec straight = {.npath = 0};

static void headings(void **state) {
  (void)state;
  assert_close(cat_path_heading(&curved, 100), 0, 0, 1e-15);
  assert_close(cat_path_heading(&curved, 140), 0.25 * 0.08, 0, 1e-15);  // quadratic
  assert_close(cat_path_heading(&curved, 180), 0.08, 0, 1e-15);
  assert_close(cat_path_heading(&curved, 380), 0.48, 0, 1e-15);
  assert_close(cat_path_heading(&curved, 460), 0.56, 0, 1e-15);
  assert_close(cat_path_heading(&curved, 9999), 0.56, 0, 1e-15);  // straight behind the end
  assert_close(cat_path_heading(&straight, 50), 0, 0, 0);
}

static void arc(void **state) {
  (void)state;
  CatJoin join = cat_path_join(&circle, 30, 5);
  assert_close(join.turn, 0.01, 1e-13, 0);
  assert_close(join.gap[0], 500 * sin(0.01), 1e-14, 0);
  assert_close(join.gap[1], 500 * (1 - cos(0.01)), 1e-11, 0);
  CatJoin none = cat_path_join(&straight, 30, 5);
  assert_close(none.gap[0], 5, 0, 0);
  assert_close(none.gap[1], 0, 0, 0);
}

// Joins one after the other lead to the same point as the drawing's.
static void point(void **state) {
  (void)state;
  double at[2], sum[2] = {0, 0};
  cat_path_point(&curved, 460, at);
  for (int i = 0; i < 920; i++) {
    double s = 0.5 * i, heading = cat_path_heading(&curved, s);
    CatJoin join = cat_path_join(&curved, s, 0.5);
    sum[0] += cos(heading) * join.gap[0] - sin(heading) * join.gap[1];
    sum[1] += sin(heading) * join.gap[0] + cos(heading) * join.gap[1];
  }
  assert_close(at[0], sum[0], 0, 1e-9);
  assert_close(at[1], sum[1], 0, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(headings),
      cmocka_unit_test(arc),
      cmocka_unit_test(point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
