#include "train.h"

// clang-format off
#define IN(type, member) .offset = offsetof(type, member)

static const CatKey speed_keys[] = {
    {"at", CAT_NUMBER, "s", .other_unit = "m", .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     IN(CatSpeedPoint, at_time), .other_offset = offsetof(CatSpeedPoint, at_place),
     .doc = "When, from the start of the run, or where the first pantograph is then; all points of "
            "a list have times or all have places, ascending"},
    {"speed", CAT_NUMBER, "km/h", .min = 0, .max = 300, .odd_min = 0, .odd_max = 140,
     .flags = CAT_REQUIRED, IN(CatSpeedPoint, speed), .doc = "Speed of the train there"},
    {0},
};
static const CatSection speed_section = {
    "speed",
    "A speed that the train has at some time or place; linear in time in between, constant before "
    "the first and behind the last",
    sizeof(CatSpeedPoint), .keys = speed_keys};

typedef struct {
  double speed;
  int nspeed;
  const CatSpeedPoint *speeds;
  double from, to;
} Run;
static const CatKey run_keys[] = {
    {"speed", CAT_NUMBER, "km/h", .min = 0, .max = 300, .odd_min = 1, .odd_max = 140,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN | CAT_OR_LIST, IN(Run, speed), .min_count = 1,
     .max_count = CAT_SPEED_POINTS, .list_offset = offsetof(Run, speeds),
     .count_offset = offsetof(Run, nspeed), .section = &speed_section,
     .doc = "Speed of the train; a list: speeds that it has at some times or places"},
    {"from", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Run, from),
     .doc = "Where the first pantograph starts, from the left end of the line"},
    {"to", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Run, to),
     .doc = "Where the run ends; 0: half a span before the right end of the line"},
    {0},
};
static const CatSection run_section = {"run", "The run", sizeof(Run), .keys = run_keys};

typedef struct { double stiffness, damping; int coupling; } Contact;
static const char *const couplings[] = {"implicit", "explicit", NULL};
static const CatKey contact_keys[] = {
    {"stiffness", CAT_NUMBER, "kN/m", "50 kN/m", .min = 0, .max = 1e12, .flags = CAT_ABOVE_MIN,
     IN(Contact, stiffness), .doc = "Stiffness of the unilateral spring between head and wire"},
    {"damping", CAT_NUMBER, "N s/m", "0 N s/m", .min = 0, .max = 1e6, IN(Contact, damping),
     .doc = "Damper beside that spring"},
    {"coupling", CAT_CHOICE, .preset = "implicit", .choices = couplings, IN(Contact, coupling),
     .doc = "implicit, or explicit: the line feels the force of the step before, as on a rig"},
    {0},
};
static const CatSection contact_section = {"contact", "The contact", sizeof(Contact),
                                           .keys = contact_keys};

static const CatKey rayleigh_keys[] = {
    {"alpha", CAT_NUMBER, "1/s", "0 1/s", .min = 0, .max = 100, IN(CatRayleigh, alpha),
     .doc = "Damping in proportion to mass"},
    {"beta", CAT_NUMBER, "s", "0 s", .min = 0, .max = 1, IN(CatRayleigh, beta),
     .doc = "Damping in proportion to stiffness"},
    {0},
};
static const CatSection rayleigh_section = {"rayleigh", "Rayleigh damping of one material",
                                            sizeof(CatRayleigh), .keys = rayleigh_keys};

#define MATERIAL(name_, at_, given_, what_)                                                        \
    {name_, CAT_SECTION, .flags = CAT_OPTIONAL, .offset = (at_), .count_offset = (given_),         \
     .section = &rayleigh_section, .doc = "Damping of the " what_ ", if other than the rest's"}
