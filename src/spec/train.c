#include "train.h"

#include <math.h>

#include "base/c_locale.h"
#include "pantograph_models.h"

// clang-format off

static const CatKey speed_keys[] = {
    {CAT_NUMBER_AS("at", CatSpeedPoint, at_time), "s", CAT_OTHER_UNIT("m", CatSpeedPoint, at_place),
     .min = 0, .max = 1e6, .flags = CAT_REQUIRED,
     .doc = "Time from the start of the run, or position of the first pantograph; all points "
            "of a list have times, or all have positions, in ascending order"},
    {CAT_NUMBER_KEY(CatSpeedPoint, speed), "km/h", .min = 0, .max = 300, .odd_min = 0,
     .odd_max = 140, .flags = CAT_REQUIRED, .doc = "Speed of the train at that point"},
    {0},
};
static const CatSection speed_section = {
    "speed",
    "A speed that the train has at some time or place; linear in time in between, constant before "
    "the first and behind the last",
    sizeof(CatSpeedPoint), .keys = speed_keys};

static const CatKey run_keys[] = {
    {CAT_NUMBER_KEY(CatRunSpec, speed), "km/h", .min = 0, .max = 300, .odd_min = 1,
     .odd_max = 140, .flags = CAT_REQUIRED | CAT_ABOVE_MIN | CAT_OR_LIST, .min_count = 1,
     .max_count = CAT_SPEED_POINTS, CAT_OR_LIST_AT(CatRunSpec, speeds, nspeed),
     .section = &speed_section,
     .doc = "Speed of the train; a list: speeds that it has at some times or places"},
    {CAT_NUMBER_KEY(CatRunSpec, from), "m", "0 m", .min = 0, .max = 1e6,
     .doc = "Where the first pantograph starts, from the left end of the line"},
    {CAT_NUMBER_KEY(CatRunSpec, to), "m", "0 m", .min = 0, .max = 1e6,
     .doc = "Where the run ends; 0: half a span before the right end of the line"},
    {CAT_BOOLEAN_KEY(CatRunSpec, above_wave_speed), .preset = "false",
     .doc = "Allow speeds at or above the wave speed of the contact wire, to study the passage "
            "over it; with a warning"},
    {0},
};
static const CatSection run_section = {"run", "The run", sizeof(CatRunSpec), .keys = run_keys};

