// Input of the kind "string-mass": a sprung mass that moves along a string, chapter 2 of the
// thesis.
#ifndef CAT_SPEC_STRING_MASS_H
#define CAT_SPEC_STRING_MASS_H

#include "spec.h"

typedef enum CatStringSpace {
  CAT_STRING_DIFFERENCES,  // string deflection between nodes by linear interpolation
  CAT_STRING_SPLINE,       // differences, by a cubic spline
  CAT_STRING_MODES,
  CAT_STRING_LINEAR,
  CAT_STRING_CUBIC,
  CAT_STRING_QUINTIC
} CatStringSpace;

typedef struct CatStringMassString {
  double mass_per_length;  // mu [kg/m]
  double tension;          // P0 [N]
} CatStringMassString;

typedef struct CatStringMassBody {
  double mass;             // m [kg]
  double stiffness;        // k of (2.3) [N/m]
  double cubic_stiffness;  // epsilon of (2.4) [N/m3]
} CatStringMassBody;

typedef struct CatStringMassRun {
  double speed;  // c [m/s]
  double to;     // [m]
} CatStringMassRun;

typedef struct CatStringMassSpace {
  int method;    // CatStringSpace
  int unknowns;  // of the string, about
} CatStringMassSpace;

typedef struct CatStringMassTime {
  double step;            // [s]
  double reference_step;  // of the exact reference [s]
} CatStringMassTime;

typedef struct CatStringMassRecord {
  int every;  // record each n-th step
  int nwindow;
  const double *windows;  // from and to of each [m] (nwindow)
} CatStringMassRecord;

typedef struct CatStringMassSpec {
  CatCommon common;
  double gravity;  // g [m/s2]
  double length;   // L [m]
  CatStringMassString string;
  CatStringMassBody body;
  CatStringMassRun run;
  CatStringMassSpace space;
  CatStringMassTime time;
  CatStringMassRecord record;
} CatStringMassSpec;

extern const CatSection cat_string_mass_section;

#endif
