// A car in heave and pitch as a mechanism: body, two frames, four wheelsets (thesis, figure 3.9),
// or body and two axles. Its reference is the middle of the body.
#ifndef CAT_MECHANISM_CAR_H
#define CAT_MECHANISM_CAR_H

#include "spec/bridge.h"
#include "vehicle.h"

typedef struct CatCar {
  CatVehicle vehicle;  // coordinates: heave and pitch of the body first
  const CatCarSpec *spec;
} CatCar;

// heading: 1 along the track, -1 against it. Must not move any more.
CatStatus cat_car_init(CatContext *ctx, const CatCarSpec *spec, const CatStep *step, double gravity,
                       double heading, CatCar *out);
// Acceleration of the body a distance ahead of its middle, upwards [m/s2].
double cat_car_acceleration(const CatCar *c, double ahead);

#endif
