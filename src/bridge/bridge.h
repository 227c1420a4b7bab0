// A bridge: a description to an immutable set of modes. The deck moves as
//   w(x, t) = sum_i q_i(t) f_i(x),   int f_i mu f_j dx = delta_ij        (3.3), (3.5)
//   q_i'' + 2 zeta_i omega_i q_i' + omega_i^2 q_i = sum_j F_j f_i(x_j)   (3.7)
// (thesis, chapter 3). Wherever the shapes come from, they are kept as values and slopes at
// stations along the deck, cubic in between: what a wheel needs is then four numbers per mode.
#ifndef CAT_BRIDGE_BRIDGE_H
#define CAT_BRIDGE_BRIDGE_H

#include "base/arena.h"
#include "spec/bridge.h"

typedef struct CatShapes {
  int n, stations;
  const double *x;      // of the stations, ascending (stations) [m]
  const double *value;  // f at each station (stations x n)
  const double *slope;  // df/dx likewise
} CatShapes;

// A bearing: force by which it holds the deck up. By Betti's law the influence of a load at x on it
// is the static deflection at x if the bearing is raised by 1.
typedef struct CatBearing {
  double x;                // [m]
  const double *value;     // influence line at the stations of `lines` (stations) [-]
  const double *slope;     // its slope [1/m]
  const double *momentum;  // int f_i mu eta dx of each mode: what its acceleration takes (n)
} CatBearing;

// Imported shapes: values at the stations and at places across the deck, splines between them.
typedef struct CatAcross {
  int n;                // places; 0: the shapes are those of a beam
  const double *y;      // ascending, to the left of the middle (n) [m]
  const double *value;  // (stations x n x modes)
} CatAcross;

typedef struct CatBridge {
  double length;        // [m]
  double span;          // longest one [m]
  double mass;          // [kg]
  int n;                // modes
  const double *omega;  // [rad/s] (n)
  const double *zeta;   // (n)
  bool damped;          // these are of a file
  CatShapes shapes;     // of the middle of the deck; of a mode that twists: per metre beside it
  const bool *twists;   // (n)
  CatAcross across;
  int nbearing;
  const CatBearing *bearing;  // along the deck (nbearing)
  int stations;               // of influence lines
  const double *x;            // (stations) [m]
  CatShapes rail;             // its measured profile; no stations: none
  int unknowns;               // of the model that the modes come from
  const char *method;
} CatBridge;

// input: the case that the description is of, for the files that it names; NULL: it names none.
CatStatus cat_bridge_new(CatArena *a, const CatSpec *input, const CatDeckSpec *spec,
                         CatBridge *out);
CatStatus cat_across_track(CatArena *a, const CatBridge *b, double beside, CatShapes *out);

// The shapes as a track sees them that lies this far beside the middle [m].
CatStatus cat_bridge_track(CatArena *a, const CatBridge *b, double beside, CatShapes *out);

// f and its slope at x, zero outside; b and slope have room for n numbers, either may be NULL.
// Returns whether x is on the deck.
bool cat_shapes_at(const CatShapes *s, double x, double *b, double *slope);
double cat_shapes_next(const CatShapes *s, double x);  // the first station behind x
// Height of a rail at rest and its slope (or NULL); NULL: it is flat.
double cat_profile_height(const CatShapes *profile, double x, double *slope);
// The influence of a load at x on a bearing.
double cat_bearing_influence(const CatBridge *b, int bearing, double x);

// Damping ratio of EN 1991-2, table 6.6 (quoted), by type and span [m].
double cat_deck_damping(CatDeckType type, double span);

#endif
