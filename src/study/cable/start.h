// The state at t = 0: a pulse or a periodic wave that runs to the right, or rest.
#ifndef CAT_STUDY_CABLE_START_H
#define CAT_STUDY_CABLE_START_H

#include "dispersion.h"
#include "step.h"

// The wave d is asked for only if the input has one.
void cat_cable_start(const CatCableModel *m, const CatDispersion *d, CatCableState *x);

#endif
