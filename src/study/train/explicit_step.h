// The step of explicit methods: its limit, and what a run costs with it.
#ifndef CAT_STUDY_TRAIN_EXPLICIT_STEP_H
#define CAT_STUDY_TRAIN_EXPLICIT_STEP_H

#include "run.h"

// Refuses a step of this method beyond its limit on this line, and names the limit. Before the
// start: vectors of the step are used.
CatStatus cat_explicit_check(CatLineSim *c);
// Says how many steps there will be, how long they may be and how long that takes, if it is long.
CatStatus cat_explicit_warn(const CatTrain *r);

#endif
