#include "pantograph_case.h"

static const CatKey heights_keys[] = {
    {CAT_NUMBER_KEY(CatHeightsSpec, from), "m", .min = -100, .max = 100, .flags = CAT_REQUIRED,
     .doc = "Least height of the head over the drawing's zero"},
    {CAT_NUMBER_KEY(CatHeightsSpec, to), "m", .min = -100, .max = 100, .flags = CAT_REQUIRED,
     .doc = "Largest height"},
    {CAT_INTEGER_KEY(CatHeightsSpec, points), "", "41", .min = 2, .max = 2000,
     .doc = "Heights at which the static force is found"},
    {0},
};
static const CatSection heights_section = {"heights", "Heights for the static force",
                                           sizeof(CatHeightsSpec), .keys = heights_keys};

static const char *const drawn[] = {"drawn", NULL};
static const CatKey response_keys[] = {
    {CAT_NUMBER_KEY(CatResponseSpec, height), "m", "drawn", .min = 0, .max = 100, .choices = drawn,
     .doc = "Height of the head over the drawing's zero at which small motion is looked at; drawn: "
            "where it is drawn"},
    {CAT_NUMBER_KEY(CatResponseSpec, from), "Hz", "0.5 Hz", .min = 0, .max = 1e4,
     .flags = CAT_ABOVE_MIN, .doc = "Lowest frequency of the response"},
    {CAT_NUMBER_KEY(CatResponseSpec, to), "Hz", "50 Hz", .min = 0, .max = 1e4,
     .flags = CAT_ABOVE_MIN, .doc = "Highest frequency"},
    {CAT_INTEGER_KEY(CatResponseSpec, points), "", "200", .min = 20, .max = 5000,
     .doc = "Frequencies, in equal ratios"},
    {0},
};
static const CatSection response_section = {"response", "Small motion of the linkage",
                                            sizeof(CatResponseSpec), .keys = response_keys};

static const CatKey fit_keys[] = {
    {CAT_STRING_KEY(CatChainFitSpec, measured), .preset = "",
     .doc = "CSV file of a measured response, beside the one that names it: f [Hz], amplitude "
            "[m/N], phase [deg] of the head's displacement over the force on it; without it: the "
            "response of the linkage"},
    {CAT_STRING_KEY(CatChainFitSpec, content), .preset = "",
     .doc = "SHA-256 of the file, by the program: results name what they are of"},
    {CAT_INTEGER_AS("masses_from", CatChainFitSpec, least), "", "2", .min = 1, .max = 4,
     .doc = "Chains of so many masses are fitted"},
    {CAT_INTEGER_AS("masses_to", CatChainFitSpec, most), "", "3", .min = 1, .max = 4,
     .doc = "Up to chains of so many"},
    {0},
};
static const CatSection fit_section = {"fit", "Chains of masses fitted to a response",
                                       sizeof(CatChainFitSpec), .keys = fit_keys};

static const CatKey pantograph_keys[] = {
    CAT_COMMON_KEYS(CatPantographCaseSpec),
    {CAT_OPTIONAL_KEY(CatPantographCaseSpec, linkage, linkage.given),
     .section = &cat_linkage_section,
     .doc = "The pantograph; may be left out if fit.measured is given"},
    {CAT_NUMBER_KEY(CatPantographCaseSpec, static_force), "N", "0 N", .min = 0, .max = 1e4,
     .odd_min = 0, .odd_max = 500,
     .doc = "Force with which the head is to push at response.height: all constant torques and "
            "forces of the linkage act by one factor, as under a line; 0 N: they are as given"},
    {CAT_OPTIONAL_KEY(CatPantographCaseSpec, heights, heights.given), .section = &heights_section,
     .doc = "Static force over height"},
    {CAT_SECTION_KEY(CatPantographCaseSpec, response), .section = &response_section,
     .doc = "Small motion and frequency response"},
    {CAT_SECTION_KEY(CatPantographCaseSpec, fit), .section = &fit_section,
     .doc = "Chains of masses fitted to the response"},
    {0},
};

const CatSection cat_pantograph_section = {
    "pantograph", "A pantograph by itself: statics, small motion, chains of masses like it",
    sizeof(CatPantographCaseSpec), .keys = pantograph_keys};
