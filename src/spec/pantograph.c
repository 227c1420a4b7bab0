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
     .doc = "Spring between that mass and the head"},
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
