// Equation (4.8) by characteristics. With v = 0 at t = 0, v_x = s and v_t = -F(s), F' = c, are
// carried into the cable on straight lines (4.11) from the driven end,
//
//   x = c(s(tau)) (t - tau),   v = v(0, tau) + (c s - F)(t - tau),
//
// tau being when a line leaves. Where lines cross, v_x has several values; a shock then stands
// where it cuts off equal areas, the weak solution of s_t + F(s)_x = 0.
#ifndef CAT_STUDY_CABLE_CHARACTERISTICS_H
#define CAT_STUDY_CABLE_CHARACTERISTICS_H

#include "base/arena.h"
#include "spec/cable.h"

enum { CAT_SHOCKS = 16, CAT_LINES_PER_LENGTH = 100 };  // of the pulse: lines that are looked at

typedef struct CatCharacteristics {
  const CatCableSpec *spec;
  int n;          // intervals of tau
  double step;    // of tau [s]
  double *s, *v;  // slope and displacement at the end (n + 1)
} CatCharacteristics;

CatStatus cat_characteristics_new(CatArena *arena, const CatCableSpec *spec, int n,
                                  CatCharacteristics *out);

double cat_characteristic_slope(const CatCableSpec *spec, double tau);  // s(tau), (4.22) or (4.23)
double cat_characteristic_x(const CatCharacteristics *c, double tau, double t);
double cat_characteristic_v(const CatCharacteristics *c, double tau, double t);

typedef struct CatShockBegin {
  double tau, t, x;  // which line, when and where it first meets its neighbour [s] [s] [m]
} CatShockBegin;
int cat_shocks_begin(const CatCharacteristics *c, CatShockBegin out[CAT_SHOCKS]);  // by time

// When the slope of (4.8) becomes multivalued; of a pulse that is there at the start by its own
// lines, x = x0 + c(s(x0)) t. Infinite: it does not.
CatStatus cat_cable_breaking(CatArena *arena, const CatCableSpec *spec, double *t);

// A place with several values at time t.
typedef struct CatShock {
  double from, to;       // where several values are [m]
  double x;              // of the shock, by equal areas [m]
  double early, late;    // tau of the lines that meet there [s]
  double ahead, behind;  // slopes in front of it and behind it
  bool merged;           // with another one: the areas are not those of one fold
  bool admissible;       // no line leaves it (Oleinik)
} CatShock;
int cat_shocks_at(const CatCharacteristics *c, double t,
                  CatShock out[CAT_SHOCKS]);  // by x, falling

#endif
