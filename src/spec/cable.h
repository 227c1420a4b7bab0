// Input of the kind "cable": one cable and the waves on it, after chapter 4.1-4.2 and appendix A of
// the thesis, in its symbols.
#ifndef CAT_SPEC_CABLE_H
#define CAT_SPEC_CABLE_H

#include "spec.h"

typedef enum CatCableModelKind {
  CAT_CABLE_STRING,      // (4.1)
  CAT_CABLE_BEAM,        // (4.3)
  CAT_CABLE_TIMOSHENKO,  // (4.3) with shear and rotary inertia
  CAT_CABLE_CUBIC,       // (4.8)
  CAT_CABLE_CUBIC_BEAM,  // (4.9)
  CAT_CABLE_FULL         // (4.7)
} CatCableModelKind;
typedef enum CatCableAxial {
  CAT_CABLE_AXIAL_FULL,   // u is an unknown
  CAT_CABLE_AXIAL_STATIC  // (4.26)-(4.31), with (4.27) in the lowest modes where there are any
} CatCableAxial;
typedef enum CatCableEnds { CAT_CABLE_FIXED, CAT_CABLE_PERIODIC, CAT_CABLE_DRIVEN } CatCableEnds;
typedef enum CatCableSpaceKind {
  CAT_CABLE_DIFFERENCES,
  CAT_CABLE_ELEMENTS,
  CAT_CABLE_CHARACTERISTICS
} CatCableSpaceKind;
typedef enum CatCableTimeKind { CAT_CABLE_EXPLICIT, CAT_CABLE_IMPLICIT } CatCableTimeKind;
typedef enum CatCableDrive { CAT_CABLE_DISPLACEMENT, CAT_CABLE_SLOPE } CatCableDrive;

typedef struct CatCableWire {
  double mass_per_length;    // mu [kg/m]
  double tension;            // P0 [N]
  double bending_stiffness;  // EI [N m2]
  double axial_stiffness;    // EA [N]
  double shear_stiffness;    // kappa G A of the Timoshenko beam [N]
  double rotary_inertia;     // rho I of the Timoshenko beam [kg m]
} CatCableWire;

// 0.1 sech^4((x + 100 - c t)/30) of section 4.2.1
typedef struct CatCablePulse {
  bool given;
  double amplitude;  // [m]
  double length;     // 30 m there
  double distance;   // crest before the left end at t = 0 (driven), behind it (otherwise) [m]
  int prescribed;    // CatCableDrive
  double until;      // end of the drive [s]; 0: three distances at wave speed
} CatCablePulse;

typedef struct CatCableWave {
  bool given;
  double amplitude;  // a of (A.16) [m]
  int count;         // wave lengths in the cable
} CatCableWave;

typedef struct CatCableSpaceSpec {
  int method;     // CatCableSpaceKind
  int intervals;  // of equal length
} CatCableSpaceSpec;

typedef struct CatCableTimeSpec {
  int method;   // CatCableTimeKind
  double step;  // [s]
  double end;   // [s]
} CatCableTimeSpec;

typedef struct CatCableRecordSpec {
  int every;  // record each n-th step
  int nshape, npulse, nterm;
  const double *shapes;  // [s] (nshape)
  const double *pulse;   // [s] (npulse)
  const double *terms;   // [s] (nterm)
} CatCableRecordSpec;

typedef struct CatCableSpec {
  CatCommon common;
  int model;        // CatCableModelKind
  int axial;        // CatCableAxial
  int axial_modes;  // beside the quasi-static part
  double length;    // L [m]
  CatCableWire wire;
  int ends;  // CatCableEnds
  CatCablePulse pulse;
  CatCableWave wave;
  CatCableSpaceSpec space;
  CatCableTimeSpec time;
  CatCableRecordSpec record;
} CatCableSpec;

extern const CatSection cat_cable_section;
extern const char *const cat_cable_models[], *const cat_cable_end_names[];  // as in a file

double cat_cable_wave_speed(const CatCableSpec *s);  // sqrt(P0/mu) [m/s]
double cat_cable_drive_end(const CatCableSpec *s);   // when v(0, t) has come to rest [s]
// Which terms of (4.7) the model keeps.
bool cat_cable_bends(const CatCableSpec *s);
bool cat_cable_stretches(const CatCableSpec *s);    // EA v_x^2 / 2 counts
bool cat_cable_moves_along(const CatCableSpec *s);  // u is part of it

#endif
