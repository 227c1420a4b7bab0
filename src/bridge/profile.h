// The vertical profile of a rail: a sum of waves with random phases whose amplitudes follow a
// spectrum, wavelengths 3 to 80 m.
#ifndef CAT_BRIDGE_PROFILE_H
#define CAT_BRIDGE_PROFILE_H

#include "bridge.h"

// One-sided power density over the wave number O [rad/m]: int S dO is the square of the rms [m2].
double cat_roughness_density(CatRoughness kind, double O);

// From x0 to x1 or further, as a table of heights and slopes (one value per station). Each of the
// two bands of wavelengths, 3 to 40 m and 40 to 80 m, has the rms along it that it should have.
CatStatus cat_profile_new(CatArena *a, const CatRailSpec *spec, double x0, double x1,
                          CatShapes *out);

#endif
