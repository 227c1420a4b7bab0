#include "pdae.h"

#define AT(member) .offset = offsetof(CatPdaeSpec, member)
#define WIRE_AT(member) .offset = offsetof(CatPdaeWire, member)
#define IN(type, member) .offset = offsetof(type, member)

static const CatKey carrier_keys[] = {
    {"mass_per_length", CAT_NUMBER, "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05, .odd_max = 10,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, WIRE_AT(mass_per_length),
     .doc = "Mass per length, rho A"},
    {"tension", CAT_NUMBER, "kN", .min = 0, .max = 1e7, .odd_min = 500, .odd_max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, WIRE_AT(tension), .doc = "Tensile force T"},
    {"damping", CAT_NUMBER, "N s/m2", "0 N s/m2", .min = 0, .max = 1e3, WIRE_AT(damping),
     .doc = "Viscous damping per length, beta"},
    {0},
};
static const CatSection carrier_section = {"carrier", "The carrier: a string", sizeof(CatPdaeWire),
                                           .keys = carrier_keys};

static const CatKey contact_wire_keys[] = {
    {"mass_per_length", CAT_NUMBER, "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05, .odd_max = 10,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, WIRE_AT(mass_per_length),
     .doc = "Mass per length, rho A"},
    {"tension", CAT_NUMBER, "kN", .min = 0, .max = 1e7, .odd_min = 500, .odd_max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, WIRE_AT(tension), .doc = "Tensile force T"},
    {"bending_stiffness", CAT_NUMBER, "N m2", .min = 0, .max = 1e6, .odd_min = 1, .odd_max = 2000,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, WIRE_AT(bending_stiffness),
     .doc = "Bending stiffness EI of the beam"},
    {"damping", CAT_NUMBER, "N s/m2", "0 N s/m2", .min = 0, .max = 1e3, WIRE_AT(damping),
     .doc = "Viscous damping per length, beta"},
    {0},
};
static const CatSection contact_wire_section = {
    "contact_wire", "The contact wire: a tensioned Euler-Bernoulli beam", sizeof(CatPdaeWire),
    .keys = contact_wire_keys};

typedef struct {
  double mass_per_length, clamp_mass;
} DropperMaterial;  // as the anonymous struct in CatPdaeSpec
static const CatKey dropper_material_keys[] = {
    {"mass_per_length", CAT_NUMBER, "kg/m", "0 kg/m", .min = 0, .max = 100,
     IN(DropperMaterial, mass_per_length),
     .doc = "Mass per length; half the weight hangs on each wire"},
    {"clamp_mass", CAT_NUMBER, "kg", "0 kg", .min = 0, .max = 100, IN(DropperMaterial, clamp_mass),
     .doc = "Mass of each suspension clamp: its weight counts, its inertia does not"},
    {0},
};
static const CatSection dropper_material_section = {"dropper", "What all droppers are made of",
                                                    sizeof(DropperMaterial),
                                                    .keys = dropper_material_keys};

