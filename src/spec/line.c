#include "line.h"

#include <math.h>

// clang-format off

static const CatKey wire_keys[] = {
    {CAT_NUMBER_KEY(CatWireSpec, modulus), "GPa", "0 GPa", .min = 0, .max = 1e13,
     .doc = "Young's modulus E"},
    {CAT_NUMBER_KEY(CatWireSpec, area), "mm2", "0 mm2", .min = 0, .max = 1,
     .doc = "Cross-section A"},
    {CAT_NUMBER_KEY(CatWireSpec, axial_stiffness), "kN", "0 kN", .min = 0, .max = 1e12,
     .doc = "Axial stiffness EA, in place of modulus and area"},
    {CAT_NUMBER_KEY(CatWireSpec, bending_stiffness), "N m2", "0 N m2", .min = 0, .max = 1e6,
     .odd_min = 1, .odd_max = 2000, .flags = CAT_ZERO_IS_NONE,
     .doc = "Bending stiffness EI"},
    {CAT_NUMBER_KEY(CatWireSpec, mass_per_length), "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05,
     .odd_max = 10, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass per length"},
    {CAT_NUMBER_KEY(CatWireSpec, tension), "kN", .min = 0, .max = 1e7, .odd_min = 500,
     .odd_max = 1e5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Tension at rest, at the first end of the wire"},
    {CAT_NUMBER_KEY(CatWireSpec, ice), "kg/m", "0 kg/m", .min = 0, .max = 100,
     .doc = "Mass of ice per length: a dead load"},
    {0},
};
static const CatSection wire_section = {"wire", "A wire", sizeof(CatWireSpec), .keys = wire_keys};

static const CatKey dropper_keys[] = {
    {CAT_NUMBER_KEY(CatDropperSpec, axial_stiffness), "kN", "0 kN", .min = 0, .max = 1e12,
     .doc = "EA of a dropper; 0: 200 kN, unless stiffness is given"},
    {CAT_NUMBER_KEY(CatDropperSpec, stiffness), "kN/m", "0 kN/m", .min = 0, .max = 1e12,
     .doc = "Stiffness EA/l of each dropper, in place of axial_stiffness; EA follows from the "
            "length in the first guess, within 1 % of the length found"},
    {CAT_NUMBER_KEY(CatDropperSpec, mass_per_length), "kg/m", "0 kg/m", .min = 0, .max = 100,
     .doc = "Mass per length"},
    {CAT_NUMBER_KEY(CatDropperSpec, contact_wire_clamp), "kg", "0 kg", .min = 0, .max = 100,
     .doc = "Mass of the lower clamp"},
    {CAT_NUMBER_KEY(CatDropperSpec, messenger_clamp), "kg", "0 kg", .min = 0, .max = 100,
     .doc = "Mass of the upper clamp"},
    {CAT_BOOLEAN_KEY(CatDropperSpec, bears_compression), .preset = "false",
     .doc = "Under a train droppers also bear compression and never go slack: a linear line, to "
            "compare with"},
    {0},
};
static const CatSection dropper_section = {"dropper", "What all droppers are made of",
                                           sizeof(CatDropperSpec), .keys = dropper_keys};

static const char *const along_choices[] = {"free", "held", NULL};
static const CatKey support_keys[] = {
    {CAT_NUMBER_KEY(CatSupportSpec, stiffness), "kN/m", "0 kN/m", .min = 0, .max = 1e12,
     .doc = "Vertical stiffness of the messenger's support; 0: rigid"},
    {CAT_NUMBER_KEY(CatSupportSpec, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e9,
     .doc = "Damper parallel to it"},
    {CAT_NUMBER_KEY(CatSupportSpec, mass), "kg", "0 kg", .min = 0, .max = 1e5,
     .doc = "Mass that moves with it"},
    {CAT_CHOICE_AS("along_track", CatSupportSpec, along), .preset = "free",
     .choices = along_choices,
     .doc = "free: the messenger may slide along the track; held: it may not, once at rest"},
    {CAT_NUMBER_AS("stagger_share", CatSupportSpec, offset), "", "0", .min = -2, .max = 2,
     .doc = "Lateral position of the messenger as a fraction of the contact wire's stagger"},
    {0},
};
static const CatSection support_section = {"support", "Supports of the messenger",
                                           sizeof(CatSupportSpec),
                                           .keys = support_keys};

static const char *const arm_kinds[] = {"bar", "lift", NULL};
static const char *const side_choices[] = {"auto", "left", "right", NULL};
static const CatKey arm_keys[] = {
    {CAT_NUMBER_KEY(CatArmSpec, length), "m", .min = 0, .max = 10, .odd_min = 0.2, .odd_max = 3,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Length of the straight bar from hinge to clamp"},
    {CAT_NUMBER_KEY(CatArmSpec, axial_stiffness), "kN", .min = 0, .max = 1e12,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Axial stiffness EA"},
    {CAT_NUMBER_KEY(CatArmSpec, mass_per_length), "kg/m", "0 kg/m", .min = 0, .max = 100,
     .doc = "Mass per length"},
    {CAT_NUMBER_KEY(CatArmSpec, heel), "m", "0 m", .min = 0, .max = 5,
     .doc = "Heel setting: height of the hinge above the clamp. 0: found, so that the contact "
            "wire has its height; given: the height at the supports follows from it"},
    {CAT_CHOICE_AS("mast_side", CatArmSpec, side), .preset = "auto", .choices = side_choices,
     .doc = "Side of the hinges: auto: where each arm pulls (pull-off); left or right of "
            "the track: arms pull or push (push-off) as the stagger requires"},
    {CAT_CHOICE_KEY(CatArmSpec, kind), .preset = "bar", .choices = arm_kinds,
     .doc = "bar, or lift (2d only): its force at rest stays the same when the wire moves, so "
            "that the wire is free there"},
    {0},
};
static const CatSection arm_section = {"steady_arm", "Steady arms, hinged at both ends",
                                       sizeof(CatArmSpec), .keys = arm_keys};

static const CatKey span_keys[] = {
    {CAT_INTEGER_KEY(CatSpanSpec, repeat), "", "1", .min = 1, .max = 1000,
     .doc = "Number of consecutive spans like this"},
    {CAT_NUMBER_KEY(CatSpanSpec, length), "m", .min = 0, .max = 500, .odd_min = 10, .odd_max = 90,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Length along the track"},
    {CAT_NUMBER_KEY(CatSpanSpec, encumbrance), "m", "1.2 m", .min = 0, .max = 10,
     .flags = CAT_ABOVE_MIN,
     .doc = "Height of the messenger above the contact wire at the support on its left"},
    {CAT_NUMBER_KEY(CatSpanSpec, height), "m", "0 m", .min = -5, .max = 20,
     .doc = "Height of the contact wire at that support"},
    {CAT_INTEGER_KEY(CatSpanSpec, dropper_count), "", "0", .min = 0, .max = 60,
     .doc = "Number of equally spaced droppers, in place of droppers; 0: not used"},
    {CAT_NUMBER_AS("dropper_edge", CatSpanSpec, edge), "m", "0 m", .min = 0, .max = 250,
     .doc = "Distance of the first and last of them from the supports; 0: half of that between "
            "them"},
    {CAT_NUMBERS_AS("droppers", CatSpanSpec, positions, nposition), "m", "[]", .min = 0,
     .max = 500, .flags = CAT_ABOVE_MIN, .max_count = 60,
     .doc = "Positions of the droppers, from the support on the left"},
    {CAT_NUMBERS_KEY(CatSpanSpec, sag, nsag), "mm", "[]", .min = -1, .max = 5, .max_count = 60,
     .doc = "Sag of the contact wire at each dropper, below the line between the supports; a "
            "single value is that in the middle of a parabola over the droppers; none: no sag"},
    {CAT_NUMBERS_AS("auxiliary_droppers", CatSpanSpec, auxiliary_positions, nauxiliary), "m",
     "[]", .min = 0, .max = 500, .flags = CAT_ABOVE_MIN, .max_count = 60,
     .doc = "Compound lines: positions of the droppers between messenger and auxiliary wire"},
    {CAT_NUMBERS_AS("dropper_lengths", CatSpanSpec, lengths, nlength), "m", "[]", .min = 0,
     .max = 10, .flags = CAT_ABOVE_MIN, .max_count = 60,
     .doc = "As built: undeformed lengths of the droppers; heights follow, sag is a first guess"},
    {CAT_NUMBERS_AS("auxiliary_dropper_lengths", CatSpanSpec, auxiliary_lengths,
                    nauxiliary_length),
     "m", "[]", .min = 0, .max = 10, .flags = CAT_ABOVE_MIN, .max_count = 60,
     .doc = "As built: undeformed lengths of the droppers above the auxiliary wire"},
    {0},
};
static const CatSection span_section = {"span", "Spans, from left to right", sizeof(CatSpanSpec),
                                        .keys = span_keys};

static const CatKey path_keys[] = {
    {CAT_NUMBER_KEY(CatPathSpec, length), "m", .min = 0, .max = 1e6,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Length of this piece of track"},
    {CAT_NUMBER_AS("curvature", CatPathSpec, curvature0), "1/m", "0 1/m", .min = -0.1, .max = 0.1,
     .doc = "Curvature at its beginning, 1/R; positive: to the left"},
    {CAT_NUMBER_AS("curvature_end", CatPathSpec, curvature1), "1/m", "0 1/m", .min = -0.1,
     .max = 0.1, .doc = "Curvature at its end; linear in between (clothoid). Without it the curve "
                        "ends there, with a warning if it begins with one"},
    {0},
};
static const CatRetiredKey path_retired[] = {
    {"radius", "a curve of radius R to the left is curvature: 1/R and curvature_end: 1/R, such as "
               "0.0005 1/m for 2000 m"},
    {0},
};
static const CatSection path_section = {"path", "The track's alignment; straight behind its end",
                                        sizeof(CatPathSpec), .keys = path_keys,
                                        .retired = path_retired};

static const char *const point_choices[] = {"contact_wire", "messenger", "auxiliary_wire", NULL};
static const CatKey point_keys[] = {
    {CAT_NUMBER_KEY(CatPointSpec, position), "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     .doc = "Position along the track; it is placed at the nearest node"},
    {CAT_CHOICE_KEY(CatPointSpec, wire), .preset = "contact_wire", .choices = point_choices,
     .doc = "The wire that carries it"},
    {CAT_NUMBER_KEY(CatPointSpec, mass), "kg", .min = 0, .max = 1e4,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Its mass"},
    {0},
};
static const CatSection point_section = {"point_mass", "A point mass on a wire",
                                         sizeof(CatPointSpec), .keys = point_keys};

static const CatKey far_end_keys[] = {
    {CAT_NUMBER_KEY(CatFarEndSpec, height), "m", "0 m", .min = -5, .max = 20,
     .doc = "Height of the contact wire at the last support"},
    {CAT_NUMBER_KEY(CatFarEndSpec, encumbrance), "m", "1.2 m", .min = 0, .max = 10,
     .flags = CAT_ABOVE_MIN, .doc = "Height of the messenger above it"},
    {0},
};
static const CatSection far_end_section = {"far_end", "The last support, where no span follows",
                                           sizeof(CatFarEndSpec), .keys = far_end_keys};

static const CatKey overlap_keys[] = {
    {CAT_NUMBER_KEY(CatOverlapSpec, start), "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     .doc = "Its first support, along the track"},
    {CAT_NUMBERS_KEY(CatOverlapSpec, stagger, nstagger), "m", "[]", .min = -2, .max = 2,
     .max_count = 1000, .doc = "Stagger at its successive supports, repeated along it"},
    {CAT_LIST_KEY(CatOverlapSpec, spans, nspan), .min = 1, .max = 1000, .flags = CAT_REQUIRED,
     .section = &span_section, .doc = "Its spans"},
    {CAT_OPTIONAL_KEY(CatOverlapSpec, far_end, far_end.given), .section = &far_end_section,
     .doc = "Its last support; without it as in the last span"},
    {0},
};
static const CatSection overlap_section = {
    "overlap", "A second tension section of the same make, beside the first",
    sizeof(CatOverlapSpec), .keys = overlap_keys};

static const char *const form_choices[] = {"3d", "2d", NULL};
static const char *const axial_choices[] = {"full", "quasi-static", "none", NULL};
static const char *const end_choices[] = {"anchored", "weights", NULL};

static const CatKey line_keys[] = {
    {CAT_NAME_KEY(CatLineSpec, name), .preset = "", .doc = "Name of the line"},
    {CAT_STRING_KEY(CatLineSpec, source), .preset = "", .doc = "Source of its data"},
    {CAT_CHOICE_KEY(CatLineSpec, form), .preset = "3d", .choices = form_choices,
     .doc = "3d, or 2d: no stagger, nothing moves sideways, arms are vertical bars"},
    {CAT_CHOICE_KEY(CatLineSpec, axial), .preset = "full", .choices = axial_choices,
     .doc = "Motion of the wires along the track: full; quasi-static: without inertia, so that the "
            "tension is in balance at any time; none: wires cannot move along. Other than full: "
            "solver: band or dynamics: nonlinear"},
    {CAT_INTEGER_KEY(CatLineSpec, axial_modes), "", "0", .min = 0, .max = 200,
     .doc = "Quasi-static: so many of the lowest modes of each wire along the track keep their "
            "inertia, between places where it is held; all, if it has fewer. dynamics: linear"},
    {CAT_NUMBER_KEY(CatLineSpec, gravity), "m/s2", "9.81 m/s2", .min = 0, .max = 100,
     .odd_min = 9.7, .odd_max = 9.9, .doc = "Acceleration of gravity"},
    {CAT_SECTION_KEY(CatLineSpec, contact_wire), .flags = CAT_REQUIRED, .section = &wire_section,
     .doc = "The contact wire"},
    {CAT_OPTIONAL_KEY(CatLineSpec, messenger, messenger.given), .section = &wire_section,
     .doc = "The messenger wire; without it the line is a trolley wire held at its supports"},
    {CAT_OPTIONAL_AS("auxiliary_wire", CatLineSpec, auxiliary, auxiliary.given),
     .section = &wire_section,
     .doc = "Compound lines: the wire between messenger and contact wire"},
    {CAT_NUMBER_KEY(CatLineSpec, auxiliary_height), "m", "0.3 m", .min = 0, .max = 5,
     .flags = CAT_ABOVE_MIN, .doc = "Height of the auxiliary wire above the contact wire"},
    {CAT_OPTIONAL_AS("stitch_wire", CatLineSpec, stitch, stitch.given), .section = &wire_section,
     .doc = "Stitched lines: the Y wire; droppers within it hang on it"},
    {CAT_NUMBER_KEY(CatLineSpec, stitch_length), "m", "18 m", .min = 0, .max = 100,
     .flags = CAT_ABOVE_MIN, .doc = "Length of the Y wire from clamp to clamp"},
    {CAT_SECTION_KEY(CatLineSpec, dropper), .section = &dropper_section,
     .doc = "Properties of all droppers"},
    {CAT_SECTION_KEY(CatLineSpec, support), .section = &support_section,
     .doc = "Supports of the messenger"},
    {CAT_OPTIONAL_KEY(CatLineSpec, steady_arm, steady_arm.given), .section = &arm_section,
     .doc = "Steady arms at the supports; without them the contact wire is free there"},
    {CAT_NUMBERS_KEY(CatLineSpec, stagger, nstagger), "m", "[]", .min = -2, .max = 2,
     .max_count = 1000, .doc = "Stagger at successive supports, repeated along the line"},
    {CAT_LIST_KEY(CatLineSpec, spans, nspan), .min = 1, .max = 1000, .flags = CAT_REQUIRED,
     .section = &span_section, .doc = "The spans"},
    {CAT_LIST_KEY(CatLineSpec, path, npath), .min = 0, .max = 1000, .section = &path_section,
     .doc = "Alignment of the track; none: straight"},
    {CAT_LIST_KEY(CatLineSpec, masses, nmass), .min = 0, .max = 1000, .section = &point_section,
     .doc = "Point masses: insulators, feeder clamps and the like"},
    {CAT_OPTIONAL_KEY(CatLineSpec, far_end, far_end.given), .section = &far_end_section,
     .doc = "The last support; without it height and encumbrance are those of the last span"},
    {CAT_OPTIONAL_KEY(CatLineSpec, overlap, overlap.given), .section = &overlap_section,
     .doc = "A second tension section, whose wires run beside those of the first for some spans"},
    {CAT_CHOICE_KEY(CatLineSpec, ends), .preset = "anchored", .choices = end_choices,
     .doc = "anchored: wires fixed at both ends; weights: weights pull at both ends, and the "
            "wires are held along the track in the middle"},
    {CAT_NUMBER_KEY(CatLineSpec, element_size), "m", "0.6 m", .min = 0, .max = 100, .odd_min = 0.02,
     .odd_max = 5, .flags = CAT_ABOVE_MIN,
     .doc = "Length of an element at most; a bay, from one dropper or support to the next, has at "
            "least four"},
    {CAT_INTEGER_KEY(CatLineSpec, elements_per_bay), "", "auto", .min = 1, .max = 200,
     .flags = CAT_AUTO, .doc = "Elements in every bay, whatever its length; auto: by element_size"},
    {0},
};
const CatSection cat_line_section = {"line", "An overhead line", sizeof(CatLineSpec),
                                     .keys = line_keys};

static const CatKey probe_keys[] = {
    {CAT_NUMBER_KEY(CatProbeSpec, position), "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     .doc = "Place of the contact wire along the track"},
    {CAT_NUMBER_KEY(CatProbeSpec, force), "N", .min = 0, .max = 1e5, .flags = CAT_REQUIRED,
     .doc = "Force upwards on the point of the wire that is there at rest"},
    {0},
};
static const CatSection probe_section = {"probe", "Static forces that lift the contact wire",
                                         sizeof(CatProbeSpec), .keys = probe_keys};

static const CatKey rest_keys[] = {
    CAT_COMMON_KEYS(CatRestSpec),
    {CAT_SECTION_KEY(CatRestSpec, line), .flags = CAT_REQUIRED, .section = &cat_line_section,
     .doc = "The overhead line"},
    {CAT_LIST_KEY(CatRestSpec, probe, nprobe), .min = 0, .max = 1000, .section = &probe_section,
     .doc = "Static forces on the contact wire, each by itself: its lift with large displacements "
            "and with the line linearised at rest"},
    {0},
};
const CatSection cat_rest_section = {"rest", "The shape of an overhead line at rest",
                                     sizeof(CatRestSpec), .keys = rest_keys};
// clang-format on

int cat_bay_elements(const CatLineSpec *l, double length) {
  enum { LEAST = 4 };
  double n = l->elements_per_bay;
  if (l->elements_per_bay == 0) n = fmax(ceil(length / l->element_size * (1 - 1e-9)), LEAST);
  return (int)ldexp(n, l->halvings);
}
