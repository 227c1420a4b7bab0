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
typedef enum CatTrackType { CAT_TRACK_NONE, CAT_TRACK_BALLASTED, CAT_TRACK_SLAB } CatTrackType;
typedef enum CatTrainsRule { CAT_TRAINS_TOGETHER, CAT_TRAINS_ONE_BY_ONE } CatTrainsRule;
typedef enum CatHeading { CAT_HEADING_FORWARDS, CAT_HEADING_BACKWARDS } CatHeading;

typedef enum CatCarModel { CAT_CAR_RIGID_WHEELS, CAT_CAR_HERTZ } CatCarModel;
typedef enum CatRoughness {
  CAT_ROUGHNESS_NONE,
  CAT_ROUGHNESS_ERRI_LOW,
  CAT_ROUGHNESS_ERRI_HIGH,
  CAT_ROUGHNESS_FRA_1,
  CAT_ROUGHNESS_FRA_2,
  CAT_ROUGHNESS_FRA_3,
  CAT_ROUGHNESS_FRA_4,
  CAT_ROUGHNESS_FRA_5,
  CAT_ROUGHNESS_FRA_6
} CatRoughness;

// From here on the deck has another section, up to the next one.
typedef struct CatDeckSectionSpec {
  double from;               // [m]
  double mass_per_length;    // [kg/m]
  double bending_stiffness;  // [N m2]
} CatDeckSectionSpec;

typedef struct CatTorsionSpec {
  bool given;
  double stiffness;           // GJ [N m2]
  double inertia_per_length;  // [kg m]
} CatTorsionSpec;

// Files that hold the modes of a bridge, or its matrices; names as written.
typedef struct CatImportedSpec {
  bool given;
  const char *modes, *shapes;             // CSV or HDF5
  const char *stiffness, *mass, *points;  // Matrix Market; CSV or HDF5
  const char *content;                    // SHA-256 of all
} CatImportedSpec;

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
  CatTorsionSpec torsion;
  CatImportedSpec imported;
  int method;     // CatDeckMethod
  int functions;  // N of Ritz
  int elements;   // of Hermite
  int modes;      // N_m
  int ndamping;   // ratios of the modes, the last one for all that follow
  const double *damping;
  int type;  // CatDeckType: damping ratio of EN 1991-2
} CatDeckSpec;

typedef struct CatSprungSpec {
  bool given;
  double mass, stiffness, damping;  // on each axle [kg] [N/m] [N s/m]
  double wheel_mass;                // below the spring [kg]
  double contact_stiffness;         // of the wheel on the deck [N/m]; 0: rigid
} CatSprungSpec;

// A vehicle in heave and pitch: a body on two bogies with two wheelsets each, or, without frames,
// on two axles. Stiffnesses and dampers hold for both sides together.
typedef struct CatCarSpec {
  const char *name, *source;
  int count;                   // of equal cars one behind the other
  double body_mass;            // [kg]
  double body_inertia;         // [kg m2]
  double frame_mass;           // of each bogie [kg]; 0: none
  double frame_inertia;        // [kg m2]
  double wheelset_mass;        // [kg]
  double primary_stiffness;    // between frame and each wheelset [N/m]
  double primary_damping;      // [N s/m]
  double secondary_stiffness;  // between body and each frame, or axle [N/m]
  double secondary_damping;    // [N s/m]
  double pivots;               // distance of the bogies, or of the axles [m]
  double wheelbase;            // of a bogie [m]
  double length;               // from coupler to coupler [m]
  int wheels;                  // CatCarModel
  double contact_stiffness;    // of a wheelset on the rail, of a tyre pair on the road [N/m]
} CatCarSpec;

// Axles at equal distances, as HSLM-B has them.
typedef struct CatUniformSpec {
  bool given;
  int count;
  double distance;  // [m]
} CatUniformSpec;

typedef struct CatLoadSpec {
  const char *name, *source;
  int naxle;
  const double *axles;     // behind the first one [m]
  const char *axle_table;  // file with axles and forces, as written; "" once it is read
  CatUniformSpec uniform;  // in place of axles; not given once they are listed
  int nforce;
  const double *forces;  // of each axle, or one for all [N]
  CatSprungSpec sprung;  // on each axle, in place of a force
  int ncar;
  const CatCarSpec *cars;  // in place of axles
  double track;            // to the left of the deck's middle [m]
  double start;            // place of the first axle at t = 0, before the bridge [m]
  int heading;             // CatHeading
} CatLoadSpec;

// Rail, pads, sleepers and ballast, both rails together.
typedef struct CatTrackSpec {
  bool given;
  const char *source;
  double rail_mass;                           // [kg/m]
  double rail_bending_stiffness;              // [N m2]
  double spacing;                             // of sleepers [m]
  double sleeper_mass;                        // [kg]
  double pad_stiffness, pad_damping;          // of each sleeper [N/m] [N s/m]
  double ballast_stiffness, ballast_damping;  // under each, on the deck
  double ground_stiffness, ground_damping;    // under each, elsewhere; 0: as on the deck
} CatTrackSpec;

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

typedef struct CatRailSpec {
  int irregularity;     // CatRoughness
  const char *profile;  // file with a measured one, as written
  const char *content;  // SHA-256 of it
  double rms;           // of the profile [m]; 0: as the spectrum has it
  double ratio;         // rms of wavelengths 40-80 m to 3-40 m; 0: as the spectrum has it
  int seed;
} CatRailSpec;

typedef struct CatBridgeMeasureSpec {
  int nat;
  const double *at;  // point of deflection and acceleration [m]; none: of its own
  double across;     // to the left of the deck's middle [m]
  double cutoff;     // of accelerations [Hz]; 0: none
  int track;         // CatTrackType: limit of the deck's acceleration
  bool energy;
  bool uncertainty;  // further runs with half the step and twice the modes
} CatBridgeMeasureSpec;

// Values of CatCosimOrder (couple/sim.h).
typedef struct CatCosimSpec {
  bool given;
  int order;          // structure-first, vehicle-first, jacobi
  int load;           // 0 linear, 1 constant
  double macro_step;  // H [s]; 0: by accuracy
  bool corrector;
  double accuracy;  // of the deflection, as a part of its largest value
} CatCosimSpec;

typedef struct CatBridgeSpec {
  CatCommon common;
  double gravity;  // [m/s2]
  CatDeckSpec bridge;
  int ntrain;
  const CatLoadSpec *trains;
  CatBridgeRunSpec run;
  CatRailSpec rail;
  CatTrackSpec track;
  CatBridgeTimeSpec time;
  CatCosimSpec cosim;
  CatBridgeMeasureSpec measure;
} CatBridgeSpec;

extern const CatSection cat_bridge_section;

// The longest of the spans between ends and piers, of equal ones that nearest to the middle [m];
// and whether there is a bearing at x.
typedef struct CatDeckSpan {
  double from, to;
} CatDeckSpan;
CatDeckSpan cat_deck_longest_span(const CatDeckSpec *deck);
bool cat_deck_bears_at(const CatDeckSpec *deck, double x);

double cat_load_length(const CatLoadSpec *train);  // from the first axle to the last [m]
int cat_load_cars(const CatLoadSpec *train);       // how many, each counted
// Car number i, and the place of its middle behind the first axle of the train [m].
const CatCarSpec *cat_load_car(const CatLoadSpec *train, int i, double *middle);
int cat_car_axles(const CatCarSpec *car);
int cat_bridge_speeds(const CatBridgeSpec *s);  // of a run: 1 unless it has a range
double cat_bridge_speed(const CatBridgeSpec *s, int i);

#endif
