// The force that a pantograph is pushed up with, for runs in simulated and in real time.
#ifndef CAT_STUDY_TRAIN_STATIC_FORCE_H
#define CAT_STUDY_TRAIN_STATIC_FORCE_H

#include "spec/train.h"

// The mean contact force that is to be met [N]; 0: none.
double cat_train_target(const CatTrainSpec *s, const CatTrainPantograph *p);
// The static force as given or, where a mean force is to be met and none is given, that one [N].
double cat_train_static_force(const CatTrainSpec *s, const CatTrainPantograph *p);

#endif
