#include "line.h"

// clang-format off
#define IN(type, member) .offset = offsetof(type, member)

#define WIRE_KEYS                                                                                  \
    {"modulus", CAT_NUMBER, "GPa", "0 GPa", .min = 0, .max = 1e13, IN(CatWireSpec, modulus),       \
     .doc = "Young's modulus E"},                                                                  \
    {"area", CAT_NUMBER, "mm2", "0 mm2", .min = 0, .max = 1, IN(CatWireSpec, area),                \
     .doc = "Cross-section A"},                                                                    \
    {"axial_stiffness", CAT_NUMBER, "kN", "0 kN", .min = 0, .max = 1e12,                           \
     IN(CatWireSpec, axial_stiffness), .doc = "Axial stiffness EA, in place of modulus and area"}, \
    {"bending_stiffness", CAT_NUMBER, "N m2", "0 N m2", .min = 0, .max = 1e6,                      \
     IN(CatWireSpec, bending_stiffness), .doc = "Bending stiffness EI"},                           \
    {"mass_per_length", CAT_NUMBER, "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05, .odd_max = 10,  \
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(CatWireSpec, mass_per_length),                      \
     .doc = "Mass per length"},                                                                    \
    {"tension", CAT_NUMBER, "kN", .min = 0, .max = 1e7, .odd_min = 500, .odd_max = 1e5,            \
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(CatWireSpec, tension),                              \
     .doc = "Tension at rest, at the first end of the wire"},                                      \
    {"ice", CAT_NUMBER, "kg/m", "0 kg/m", .min = 0, .max = 100, IN(CatWireSpec, ice),              \
     .doc = "Mass of ice per length: a dead load"},                                                \
    {0}

static const CatKey wire_keys[] = {WIRE_KEYS};
static const CatSection wire_section = {"wire", "A wire", sizeof(CatWireSpec), .keys = wire_keys};

typedef struct {
  double axial_stiffness, mass_per_length, stiffness, contact_wire_clamp, messenger_clamp;
  bool bears_compression;
} Dropper;
static const CatKey dropper_keys[] = {
    {"axial_stiffness", CAT_NUMBER, "kN", "0 kN", .min = 0, .max = 1e12,
     IN(Dropper, axial_stiffness), .doc = "EA of a dropper; 0: 200 kN, unless stiffness is given"},
    {"stiffness", CAT_NUMBER, "kN/m", "0 kN/m", .min = 0, .max = 1e12, IN(Dropper, stiffness),
     .doc = "Stiffness EA/l of each dropper, in place of axial_stiffness; EA follows from the "
            "length in the first guess, within 1 % of the length found"},
    {"mass_per_length", CAT_NUMBER, "kg/m", "0 kg/m", .min = 0, .max = 100,
     IN(Dropper, mass_per_length), .doc = "Mass per length"},
    {"contact_wire_clamp", CAT_NUMBER, "kg", "0 kg", .min = 0, .max = 100,
     IN(Dropper, contact_wire_clamp), .doc = "Mass of the lower clamp"},
    {"messenger_clamp", CAT_NUMBER, "kg", "0 kg", .min = 0, .max = 100,
     IN(Dropper, messenger_clamp), .doc = "Mass of the upper clamp"},
    {"bears_compression", CAT_BOOLEAN, .preset = "false", IN(Dropper, bears_compression),
     .doc = "Under a train a dropper pushes as it pulls and never slackens: a linear line, to "
            "compare with"},
    {0},
};
static const CatSection dropper_section = {"dropper", "What all droppers are made of",
                                           sizeof(Dropper), .keys = dropper_keys};

typedef struct {
  double stiffness, damping, mass;
  int along;
  double offset;
} Support;
static const char *const along_choices[] = {"free", "held", NULL};
static const CatKey support_keys[] = {
    {"stiffness", CAT_NUMBER, "kN/m", "0 kN/m", .min = 0, .max = 1e12, IN(Support, stiffness),
     .doc = "Vertical stiffness of the messenger's support; 0: rigid"},
    {"damping", CAT_NUMBER, "N s/m", "0 N s/m", .min = 0, .max = 1e9, IN(Support, damping),
     .doc = "Damper beside it"},
    {"mass", CAT_NUMBER, "kg", "0 kg", .min = 0, .max = 1e5, IN(Support, mass),
     .doc = "Mass that moves with it"},
    {"along_track", CAT_CHOICE, .preset = "free", .choices = along_choices, IN(Support, along),
     .doc = "free: the messenger may slide along the track; held: it may not, once at rest"},
    {"stagger_share", CAT_NUMBER, "", "0", .min = -2, .max = 2, IN(Support, offset),
     .doc = "Lateral place of the messenger as a share of the contact wire's stagger"},
    {0},
};
static const CatSection support_section = {"support", "Supports of the messenger", sizeof(Support),
                                           .keys = support_keys};

typedef struct {
  bool given;
  double length, axial_stiffness, mass_per_length;
  double heel;
  int side, kind;
} Arm;
static const char *const arm_kinds[] = {"bar", "lift", NULL};
static const char *const side_choices[] = {"auto", "left", "right", NULL};
static const CatKey arm_keys[] = {
    {"length", CAT_NUMBER, "m", .min = 0, .max = 10, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     IN(Arm, length), .doc = "Length of the straight bar from hinge to clamp"},
    {"axial_stiffness", CAT_NUMBER, "kN", .min = 0, .max = 1e12,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(Arm, axial_stiffness), .doc = "Axial stiffness EA"},
    {"mass_per_length", CAT_NUMBER, "kg/m", "0 kg/m", .min = 0, .max = 100,
     IN(Arm, mass_per_length), .doc = "Mass per length"},
    {"heel", CAT_NUMBER, "m", "0 m", .min = 0, .max = 5, IN(Arm, heel),
     .doc = "Heel setting: height of the hinge above the clamp. 0: found, so that the contact wire "
            "has its height; given: the height at the supports follows from it"},
    {"mast_side", CAT_CHOICE, .preset = "auto", .choices = side_choices, IN(Arm, side),
     .doc = "Where the hinges stand: auto: where each arm pulls (pull-off); left or right of the "
            "track: arms pull or push (push-off) as the stagger asks"},
    {"kind", CAT_CHOICE, .preset = "bar", .choices = arm_kinds, IN(Arm, kind),
     .doc = "bar, or lift (2d only): its force at rest stays the same when the wire moves, so that "
            "the wire is free there"},
    {0},
};
static const CatSection arm_section = {"steady_arm", "Steady arms, hinged at both ends",
                                       sizeof(Arm), .keys = arm_keys};

static const CatKey span_keys[] = {
    {"repeat", CAT_INTEGER, "", "1", .min = 1, .max = 1000, IN(CatSpanSpec, repeat),
     .doc = "So many spans like this in a row"},
    {"length", CAT_NUMBER, "m", .min = 0, .max = 500, .odd_min = 10, .odd_max = 90,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(CatSpanSpec, length),
     .doc = "Length along the track"},
    {"encumbrance", CAT_NUMBER, "m", "1.2 m", .min = 0, .max = 10, .flags = CAT_ABOVE_MIN,
     IN(CatSpanSpec, encumbrance),
     .doc = "Height of the messenger above the contact wire at the support on its left"},
    {"height", CAT_NUMBER, "m", "0 m", .min = -5, .max = 20, IN(CatSpanSpec, height),
     .doc = "Height of the contact wire at that support"},
    {"dropper_count", CAT_INTEGER, "", "0", .min = 0, .max = 60, IN(CatSpanSpec, dropper_count),
     .doc = "So many droppers at equal distances, in place of droppers; 0: none by this rule"},
    {"dropper_edge", CAT_NUMBER, "m", "0 m", .min = 0, .max = 250, IN(CatSpanSpec, edge),
     .doc = "Distance of the first and last of them from the supports; 0: half of that between "
            "them"},
    {"droppers", CAT_NUMBERS, "m", "[]", .min = 0, .max = 500, .flags = CAT_ABOVE_MIN,
     .max_count = 60, IN(CatSpanSpec, positions), .count_offset = offsetof(CatSpanSpec, nposition),
     .doc = "Positions of the droppers, from the support on the left"},
    {"sag", CAT_NUMBERS, "mm", "[]", .min = -1, .max = 5, .max_count = 60, IN(CatSpanSpec, sag),
     .count_offset = offsetof(CatSpanSpec, nsag),
     .doc = "Sag of the contact wire at each dropper, below the line between the supports; one "
            "value holds for the middle of a parabola from first to last dropper; none: no sag"},
    {"auxiliary_droppers", CAT_NUMBERS, "m", "[]", .min = 0, .max = 500, .flags = CAT_ABOVE_MIN,
     .max_count = 60, IN(CatSpanSpec, auxiliary_positions),
     .count_offset = offsetof(CatSpanSpec, nauxiliary),
     .doc = "Compound lines: positions of the droppers between messenger and auxiliary wire"},
    {"dropper_lengths", CAT_NUMBERS, "m", "[]", .min = 0, .max = 10, .flags = CAT_ABOVE_MIN,
     .max_count = 60, IN(CatSpanSpec, lengths), .count_offset = offsetof(CatSpanSpec, nlength),
     .doc = "As built: undeformed lengths of the droppers; heights follow, sag is a first guess"},
    {"auxiliary_dropper_lengths", CAT_NUMBERS, "m", "[]", .min = 0, .max = 10,
     .flags = CAT_ABOVE_MIN, .max_count = 60, IN(CatSpanSpec, auxiliary_lengths),
     .count_offset = offsetof(CatSpanSpec, nauxiliary_length),
     .doc = "As built: undeformed lengths of the droppers above the auxiliary wire"},
    {0},
};
static const CatSection span_section = {"span", "Spans, from left to right", sizeof(CatSpanSpec),
                                        .keys = span_keys};

static const CatKey path_keys[] = {
    {"length", CAT_NUMBER, "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     IN(CatPathSpec, length), .doc = "Length of this piece of track"},
    {"curvature", CAT_NUMBER, "1/m", "0 1/m", .min = -0.1, .max = 0.1, IN(CatPathSpec, curvature0),
     .doc = "Curvature at its beginning, 1/R; positive: to the left"},
    {"curvature_end", CAT_NUMBER, "1/m", "0 1/m", .min = -0.1, .max = 0.1,
     IN(CatPathSpec, curvature1), .doc = "Curvature at its end; linear in between (clothoid)"},
    {0},
};
static const CatSection path_section = {"path", "The track's alignment; straight behind its end",
                                        sizeof(CatPathSpec), .keys = path_keys};

static const char *const point_choices[] = {"contact_wire", "messenger", "auxiliary_wire", NULL};
static const CatKey point_keys[] = {
    {"position", CAT_NUMBER, "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     IN(CatPointSpec, position), .doc = "Where along the track; it sits at the nearest node"},
    {"wire", CAT_CHOICE, .preset = "contact_wire", .choices = point_choices,
     IN(CatPointSpec, wire), .doc = "On which wire"},
    {"mass", CAT_NUMBER, "kg", .min = 0, .max = 1e4, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     IN(CatPointSpec, mass), .doc = "Its mass"},
    {0},
};
static const CatSection point_section = {"point_mass", "A point mass on a wire",
                                         sizeof(CatPointSpec), .keys = point_keys};

static const CatKey far_end_keys[] = {
    {"height", CAT_NUMBER, "m", "0 m", .min = -5, .max = 20, IN(CatFarEndSpec, height),
     .doc = "Height of the contact wire at the last support"},
    {"encumbrance", CAT_NUMBER, "m", "1.2 m", .min = 0, .max = 10, .flags = CAT_ABOVE_MIN,
     IN(CatFarEndSpec, encumbrance), .doc = "Height of the messenger above it"},
    {0},
};
static const CatSection far_end_section = {"far_end", "The last support, where no span follows",
                                           sizeof(CatFarEndSpec), .keys = far_end_keys};

static const CatKey overlap_keys[] = {
    {"start", CAT_NUMBER, "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     IN(CatOverlapSpec, start), .doc = "Its first support, along the track"},
    {"stagger", CAT_NUMBERS, "m", "[]", .min = -2, .max = 2, .max_count = 1000,
     IN(CatOverlapSpec, stagger), .count_offset = offsetof(CatOverlapSpec, nstagger),
     .doc = "Stagger at its successive supports, repeated along it"},
    {"spans", CAT_LIST, .min = 1, .max = 1000, .flags = CAT_REQUIRED, IN(CatOverlapSpec, spans),
     .count_offset = offsetof(CatOverlapSpec, nspan), .section = &span_section,
     .doc = "Its spans"},
    {"far_end", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatOverlapSpec, far_end),
     .count_offset = offsetof(CatOverlapSpec, far_end.given), .section = &far_end_section,
     .doc = "Its last support; without it as in the last span"},
    {0},
};
static const CatSection overlap_section = {
    "overlap", "A second tension section of the same make, beside the first",
    sizeof(CatOverlapSpec), .keys = overlap_keys};

static const char *const form_choices[] = {"3d", "2d", NULL};
static const char *const end_choices[] = {"anchored", "weights", NULL};

static const CatKey line_keys[] = {
    {"name", CAT_NAME, .preset = "", IN(CatLineSpec, name), .doc = "What the line is called"},
    {"source", CAT_STRING, .preset = "", IN(CatLineSpec, source),
     .doc = "Where its data come from"},
    {"form", CAT_CHOICE, .preset = "3d", .choices = form_choices, IN(CatLineSpec, form),
     .doc = "3d, or 2d: no stagger, nothing moves sideways, arms are vertical bars"},
    {"gravity", CAT_NUMBER, "m/s2", "9.81 m/s2", .min = 0, .max = 100, IN(CatLineSpec, gravity),
     .doc = "Acceleration of gravity"},
    {"contact_wire", CAT_SECTION, .flags = CAT_REQUIRED, IN(CatLineSpec, contact_wire),
     .section = &wire_section, .doc = "The contact wire"},
    {"messenger", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatLineSpec, messenger),
     .count_offset = offsetof(CatLineSpec, messenger.given), .section = &wire_section,
     .doc = "The messenger wire; without it the line is a trolley wire held at its supports"},
    {"auxiliary_wire", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatLineSpec, auxiliary),
     .count_offset = offsetof(CatLineSpec, auxiliary.given), .section = &wire_section,
     .doc = "Compound lines: the wire between messenger and contact wire"},
    {"auxiliary_height", CAT_NUMBER, "m", "0.3 m", .min = 0, .max = 5, .flags = CAT_ABOVE_MIN,
     IN(CatLineSpec, auxiliary_height),
     .doc = "Height of the auxiliary wire above the contact wire"},
    {"stitch_wire", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatLineSpec, stitch),
     .count_offset = offsetof(CatLineSpec, stitch.given), .section = &wire_section,
     .doc = "Stitched lines: the Y wire; droppers within it hang on it"},
    {"stitch_length", CAT_NUMBER, "m", "18 m", .min = 0, .max = 100, .flags = CAT_ABOVE_MIN,
     IN(CatLineSpec, stitch_length), .doc = "Length of the Y wire from clamp to clamp"},
    {"dropper", CAT_SECTION, IN(CatLineSpec, dropper), .section = &dropper_section,
     .doc = "What all droppers have in common"},
    {"support", CAT_SECTION, IN(CatLineSpec, support), .section = &support_section,
     .doc = "Supports of the messenger"},
    {"steady_arm", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatLineSpec, steady_arm),
     .count_offset = offsetof(CatLineSpec, steady_arm.given), .section = &arm_section,
     .doc = "Steady arms at the supports; without them the contact wire is free there"},
    {"stagger", CAT_NUMBERS, "m", "[]", .min = -2, .max = 2, .max_count = 1000,
     IN(CatLineSpec, stagger), .count_offset = offsetof(CatLineSpec, nstagger),
     .doc = "Stagger at successive supports, repeated along the line"},
    {"spans", CAT_LIST, .min = 1, .max = 1000, .flags = CAT_REQUIRED, IN(CatLineSpec, spans),
     .count_offset = offsetof(CatLineSpec, nspan), .section = &span_section, .doc = "The spans"},
    {"path", CAT_LIST, .min = 0, .max = 1000, IN(CatLineSpec, path),
     .count_offset = offsetof(CatLineSpec, npath), .section = &path_section,
     .doc = "Alignment of the track; none: straight"},
    {"masses", CAT_LIST, .min = 0, .max = 1000, IN(CatLineSpec, masses),
     .count_offset = offsetof(CatLineSpec, nmass), .section = &point_section,
     .doc = "Point masses: insulators, feeder clamps and the like"},
    {"far_end", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatLineSpec, far_end),
     .count_offset = offsetof(CatLineSpec, far_end.given), .section = &far_end_section,
     .doc = "The last support; without it height and encumbrance are those of the last span"},
    {"overlap", CAT_SECTION, .flags = CAT_OPTIONAL, IN(CatLineSpec, overlap),
     .count_offset = offsetof(CatLineSpec, overlap.given), .section = &overlap_section,
     .doc = "A second tension section, whose wires run beside those of the first for some spans"},
    {"ends", CAT_CHOICE, .preset = "anchored", .choices = end_choices, IN(CatLineSpec, ends),
     .doc = "anchored: wires fixed at both ends; weights: weights pull at both ends, and the wires "
            "are held along the track in the middle"},
    {"elements_per_bay", CAT_INTEGER, "", "10", .min = 1, .max = 200,
     IN(CatLineSpec, elements_per_bay),
     .doc = "Elements between neighbouring droppers or supports"},
    {0},
};
const CatSection cat_line_section = {"line", "An overhead line", sizeof(CatLineSpec),
                                     .keys = line_keys};

static const CatKey rest_keys[] = {
    CAT_COMMON_KEYS(CatRestSpec),
    {"line", CAT_SECTION, .flags = CAT_REQUIRED, IN(CatRestSpec, line),
     .section = &cat_line_section, .doc = "The overhead line"},
    {0},
};
const CatSection cat_rest_section = {"rest", "The shape of an overhead line at rest",
                                     sizeof(CatRestSpec), .keys = rest_keys};
// clang-format on

_Static_assert(sizeof(((CatLineSpec *)0)->dropper) == sizeof(Dropper), "layout");
_Static_assert(sizeof(((CatLineSpec *)0)->support) == sizeof(Support), "layout");
_Static_assert(sizeof(((CatLineSpec *)0)->steady_arm) == sizeof(Arm), "layout");
