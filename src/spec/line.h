// Input that describes an overhead line, and the kind "rest" that asks for its shape at rest.
#ifndef CAT_SPEC_LINE_H
#define CAT_SPEC_LINE_H

#include "spec.h"

typedef enum CatLineForm { CAT_LINE_3D, CAT_LINE_2D } CatLineForm;
typedef enum CatLineEnds { CAT_ENDS_ANCHORED, CAT_ENDS_WEIGHTS } CatLineEnds;
typedef enum CatMastSide { CAT_MAST_AUTO, CAT_MAST_LEFT, CAT_MAST_RIGHT } CatMastSide;
// Motion of the wires along the track: with inertia, in balance at any time, none.
typedef enum CatAxial { CAT_AXIAL_FULL, CAT_AXIAL_QUASI_STATIC, CAT_AXIAL_NONE } CatAxial;
typedef enum CatAlongTrack { CAT_ALONG_FREE, CAT_ALONG_HELD } CatAlongTrack;

typedef struct CatWireSpec {
  bool given;
  double modulus, area;      // E [Pa], A [m2]
  double axial_stiffness;    // EA [N]; 0: E A
  double bending_stiffness;  // EI [N m2]
  double mass_per_length;    // [kg/m]
  double tension;            // [N]
  double ice;                // mass of ice per length [kg/m]
} CatWireSpec;

typedef struct CatSpanSpec {
  int repeat;
  double length;       // [m]
  double encumbrance;  // messenger above contact wire at the support on its left [m]
  double height;       // contact wire there, over the reference height [m]
  int dropper_count;   // so many droppers at equal distances, in place of positions
  double edge;         // distance of the first and last of them from the supports [m]
  int nposition, nsag, nauxiliary, nlength, nauxiliary_length;
  const double *positions;            // of the droppers, from the support on its left [m]
  const double *sag;                  // of the contact wire below the heights at the supports [m]
  const double *auxiliary_positions;  // of the droppers between messenger and auxiliary wire [m]
  const double *lengths;              // as built: undeformed lengths of the droppers [m]
  const double *auxiliary_lengths;    // as built: of those above the auxiliary wire [m]
} CatSpanSpec;

typedef struct CatPathSpec {
  double length;      // along the track [m]
  double curvature0;  // at its beginning and end [1/m]; positive: to the left
  double curvature1;
} CatPathSpec;

typedef enum CatLineWire { CAT_ON_CONTACT_WIRE, CAT_ON_MESSENGER, CAT_ON_AUXILIARY } CatLineWire;

typedef struct CatPointSpec {
  double position;  // along the track [m]
  int wire;         // CatLineWire
  double mass;      // [kg]
} CatPointSpec;

// Height of the contact wire and encumbrance at the last support, where no span follows.
typedef struct CatFarEndSpec {
  bool given;
  double height, encumbrance;  // [m]
} CatFarEndSpec;

// A second tension section of the same make beside the first, so that both overlap.
typedef struct CatOverlapSpec {
  bool given;
  double start;  // its first support, along the track [m]
  int nstagger, nspan;
  const double *stagger;
  const CatSpanSpec *spans;
  CatFarEndSpec far_end;
} CatOverlapSpec;

// A lift holds the wire at rest with a force that does not change when the wire moves.
typedef enum CatArmKind { CAT_ARM_BAR, CAT_ARM_LIFT } CatArmKind;

#define CAT_DROPPER_EA 2e5  // of a dropper whose stiffness is not given [N]

typedef struct CatDropperSpec {
  double axial_stiffness, mass_per_length;     // [N] [kg/m]; 0: CAT_DROPPER_EA
  double stiffness;                            // EA by length [N/m]; 0: axial_stiffness holds
  double contact_wire_clamp, messenger_clamp;  // [kg]
  bool bears_compression;                      // it can push: a linear line
} CatDropperSpec;

typedef struct CatSupportSpec {
  double stiffness, damping, mass;  // vertical [N/m] [N s/m] [kg]; stiffness 0: rigid
  int along;                        // CatAlongTrack
  double offset;                    // fraction of the stagger that the messenger follows [-]
} CatSupportSpec;

typedef struct CatArmSpec {
  bool given;
  double length, axial_stiffness, mass_per_length;  // [m] [N] [kg/m]
  double heel;  // hinge above the clamp [m]; 0: found so that the contact wire has its height
  int side;     // CatMastSide: where the hinges stand
  int kind;     // CatArmKind
} CatArmSpec;

typedef struct CatLineSpec {
  const char *name, *source;
  int form;         // CatLineForm
  int axial;        // CatAxial
  int axial_modes;  // of each wire, with inertia beside the quasi-static motion
  double gravity;
  CatWireSpec contact_wire, messenger, auxiliary, stitch;
  double auxiliary_height;  // of the auxiliary wire above the contact wire [m]
  double stitch_length;     // of the Y wire, from clamp to clamp [m]
  CatDropperSpec dropper;
  CatSupportSpec support;
  CatArmSpec steady_arm;
  int nstagger;
  const double *stagger;  // of the contact wire at successive supports, repeated [m]
  int nspan, npath;
  const CatSpanSpec *spans;
  const CatPathSpec *path;
  int nmass;
  const CatPointSpec *masses;
  CatFarEndSpec far_end;
  CatOverlapSpec overlap;
  int ends;              // CatLineEnds
  double element_size;   // at most [m]
  int elements_per_bay;  // 0: by that size
  int halvings;          // of each element, to see what they change; no key
} CatLineSpec;

// A force that lifts the contact wire at rest.
typedef struct CatProbeSpec {
  double position;  // along the track [m]
  double force;     // [N]
} CatProbeSpec;

typedef struct CatRestSpec {
  CatCommon common;
  CatLineSpec line;
  int nprobe;
  const CatProbeSpec *probe;
} CatRestSpec;

extern const CatSection cat_line_section, cat_rest_section;

int cat_bay_elements(const CatLineSpec *l, double length);  // of a bay [m]

#endif