static const CatKey dropper_keys[] = {
    {"name", CAT_NAME, .preset = "", IN(CatPdaeDropper, name), .doc = "What the dropper is called"},
    {"position", CAT_NUMBER, "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     IN(CatPdaeDropper, position), .doc = "Distance from the left end, x_d"},
    {"length", CAT_NUMBER, "m", .min = 0, .max = 100, .odd_min = 0.1, .odd_max = 5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(CatPdaeDropper, length), .doc = "Fixed length l"},
    {0},
};
static const CatSection dropper_section = {"droppers", "A rigid dropper that can slacken",
                                           sizeof(CatPdaeDropper), .keys = dropper_keys};

typedef struct {
  double speed, from, to, half_length;
} Run;
static const CatKey run_keys[] = {
    {"speed", CAT_NUMBER, "m/s", .min = 0, .max = 1e3, .odd_min = 1, .odd_max = 160,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(Run, speed),
     .doc = "Speed of the pantograph along the wire, v_p; it must stay below the wave speed"},
    {"from", CAT_NUMBER, "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED, IN(Run, from),
     .doc = "Where the pantograph starts, x_p(0)"},
    {"to", CAT_NUMBER, "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED, IN(Run, to),
     .doc = "Where the run ends, x_p(t_e)"},
    {"half_length", CAT_NUMBER, "m", "0.2 m", .min = 0, .max = 10, .odd_min = 0.02, .odd_max = 1,
     .flags = CAT_ABOVE_MIN, IN(Run, half_length),
     .doc = "Half the length over which the contact force is spread, epsilon of eq. (25)"},
    {0},
};
static const CatSection run_section = {"run", "The run along the wire", sizeof(Run),
                                       .keys = run_keys};

typedef struct {
  int rule;
  double contact_force, head_offset;
} Start;
static const char *const start_rules[] = {"contact-force", "equilibrium", NULL};
static const CatKey start_keys[] = {
    {"rule", CAT_CHOICE, .preset = "contact-force", .choices = start_rules, IN(Start, rule),
     .doc = "contact-force: wires at rest under the given force, velocity of the second body from "
            "eq. (12) as in the paper; equilibrium: the pantograph rests on its spring as well"},
    {"contact_force", CAT_NUMBER, "N", "0 N", .min = 0, .max = 1e4, IN(Start, contact_force),
     .doc = "Contact force at the start, lambda_p(0)"},
    {"head_offset", CAT_NUMBER, "mm", "0 mm", .min = -1, .max = 1, .odd_min = -0.05,
     .odd_max = 0.05, IN(Start, head_offset),
     .doc = "Height of the head above the second body at the start, eq. (13)"},
    {0},
};
static const CatSection start_section = {"start", "The initial state", sizeof(Start),
                                         .keys = start_keys};

typedef struct {
  int method, intervals;
} Space;
static const char *const space_methods[] = {"fem", "fdm", "modes", NULL};
static const CatKey space_keys[] = {
    {"method", CAT_CHOICE, .preset = "fem", .choices = space_methods, IN(Space, method),
     .doc =
         "fem: linear and cubic Hermite elements (27)-(33); fdm: finite differences (34); modes: "
         "sine series"},
    {"intervals", CAT_INTEGER, "", "400", .min = 8, .max = 20000, IN(Space, intervals),
     .doc = "Number of intervals N + 1; with modes, N sine functions per wire"},
    {0},
};
static const CatSection space_section = {"space", "Discretisation in space", sizeof(Space),
                                         .keys = space_keys};

typedef struct {
  int method;
  double step;
  bool smoothing;
  int events;
} Time;
static const char *const time_methods[] = {"bdf2", "half-explicit", "half-explicit-printed", NULL};
static const char *const event_rules[] = {"step", "localised", NULL};
static const CatKey time_keys[] = {
    {"method", CAT_CHOICE, .preset = "bdf2", .choices = time_methods, IN(Time, method),
     .doc = "bdf2: two-step BDF on the stabilised system (38); half-explicit: (39)-(40), "
            "reversible in "
            "time; half-explicit-printed: (40) to the letter"},
    {"step", CAT_NUMBER, "s", "5e-5 s", .min = 0, .max = 1, .odd_min = 1e-7, .odd_max = 1e-2,
     .flags = CAT_ABOVE_MIN, IN(Time, step), .doc = "Time step Delta t"},
    {"smoothing", CAT_BOOLEAN, "", "true", IN(Time, smoothing),
     .doc = "Damping forces of the half-explicit method from smoothed velocities, eq. (41)"},
    {"events", CAT_CHOICE, .preset = "localised", .choices = event_rules, IN(Time, events),
     .doc = "step: constraints change at step ends as in section 5.3; localised: the instant is "
            "found and the impact of a tightening dropper is kept apart as an impulse"},
    {0},
};
static const CatSection time_section = {"time", "Discretisation in time", sizeof(Time),
                                        .keys = time_keys};

typedef struct {
  int every;
} Record;
static const CatKey record_keys[] = {
    {"every", CAT_INTEGER, "", "1", .min = 1, .max = 1000000, IN(Record, every),
     .doc = "Record each n-th step"},
    {0},
};
static const CatSection record_section = {"record", "What is kept", sizeof(Record),
                                          .keys = record_keys};

// the small structs above must lie as the anonymous ones in CatPdaeSpec
_Static_assert(sizeof(((CatPdaeSpec *)0)->dropper) == sizeof(DropperMaterial), "layout");
_Static_assert(sizeof(((CatPdaeSpec *)0)->run) == sizeof(Run), "layout");
_Static_assert(sizeof(((CatPdaeSpec *)0)->start) == sizeof(Start), "layout");
_Static_assert(sizeof(((CatPdaeSpec *)0)->space) == sizeof(Space), "layout");
_Static_assert(sizeof(((CatPdaeSpec *)0)->time) == sizeof(Time), "layout");

static const CatKey pdae_keys[] = {
    CAT_COMMON_KEYS(CatPdaeSpec),
    {"gravity", CAT_NUMBER, "m/s2", "9.81 m/s2", .min = 0, .max = 100, AT(gravity),
     .doc = "Acceleration of gravity g"},
    {"length", CAT_NUMBER, "m", .min = 0, .max = 1e5, .odd_min = 1, .odd_max = 2000,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, AT(length), .doc = "Length of the span, L"},
    {"encumbrance", CAT_NUMBER, "m", .min = 0, .max = 10, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     AT(encumbrance), .doc = "Height of the carrier above the contact wire at both ends, l_c"},
    {"carrier", CAT_SECTION, .flags = CAT_REQUIRED, AT(carrier), .section = &carrier_section,
     .doc = "The carrier"},
    {"contact_wire", CAT_SECTION, .flags = CAT_REQUIRED, AT(contact_wire),
     .section = &contact_wire_section, .doc = "The contact wire"},
    {"dropper", CAT_SECTION, AT(dropper), .section = &dropper_material_section,
     .doc = "What all droppers have in common"},
    {"droppers", CAT_LIST, .min = 0, .max = 64, AT(droppers),
     .count_offset = offsetof(CatPdaeSpec, ndropper), .section = &dropper_section,
     .doc = "The droppers, from left to right"},
    {"pantograph", CAT_SECTION, .flags = CAT_REQUIRED, AT(pantograph),
     .section = &cat_lumped_section, .doc = "The pantograph"},
    {"run", CAT_SECTION, .flags = CAT_REQUIRED, AT(run), .section = &run_section, .doc = "The run"},
    {"start", CAT_SECTION, AT(start), .section = &start_section, .doc = "The initial state"},
    {"space", CAT_SECTION, AT(space), .section = &space_section, .doc = "Discretisation in space"},
    {"time", CAT_SECTION, AT(time), .section = &time_section, .doc = "Discretisation in time"},
    {"record", CAT_SECTION, AT(record), .section = &record_section, .doc = "What is kept"},
    {0},
};

const CatSection cat_pdae_section = {
    "pdae", "Pantograph and catenary as a partial differential-algebraic problem",
    sizeof(CatPdaeSpec), .keys = pdae_keys};
