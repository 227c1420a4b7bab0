// The picture of a crossing: frames agree with the channels, axles are where they should be.
#include "shipped.h"

static void test_frames(void **state) {
  (void)state;
  static const char *const keys[] = {"run.after=0.2", NULL};
  Shipped s = shipped_run("truck", keys);
  const CatFrames *f = cat_record_frames(s.rec);
  const CatTable *points = cat_record_find(s.rec, "scene_points");
  const CatTable *time = cat_record_find(s.rec, "time");
  assert_non_null(f);
  assert_int_equal(f->npoint, points->n);
  assert_true(f->n > 20);
  const double *x = cat_table_channel(points, "x")->data;
  const double *w = cat_table_channel(time, "deflection")->data;
  size_t middle = 0;
  while (x[middle] < 12.5 - 1e-9) middle++;
  assert_close(x[middle], 12.5, 1e-9, 0);
  double most = 0;
  for (size_t i = 0; i < f->n; i++) {
    size_t row = (size_t)lround(f->at[i] / 1e-3);
    double up = (double)f->up[i * (size_t)f->npoint + middle];
    assert_close(up, -w[row], 1e-6, 1e-9);
    most = fmax(most, fabs(up));
  }
  assert_true(most > 1e-3);
  shipped_free(&s);
}

// Two trains, one against the other: the first axle of each is over 28 m after 2.63 and 7.06 s.
static void test_axles(void **state) {
  (void)state;
  static const char *const keys[] = {"trains[0].cars[0].count=1", "trains[1].cars[0].count=1",
                                     "bridge.modes=4", NULL};
  Shipped s = shipped_run("two-trains", keys);
  const CatTable *axles = cat_record_find(s.rec, "scene_axles");
  const double *train = cat_table_channel(axles, "train")->data;
  const double *x = cat_table_channel(axles, "x")->data;
  const double *v = cat_table_channel(axles, "speed")->data;
  const double *y = cat_table_channel(axles, "y")->data;
  double first[2] = {INFINITY, INFINITY};
  assert_int_equal(axles->n, 8);
  for (size_t i = 0; i < axles->n; i++) {
    int k = (int)train[i] - 1;
    first[k] = fmin(first[k], (28 - x[i]) / v[i]);
    assert_close(y[i], k == 0 ? 2.2 : -2.2, 1e-12, 0);
  }
  assert_close(first[0], 2.63, 1e-6, 0);
  assert_close(first[1], 7.06, 1e-6, 0);
  // each car in the middle of its four axles, at their speed, its bogies that far apart
  const CatTable *cars = cat_record_find(s.rec, "scene_cars");
  assert_int_equal(cars->n, 2);
  for (size_t i = 0; i < cars->n; i++) {
    double mean = 0, low = INFINITY, high = -INFINITY;
    for (size_t k = 4 * i; k < 4 * i + 4; k++) {
      mean += x[k] / 4;
      low = fmin(low, x[k]), high = fmax(high, x[k]);
      assert_close(cat_table_channel(cars, "speed")->data[i], v[k], 1e-12, 0);
      assert_close(cat_table_channel(cars, "train")->data[i], train[k], 0, 0);
    }
    assert_close(cat_table_channel(cars, "x")->data[i], mean, 1e-9, 1e-9);
    double pivots = cat_table_channel(cars, "pivots")->data[i];
    double length = cat_table_channel(cars, "length")->data[i];
    assert_true(pivots > 0 && pivots < high - low && high - low < length);
  }
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_frames), cmocka_unit_test(test_axles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
