// Central differences, M (u1 - 2 u0 + u-1)/h^2 + C v0 + K u0 = f0, as a member of the family of
// scheme.h. Its three-level form has the weights b, 1/2 + g - 2b and 1/2 - g + b on accelerations;
// with th = 0 they are those of (1 - am) a1 + am a0 = M^-1 (f0 - C v0 - K u0) if b = 1 - am and
// g = 1/2 + b. Of these b = 1 leaves a1 without a memory. Explicit: stable for h <= 2/w of the
// highest frequency w, with dampers that are small.
#ifndef CAT_ODE_CENTRAL_H
#define CAT_ODE_CENTRAL_H

#include "scheme.h"

CatStep cat_step_central(double h);

#endif
