#include "en50367.h"

#include <math.h>

const char *const cat_current_titles[] = {"", "AC", "DC 3 kV", "DC 1.5 kV", ""};

#define LIMIT(what_, system_, above_, up_to_, side_, per_v2_, fixed_, mark_, source_)              \
  {CAT_LIMITED_##what_,                                                                            \
   CAT_CURRENT_##system_,                                                                          \
   above_,                                                                                         \
   up_to_,                                                                                         \
   CAT_LIMIT_##side_,                                                                              \
   per_v2_,                                                                                        \
   fixed_,                                                                                         \
   mark_,                                                                                          \
   source_},
static const CatLimit limits[] = {
#include "en50367.def"
};
#undef LIMIT
enum { LIMITS = sizeof limits / sizeof *limits };

// Of a speed that was found from places and times, the digits that mean something [km/h]: 200 km/h
// is 200 km/h.
static double rounded(double v) {
  return round(1e6 * v) / 1e6;
}

// A difference of half a km/h is none: the higher speed counts, and one row of each limit holds. A
// curve over the speed needs one speed.
static bool holds(const CatLimit *l, const double v[2]) {
  bool anywhere = l->above == 0 && isinf(l->up_to) && l->per_v2 == 0;
  bool one = v[1] - v[0] < 0.5;  // false for NaN, as `inside` is
  double high = rounded(v[1]), low = one ? high : rounded(v[0]);
  bool inside = (low > l->above || l->above == 0) && high <= l->up_to;
  return anywhere || (inside && (l->per_v2 == 0 || one));
}

const CatLimit *cat_limit_find(CatLimited what, CatCurrent system, CatLimitSide side,
                               const double v[2]) {
  for (int i = 0; i < LIMITS; i++) {
    const CatLimit *l = &limits[i];
    bool any = l->system == CAT_CURRENT_NONE;
    if (l->what != what || l->side != side || (!any && l->system != system)) continue;
    if (holds(l, v)) return l;
  }
  return NULL;
}

double cat_limit_value(const CatLimit *limit, double v) {
  if (!limit) return NAN;
  return limit->per_v2 == 0 ? limit->fixed : limit->per_v2 * v * v + limit->fixed;
}

double cat_limit_mean_force(CatCurrent system, double v) {
  const double speeds[2] = {v, v};
  return cat_limit_value(cat_limit_find(CAT_LIMITED_MEAN, system, CAT_LIMIT_HIGH, speeds), v);
}

//---------------------------------- as text -------------------------------------------------------

static void add_speeds(CatText *out, const CatLimit *l) {
  if (isfinite(l->up_to)) {
    cat_text_addf(out, "up to %g km/h", l->up_to);
  } else if (l->above > 0) {
    cat_text_addf(out, "above %g km/h", l->above);
  } else {
    cat_text_add(out, "any speed");
  }
}

static const char *confidence(char mark) {
  return mark == 'P' ? "read in several public sources"
                     : (mark == '1' ? "read in one public source" : "quoted, not read again");
}

void cat_limit_list(CatText *out) {
  static const char *const names[] = {"mean force [N]", "standard deviation / mean force",
                                      "maximum force [N]", "minimum force [N]"};
  cat_text_add(out,
               "Limits by system and speed v [km/h]; one that is not listed is not known:\n\n");
  for (int i = 0; i < LIMITS; i++) {
    const CatLimit *l = &limits[i];
    const char *system = l->system ? cat_current_titles[l->system] : "all";
    cat_text_addf(out, "    %-9s  ", system);
    add_speeds(out, l);
    const char *least = l->what == CAT_LIMITED_MIN ? ">" : ">=";
    cat_text_addf(out, ": %s %s ", names[l->what], l->side == CAT_LIMIT_HIGH ? "<=" : least);
    if (l->per_v2 > 0) cat_text_addf(out, "%g v^2 + ", l->per_v2);
    cat_text_addf(out, "%g  (%s; %s)\n", l->fixed, l->source, confidence(l->mark));
  }
}
