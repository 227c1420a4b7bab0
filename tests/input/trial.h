// A kind of case for tests only: lists of numbers and optional sections, at every level.
#ifndef CAT_TESTS_INPUT_TRIAL_H
#define CAT_TESTS_INPUT_TRIAL_H

#include <stdio.h>

#include "input/input.h"

typedef struct TrialDamper {
  const char *name;
  double damping;
  const double *rates;
  int nrate;
} TrialDamper;

typedef struct TrialSpan {
  bool has_damper;
  TrialDamper damper;
  const double *droppers;
  int ndropper;
} TrialSpan;

typedef struct TrialSpec {
  CatCommon common;
  const double *positions, *sags, *weights, *exact;
  int nposition, nsag, nweight, nexact;
  bool has_damper;
  TrialDamper damper;
  bool has_span;
  TrialSpan span;
  const TrialSpan *spans;
  int nspan;
} TrialSpec;

// clang-format off
static const CatKey trial_damper_keys[] = {
    {"name", CAT_NAME, .preset = "", .offset = offsetof(TrialDamper, name), .doc = "Its name"},
    {"damping", CAT_NUMBER, "N s/m", .min = 0, .max = 1e4, .flags = CAT_REQUIRED,
     .offset = offsetof(TrialDamper, damping), .doc = "Its damping"},
    {"rates", CAT_NUMBERS, "m/s", "[0.1 m/s]", .min = 0, .max = 10,
     .offset = offsetof(TrialDamper, rates), .count_offset = offsetof(TrialDamper, nrate),
     .doc = "At which rates"},
    {0},
};
static const CatSection trial_damper = {"damper", "A damper", sizeof(TrialDamper),
                                        .keys = trial_damper_keys};

static const CatKey trial_span_keys[] = {
    {"damper", CAT_SECTION, .flags = CAT_OPTIONAL, .offset = offsetof(TrialSpan, damper),
     .count_offset = offsetof(TrialSpan, has_damper), .section = &trial_damper, .doc = "Damper"},
    {"droppers", CAT_NUMBERS, "m", .min = 0, .max = 100, .flags = CAT_REQUIRED,
     .offset = offsetof(TrialSpan, droppers), .count_offset = offsetof(TrialSpan, ndropper),
     .doc = "Where its droppers are"},
    {0},
};
static const CatSection trial_span = {"span", "A span", sizeof(TrialSpan), .keys = trial_span_keys};

static const CatKey trial_keys[] = {
    CAT_COMMON_KEYS(TrialSpec),
    {"positions", CAT_NUMBERS, "m", .min = 0, .max = 100, .odd_min = 1, .odd_max = 60,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN | CAT_BELOW_MAX,
     .offset = offsetof(TrialSpec, positions), .count_offset = offsetof(TrialSpec, nposition),
     .doc = "Where they are"},
    {"sags", CAT_NUMBERS, "mm", "[0 mm, 1 mm , 2e-3]", .min = -1, .max = 1,
     .offset = offsetof(TrialSpec, sags), .count_offset = offsetof(TrialSpec, nsag),
     .doc = "How deep they hang"},
    {"weights", CAT_NUMBERS, "", "", .offset = offsetof(TrialSpec, weights),
     .count_offset = offsetof(TrialSpec, nweight), .doc = "How much each counts"},
    {"exact", CAT_NUMBERS, "kN", "[1 kN, 2 kN]", .min = 0, .max = 1e6, .min_count = 2,
     .max_count = 3, .offset = offsetof(TrialSpec, exact),
     .count_offset = offsetof(TrialSpec, nexact), .doc = "Two or three forces"},
    {"damper", CAT_SECTION, .flags = CAT_OPTIONAL, .offset = offsetof(TrialSpec, damper),
     .count_offset = offsetof(TrialSpec, has_damper), .section = &trial_damper, .doc = "Damper"},
    {"span", CAT_SECTION, .flags = CAT_OPTIONAL, .offset = offsetof(TrialSpec, span),
     .count_offset = offsetof(TrialSpec, has_span), .section = &trial_span, .doc = "A span"},
    {"spans", CAT_LIST, .min = 0, .max = 9, .offset = offsetof(TrialSpec, spans),
     .count_offset = offsetof(TrialSpec, nspan), .section = &trial_span, .doc = "Other spans"},
    {0},
};
// clang-format on
static const CatSection trial_section = {"trial", "A trial", sizeof(TrialSpec), .keys = trial_keys};
static const CatKind trial_kind = {"trial", &trial_section, .check = NULL};

// Reads "kind: trial" and the text behind it, with one override unless it is NULL.
static inline CatStatus trial_read(CatContext *ctx, const char *text, const char *set,
                                   CatSpec **out) {
  char whole[2000];
  snprintf(whole, sizeof whole, "kind: trial\n%s", text);
  CatInputOptions options = {.sets = &set, .nset = set ? 1 : 0};
  return cat_input_parse_as(ctx, &trial_kind, "case.yaml", whole, &options, out);
}

#endif
