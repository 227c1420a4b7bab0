// The vertical profile of a rail: a sum of waves with random phases whose amplitudes follow a
// spectrum, wavelengths 3 to 80 m; or a measured one (measured_profile.c).
#ifndef CAT_BRIDGE_PROFILE_H
#define CAT_BRIDGE_PROFILE_H

#include "bridge.h"

// One-sided power density over the wave number O [rad/m]: int S dO is the square of the rms [m2].
double cat_roughness_density(CatRoughness kind, double O);

// From x0 to x1 or further, as a table of heights and slopes (one value per station). Each of the
// two bands of wavelengths, 3 to 40 m and 40 to 80 m, has the rms along it that it should have.
CatStatus cat_profile_new(CatArena *a, const CatRailSpec *spec, double x0, double x1,
                          CatShapes *out);

// The measured profile that the case names, heights through which a local spline goes; no stations
// if it names none. x counts from the left end of the bridge.
CatStatus cat_profile_read(CatArena *a, const CatSpec *input, const CatRailSpec *spec,
                           CatShapes *out);
// Reads it and says what is wrong with it; the input learns what is in it.
CatStatus cat_profile_check(CatContext *ctx, CatSpec *input);
// The same from x0 to x1 at least, level beyond its ends.
CatStatus cat_profile_extend(CatArena *a, const CatShapes *measured, double x0, double x1,
                             CatShapes *out);

#endif
