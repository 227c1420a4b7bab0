#include "car.h"

// A wheelset under a point of a frame or of the body. A rigid wheel has its weight but no inertia.
static void add_wheelset(CatCar *c, const CatSuspension *above, double gravity, double offset) {
  const CatCarSpec *s = c->spec;
  CatVehicle *v = &c->vehicle;
  double mass = s->wheels == CAT_CAR_HERTZ ? s->wheelset_mass : 0;
  int wheel = cat_vehicle_coordinate(v, mass, s->wheelset_mass * gravity);
  CatSuspension spring = *above;
  spring.lower = cat_point(wheel);
  cat_vehicle_suspend(v, &spring);
  cat_vehicle_wheel(v, wheel, offset);
}

// A bogie at a place ahead of the body's middle; offsets count along the track.
static void add_bogie(CatCar *c, CatPoint pivot, double at, double gravity, double heading) {
  const CatCarSpec *s = c->spec;
  CatVehicle *v = &c->vehicle;
  int heave = cat_vehicle_coordinate(v, s->frame_mass, s->frame_mass * gravity);
  int pitch = cat_vehicle_coordinate(v, s->frame_inertia, 0);
  cat_vehicle_suspend(
      v, &(CatSuspension){pivot, cat_point(heave), s->secondary_stiffness, s->secondary_damping});
  for (int side = 1; side >= -1; side -= 2) {
    double ahead = side * s->wheelbase / 2;
    CatSuspension primary = {.upper = cat_point_of_body(heave, pitch, ahead),
                             .k = s->primary_stiffness,
                             .c = s->primary_damping};
    add_wheelset(c, &primary, gravity, heading * (at + ahead));
  }
}

CatStatus cat_car_init(CatContext *ctx, const CatCarSpec *spec, const CatStep *step, double gravity,
                       double heading, CatCar *out) {
  out->spec = spec;
  CatVehicle *v = &out->vehicle;
  *v = cat_vehicle_begin(*step);
  int heave = cat_vehicle_coordinate(v, spec->body_mass, spec->body_mass * gravity);
  int pitch = cat_vehicle_coordinate(v, spec->body_inertia, 0);
  for (int side = 1; side >= -1; side -= 2) {
    double at = side * spec->pivots / 2;
    CatPoint pivot = cat_point_of_body(heave, pitch, at);
    CatSuspension direct = {
        .upper = pivot, .k = spec->secondary_stiffness, .c = spec->secondary_damping};
    if (spec->frame_mass > 0) {
      add_bogie(out, pivot, at, gravity, heading);
    } else {
      add_wheelset(out, &direct, gravity, heading * at);
    }
  }
  return cat_vehicle_finish(ctx, v);
}

double cat_car_acceleration(const CatCar *c, double ahead) {
  return c->vehicle.a[0] + ahead * c->vehicle.a[1];
}
