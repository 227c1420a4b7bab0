#include "measure.h"

// clang-format off
#define IN(member) .offset = offsetof(CatMeasureSpec, member)

static const CatKey keys[] = {
    CAT_COMMON_KEYS(CatMeasureSpec),
    {"file", CAT_STRING, .flags = CAT_REQUIRED, IN(file), .doc = "The signal"},
    {"content", CAT_STRING, .preset = "", IN(content), .doc = "SHA-256 of the file"},
    {"column", CAT_STRING, .preset = "", IN(column), .doc = "Name of the force"},
    {"speed", CAT_NUMBER, "km/h", "0 km/h", .min = 0, .max = 1000 / 3.6, IN(speed),
     .doc = "Speed; 0: by the positions in the file"},
    {"cutoff", CAT_NUMBER, "Hz", "20 Hz", .min = 0, .max = 1e4, .flags = CAT_ABOVE_MIN, IN(cutoff),
     .doc = "Low-pass of the force before statistics"},
    {"from", CAT_NUMBER, "m", "0 m", .min = -1e7, .max = 1e7, IN(from),
     .doc = "Window of the statistics; with to = from: all of the signal"},
    {"to", CAT_NUMBER, "m", "0 m", .min = -1e7, .max = 1e7, IN(to), .doc = "End of that window"},
    {0},
};
// clang-format on

static const CatSection section = {"measure", "A measured contact force", sizeof(CatMeasureSpec),
                                   keys};
const CatKind cat_measure_kind = {"measure", &section};
