// A pantograph, of a train or of the kind pdae.
#include <string.h>

#include "check.h"
#include "input/quote.h"

static const char *const *name_at(const CatNames *names, int i) {
  const char *item = (const char *)names->first + (size_t)i * names->stride;
  return (const char *const *)(const void *)item;
}

void cat_check_names(CatContext *ctx, const CatSpec *spec, const CatNames *names) {
  for (int i = 1; i < names->n; i++) {
    const char *const *name = name_at(names, i);
    int j = 0;
    while (j < i && strcmp(*name_at(names, j), *name) != 0) j++;
    if (j == i || !**name) continue;
    const char *const *other = name_at(names, j);
    const char *path = cat_spec_where(spec, other).path;
    int item = (int)(strlen(path) - strlen(".name"));
    CAT_CHECK_FAIL(ctx, spec, name,
                   "found %s, already the name of %.*s (%s), expected different names",
                   cat_quote(*name).s, item, path, cat_check_value_location(spec, name, other).s);
  }
}

static void check_aero(CatContext *ctx, const CatSpec *spec, const CatMassChainSpec *b) {
  if (b->nspeed != b->nlift) {
    CAT_CHECK_FAIL(ctx, spec, &b->lift, "found %d values, expected %d, as many as aero_speeds has",
                   b->nlift, b->nspeed);
  }
  for (int i = 1; i < b->nspeed; i++) {
    if (b->speed[i] > b->speed[i - 1]) continue;
    CAT_CHECK_FAIL(ctx, spec, &b->speed, "found %g km/h behind %g km/h, expected ascending speeds",
                   3.6 * b->speed[i], 3.6 * b->speed[i - 1]);
    return;
  }
}

void cat_check_mass_chain(CatContext *ctx, const CatSpec *spec, const CatMassChainSpec *b) {
  cat_check_names(ctx, spec, &(CatNames){&b->masses->name, sizeof *b->masses, b->nmass});
  if (b->force_on > b->nmass) {
    CAT_CHECK_FAIL(ctx, spec, &b->force_on, "found %d, expected 0 to %d, the number of masses",
                   b->force_on, b->nmass);
  }
  check_aero(ctx, spec, b);
}
