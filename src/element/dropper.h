// Dropper: the bar of eq. (4) that cannot push.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.1.3. If the strain is
// positive the dropper is the bar; if not, energy, force and tangent are zero. Mass and weight do
// not change: call cat_bar_mass and cat_bar_gravity. The force is continuous where it goes slack;
// the tangent jumps there.
#ifndef CAT_ELEMENT_DROPPER_H
#define CAT_ELEMENT_DROPPER_H

#include <stdbool.h>

#include "bar.h"

bool cat_dropper_taut(const CatBar *b, const double q[6]);                   // eps > 0
double cat_dropper_axial(const CatBar *b, const double q[6]);                // [N], never negative
double cat_dropper_energy(const CatBar *b, const double q[6]);               // [J]
void cat_dropper_force(const CatBar *b, const double q[6], double f[6]);     // dU/dq [N]
void cat_dropper_tangent(const CatBar *b, const double q[6], double K[36]);  // [N/m] (6 x 6)
void cat_dropper_force_tangent(const CatBar *b, const double q[6], double f[6], double K[36]);
void cat_dropper_force_dl0(const CatBar *b, const double q[6], double df[6]);  // [N/m]
void cat_dropper_axial_dq(const CatBar *b, const double q[6], double dN[6]);   // [N/m]
double cat_dropper_axial_dl0(const CatBar *b, const double q[6]);              // [N/m]

#endif
