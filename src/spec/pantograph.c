#include "pantograph.h"

// clang-format off

static const CatKey strips_keys[] = {
    {CAT_NUMBER_KEY(CatStripsSpec, distance), "m", "0 m", .min = 0, .max = 5, .odd_min = 0,
     .odd_max = 1.5,
     .doc = "Distance between two strips, each on one half of the head's mass, spring and damper; "
            "the rear one is where the pantograph is. 0: one strip"},
    {CAT_NUMBER_KEY(CatStripsSpec, mass), "kg", "0 kg", .min = 0, .max = 100,
     .doc = "Modal mass of each strip's first mode, besides the head; 0: strips are rigid"},
    {CAT_NUMBER_KEY(CatStripsSpec, stiffness), "N/m", "0 N/m", .min = 0, .max = 1e9,
     .odd_min = 1e3, .odd_max = 1e7, .doc = "Spring between that mass and the head"},
    {CAT_NUMBER_KEY(CatStripsSpec, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper parallel to that spring"},
    {0},
};
const CatSection cat_strips_section = {"strips", "Contact strips of a pantograph",
                                       sizeof(CatStripsSpec), .keys = strips_keys};

static const CatKey roll_keys[] = {
    {CAT_NUMBER_KEY(CatRollSpec, inertia), "kg m2", .min = 0, .max = 1e3,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Moment of inertia of the head about the track"},
    {CAT_NUMBER_KEY(CatRollSpec, stiffness), "N/m", .min = 0, .max = 1e9,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Each of the two springs side by side that bear the head, k12; at least half of the "
            "head's stiffness, of which the rest is k11 in series with both"},
    {CAT_NUMBER_KEY(CatRollSpec, distance), "m", .min = 0, .max = 5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Distance between these springs"},
    {CAT_NUMBER_KEY(CatRollSpec, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper parallel to each of them, against rolling only"},
    {0},
};
const CatSection cat_roll_section = {"roll", "A head that rolls", sizeof(CatRollSpec),
                                     .keys = roll_keys};

static const CatKey head_keys[] = {
    {CAT_NUMBERS_KEY(CatHeadSpec, numerator, nnumerator), "", .min = -1e30, .max = 1e30,
     .min_count = 1, .max_count = CAT_HEAD_ORDER + 2, .flags = CAT_REQUIRED,
     .doc = "Force over compression between the head and the body below it, N(s)/D(s), in place "
            "of the head's stiffness and damping: coefficients of N in ascending powers of s, in "
            "SI units"},
    {CAT_NUMBERS_KEY(CatHeadSpec, denominator, ndenominator), "", .min = -1e30, .max = 1e30,
     .min_count = 1, .max_count = CAT_HEAD_ORDER + 1, .flags = CAT_REQUIRED,
     .doc = "Coefficients of D in ascending powers of s; all roots have negative real parts"},
    {0},
};
const CatSection cat_head_section = {"head", "Suspension of the head as a rational function in s",
                                     sizeof(CatHeadSpec), .keys = head_keys};

static const CatKey base_keys[] = {
    {CAT_NUMBERS_AS("times", CatBaseSpec, time, ntime), "s", .min = 0, .max = 1e6,
     .max_count = CAT_BASE_POINTS, .doc = "Times at which heights are given, ascending"},
    {CAT_NUMBERS_AS("places", CatBaseSpec, place, nplace), "m", .min = -1e6, .max = 1e6,
     .max_count = CAT_BASE_POINTS,
     .doc = "Places of the pantograph at which heights are given, in place of times; ascending"},
    {CAT_NUMBERS_AS("heights", CatBaseSpec, height, nheight), "m", .min = -1, .max = 1,
     .min_count = 1, .max_count = CAT_BASE_POINTS, .flags = CAT_REQUIRED,
     .doc = "Heights of the base there, over where it stands else; linear in between, constant "
            "outside"},
    {0},
};
const CatSection cat_base_section = {"base", "Motion of a pantograph's base", sizeof(CatBaseSpec),
                                     .keys = base_keys};

static const char *const control_laws[] = {"pid", "state-space", NULL};
static const CatKey control_keys[] = {
    {CAT_CHOICE_KEY(CatControlSpec, law), .preset = "pid", .choices = control_laws,
     .doc = "pid: on the contact force; state-space: u = c x + d y, x <- a x + b y at each sample"},
    {CAT_INTEGER_KEY(CatControlSpec, on), .preset = "0", .min = 0, .max = 16,
     .doc = "Body that the actuator pushes against the base, counted from the head; 0: the lowest"},
    {CAT_NUMBER_KEY(CatControlSpec, set_point), "N", .min = 0, .max = 1e4, .flags = CAT_REQUIRED,
     .doc = "Contact force that the controller aims at; the error is this less the measured one"},
    {CAT_NUMBER_KEY(CatControlSpec, proportional), "", "0", .min = -1e3, .max = 1e3,
     .doc = "Force of the actuator over the error"},
    {CAT_NUMBER_KEY(CatControlSpec, integral), "1/s", "0 1/s", .min = -1e4, .max = 1e4,
     .doc = "Force over the integral of the error, which stops where the actuator is at its limit"},
    {CAT_NUMBER_KEY(CatControlSpec, derivative), "s", "0 s", .min = -100, .max = 100,
     .doc = "Force over the rate of the error"},
    {CAT_NUMBERS_KEY(CatControlSpec, a, na), "", .min = -1e12, .max = 1e12,
     .max_count = CAT_CONTROL_STATES * CAT_CONTROL_STATES,
     .doc = "States to states, row by row (state-space)"},
    {CAT_NUMBERS_KEY(CatControlSpec, b, nb), "", .min = -1e12, .max = 1e12,
     .doc = "Measured values to states, row by row: the error, heights of all bodies over where "
            "they were at rest, their rates; SI"},
    {CAT_NUMBERS_KEY(CatControlSpec, c, nc), "", .min = -1e12, .max = 1e12,
     .max_count = CAT_CONTROL_STATES, .doc = "States to the force of the actuator"},
    {CAT_NUMBERS_KEY(CatControlSpec, d, nd), "", .min = -1e12, .max = 1e12,
     .doc = "Measured values to the force of the actuator"},
    {CAT_NUMBER_KEY(CatControlSpec, cutoff), "Hz", "0 Hz", .min = 0, .max = 1e4,
     .doc = "First-order low-pass on the measured force; 0: none"},
    {CAT_NUMBER_KEY(CatControlSpec, period), "ms", "0 ms", .min = 0, .max = 1,
     .doc = "Time from sample to sample, to the nearest step, and before the first one; 0: every "
            "step"},
    {CAT_NUMBER_KEY(CatControlSpec, delay), "ms", "0 ms", .min = 0, .max = 1,
     .doc = "Time from a sample to the actuator, to the nearest step, besides the step in which it "
            "acts"},
    {CAT_NUMBER_KEY(CatControlSpec, limit), "N", .min = 0, .max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Largest force of the actuator, up or down"},
    {CAT_NUMBER_KEY(CatControlSpec, noise), "N", "0 N", .min = 0, .max = 1e3,
     .doc = "Standard deviation of the noise of the force sensor, normal and new at each sample"},
    {CAT_INTEGER_KEY(CatControlSpec, seed), .preset = "1", .min = 0, .max = 1000000000,
     .doc = "Number that the noise follows from"},
    {0},
};
const CatSection cat_control_section = {"control", "A controller of a pantograph",
                                        sizeof(CatControlSpec), .keys = control_keys};

static const CatKey joint_keys[] = {
    {CAT_INTEGER_KEY(CatJointSpec, below), .min = 1, .max = CAT_JOINTS, .flags = CAT_REQUIRED,
     .doc = "Body under which it acts, beside its spring and damper, counted from the head"},
    {CAT_NUMBER_KEY(CatJointSpec, cubic), "N/m3", "0 N/m3", .min = -1e15, .max = 1e15,
     .doc = "Force of the spring over the cube of its extension, besides the linear one"},
    {CAT_NUMBER_KEY(CatJointSpec, quintic), "N/m5", "0 N/m5", .min = -1e20, .max = 1e20,
     .doc = "Force of the spring over the fifth power of its extension"},
    {CAT_NUMBER_KEY(CatJointSpec, stop_up), "m", "10 m", .min = 0, .max = 10,
     .doc = "Extension at which a stop is met"},
    {CAT_NUMBER_KEY(CatJointSpec, stop_down), "m", "10 m", .min = 0, .max = 10,
     .doc = "Compression at which a stop is met"},
    {CAT_NUMBER_KEY(CatJointSpec, stop_stiffness), "N/m", "0 N/m", .min = 0, .max = 1e7,
     .doc = "Stiffness of the stops; 0: there are none"},
    {CAT_NUMBER_KEY(CatJointSpec, damping_up), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper that acts while the body rises over the one below, besides the linear one"},
    {CAT_NUMBER_KEY(CatJointSpec, damping_down), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper that acts while it sinks; with joints results are of the first order in the "
            "step with newmark and hht, too"},
    {CAT_NUMBER_KEY(CatJointSpec, friction), "N", "0 N", .min = 0, .max = 1e4,
     .doc = "Dry friction"},
    {0},
};
const CatSection cat_joint_section = {"joint", "What is not linear under a body",
                                      sizeof(CatJointSpec), .keys = joint_keys};
