// What a pantograph may have beside its chain of masses: contact strips of their own, a head that
// rolls, a head that depends on frequency, a base that moves, a controller.
#ifndef CAT_SPEC_PANTOGRAPH_H
#define CAT_SPEC_PANTOGRAPH_H

#include "schema.h"

// The head divided into two, one behind the other; on each the first mode of its strip.
typedef struct CatStripsSpec {
  bool given;
  double distance;                  // between them; 0: one strip [m]
  double mass, stiffness, damping;  // of a strip's mode; mass 0: rigid [kg] [N/m] [N s/m]
} CatStripsSpec;

// Rotation of the head about the track: two springs side by side bear it.
typedef struct CatRollSpec {
  bool given;
  double inertia;             // [kg m2]
  double stiffness, damping;  // of each of the two [N/m] [N s/m]
  double distance;            // between them [m]
} CatRollSpec;

// The spring under the head as a dynamic stiffness N(s)/D(s), coefficients in ascending powers.
typedef struct CatHeadSpec {
  bool given;
  int nnumerator, ndenominator;
  const double *numerator, *denominator;  // SI
} CatHeadSpec;

// Height of the base (roof of the vehicle) over time or place; linear in between.
typedef struct CatBaseSpec {
  bool given;
  int ntime, nplace, nheight;
  const double *time, *place, *height;  // [s], or [m], ascending; [m]
} CatBaseSpec;

enum { CAT_HEAD_ORDER = 8, CAT_BASE_POINTS = 200000 };

typedef struct CatPantographParts {
  CatStripsSpec strips;
  CatRollSpec roll;
  CatHeadSpec head;
  CatBaseSpec base;
} CatPantographParts;

extern const CatSection cat_strips_section, cat_roll_section, cat_head_section, cat_base_section;

// Rows of their keys, for a struct `s_` with a field `parts`.
// clang-format off
#define CAT_PANTOGRAPH_PARTS_KEYS(s_)                                                              \
    {CAT_OPTIONAL_AS("strips", s_, parts.strips, parts.strips.given),                              \
     .section = &cat_strips_section,                                                               \
     .doc = "Contact strips of their own, in place of one rigid head"},                            \
    {CAT_OPTIONAL_AS("roll", s_, parts.roll, parts.roll.given), .section = &cat_roll_section,      \
     .doc = "A head that rolls, as the stagger moves the contact point sideways"},                 \
    {CAT_OPTIONAL_AS("head", s_, parts.head, parts.head.given), .section = &cat_head_section,      \
     .doc = "A head whose suspension depends on frequency"},                                       \
    {CAT_OPTIONAL_AS("base", s_, parts.base, parts.base.given), .section = &cat_base_section,      \
     .doc = "Motion of the base, as of a vehicle on its track"}
// clang-format on

#endif
