#include "measure.h"

const char *const cat_filter_names[] = {"butterworth", "brick-wall", NULL};
const char *const cat_range_names[] = {
    "none", "en50318-2002-250", "en50318-2002-300", "en50318-2018-275", "en50318-2018-320", NULL};

const char *const cat_system_names[] = {"auto", "ac", "dc-3kv", "dc-1.5kv", "none", NULL};

// clang-format off

static const CatKey keys[] = {
    CAT_COMMON_KEYS(CatMeasureSpec),
    {CAT_STRING_KEY(CatMeasureSpec, file), .flags = CAT_REQUIRED, .doc = "The signal"},
    {CAT_STRING_KEY(CatMeasureSpec, content), .preset = "", .doc = "SHA-256 of the file"},
    {CAT_STRING_KEY(CatMeasureSpec, column), .preset = "", .doc = "Name of the force"},
    {CAT_NUMBER_KEY(CatMeasureSpec, speed), "km/h", "0 km/h", .min = 0, .max = 1000 / 3.6,
     .doc = "Speed; 0: by the positions in the file"},
    {CAT_CHOICE_KEY(CatMeasureSpec, system), .preset = "auto", .choices = cat_system_names,
     .doc = "Supply of the line, whose limits hold; auto: ac; none: another, not judged"},
    {CAT_CHOICE_KEY(CatMeasureSpec, filter), .preset = "butterworth", .choices = cat_filter_names,
     .doc = "Kind of the low-pass"},
    {CAT_NUMBER_KEY(CatMeasureSpec, cutoff), "Hz", "20 Hz", .min = 0, .max = 1e4,
     .flags = CAT_ABOVE_MIN, .doc = "Low-pass of the force before statistics"},
    {CAT_NUMBER_KEY(CatMeasureSpec, from), "m", "0 m", .min = -1e7, .max = 1e7,
     .doc = "Window of the statistics in metres; with to = from: none"},
    {CAT_NUMBER_KEY(CatMeasureSpec, to), "m", "0 m", .min = -1e7, .max = 1e7,
     .doc = "End of that window"},
    {CAT_NUMBER_KEY(CatMeasureSpec, from_time), "s", "0 s", .min = -1e9, .max = 1e9,
     .doc = "Window of the statistics in seconds; with to_time = from_time: none"},
    {CAT_NUMBER_KEY(CatMeasureSpec, to_time), "s", "0 s", .min = -1e9, .max = 1e9,
     .doc = "End of that window"},
    {CAT_BOOLEAN_KEY(CatMeasureSpec, comfort), .preset = "false",
     .doc = "Comfort of accelerations in place of the statistics of a force"},
    {0},
};
// clang-format on

static const CatSection section = {"measure", "A measured contact force", sizeof(CatMeasureSpec),
                                   .keys = keys};
const CatKind cat_measure_kind = {"measure", &section, .check = NULL};