typedef struct {
  double alpha, beta;
  CatRayleigh contact_wire, messenger, dropper, steady_arm;
} Damping;
static const CatKey damping_keys[] = {
    {"alpha", CAT_NUMBER, "1/s", "0.0125 1/s", .min = 0, .max = 100, IN(Damping, alpha),
     .doc = "Damping in proportion to mass"},
    {"beta", CAT_NUMBER, "s", "1e-4 s", .min = 0, .max = 1, IN(Damping, beta),
     .doc = "Damping in proportion to stiffness; a slack dropper's own vanishes with it"},
    MATERIAL("contact_wire", offsetof(Damping, contact_wire),
             offsetof(Damping, contact_wire.given), "contact wire"),
    MATERIAL("messenger", offsetof(Damping, messenger),
             offsetof(Damping, messenger.given), "messenger, auxiliary and stitch wires"),
    MATERIAL("dropper", offsetof(Damping, dropper),
             offsetof(Damping, dropper.given), "droppers"),
    MATERIAL("steady_arm", offsetof(Damping, steady_arm),
             offsetof(Damping, steady_arm.given), "steady arms"),
    {0},
};
static const CatSection damping_section = {"damping", "Rayleigh damping of the line",
                                           sizeof(Damping), .keys = damping_keys};

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
static const CatSection time_section = {"time", "Integration in time", sizeof(Time),
                                        .keys = time_keys};

typedef struct {
  int filter;
  double cutoff, from, to, from_time, to_time;
  int from_span, to_span, compare_with;
  bool energy;
} Measure;
static const CatKey measure_keys[] = {
    {"filter", CAT_CHOICE, .preset = "butterworth", .choices = cat_filter_names,
     IN(Measure, filter),
     .doc = "Low-pass of the contact force: butterworth (order 4, forward and backward) or "
            "brick-wall (by Fourier transform of the whole signal)"},
    {"cutoff", CAT_NUMBER, "Hz", "20 Hz", .min = 0, .max = 1e4, .flags = CAT_ABOVE_MIN,
     IN(Measure, cutoff), .doc = "Low-pass of the contact force before statistics"},
    {"from", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Measure, from),
     .doc = "Window of the statistics in metres; no window at all: the middle half of the line"},
    {"to", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Measure, to),
     .doc = "End of that window; 0: no window in metres"},
    {"from_time", CAT_NUMBER, "s", "0 s", .min = 0, .max = 1e6, IN(Measure, from_time),
     .doc = "Window of the statistics in seconds, in place of metres"},
    {"to_time", CAT_NUMBER, "s", "0 s", .min = 0, .max = 1e6, IN(Measure, to_time),
     .doc = "End of that window; 0: no window in seconds"},
    {"from_span", CAT_INTEGER, .preset = "0", .min = 0, .max = 10000, IN(Measure, from_span),
     .doc = "Window of the statistics in spans, in place of metres: the first one, from 1"},
    {"to_span", CAT_INTEGER, .preset = "0", .min = 0, .max = 10000, IN(Measure, to_span),
     .doc = "The last span of that window; 0: no window in spans"},
    {"compare_with", CAT_CHOICE, .preset = "none", .choices = cat_range_names,
     IN(Measure, compare_with),
     .doc = "Ranges of a standard's reference model that the results are judged by"},
    {"energy", CAT_BOOLEAN, .preset = "true", IN(Measure, energy),
     .doc = "Keep the account of energy (two more products with the line's matrices in a step)"},
    {0},
};
static const CatSection measure_section = {"measure", "What is measured", sizeof(Measure),
                                           .keys = measure_keys};

_Static_assert(offsetof(CatTrainPantograph, body) == 0, "keys of a pantograph file come first");
typedef struct { double over, from, below; } Raise;
static const CatKey raise_keys[] = {
    {"over", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e5, IN(Raise, over),
     .doc = "Way on which forces and base rise in proportion; 0: in contact from the beginning"},
    {"from", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e6, IN(Raise, from),
     .doc = "Where the pantograph begins to rise"},
    {"below", CAT_NUMBER, "m", "20 mm", .min = 0, .max = 10, IN(Raise, below),
     .doc = "How far below its base_height it begins"},
    {0},
};
static const CatSection raise_section = {"raise", "A pantograph that is raised on the way",
                                         sizeof(Raise), .keys = raise_keys};

