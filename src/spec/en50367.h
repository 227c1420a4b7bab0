// Limits of current collection by system and speed (EN 50367, EN 50119): the rows of en50367.def,
// each with its source and how sure it is.
#ifndef CAT_SPEC_EN50367_H
#define CAT_SPEC_EN50367_H

#include <stdbool.h>

#include "base/text.h"

// The supply of a line, as keys name it. NONE: no choice was made, or any of them.
typedef enum CatCurrent {
  CAT_CURRENT_NONE,
  CAT_CURRENT_AC,
  CAT_CURRENT_DC_3KV,
  CAT_CURRENT_DC_1500V,
  CAT_CURRENT_OTHER,  // trams and trolley buses, say: the standard has no limits
} CatCurrent;
// By CatCurrent: "", "AC", "DC 3 kV", "DC 1.5 kV", ""
extern const char *const cat_current_titles[];

typedef enum CatLimited {
  CAT_LIMITED_MEAN,       // force [N]
  CAT_LIMITED_STD_RATIO,  // standard deviation by mean force
  CAT_LIMITED_MAX,        // force [N]
  CAT_LIMITED_MIN,        // force [N]
} CatLimited;

typedef enum CatLimitSide { CAT_LIMIT_LOW, CAT_LIMIT_HIGH } CatLimitSide;

typedef struct CatLimit {
  CatLimited what;
  CatCurrent system;
  double above, up_to;  // speeds that it holds for [km/h]
  CatLimitSide side;
  double per_v2, fixed;  // per_v2 v^2 + fixed
  char mark;             // P: read in two or more public sources; 1: in one; R: quoted from memory
  const char *source;
} CatLimit;

// The row that holds at all speeds between v[0] and v[1] [km/h], by which they are judged alike;
// NaN: not known. NULL: none is known.
const CatLimit *cat_limit_find(CatLimited what, CatCurrent system, CatLimitSide side,
                               const double v[2]);
double cat_limit_value(const CatLimit *limit, double v);  // v [km/h]; NaN without a limit
// The upper limit of the mean force [N] at a speed [km/h]: what `en50367:` asks for.
double cat_limit_mean_force(CatCurrent system, double v);

void cat_limit_list(CatText *out);  // all rows as formulas, a line each

#endif
