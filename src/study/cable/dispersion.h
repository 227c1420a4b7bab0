// Periodic waves of permanent form and their dispersion, appendix A.
#ifndef CAT_STUDY_CABLE_DISPERSION_H
#define CAT_STUDY_CABLE_DISPERSION_H

#include "spec/cable.h"

enum { CAT_HARMONICS = 6 };  // odd ones: 1, 3, ..., 11

typedef struct CatDispersion {
  double k;                         // wave number [1/m]
  double linear;                    // (A.11) [rad/s]
  double nonlinear;                 // (A.21) [rad/s]
  double exact;                     // of the wave with all its harmonics [rad/s]
  double group;                     // (A.22) [m/s]
  double amplitude[CAT_HARMONICS];  // of cos((2i + 1) theta), all but the first found [m]
} CatDispersion;

// Fails if there is no such wave: without bending stiffness a nonlinear one steepens.
CatStatus cat_dispersion(CatContext *ctx, const CatCableSpec *s, CatDispersion *out);

// v (order 0), v_x, or v_xx of the wave at x and t = 0, and the same of its rate.
double cat_dispersion_wave(const CatDispersion *d, double x, int order);
double cat_dispersion_rate(const CatDispersion *d, double x, int order);

#endif
