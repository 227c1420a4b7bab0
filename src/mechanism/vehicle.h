// A vehicle that moves up, down and in pitch: coordinates with masses, springs and dampers between
// points of them, weights. Its ports are points of coordinates: wheels, which may have no mass.
// Heights count from the rail at rest.
#ifndef CAT_MECHANISM_VEHICLE_H
#define CAT_MECHANISM_VEHICLE_H

#include "mechanism.h"

enum { CAT_VEHICLE_MOST = 10, CAT_VEHICLE_PORTS = 4 };  // coordinates, wheels

// A spring with a damper between two points: each is a sum of up to two coordinates, such as heave
// and lever times pitch. coordinate -1: none.
typedef struct CatPoint {
  int coordinate[2];
  double lever[2];
} CatPoint;

typedef struct CatSuspension {
  CatPoint upper, lower;
  double k, c;  // [N/m] [N s/m]
} CatSuspension;

typedef struct CatVehicle {
  CatMechanism base;
  CatStep step;
  int n;
  int wheel[CAT_VEHICLE_PORTS];      // coordinate of each port
  double offset[CAT_VEHICLE_PORTS];  // of the ports [m]
  double M[CAT_VEHICLE_MOST];        // masses, inertias; 0: none
  double C[CAT_VEHICLE_MOST * CAT_VEHICLE_MOST], K[CAT_VEHICLE_MOST * CAT_VEHICLE_MOST];
  double inverse[CAT_VEHICLE_MOST * CAT_VEHICLE_MOST];  // of the step's matrix
  double weight[CAT_VEHICLE_MOST];                      // force on each, upwards [N]
  double z[CAT_VEHICLE_MOST], v[CAT_VEHICLE_MOST], a[CAT_VEHICLE_MOST];  // state
  double f[CAT_VEHICLE_PORTS];                                           // on the ports [N]
  double port_z[CAT_VEHICLE_PORTS];
  double next[CAT_VEHICLE_MOST];
  struct {
    double z[CAT_VEHICLE_MOST], v[CAT_VEHICLE_MOST], a[CAT_VEHICLE_MOST], f[CAT_VEHICLE_PORTS];
  } before;  // the last step
} CatVehicle;

// Built up: coordinates are added first, then what is between them; then it is finished.
CatVehicle cat_vehicle_begin(CatStep step);
int cat_vehicle_coordinate(CatVehicle *v, double mass, double weight);  // its number
void cat_vehicle_suspend(CatVehicle *v, const CatSuspension *s);
void cat_vehicle_wheel(CatVehicle *v, int coordinate, double offset);
CatStatus cat_vehicle_finish(CatContext *ctx, CatVehicle *v);  // must not move any more

CatPoint cat_point(int coordinate);
CatPoint cat_point_of_body(int heave, int pitch, double lever);  // a distance ahead of its centre

#endif
