// A line has one supply, which limits the mean force that a case asks for and judges the one found.
#include "check.h"
#include "spec/measure.h"

static void check_rule(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  if (!p->en50367 || p->target <= 0) return;
  CAT_CHECK_FAIL(ctx, spec, &p->en50367,
                 "found a rule for the mean force, expected none beside target_mean_force = %g N",
                 p->target);
}

// The same for all pantographs, and that of measure.system, unless neither was named.
static void check_supply(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s,
                         const CatTrainPantograph *p) {
  const int *other = s->measure.system ? &s->measure.system : NULL;
  for (int i = 0; !other && s->pantograph + i < p; i++) {
    if (s->pantograph[i].en50367) other = &s->pantograph[i].en50367;
  }
  if (!p->en50367 || !other || p->en50367 == *other) return;
  CAT_CHECK_FAIL(ctx, spec, &p->en50367, "found %s, expected %s%s (%s): a line has one supply",
                 cat_system_names[p->en50367],
                 *other == CAT_CURRENT_OTHER ? "no rule with measure.system: " : "",
                 cat_system_names[*other], cat_check_value_location(spec, &p->en50367, other).s);
}

void cat_check_system(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  for (int i = 0; i < s->npantograph; i++) {
    check_rule(ctx, spec, &s->pantograph[i]);
    check_supply(ctx, spec, s, &s->pantograph[i]);
  }
}
