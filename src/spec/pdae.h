// Input of the kind "pdae": the problem of Arnold and Simeon, section 2, in the paper's order.
#ifndef CAT_SPEC_PDAE_H
#define CAT_SPEC_PDAE_H

#include "linkage.h"
#include "mass_chain.h"
#include "spec.h"

typedef enum CatPdaeSpace { CAT_PDAE_FEM, CAT_PDAE_FDM, CAT_PDAE_MODES } CatPdaeSpace;
typedef enum CatPdaeTime {
  CAT_PDAE_BDF2,
  CAT_PDAE_HALF_EXPLICIT,
  CAT_PDAE_HALF_EXPLICIT_PRINTED
} CatPdaeTime;
typedef enum CatPdaeEvents { CAT_PDAE_STEP, CAT_PDAE_LOCALISED } CatPdaeEvents;
typedef enum CatPdaeStart { CAT_PDAE_START_FORCE, CAT_PDAE_START_REST } CatPdaeStart;

typedef struct CatPdaeWire {
  double mass_per_length;    // rho A [kg/m]
  double tension;            // T [N]
  double bending_stiffness;  // EI [N m2]; contact wire only
  double damping;            // beta [N s/m2]
} CatPdaeWire;

typedef struct CatPdaeDropper {
  const char *name;
  double position;  // x_d [m]
  double length;    // l [m]
} CatPdaeDropper;

typedef struct CatPdaeMaterialSpec {
  double mass_per_length;  // rho_d A_d [kg/m]
  double clamp_mass;       // m_s [kg]: weight, no inertia
} CatPdaeMaterialSpec;

typedef struct CatPdaeRunSpec {
  double speed;        // v_p [m/s]
  double from, to;     // x_p(0), x_p(t_e) [m]
  double half_length;  // epsilon of the load distribution (25) [m]
} CatPdaeRunSpec;

typedef struct CatPdaeStartSpec {
  int rule;              // CatPdaeStart
  double contact_force;  // lambda_p(0) [N]
  double head_offset;    // w_p1(0) - w_p2(0) [m], eq. (13)
} CatPdaeStartSpec;

typedef struct CatPdaeSpaceSpec {
  int method;     // CatPdaeSpace
  int intervals;  // N + 1
} CatPdaeSpaceSpec;

typedef struct CatPdaeTimeSpec {
  int method;      // CatPdaeTime
  double step;     // Delta t [s]
  bool smoothing;  // eq. (41)
  int events;      // CatPdaeEvents
} CatPdaeTimeSpec;

typedef struct CatPdaeRecordSpec {
  int every;  // record each n-th step
} CatPdaeRecordSpec;

typedef struct CatPdaeSpec {
  CatCommon common;
  double gravity;      // g [m/s2]
  double length;       // L [m]
  double encumbrance;  // l_c [m]
  CatPdaeWire carrier, contact_wire;
  CatPdaeMaterialSpec dropper;
  int ndropper;
  const CatPdaeDropper *droppers;
  CatMassChainSpec pantograph;
  CatLinkageSpec linkage;
  CatPdaeRunSpec run;
  CatPdaeStartSpec start;
  CatPdaeSpaceSpec space;
  CatPdaeTimeSpec time;
  CatPdaeRecordSpec record;
} CatPdaeSpec;

extern const CatSection cat_pdae_section;

#endif
