// Vehicles of masses and springs: how they stand, how they answer, what their wheels give way.
#include "support/support.h"

#include <math.h>

#include "mechanism/vehicle.h"

// A mass of 100 kg on a spring on a wheel without mass.
static CatVehicle sprung(CatContext *ctx, double h) {
  CatVehicle v = cat_vehicle_begin(cat_step_newmark(h));
  int body = cat_vehicle_coordinate(&v, 100, 981), wheel = cat_vehicle_coordinate(&v, 0, 0);
  cat_vehicle_suspend(&v, &(CatSuspension){cat_point(body), cat_point(wheel), 4e4, 300});
  cat_vehicle_wheel(&v, wheel, 0);
  assert_int_equal(cat_vehicle_finish(ctx, &v), CAT_OK);
  v.base.offset = v.offset, v.base.z = v.port_z;
  return v;
}

static void test_stands_on_its_wheel(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatVehicle v = sprung(ctx, 1e-3);
  v.base.offset = v.offset, v.base.z = v.port_z;
  double z0, D, f0, z = 0.02, free_z;
  CatStand stand = {.z0 = &z0, .D = &D, .f0 = &f0};
  assert_int_equal(v.base.ops->stand(ctx, &v.base, &stand), CAT_OK);
  assert_false(stand.held);
  assert_close(f0, 981, 1e-12, 0);
  assert_int_equal(v.base.ops->start(ctx, &v.base, &z, &f0), CAT_OK);
  assert_close(v.z[0], 0.02 - 981 / 4e4, 1e-12, 0);
  for (int i = 0; i < 100; i++) {
    v.base.ops->free_step(&v.base, &free_z);
    v.base.ops->commit(&v.base, &f0);
  }
  assert_close(v.z[0], 0.02 - 981 / 4e4, 1e-9, 0);
  assert_close(v.port_z[0], 0.02, 1e-9, 0);
  cat_context_free(ctx);
}

static void test_compliance(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatVehicle v = sprung(ctx, 1e-3), w;
  double z = 0, f = 981, more = 1081, free_z;
  v.base.ops->start(ctx, &v.base, &z, &f);
  w = v, w.base.offset = w.offset, w.base.z = w.port_z;
  v.base.ops->free_step(&v.base, &free_z), v.base.ops->commit(&v.base, &f);
  w.base.ops->free_step(&w.base, &free_z), w.base.ops->commit(&w.base, &more);
  assert_close(w.port_z[0] - v.port_z[0], 100 * v.base.ops->compliance(&v.base, 0, 0), 1e-9, 0);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stands_on_its_wheel),
      cmocka_unit_test(test_compliance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
