// Input of the kind "bridge": trains that run over a bridge.
#ifndef CAT_SPEC_BRIDGE_H
#define CAT_SPEC_BRIDGE_H

#include "spec.h"

typedef enum CatDeckMethod { CAT_DECK_RITZ, CAT_DECK_HERMITE } CatDeckMethod;
typedef enum CatDeckType {
  CAT_DECK_PLAIN,
  CAT_DECK_STEEL,
  CAT_DECK_PRESTRESSED,
  CAT_DECK_REINFORCED
} CatDeckType;
typedef enum CatTrainsRule { CAT_TRAINS_TOGETHER, CAT_TRAINS_ONE_BY_ONE } CatTrainsRule;
typedef enum CatHeading { CAT_HEADING_FORWARDS, CAT_HEADING_BACKWARDS } CatHeading;

// From here on the deck has another section, up to the next one.
typedef struct CatDeckSectionSpec {
  double from;               // [m]
  double mass_per_length;    // [kg/m]
  double bending_stiffness;  // [N m2]
} CatDeckSectionSpec;

typedef struct CatDeckSpec {
  const char *name, *source;
  double length;             // L [m]
  double mass_per_length;    // mu [kg/m]
  double bending_stiffness;  // EI [N m2]
  int nsection;
  const CatDeckSectionSpec *sections;
  int npier;
  const double *piers;    // x_r [m]
  double pier_stiffness;  // k [N/m]; 0: rigid
  int method;             // CatDeckMethod
  int functions;          // N of Ritz
  int elements;           // of Hermite
  int modes;              // N_m
  int ndamping;           // ratios of the modes, the last one for all that follow
  const double *damping;
  int type;  // CatDeckType: damping ratio of EN 1991-2
} CatDeckSpec;

typedef struct CatSprungSpec {
  bool given;
  double mass, stiffness, damping;  // on each axle [kg] [N/m] [N s/m]
  double wheel_mass;                // below the spring [kg]
} CatSprungSpec;

typedef struct CatLoadSpec {
  const char *name, *source;
  int naxle;
  const double *axles;  // behind the first one [m]
  int nforce;
  const double *forces;  // of each axle, or one for all [N]
  CatSprungSpec sprung;  // on each axle, in place of a force
  double start;          // place of the first axle at t = 0, before the bridge [m]
  int heading;           // CatHeading
} CatLoadSpec;

typedef struct CatSpeedRange {
  bool given;
  double from, to, step;  // [m/s]
} CatSpeedRange;

typedef struct CatBridgeRunSpec {
  double speed;  // [m/s]; 0: a range
  CatSpeedRange speeds;
  double after;  // how long the run goes on behind the last axle [s]
  int trains;    // CatTrainsRule
} CatBridgeRunSpec;

typedef struct CatBridgeTimeSpec {
  double step;  // [s]
} CatBridgeTimeSpec;

typedef struct CatBridgeMeasureSpec {
  int nat;
  const double *at;  // point of deflection and acceleration [m]; none: midspan
  double cutoff;     // of accelerations [Hz]; 0: none
  bool energy;
} CatBridgeMeasureSpec;

typedef struct CatBridgeSpec {
  CatCommon common;
  double gravity;  // [m/s2]
  CatDeckSpec bridge;
  int ntrain;
  const CatLoadSpec *trains;
  CatBridgeRunSpec run;
  CatBridgeTimeSpec time;
  CatBridgeMeasureSpec measure;
} CatBridgeSpec;

extern const CatSection cat_bridge_section;

double cat_load_length(const CatLoadSpec *train);  // from the first axle to the last [m]
int cat_bridge_speeds(const CatBridgeSpec *s);     // of a run: 1 unless it has a range
double cat_bridge_speed(const CatBridgeSpec *s, int i);

#endif
