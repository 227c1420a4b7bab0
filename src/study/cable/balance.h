// What is fast beside v follows it in balance at the start, and at the speed at which v moves: the
// rotation of a Timoshenko beam, and the modes of the axial motion. Left at nought it would swing
// with far more energy than the pulse has in bending.
#ifndef CAT_STUDY_CABLE_BALANCE_H
#define CAT_STUDY_CABLE_BALANCE_H

#include "step.h"

CatStatus cat_cable_balance(CatContext *ctx, const CatCableModel *m, CatCableState *x);

#endif
