// What grid and steps make of the frequency of a linear wave.
#ifndef CAT_STUDY_CABLE_SCHEME_H
#define CAT_STUDY_CABLE_SCHEME_H

#include "model.h"

// Of cos(k x) on a periodic cable [rad/s]: w of the grid by Rayleigh's quotient, which is exact for
// differences and of twice the order of the elements; then sin(W h/2) = w h/2 (explicit), or tan.
CatStatus cat_cable_scheme_omega(const CatCableModel *m, double k, double step, bool implicit,
                                 double *omega);

#endif
