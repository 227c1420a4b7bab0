#include "pdae.h"

static const CatKey carrier_keys[] = {
    {CAT_NUMBER_KEY(CatPdaeWire, mass_per_length), "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05,
     .odd_max = 10, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass per length, rho A"},
    {CAT_NUMBER_KEY(CatPdaeWire, tension), "kN", .min = 0, .max = 1e7, .odd_min = 500,
     .odd_max = 1e5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Tensile force T"},
    {CAT_NUMBER_KEY(CatPdaeWire, damping), "N s/m2", "0 N s/m2", .min = 0, .max = 1e3,
     .doc = "Viscous damping per length, beta"},
    {0},
};
static const CatSection carrier_section = {"carrier", "The carrier: a string", sizeof(CatPdaeWire),
                                           .keys = carrier_keys};

static const CatKey contact_wire_keys[] = {
    {CAT_NUMBER_KEY(CatPdaeWire, mass_per_length), "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05,
     .odd_max = 10, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass per length, rho A"},
    {CAT_NUMBER_KEY(CatPdaeWire, tension), "kN", .min = 0, .max = 1e7, .odd_min = 500,
     .odd_max = 1e5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Tensile force T"},
    {CAT_NUMBER_KEY(CatPdaeWire, bending_stiffness), "N m2", .min = 0, .max = 1e6, .odd_min = 1,
     .odd_max = 2000, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Bending stiffness EI of the beam"},
    {CAT_NUMBER_KEY(CatPdaeWire, damping), "N s/m2", "0 N s/m2", .min = 0, .max = 1e3,
     .doc = "Viscous damping per length, beta"},
    {0},
};
static const CatSection contact_wire_section = {
    "contact_wire", "The contact wire: a tensioned Euler-Bernoulli beam", sizeof(CatPdaeWire),
    .keys = contact_wire_keys};

static const CatKey dropper_material_keys[] = {
    {CAT_NUMBER_KEY(CatPdaeMaterialSpec, mass_per_length), "kg/m", "0 kg/m", .min = 0, .max = 100,
     .doc = "Mass per length; half the weight hangs on each wire"},
    {CAT_NUMBER_KEY(CatPdaeMaterialSpec, clamp_mass), "kg", "0 kg", .min = 0, .max = 100,
     .doc = "Mass of each suspension clamp: its weight counts, its inertia does not"},
    {0},
};
static const CatSection dropper_material_section = {"dropper", "What all droppers are made of",
                                                    sizeof(CatPdaeMaterialSpec),
                                                    .keys = dropper_material_keys};

static const CatKey dropper_keys[] = {
    {CAT_NAME_KEY(CatPdaeDropper, name), .preset = "", .doc = "Name of the dropper"},
    {CAT_NUMBER_KEY(CatPdaeDropper, position), "m", .min = 0, .max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Distance from the left end, x_d"},
    {CAT_NUMBER_KEY(CatPdaeDropper, length), "m", .min = 0, .max = 100, .odd_min = 0.1,
     .odd_max = 5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Fixed length l"},
    {0},
};
static const CatSection dropper_section = {"droppers", "A rigid dropper that can slacken",
                                           sizeof(CatPdaeDropper), .keys = dropper_keys};

static const CatKey run_keys[] = {
    {CAT_NUMBER_KEY(CatPdaeRunSpec, speed), "m/s", .min = 0, .max = 1e3, .odd_min = 1,
     .odd_max = 160, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Speed of the pantograph along the wire, v_p; it must stay below the wave speed"},
    {CAT_NUMBER_KEY(CatPdaeRunSpec, from), "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED,
     .doc = "Where the pantograph starts, x_p(0)"},
    {CAT_NUMBER_KEY(CatPdaeRunSpec, to), "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED,
     .doc = "Where the run ends, x_p(t_e)"},
    {CAT_NUMBER_KEY(CatPdaeRunSpec, half_length), "m", "0.2 m", .min = 0, .max = 10,
     .odd_min = 0.02, .odd_max = 1, .flags = CAT_ABOVE_MIN,
     .doc = "Half the length over which the contact force is spread, epsilon of eq. (25)"},
    {0},
};
static const CatSection run_section = {"run", "The run along the wire", sizeof(CatPdaeRunSpec),
                                       .keys = run_keys};

static const char *const start_rules[] = {"contact-force", "equilibrium", NULL};
static const CatKey start_keys[] = {
    {CAT_CHOICE_KEY(CatPdaeStartSpec, rule), .preset = "contact-force", .choices = start_rules,
     .doc = "contact-force: wires at rest under the given force, velocity of the second body "
            "from eq. (12) as in the paper; equilibrium: the pantograph rests on its spring as "
            "well"},
    {CAT_NUMBER_KEY(CatPdaeStartSpec, contact_force), "N", "0 N", .min = 0, .max = 1e4,
     .doc = "Contact force at the start, lambda_p(0)"},
    {CAT_NUMBER_KEY(CatPdaeStartSpec, head_offset), "mm", "0 mm", .min = -1, .max = 1,
     .odd_min = -0.05, .odd_max = 0.05,
     .doc = "Height of the head above the second body at the start, eq. (13)"},
    {0},
};
static const CatSection start_section = {"start", "The initial state", sizeof(CatPdaeStartSpec),
                                         .keys = start_keys};

static const char *const space_methods[] = {"fem", "fdm", "modes", NULL};
static const CatKey space_keys[] = {
    {CAT_CHOICE_KEY(CatPdaeSpaceSpec, method), .preset = "fem", .choices = space_methods,
     .doc = "fem: linear and cubic Hermite elements (27)-(33); fdm: finite differences (34); "
            "modes: sine series"},
    {CAT_INTEGER_KEY(CatPdaeSpaceSpec, intervals), "", "400", .min = 8, .max = 20000,
     .doc = "Number of intervals N + 1; with modes, N sine functions per wire"},
    {0},
};
static const CatSection space_section = {"space", "Discretisation in space",
                                         sizeof(CatPdaeSpaceSpec), .keys = space_keys};

static const char *const time_methods[] = {"bdf2", "half-explicit", "half-explicit-printed", NULL};
static const char *const event_rules[] = {"step", "localised", NULL};
static const CatKey time_keys[] = {
    {CAT_CHOICE_KEY(CatPdaeTimeSpec, method), .preset = "bdf2", .choices = time_methods,
     .doc = "bdf2: two-step BDF on the stabilised system (38); half-explicit: (39)-(40), "
            "reversible in time; half-explicit-printed: (40) to the letter"},
    {CAT_NUMBER_KEY(CatPdaeTimeSpec, step), "s", "5e-5 s", .min = 0, .max = 1, .odd_min = 1e-7,
     .odd_max = 1e-2, .flags = CAT_ABOVE_MIN, .doc = "Time step Delta t"},
    {CAT_BOOLEAN_KEY(CatPdaeTimeSpec, smoothing), "", "true",
     .doc = "Damping forces of the half-explicit method from smoothed velocities, eq. (41)"},
    {CAT_CHOICE_KEY(CatPdaeTimeSpec, events), .preset = "localised", .choices = event_rules,
     .doc = "step: constraints change at step ends as in section 5.3; localised: the instant is "
            "found and the impact of a tightening dropper is kept apart as an impulse"},
    {0},
};
static const CatSection time_section = {"time", "Discretisation in time", sizeof(CatPdaeTimeSpec),
                                        .keys = time_keys};

static const CatKey record_keys[] = {
    {CAT_INTEGER_KEY(CatPdaeRecordSpec, every), "", "1", .min = 1, .max = 1000000,
     .doc = "Record each n-th step"},
    {0},
};
static const CatSection record_section = {"record", "What is recorded", sizeof(CatPdaeRecordSpec),
                                          .keys = record_keys};

static const CatKey pdae_keys[] = {
    CAT_COMMON_KEYS(CatPdaeSpec),
    {CAT_NUMBER_KEY(CatPdaeSpec, gravity), "m/s2", "9.81 m/s2", .min = 0, .max = 100,
     .odd_min = 9.7, .odd_max = 9.9, .doc = "Acceleration of gravity g"},
    {CAT_NUMBER_KEY(CatPdaeSpec, length), "m", .min = 0, .max = 1e5, .odd_min = 1, .odd_max = 2000,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Length of the span, L"},
    {CAT_NUMBER_KEY(CatPdaeSpec, encumbrance), "m", .min = 0, .max = 10,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Height of the carrier above the contact wire at both ends, l_c"},
    {CAT_SECTION_KEY(CatPdaeSpec, carrier), .flags = CAT_REQUIRED, .section = &carrier_section,
     .doc = "The carrier"},
    {CAT_SECTION_KEY(CatPdaeSpec, contact_wire), .flags = CAT_REQUIRED,
     .section = &contact_wire_section, .doc = "The contact wire"},
    {CAT_SECTION_KEY(CatPdaeSpec, dropper), .section = &dropper_material_section,
     .doc = "Properties of all droppers"},
    {CAT_LIST_KEY(CatPdaeSpec, droppers, ndropper), .min = 0, .max = 64,
     .section = &dropper_section, .doc = "The droppers, from left to right"},
    {CAT_OPTIONAL_KEY(CatPdaeSpec, pantograph, pantograph.given),
     .section = &cat_mass_chain_section,
     .doc = "The pantograph as a chain of masses; either this or linkage"},
    {CAT_OPTIONAL_KEY(CatPdaeSpec, linkage, linkage.given), .section = &cat_linkage_section,
     .doc = "The pantograph as a linkage of rigid bodies, with time.method bdf2"},
    {CAT_SECTION_KEY(CatPdaeSpec, run), .flags = CAT_REQUIRED, .section = &run_section,
     .doc = "The run"},
    {CAT_SECTION_KEY(CatPdaeSpec, start), .section = &start_section, .doc = "The initial state"},
    {CAT_SECTION_KEY(CatPdaeSpec, space), .section = &space_section,
     .doc = "Discretisation in space"},
    {CAT_SECTION_KEY(CatPdaeSpec, time), .section = &time_section, .doc = "Discretisation in time"},
    {CAT_SECTION_KEY(CatPdaeSpec, record), .section = &record_section, .doc = "What is recorded"},
    {0},
};

const CatSection cat_pdae_section = {
    "pdae", "Pantograph and catenary as a partial differential-algebraic problem",
    sizeof(CatPdaeSpec), .keys = pdae_keys};
