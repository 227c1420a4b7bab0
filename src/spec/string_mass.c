#include "string_mass.h"

static const CatKey string_keys[] = {
    {CAT_NUMBER_KEY(CatStringMassString, mass_per_length), "kg/m", .min = 0, .max = 1e3,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass per length, mu"},
    {CAT_NUMBER_KEY(CatStringMassString, tension), "N", .min = 0, .max = 1e7,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Tension P0"},
    {0},
};
static const CatSection string_section = {"string", "The string", sizeof(CatStringMassString),
                                          .keys = string_keys};

static const CatKey body_keys[] = {
    {CAT_NUMBER_KEY(CatStringMassBody, mass), "kg", .min = 0, .max = 1e5, .odd_min = 0.1,
     .odd_max = 1000, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass m"},
    {CAT_NUMBER_KEY(CatStringMassBody, stiffness), "N/m", .min = 0, .max = 1e9, .odd_min = 100,
     .odd_max = 1e7, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Stiffness k of the spring, (2.3)"},
    {CAT_NUMBER_KEY(CatStringMassBody, cubic_stiffness), "N/m3", "0 N/m3", .min = 0, .max = 1e15,
     .doc = "Cubic stiffness epsilon of the spring, (2.4)"},
    {0},
};
static const CatSection body_section = {"body", "The mass on its spring", sizeof(CatStringMassBody),
                                        .keys = body_keys};

static const CatKey run_keys[] = {
    {CAT_NUMBER_KEY(CatStringMassRun, speed), "m/s", .min = 0, .max = 1e4, .odd_min = 1,
     .odd_max = 160, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Speed c of the mass along the string, below its wave speed"},
    {CAT_NUMBER_KEY(CatStringMassRun, to), "m", .min = 0, .max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Where the run ends; it begins at the left end"},
    {0},
};
static const CatSection run_section = {"run", "The run along the string", sizeof(CatStringMassRun),
                                       .keys = run_keys};

static const char *const methods[] = {
    "differences", "differences-spline", "modes", "linear", "cubic", "quintic", NULL};
static const CatKey space_keys[] = {
    {CAT_CHOICE_KEY(CatStringMassSpace, method), .preset = "cubic", .choices = methods,
     .doc =
         "differences and differences-spline (2.1), modes (2.3), linear, cubic (2.4) and quintic "
         "elements"},
    {CAT_INTEGER_KEY(CatStringMassSpace, unknowns), "", "800", .min = 12, .max = 100000,
     .doc = "Unknowns of the string, up to those at its ends"},
    {0},
};
static const CatSection space_section = {"space", "Discretisation in space",
                                         sizeof(CatStringMassSpace), .keys = space_keys};

static const CatKey time_keys[] = {
    {CAT_NUMBER_KEY(CatStringMassTime, step), "s", "1e-4 s", .min = 0, .max = 1,
     .flags = CAT_ABOVE_MIN, .doc = "Time step of the trapezoidal rule"},
    {CAT_NUMBER_KEY(CatStringMassTime, reference_step), "s", "2e-5 s", .min = 0, .max = 1,
     .flags = CAT_ABOVE_MIN,
     .doc = "Largest time step of the exact reference, a delay equation; a stiff spring makes it "
            "shorter"},
    {0},
};
static const CatSection time_section = {"time", "Discretisation in time", sizeof(CatStringMassTime),
                                        .keys = time_keys};

static const CatKey record_keys[] = {
    {CAT_INTEGER_KEY(CatStringMassRecord, every), "", "1", .min = 1, .max = 1000000,
     .doc = "Record each n-th step"},
    {CAT_NUMBERS_KEY(CatStringMassRecord, windows, nwindow), "m", "[]", .min = 0, .max = 1e5,
     .max_count = 40,
     .doc =
         "Where the error is averaged, each from and to: [0 m, 2 m, 2 m, 70 m]; none: the start, "
         "the passage and the first reflection, by the length"},
    {0},
};
static const CatSection record_section = {"record", "What is recorded", sizeof(CatStringMassRecord),
                                          .keys = record_keys};

static const CatKey string_mass_keys[] = {
    CAT_COMMON_KEYS(CatStringMassSpec),
    {CAT_NUMBER_KEY(CatStringMassSpec, gravity), "m/s2", "9.81 m/s2", .min = 0, .max = 100,
     .odd_min = 9.7, .odd_max = 9.9, .flags = CAT_ABOVE_MIN,
     .doc = "Acceleration of gravity g, by which the mass presses on the string"},
    {CAT_NUMBER_KEY(CatStringMassSpec, length), "m", .min = 0, .max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Length of the string, L"},
    {CAT_SECTION_KEY(CatStringMassSpec, string), .flags = CAT_REQUIRED, .section = &string_section,
     .doc = "The string"},
    {CAT_SECTION_KEY(CatStringMassSpec, body), .flags = CAT_REQUIRED, .section = &body_section,
     .doc = "The mass and its spring"},
    {CAT_SECTION_KEY(CatStringMassSpec, run), .flags = CAT_REQUIRED, .section = &run_section,
     .doc = "The run"},
    {CAT_SECTION_KEY(CatStringMassSpec, space), .section = &space_section,
     .doc = "Discretisation in space"},
    {CAT_SECTION_KEY(CatStringMassSpec, time), .section = &time_section,
     .doc = "Discretisation in time"},
    {CAT_SECTION_KEY(CatStringMassSpec, record), .section = &record_section,
     .doc = "What is recorded"},
    {0},
};

const CatSection cat_string_mass_section = {"string-mass",
                                            "A sprung mass that moves along a string",
                                            sizeof(CatStringMassSpec), .keys = string_mass_keys};
