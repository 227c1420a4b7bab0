// A path on which a port is spread over a length, as a strip touches a wire: the weighted mean of
// the path at sixteen places about it, height and load alike. The weights are those of the smooth
// pulse of the thesis, eq. (4.53),
//   delta(x) = 2/d (1 - 3 t^2 + 2 t^3),   t = 2 |x| / d <= 1,
// by Gauss's rule on both of its halves.
#ifndef CAT_STRUCTURE_SPREAD_GUIDE_H
#define CAT_STRUCTURE_SPREAD_GUIDE_H

#include "guide.h"

enum {
  CAT_SPREAD_POINTS = 16,
  CAT_SPREAD_ELEMENTS = 4,  // of the path that it may reach over
};

typedef struct CatSpreadGuide {
  CatGuide base;
  const CatGuide *on;                // the path itself; outlives it
  double at[CAT_SPREAD_POINTS];      // places about the port [m]
  double weight[CAT_SPREAD_POINTS];  // their sum is 1
} CatSpreadGuide;

CatSpreadGuide cat_spread_guide(const CatGuide *on, double length);

#endif
