// Cars in heave and pitch: natural frequencies against closed forms, weights on the wheels.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "cars.h"

#define PI 3.14159265358979323846

static CatCar *car_new(CatContext *ctx, CatCar *car, const CatCarSpec *spec) {
  CatStep step = cat_step_newmark(1e-3);
  assert_int_equal(cat_car_init(ctx, spec, &step, 9.81, 1, car), CAT_OK);
  return car;
}

// The two roots of a body M on a spring k above a mass m with the spring s to the ground.
static void pair(double M, double m, double k, double s, double out[2]) {
  double a = M * m, b = M * (k + s) + m * k, c = k * s, root = sqrt(b * b - 4 * a * c);
  out[0] = sqrt((b - root) / (2 * a)), out[1] = sqrt((b + root) / (2 * a));
}

// Symmetric motion: half the body on one frame. Antimetric: J/a^2 in place of the mass.
static void closed_form(const CatCarSpec *c, double w[6]) {
  double a = c->pivots / 2, b = c->wheelbase / 2, s = 2 * c->primary_stiffness;
  pair(c->body_mass / 2, c->frame_mass, c->secondary_stiffness, s, w);
  pair(c->body_inertia / (2 * a * a), c->frame_mass, c->secondary_stiffness, s, w + 2);
  w[4] = w[5] = sqrt(s * b * b / c->frame_inertia);
}

static void sort(double *w) {
  for (int i = 0; i < 6; i++) {
    for (int j = i + 1; j < 6; j++) {
      if (w[j] < w[i]) {
        double t = w[i];
        w[i] = w[j], w[j] = t;
      }
    }
  }
}

static void test_frequencies(void **state) {
  static const double printed[6] = {1.0739, 1.2991, 7.4705, 7.4772, 11.7138, 11.7138};
  const CatCarSpec specs[3] = {manchester(), ice3(), s300()};
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int k = 0; k < 3; k++) {
    CatCar car;
    double exact[6], w[6];
    car_new(ctx, &car, &specs[k]);
    closed_form(&specs[k], exact), sort(exact);
    cars_frequencies(ctx, &car.vehicle, w);
    for (int i = 0; i < 6; i++) assert_close(w[i], exact[i], 1e-9, 0);
    for (int i = 0; i < 6 && k == 0; i++) assert_close(w[i] / (2 * PI), printed[i], 1e-4, 0);
  }
  cat_context_free(ctx);
}

static void test_weights_and_places(void **state) {
  CatCarSpec spec = manchester();
  double z0[4], D[16], f0[4], total = (32000 + 2 * 2615 + 4 * 1813) * 9.81;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int model = 0; model < 2; model++) {
    CatCar car;
    spec.wheels = model;
    const CatMechanism *m = &car_new(ctx, &car, &spec)->vehicle.base;
    CatStand stand = {.z0 = z0, .D = D, .f0 = f0};
    assert_int_equal(m->ops->stand(ctx, m, &stand), CAT_OK);
    for (int i = 0; i < 4; i++) assert_close(f0[i], total / 4, 1e-9, 0);
    assert_close(m->offset[0], 9.5 + 1.28, 1e-12, 0);
    assert_close(m->offset[3], -9.5 - 1.28, 1e-12, 0);
    assert_int_equal(car.vehicle.n, 10);
    assert_true(car.vehicle.M[4] == (model == CAT_CAR_HERTZ ? 1813 : 0));
  }
  cat_context_free(ctx);
}

// Without bogies: a truck on two axles.
static void test_two_axles(void **state) {
  CatCarSpec spec = {.count = 1,
                     .body_mass = 14000,
                     .body_inertia = 6e4,
                     .wheelset_mass = 900,
                     .secondary_stiffness = 5e5,
                     .secondary_damping = 2e4,
                     .pivots = 4.5,
                     .length = 8,
                     .wheels = CAT_CAR_HERTZ};
  double z0[4], D[16], f0[4];
  CatCar car;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const CatMechanism *m = &car_new(ctx, &car, &spec)->vehicle.base;
  CatStand stand = {.z0 = z0, .D = D, .f0 = f0};
  assert_int_equal(m->nport, 2);
  assert_int_equal(m->ops->stand(ctx, m, &stand), CAT_OK);
  assert_close(f0[1], 7900 * 9.81, 1e-9, 0);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frequencies),
      cmocka_unit_test(test_weights_and_places),
      cmocka_unit_test(test_two_axles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