static const char *const couplings[] = {"implicit", "explicit", NULL};
static const char *const contact_laws[] = {"penalty", "rigid", NULL};
static const CatKey contact_keys[] = {
    {CAT_CHOICE_KEY(CatContactSpec, law), .preset = "penalty", .choices = contact_laws,
     .doc = "penalty: a unilateral spring with a damper; rigid: head and wire do not pass through "
            "each other at the end of any step, by a multiplier"},
    {CAT_NUMBER_KEY(CatContactSpec, stiffness), "kN/m", "50 kN/m", .min = 0, .max = 1e12,
     .odd_min = 1e3, .odd_max = 1e8,
     .flags = CAT_ABOVE_MIN, .doc = "Stiffness of the unilateral spring between head and wire"},
    {CAT_NUMBER_KEY(CatContactSpec, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .odd_min = 0, .odd_max = 1e4,
     .doc = "Damper parallel to that spring"},
    {CAT_NUMBER_KEY(CatContactSpec, spread), "m", "0 m", .min = 0, .max = 10,
     .doc = "Length over which the force acts on the wire, by the smooth pulse of the thesis, eq. "
            "(4.53); at most four elements; 0: at a point. Needs solver: band or dynamics: "
            "nonlinear"},
    {CAT_CHOICE_KEY(CatContactSpec, coupling), .preset = "implicit", .choices = couplings,
     .doc = "implicit, or explicit: the force of the previous step acts on the line, as on a rig"},
    {0},
};
static const CatSection contact_section = {"contact", "The contact", sizeof(CatContactSpec),
                                           .keys = contact_keys};

static const CatKey rayleigh_keys[] = {
    {CAT_NUMBER_KEY(CatRayleigh, alpha), "1/s", "0 1/s", .min = 0, .max = 100, .odd_min = 0,
     .odd_max = 1,
     .doc = "Mass-proportional damping"},
    {CAT_NUMBER_KEY(CatRayleigh, beta), "s", "0 s", .min = 0, .max = 1, .odd_min = 0,
     .odd_max = 0.01,
     .doc = "Stiffness-proportional damping"},
    {0},
};
static const CatSection rayleigh_section = {"rayleigh", "Rayleigh damping of one material",
                                            sizeof(CatRayleigh), .keys = rayleigh_keys};

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is the name of a field
#define MATERIAL(field_, what_)                                                                    \
    {CAT_OPTIONAL_KEY(CatDampingSpec, field_, field_.given), .section = &rayleigh_section,         \
     .doc = "Damping of the " what_ ", if different from the rest"}
// NOLINTEND(bugprone-macro-parentheses)
static const CatKey along_keys[] = {
    {CAT_NUMBER_KEY(CatAlongDamping, alpha), "1/s", .min = 0, .max = 1000, .flags = CAT_REQUIRED,
     .doc = "Mass-proportional damping, eta_2/mu of (4.41) in the thesis"},
    {0},
};
static const CatSection along_section = {"along", "Damping of wires along the track",
                                         sizeof(CatAlongDamping), .keys = along_keys};
static const CatKey damping_keys[] = {
    {CAT_NUMBER_KEY(CatDampingSpec, alpha), "1/s", "0.0125 1/s", .min = 0, .max = 100,
     .odd_min = 0, .odd_max = 1,
     .doc = "Mass-proportional damping"},
    {CAT_NUMBER_KEY(CatDampingSpec, beta), "s", "1e-4 s", .min = 0, .max = 1,
     .odd_min = 0, .odd_max = 0.01,
     .doc = "Stiffness-proportional damping; that of a slack dropper vanishes"},
    MATERIAL(contact_wire, "contact wire"),
    MATERIAL(messenger, "messenger, auxiliary and stitch wires"),
    MATERIAL(dropper, "droppers"),
    MATERIAL(steady_arm, "steady arms"),
    {CAT_OPTIONAL_KEY(CatDampingSpec, along, along.given), .section = &along_section,
     .doc = "Damping of the wires' motion along the track, if different from that across it. Needs "
            "solver: band or dynamics: nonlinear"},
    {0},
};
static const CatSection damping_section = {"damping", "Rayleigh damping of the line",
                                           sizeof(CatDampingSpec), .keys = damping_keys};

static const char *const methods[] = {"hht", "newmark", "generalised-alpha", "energy-momentum",
                                      "central-differences", "runge-kutta", NULL};
static const CatKey time_keys[] = {
    {CAT_CHOICE_KEY(CatTimeSpec, method), .preset = "hht", .choices = methods,
     .doc = "Integrator: hht, newmark (trapezoidal rule), generalised-alpha, energy-momentum "
            "(dynamics: nonlinear; it keeps the energy of a line without dampers), "
            "central-differences (solver: band) or runge-kutta (the classical method of order 4; "
            "solver: band or dynamics: nonlinear), both explicit: their step has a limit"},
    {CAT_NUMBER_KEY(CatTimeSpec, step), "ms", "1 ms", .min = 0, .max = 1, .odd_min = 1e-5,
     .odd_max = 5e-3, .flags = CAT_ABOVE_MIN, .doc = "Time step"},
    {CAT_NUMBER_AS("hht_alpha", CatTimeSpec, alpha), "", "-0.05", .min = -0.3333333333333333,
     .max = 0, .doc = "Numerical damping of hht; 0: none"},
    {CAT_NUMBER_AS("rho_infinity", CatTimeSpec, rho), "", "0.9", .min = 0, .max = 1,
     .doc = "Spectral radius of generalised-alpha at infinite frequency"},
    {0},
};
static const CatSection time_section = {"time", "Integration in time", sizeof(CatTimeSpec),
                                        .keys = time_keys};

static const CatKey measure_keys[] = {
    {CAT_CHOICE_KEY(CatWindowSpec, filter), .preset = "butterworth", .choices = cat_filter_names,
     .doc = "Low-pass of the contact force: butterworth (order 4, forward and backward) or "
            "brick-wall (by Fourier transform of the whole signal)"},
    {CAT_NUMBER_KEY(CatWindowSpec, cutoff), "Hz", "20 Hz", .min = 0, .max = 1e4,
     .flags = CAT_ABOVE_MIN, .doc = "Low-pass of the contact force before statistics"},
    {CAT_NUMBER_KEY(CatWindowSpec, from), "m", "0 m", .min = 0, .max = 1e6,
     .doc = "Window of the statistics in metres; no window at all: the middle half of the line"},
    {CAT_NUMBER_KEY(CatWindowSpec, to), "m", "0 m", .min = 0, .max = 1e6,
     .doc = "End of that window; 0: no window in metres"},
    {CAT_NUMBER_KEY(CatWindowSpec, from_time), "s", "0 s", .min = 0, .max = 1e6,
     .doc = "Window of the statistics in seconds, in place of metres"},
    {CAT_NUMBER_KEY(CatWindowSpec, to_time), "s", "0 s", .min = 0, .max = 1e6,
     .doc = "End of that window; 0: no window in seconds"},
    {CAT_INTEGER_KEY(CatWindowSpec, from_span), .preset = "0", .min = 0, .max = 10000,
     .doc = "Window of the statistics in spans, in place of metres: the first one, from 1"},
    {CAT_INTEGER_KEY(CatWindowSpec, to_span), .preset = "0", .min = 0, .max = 10000,
     .doc = "The last span of that window; 0: no window in spans"},
    {CAT_CHOICE_KEY(CatWindowSpec, compare_with), .preset = "none", .choices = cat_range_names,
     .doc = "Ranges of a standard's reference model with which the results are compared"},
    {CAT_CHOICE_KEY(CatWindowSpec, system), .preset = "auto", .choices = cat_system_names,
     .notes = cat_limit_list,
     .doc = "Supply of the line, by whose limits of EN 50367 and EN 50119 the force is judged; "
            "auto: that of the pantograph's en50367, or ac; none: a line that these standards do "
            "not cover, such as a tram's, whose force is not judged"},
    {CAT_BOOLEAN_KEY(CatWindowSpec, energy), .preset = "true",
     .doc = "Keep an energy ledger: work, dissipation, stored energy and what is left over"},
    {0},
};
static const CatSection measure_section = {"measure", "What is measured", sizeof(CatWindowSpec),
                                           .keys = measure_keys};

_Static_assert(offsetof(CatTrainPantograph, body) == 0, "keys of a pantograph file come first");
static const CatKey raise_keys[] = {
    {CAT_NUMBER_KEY(CatRaiseSpec, over), "m", "0 m", .min = 0, .max = 1e5,
     .doc = "Distance over which force and base height ramp up linearly; 0: raised from the start"},
    {CAT_NUMBER_KEY(CatRaiseSpec, from), "m", "0 m", .min = 0, .max = 1e6,
     .doc = "Where the pantograph begins to rise"},
    {CAT_NUMBER_KEY(CatRaiseSpec, below), "m", "20 mm", .min = 0, .max = 10,
     .doc = "How far below its base_height it begins"},
    {0},
};
static const CatSection raise_section = {"raise", "A pantograph that is raised on the way",
                                         sizeof(CatRaiseSpec), .keys = raise_keys};

static const char *const currents[] = {"none", "ac", "dc-3kv", "dc-1.5kv", NULL};
#define NAME(name) #name,
static const char *const models[] = {CAT_PANTOGRAPH_MODELS(NAME) NULL};
#undef NAME
static const CatKey pantograph_keys[] = {
    CAT_MASS_CHAIN_KEYS(0),
    {CAT_CHOICE_KEY(CatTrainPantograph, model), .preset = "chain", .choices = models,
     .doc = "How it is modelled: chain, masses with springs and dampers between them; linkage, "
            "rigid bodies with joints"},
    {CAT_NUMBER_KEY(CatTrainPantograph, behind), "m", "0 m", .min = 0, .max = 1e4,
     .doc = "Distance behind the first pantograph"},
    {CAT_NUMBER_AS("target_mean_force", CatTrainPantograph, target), "N", "0 N", .min = 0,
     .max = 1e4,
     .doc = "Mean contact force to be met: the static force is found by a few runs; 0: as given"},
    {CAT_CHOICE_KEY(CatTrainPantograph, en50367), .preset = "none", .choices = currents,
     .doc = "Mean contact force to be met: the upper limit of EN 50367 for ac, dc-3kv or dc-1.5kv "
            "at the speed of the run; measure.system lists the limits"},
    {CAT_SECTION_KEY(CatTrainPantograph, raise), .section = &raise_section,
     .doc = "Raising during the run"},
    {CAT_OPTIONAL_KEY(CatTrainPantograph, linkage, linkage.given), .section = &cat_linkage_section,
     .doc = "The bodies of the model linkage"},
    CAT_PANTOGRAPH_PARTS_KEYS(CatTrainPantograph),
    {0},
};
// The file of a linkage, used one level too high.
#define IN_LINKAGE "a linkage has a section of its own: linkage: {use: FILE}, beside model: linkage"
static const CatRetiredKey pantograph_retired[] = {{"bodies", IN_LINKAGE},
                                                   {"springs", IN_LINKAGE},
                                                   {"torques", IN_LINKAGE},
                                                   {"gravity", IN_LINKAGE},
                                                   {0}};
static const CatSection pantograph_section = {
    "pantograph", "Pantographs, the first one leading", sizeof(CatTrainPantograph),
    .keys = pantograph_keys, .retired = pantograph_retired};

static const char *const modal_bases[] = {"components", "whole-line", NULL};
static const char *const modal_selections[] = {"vertical", "frequency", NULL};
static const CatKey modal_keys[] = {
    {CAT_CHOICE_KEY(CatModalSpec, basis), .preset = "components", .choices = modal_bases,
     .doc = "Whose modes: components (each span held at its masts, and the motion of the masts' "
            "points), or whole-line (all modes of the line, found once and kept in the cache)"},
    {CAT_INTEGER_AS("modes", CatModalSpec, vectors), .preset = "auto", .min = 1, .max = 1000000,
     .flags = CAT_AUTO,
     .doc = "Total number of basis vectors; auto: as many as the estimated error requires"},
    {CAT_CHOICE_KEY(CatModalSpec, select), .preset = "vertical", .choices = modal_selections,
     .doc = "Which modes come first: those with most vertical motion for their frequency, or the "
            "lowest"},
    {CAT_BOOLEAN_KEY(CatModalSpec, attachments), .preset = "true",
     .doc = "One static shape per dropper, so that slack droppers need no more modes "
            "(components)"},
    {CAT_BOOLEAN_KEY(CatModalSpec, residual), .preset = "true",
     .doc = "The compliance of the modes left out, in series with the contact (components)"},
    {0},
};
static const CatSection modal_section = {"modal", "The reduced basis of the solver modal",
                                         sizeof(CatModalSpec), .keys = modal_keys};

static const char *const accuracies[] = {"estimate", "none", NULL};
static const char *const contact_places[] = {"deformed", "undeformed", NULL};
static const char *const contact_forces[] = {"vertical", "normal", NULL};
static const char *const tangents[] = {"frozen", "step", "full", NULL};
static const CatKey nonlinear_keys[] = {
    {CAT_BOOLEAN_KEY(CatNonlinearSpec, wires), .preset = "true",
     .doc = "Wires stretch and stiffen with their displacement; false: as linearised at rest"},
    {CAT_BOOLEAN_KEY(CatNonlinearSpec, droppers), .preset = "true",
     .doc = "Droppers slacken on their true elongation and turn; false: as linearised at rest"},
    {CAT_BOOLEAN_KEY(CatNonlinearSpec, arms), .preset = "true",
     .doc = "Steady arms turn; false: as linearised at rest"},
    {CAT_CHOICE_KEY(CatNonlinearSpec, contact), .preset = "deformed", .choices = contact_places,
     .doc = "The point of the wire over the pantograph: found on the deformed wire, or on the one "
            "at rest (PACDIN, eq. 7)"},
    {CAT_CHOICE_KEY(CatNonlinearSpec, force), .preset = "vertical", .choices = contact_forces,
     .doc = "Direction of the contact force on the wire; normal needs contact: deformed"},
    {CAT_CHOICE_KEY(CatNonlinearSpec, tangent), .preset = "frozen", .choices = tangents,
     .doc = "Matrix of Newton's method: frozen (that at rest), of each step, or full (of each "
            "iteration)"},
    {CAT_NUMBER_KEY(CatNonlinearSpec, tolerance), "N", "0.01 N", .min = 1e-7, .max = 10,
     .doc = "Force by which equilibrium may be missed at any node"},
    {0},
};
static const CatSection nonlinear_section = {"nonlinear", "Large displacements",
                                             sizeof(CatNonlinearSpec), .keys = nonlinear_keys};

static const char *const dynamics_names[] = {"linear", "nonlinear", NULL};
static const char *const solvers[] = {
    "auto", "band", "lanes", "lanes-quasi-axial", "lanes-quasi-axial-f32", "modal", NULL};
static const CatKey train_keys[] = {
    CAT_COMMON_KEYS(CatTrainSpec),
    {CAT_SECTION_KEY(CatTrainSpec, line), .flags = CAT_REQUIRED, .section = &cat_line_section,
     .doc = "The overhead line"},
    {CAT_LIST_KEY(CatTrainSpec, pantograph, npantograph), .min = 1, .max = 12,
     .flags = CAT_REQUIRED, .section = &pantograph_section,
     .doc = "The pantographs, the first one leading"},
    {CAT_SECTION_KEY(CatTrainSpec, run), .flags = CAT_REQUIRED, .section = &run_section,
     .doc = "The run"},
    {CAT_SECTION_KEY(CatTrainSpec, contact), .section = &contact_section,
     .doc = "Contact between head and wire"},
    {CAT_SECTION_KEY(CatTrainSpec, damping), .section = &damping_section,
     .doc = "Damping of the line"},
    {CAT_CHOICE_KEY(CatTrainSpec, dynamics), .preset = "linear", .choices = dynamics_names,
     .doc = "Motion of the line: linear (about its shape at rest, droppers and contact "
            "unilateral) or nonlinear (large displacements)"},
    {CAT_SECTION_KEY(CatTrainSpec, nonlinear), .section = &nonlinear_section,
     .doc = "What is nonlinear, with dynamics: nonlinear, and how it is solved"},
    {CAT_CHOICE_KEY(CatTrainSpec, solver), .preset = "auto", .choices = solvers,
     .doc = "How a step is solved: band (the reference), lanes (the same matrices, one span per "
            "SIMD lane), lanes-quasi-axial (the same without the fast "
            "modes along the wires), lanes-quasi-axial-f32 (that in single precision), modal "
            "(few vectors in place of all coordinates), auto: lanes, whose mean, "
            "standard deviation and extremes of the force differ by less than a thousandth of the "
            "mean where elements are at most 1 m long, in 997 of 1,000 random lines "
            "(docs/validation/lines.md)"},
    {CAT_SECTION_KEY(CatTrainSpec, modal), .section = &modal_section,
     .doc = "The reduced basis of the solver modal"},
    {CAT_SECTION_KEY(CatTrainSpec, time), .section = &time_section, .doc = "Integration in time"},
    {CAT_NUMBER_KEY(CatTrainSpec, accuracy), "%", "estimate", .min = 0, .max = 1, .odd_min = 1e-4,
     .odd_max = 0.2, .flags = CAT_ABOVE_MIN, .choices = accuracies,
     .doc = "Numerical uncertainty of the results: estimate (by three further runs; unless it is "
            "written out, only where all takes less than 20 s), none, or a target relative to the "
            "mean force: step and elements are halved until it is met"},
    {CAT_SECTION_KEY(CatTrainSpec, measure), .section = &measure_section,
     .doc = "Measurement"},
    {0},
};
static const CatRetiredKey train_retired[] = {
    {"sweep", "a case is one run now, and catenaria-sweep CASE run.speed VALUE... makes many "
              "(tools/sweep in the sources)"},
    {0},
};
const CatSection cat_train_section = {"train", "Pantographs that run under an overhead line",
                                      sizeof(CatTrainSpec), .keys = train_keys,
                                      .retired = train_retired};
// clang-format on

CatMotion cat_train_motion(const CatTrainSpec *s) {
  if (s->run.nspeed == 0) return cat_motion_constant(s->run.speed);
  return cat_motion_points(s->run.speeds, s->run.nspeed, s->run.from);
}

double cat_train_wave_speed(const CatTrainSpec *s) {
  return sqrt(s->line.contact_wire.tension / s->line.contact_wire.mass_per_length);
}

// A contact that outruns the waves belongs to studies, which ask for it. A bare number is in m/s,
// and those that are meant in km/h are round.
CatLine cat_train_too_fast(const CatTrainSpec *s, double speed, bool bare) {
  CatLine out = {""};
  char meant[64] = "";
  double wave = cat_train_wave_speed(s);
  if (speed < wave || s->run.above_wave_speed) return out;
  if (bare && speed == round(speed) && speed / 3.6 < wave) {
    cat_format(meant, sizeof meant, "; was %g km/h meant?", speed);
  }
  cat_format(out.s, sizeof out.s,
             "found %g km/h, expected less than the wave speed of the contact wire, %.4g km/h, "
             "unless run.above_wave_speed is true%s",
             3.6 * speed, 3.6 * wave, meant);
  return out;
}

int cat_train_strips(const CatTrainPantograph *p) {
  return p->parts.strips.distance > 0 ? 2 : 1;
}

int cat_train_contacts(const CatTrainSpec *s) {
  int n = 0;
  for (int i = 0; i < s->npantograph; i++) n += cat_train_strips(&s->pantograph[i]);
  return s->line.overlap.given ? 2 * n : n;
}
