#include "measure.h"

const char *const cat_filter_names[] = {"butterworth", "brick-wall", NULL};
const char *const cat_range_names[] = {
    "none", "en50318-2002-250", "en50318-2002-300", "en50318-2018-275", "en50318-2018-320", NULL};

// clang-format off
#define IN(member) .offset = offsetof(CatMeasureSpec, member)

static const CatKey keys[] = {
    CAT_COMMON_KEYS(CatMeasureSpec),
    {"file", CAT_STRING, .flags = CAT_REQUIRED, IN(file), .doc = "The signal"},
    {"content", CAT_STRING, .preset = "", IN(content), .doc = "SHA-256 of the file"},
    {"column", CAT_STRING, .preset = "", IN(column), .doc = "Name of the force"},
    {"speed", CAT_NUMBER, "km/h", "0 km/h", .min = 0, .max = 1000 / 3.6, IN(speed),
     .doc = "Speed; 0: by the positions in the file"},
    {"filter", CAT_CHOICE, .preset = "butterworth", .choices = cat_filter_names, IN(filter),
     .doc = "Kind of the low-pass"},
    {"cutoff", CAT_NUMBER, "Hz", "20 Hz", .min = 0, .max = 1e4, .flags = CAT_ABOVE_MIN, IN(cutoff),
     .doc = "Low-pass of the force before statistics"},
    {"from", CAT_NUMBER, "m", "0 m", .min = -1e7, .max = 1e7, IN(from),
     .doc = "Window of the statistics in metres; with to = from: none"},
    {"to", CAT_NUMBER, "m", "0 m", .min = -1e7, .max = 1e7, IN(to), .doc = "End of that window"},
    {"from_time", CAT_NUMBER, "s", "0 s", .min = -1e9, .max = 1e9, IN(from_time),
     .doc = "Window of the statistics in seconds; with to_time = from_time: none"},
    {"to_time", CAT_NUMBER, "s", "0 s", .min = -1e9, .max = 1e9, IN(to_time),
     .doc = "End of that window"},
    {0},
};
// clang-format on

static const CatSection section = {"measure", "A measured contact force", sizeof(CatMeasureSpec),
                                   .keys = keys};
const CatKind cat_measure_kind = {"measure", &section, .check = NULL};
