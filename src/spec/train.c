#include "train.h"

// clang-format off
#define IN(type, member) .offset = offsetof(type, member)

typedef struct { double speed, from, to; } Run;
static const CatKey run_keys[] = {
    {"speed", CAT_NUMBER, "km/h", .min = 0, .max = 300, .odd_min = 1, .odd_max = 140,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, IN(Run, speed), .doc = "Speed of the train"},
    {"from", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Run, from),
     .doc = "Where the first pantograph starts, from the left end of the line"},
    {"to", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Run, to),
     .doc = "Where the run ends; 0: half a span before the right end of the line"},
    {0},
};
static const CatSection run_section = {"run", "The run", sizeof(Run), run_keys};

typedef struct { double stiffness; } Contact;
static const CatKey contact_keys[] = {
    {"stiffness", CAT_NUMBER, "kN/m", "50 kN/m", .min = 0, .max = 1e12, .flags = CAT_ABOVE_MIN,
     IN(Contact, stiffness), .doc = "Stiffness of the unilateral spring between head and wire"},
    {0},
};
static const CatSection contact_section = {"contact", "The contact", sizeof(Contact), contact_keys};

typedef struct { double alpha, beta; } Damping;
static const CatKey damping_keys[] = {
    {"alpha", CAT_NUMBER, "1/s", "0.0125 1/s", .min = 0, .max = 100, IN(Damping, alpha),
     .doc = "Damping in proportion to mass"},
    {"beta", CAT_NUMBER, "s", "1e-4 s", .min = 0, .max = 1, IN(Damping, beta),
     .doc = "Damping in proportion to stiffness; a slack dropper's own vanishes with it"},
    {0},
};
static const CatSection damping_section = {"damping", "Rayleigh damping of the line",
                                           sizeof(Damping), damping_keys};

typedef struct { int method; double step, alpha, rho; } Time;
static const char *const methods[] = {"hht", "newmark", "generalised-alpha", NULL};
static const CatKey time_keys[] = {
    {"method", CAT_CHOICE, .preset = "hht", .choices = methods, IN(Time, method),
     .doc = "Integrator: hht, newmark (trapezoidal rule) or generalised-alpha"},
    {"step", CAT_NUMBER, "ms", "1 ms", .min = 0, .max = 1, .odd_min = 1e-5, .odd_max = 5e-3,
     .flags = CAT_ABOVE_MIN, IN(Time, step), .doc = "Time step"},
    {"hht_alpha", CAT_NUMBER, "", "-0.05", .min = -0.3333333333333333, .max = 0, IN(Time, alpha),
     .doc = "Numerical damping of hht; 0: none"},
    {"rho_infinity", CAT_NUMBER, "", "0.9", .min = 0, .max = 1, IN(Time, rho),
     .doc = "Spectral radius of generalised-alpha at infinite frequency"},
    {0},
};
static const CatSection time_section = {"time", "Integration in time", sizeof(Time), time_keys};

typedef struct { double cutoff, from, to; } Measure;
static const CatKey measure_keys[] = {
    {"cutoff", CAT_NUMBER, "Hz", "20 Hz", .min = 0, .max = 1e4, .flags = CAT_ABOVE_MIN,
     IN(Measure, cutoff), .doc = "Low-pass of the contact force before statistics"},
    {"from", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Measure, from),
     .doc = "Window of the statistics; with to = 0: the middle half of the line"},
    {"to", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Measure, to),
     .doc = "End of that window"},
    {0},
};
static const CatSection measure_section = {"measure", "What is measured", sizeof(Measure),
                                           measure_keys};

_Static_assert(offsetof(CatTrainPantograph, body) == 0, "keys of a pantograph file come first");
static const CatKey pantograph_keys[] = {
    CAT_LUMPED_KEYS,
    {"behind", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e4, IN(CatTrainPantograph, behind),
     .doc = "Distance behind the first pantograph"},
    {"target_mean_force", CAT_NUMBER, "N", "0 N", .min = 0, .max = 1e4,
     IN(CatTrainPantograph, target),
     .doc = "Mean contact force to be met: the static force is found by a few runs; 0: as given"},
    {0},
};
static const CatSection pantograph_section = {"pantograph", "Pantographs, the first one leading",
                                              sizeof(CatTrainPantograph), pantograph_keys};

static const CatKey train_keys[] = {
    CAT_COMMON_KEYS(CatTrainSpec),
    {"line", CAT_SECTION, .flags = CAT_REQUIRED, IN(CatTrainSpec, line),
     .section = &cat_line_section, .doc = "The overhead line"},
    {"pantograph", CAT_LIST, .min = 1, .max = 4, .flags = CAT_REQUIRED,
     IN(CatTrainSpec, pantograph), .count_offset = offsetof(CatTrainSpec, npantograph),
     .section = &pantograph_section, .doc = "The pantographs, the first one leading"},
    {"run", CAT_SECTION, .flags = CAT_REQUIRED, IN(CatTrainSpec, run), .section = &run_section,
     .doc = "The run"},
    {"contact", CAT_SECTION, IN(CatTrainSpec, contact), .section = &contact_section,
     .doc = "Contact between head and wire"},
    {"damping", CAT_SECTION, IN(CatTrainSpec, damping), .section = &damping_section,
     .doc = "Damping of the line"},
    {"time", CAT_SECTION, IN(CatTrainSpec, time), .section = &time_section,
     .doc = "Integration in time"},
    {"measure", CAT_SECTION, IN(CatTrainSpec, measure), .section = &measure_section,
     .doc = "What is measured"},
    {0},
};
const CatSection cat_train_section = {"train", "Pantographs that run under an overhead line",
                                      sizeof(CatTrainSpec), train_keys};
// clang-format on

_Static_assert(sizeof(((CatTrainSpec *)0)->run) == sizeof(Run), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->contact) == sizeof(Contact), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->damping) == sizeof(Damping), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->time) == sizeof(Time), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->measure) == sizeof(Measure), "layout");
