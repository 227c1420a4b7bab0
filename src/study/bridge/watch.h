// What is measured of a bridge while a run marches: at one point, at the bearings, at the wheels.
// It only reads the simulation.
#ifndef CAT_STUDY_BRIDGE_WATCH_H
#define CAT_STUDY_BRIDGE_WATCH_H

#include "bridge_sim.h"

// At the end of a step. Deflections count downwards.
typedef struct CatBridgeNow {
  double deflection;    // at the point [m]
  double acceleration;  // there [m/s2]
  double crawl;         // deflection if the same wheels stood still where they are [m]
  double rotation[2];   // of the deck at its ends [rad]
} CatBridgeNow;

typedef struct CatBridgeWatch {
  double x;              // of the point [m]
  int n;                 // coordinates of the structure
  double *at, *statics;  // displacement there; that of all by a unit force there (n)
  double *slope[2];      // at the ends (n)
  double *reaction;      // of each bearing now [N] (nbearing)
  CatBridgeNow now;
} CatBridgeWatch;

double cat_bridge_point(const CatBridgeSpec *s);  // where it is measured [m]
// At x, and a distance beside the middle of the deck.
CatStatus cat_bridge_watch_new(CatArena *a, const CatBridge *bridge, const double at[2],
                               CatBridgeWatch *out);
// With a track: the same in the coordinates of its band, which each simulation has of its own.
CatStatus cat_bridge_watch_layer(CatArena *a, const CatBridgeSim *c, double x, CatBridgeWatch *out);
// Deflection and acceleration alone, or all.
void cat_bridge_watch_motion(CatBridgeWatch *w, const CatBridgeSim *c);
void cat_bridge_watch_step(CatBridgeWatch *w, const CatBridgeSim *c);

#endif