static const char *const currents[] = {"none", "ac", "dc-3kv", "dc-1.5kv", NULL};
static const CatKey pantograph_keys[] = {
    CAT_LUMPED_KEYS,
    {"behind", CAT_NUMBER, "m", "0 m", .min = 0, .max = 1e4, IN(CatTrainPantograph, behind),
     .doc = "Distance behind the first pantograph"},
    {"target_mean_force", CAT_NUMBER, "N", "0 N", .min = 0, .max = 1e4,
     IN(CatTrainPantograph, target),
     .doc = "Mean contact force to be met: the static force is found by a few runs; 0: as given"},
    {"en50367", CAT_CHOICE, .preset = "none", .choices = currents,
     IN(CatTrainPantograph, en50367),
     .doc = "Mean contact force to be met: that of EN 50367 for ac, dc-3kv or dc-1.5kv"},
    {"raise", CAT_SECTION, IN(CatTrainPantograph, raise), .section = &raise_section,
     .doc = "Raising on the way"},
    {0},
};
static const CatSection pantograph_section = {"pantograph", "Pantographs, the first one leading",
                                              sizeof(CatTrainPantograph), .keys = pantograph_keys};

typedef struct {
  int basis, vectors, select;
  bool attachments, residual;
} Modal;
static const char *const modal_bases[] = {"components", "whole-line", NULL};
static const char *const modal_selections[] = {"vertical", "frequency", NULL};
static const CatKey modal_keys[] = {
    {"basis", CAT_CHOICE, .preset = "components", .choices = modal_bases, IN(Modal, basis),
     .doc = "Whose modes: components (each span held at its masts, and the motion of the masts' "
            "points), or whole-line (all modes of the line, found once and kept in the cache)"},
    {"modes", CAT_INTEGER, .preset = "auto", .min = 1, .max = 1000000, .flags = CAT_AUTO,
     IN(Modal, vectors),
     .doc = "Vectors of the basis in all; auto: as many as the estimated error asks for"},
    {"select", CAT_CHOICE, .preset = "vertical", .choices = modal_selections, IN(Modal, select),
     .doc = "Which modes come first: those that move most upwards for their frequency, or the "
            "lowest"},
    {"attachments", CAT_BOOLEAN, .preset = "true", IN(Modal, attachments),
     .doc = "One static shape per dropper, so that slack droppers need no more modes "
            "(components)"},
    {"residual", CAT_BOOLEAN, .preset = "true", IN(Modal, residual),
     .doc = "The compliance of what is left out, in series with the contact (components)"},
    {0},
};
static const CatSection modal_section = {"modal", "The reduced basis of the solver modal",
                                         sizeof(Modal), .keys = modal_keys};

static const char *const solvers[] = {
    "auto", "band", "lanes", "lanes-quasi-axial", "lanes-quasi-axial-f32", "modal", NULL};
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
    {"solver", CAT_CHOICE, .preset = "auto", .choices = solvers, IN(CatTrainSpec, solver),
     .doc = "How a step is solved: band (the reference), lanes (the same matrices, one span per "
            "lane of the processor's vectors), lanes-quasi-axial (the same without the fast modes "
            "along the wires), lanes-quasi-axial-f32 (that in single precision), modal (few "
            "vectors in place of all coordinates), auto: lanes, whose forces differ by less than "
            "a thousandth"},
    {"modal", CAT_SECTION, IN(CatTrainSpec, modal), .section = &modal_section,
     .doc = "The reduced basis of the solver modal"},
    {"time", CAT_SECTION, IN(CatTrainSpec, time), .section = &time_section,
     .doc = "Integration in time"},
    {"measure", CAT_SECTION, IN(CatTrainSpec, measure), .section = &measure_section,
     .doc = "What is measured"},
    {0},
};
static const CatRetiredKey train_retired[] = {
    {"sweep", "a case is one run now, and tools/sweep CASE run.speed VALUE... makes many"},
    {0},
};
const CatSection cat_train_section = {"train", "Pantographs that run under an overhead line",
                                      sizeof(CatTrainSpec), .keys = train_keys,
                                      .retired = train_retired};
// clang-format on

_Static_assert(sizeof(((CatTrainSpec *)0)->run) == sizeof(Run), "layout");
_Static_assert(sizeof(((CatTrainPantograph *)0)->raise) == sizeof(Raise), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->contact) == sizeof(Contact), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->damping) == sizeof(Damping), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->time) == sizeof(Time), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->modal) == sizeof(Modal), "layout");
_Static_assert(sizeof(((CatTrainSpec *)0)->measure) == sizeof(Measure), "layout");

CatMotion cat_train_motion(const CatTrainSpec *s) {
  if (s->run.nspeed == 0) return cat_motion_constant(s->run.speed);
  return cat_motion_points(s->run.speeds, s->run.nspeed, s->run.from);
}
