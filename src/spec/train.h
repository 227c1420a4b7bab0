// Input of the kind "train": pantographs that run under a line.
#ifndef CAT_SPEC_TRAIN_H
#define CAT_SPEC_TRAIN_H

#include "en50367.h"
#include "format.h"
#include "line.h"
#include "linkage.h"
#include "mass_chain.h"
#include "measure.h"
#include "motion.h"
#include "pantograph.h"

typedef enum CatScheme {
  CAT_SCHEME_HHT,
  CAT_SCHEME_NEWMARK,
  CAT_SCHEME_ALPHA,
  CAT_SCHEME_CONSERVING,
  CAT_SCHEME_CENTRAL,
  CAT_SCHEME_RUNGE_KUTTA
} CatScheme;

typedef enum CatSolver {
  CAT_SOLVER_AUTO,
  CAT_SOLVER_BAND,
  CAT_SOLVER_LANES,
  CAT_SOLVER_QUASI_AXIAL,
  CAT_SOLVER_QUASI_AXIAL_F32,
  CAT_SOLVER_MODAL
} CatSolver;

typedef enum CatModalBasis { CAT_MODAL_COMPONENTS, CAT_MODAL_WHOLE } CatModalBasis;
typedef enum CatModalSelect { CAT_MODAL_VERTICAL, CAT_MODAL_FREQUENCY } CatModalSelect;

typedef enum CatContactLaw { CAT_CONTACT_PENALTY, CAT_CONTACT_RIGID } CatContactLaw;

typedef enum CatCoupling { CAT_COUPLING_IMPLICIT, CAT_COUPLING_EXPLICIT } CatCoupling;

// Rayleigh's damping of one material, C = alpha M + beta K [1/s] [s].
typedef struct CatRayleigh {
  bool given;
  double alpha, beta;
} CatRayleigh;

// Damping of the wires' motion along the track, in place of alpha M [1/s].
typedef struct CatAlongDamping {
  bool given;
  double alpha;
} CatAlongDamping;

typedef struct CatRaiseSpec {
  double over, from, below;  // raised from place to place [m]; below its base height [m]
} CatRaiseSpec;

typedef struct CatTrainPantograph {
  CatMassChainSpec body;  // first: its keys are those of a pantograph file
  int model;              // of CAT_PANTOGRAPH_MODELS
  double behind;          // distance behind the first pantograph [m]
  double target;          // mean contact force to be met by tuning the static force [N]; 0: none
  int en50367;            // CatCurrent: the target is that of the standard at the run's speed
  CatRaiseSpec raise;
  CatPantographParts parts;
  CatLinkageSpec linkage;  // of the model linkage
} CatTrainPantograph;

typedef struct CatRunSpec {
  double speed;                 // [m/s]; 0 if it varies
  int nspeed;                   // points through which it varies; 0: it does not
  const CatSpeedPoint *speeds;  // (nspeed)
  double from, to;              // of the first pantograph [m]; to 0: the end of the line
  bool above_wave_speed;        // a train may outrun the waves of the contact wire
} CatRunSpec;

typedef struct CatContactSpec {
  double stiffness;  // of the penalty spring [N/m]
  double damping;    // beside it [N s/m]
  double spread;     // length over which the force acts on the wire [m]
  int law;           // CatContactLaw
  int coupling;      // CatCoupling
} CatContactSpec;

typedef struct CatDampingSpec {
  double alpha, beta;  // of all materials that are not named [1/s] [s]
  CatRayleigh contact_wire, messenger, dropper, steady_arm;
  CatAlongDamping along;
} CatDampingSpec;

typedef enum CatDynamics { CAT_DYNAMICS_LINEAR, CAT_DYNAMICS_NONLINEAR } CatDynamics;

// What is nonlinear in dynamics: nonlinear, and how it is solved.
typedef struct CatNonlinearSpec {
  bool wires, droppers, arms;
  int contact;       // 0: on the deformed wire, 1: on the undeformed one
  int force;         // 0: vertical, 1: normal to the wire
  int tangent;       // CatTangent
  double tolerance;  // [N]
} CatNonlinearSpec;

typedef struct CatModalSpec {
  int basis;    // CatModalBasis
  int vectors;  // 0: auto
  int select;   // CatModalSelect
  bool attachments, residual;
} CatModalSpec;

typedef struct CatTimeSpec {
  int method;    // CatScheme
  double step;   // [s]
  double alpha;  // HHT: -1/3 to 0
  double rho;    // generalised alpha: spectral radius at infinity
} CatTimeSpec;

typedef struct CatWindowSpec {
  int filter;                 // CatFilterType
  double cutoff;              // of the low-pass [Hz]
  double from, to;            // window of the statistics [m]; to 0: not in metres
  double from_time, to_time;  // [s]; to 0: not in seconds
  int from_span, to_span;     // from 1, both included; 0: not in spans. None: the middle half
  int compare_with;           // CatRangeName
  int system;                 // CatCurrent: whose limits; 0: as pantographs say, or AC
  bool energy;                // keep the account of energy
} CatWindowSpec;

typedef struct CatTrainSpec {
  CatCommon common;
  CatLineSpec line;
  int npantograph;
  const CatTrainPantograph *pantograph;
  CatRunSpec run;
  CatContactSpec contact;
  CatDampingSpec damping;
  int dynamics;  // CatDynamics
  CatNonlinearSpec nonlinear;
  int solver;  // CatSolver
  CatModalSpec modal;
  CatTimeSpec time;
  double accuracy;  // to be met, relative to the mean force; or one of the two below; 0: none
  CatWindowSpec measure;
} CatTrainSpec;
#define CAT_ACCURACY_ESTIMATE (-1.0)
#define CAT_ACCURACY_NONE (-2.0)

extern const CatSection cat_train_section;

CatMotion cat_train_motion(const CatTrainSpec *s);   // of the first pantograph, from run.from on
double cat_train_wave_speed(const CatTrainSpec *s);  // of the contact wire, sqrt(T/mu) [m/s]
// What to say of a speed [m/s] that is not below it; "": it is. bare: written without a unit.
CatLine cat_train_too_fast(const CatTrainSpec *s, double speed, bool bare);
int cat_train_strips(const CatTrainPantograph *p);  // contact strips of a pantograph
int cat_train_contacts(const CatTrainSpec *s);      // of all pantographs with the line

#endif
