// How a train moves: at one speed, or through points between which its acceleration is constant.
#ifndef CAT_SPEC_MOTION_H
#define CAT_SPEC_MOTION_H

enum { CAT_SPEED_POINTS = 64 };  // at most

// A speed at an instant or where the first pantograph is; the other one of the two is NaN. All
// points of a list are of the same kind.
typedef struct CatSpeedPoint {
  double at_time;   // [s]
  double at_place;  // along the track [m]
  double speed;     // [m/s]
} CatSpeedPoint;

// Time and distance count from the start of the run. Before the first point the speed is that of
// the first one, behind the last point that of the last one.
typedef struct CatMotion {
  double speed;                       // the constant one [m/s], if there are no points
  int n;                              // points; 0: none
  double time[CAT_SPEED_POINTS];      // when each is reached [s]; INFINITY: never
  double distance[CAT_SPEED_POINTS];  // how far the train is then [m]
  double v[CAT_SPEED_POINTS];         // how fast [m/s]
} CatMotion;

CatMotion cat_motion_constant(double speed);
// n <= CAT_SPEED_POINTS points, ascending; the first pantograph starts at the place `from`.
CatMotion cat_motion_points(const CatSpeedPoint *points, int n, double from);

double cat_motion_distance(const CatMotion *m, double t);  // [m]; speed * t if it is constant
double cat_motion_speed(const CatMotion *m, double t);     // [m/s]
// The first time at which the train has come so far [s]; INFINITY: it never does. What a train
// misses by rounding only when it stops for good counts as reached.
double cat_motion_time(const CatMotion *m, double distance);
double cat_motion_max_speed(const CatMotion *m);  // of the constant or of all points [m/s]

#endif
