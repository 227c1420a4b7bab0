// Checkpoints of a run: all that its steps have changed, as bytes. A run that goes on from them
// ends with the results of one that was never interrupted, bit for bit.
#ifndef CAT_STUDY_TRAIN_CHECKPOINT_H
#define CAT_STUDY_TRAIN_CHECKPOINT_H

#include "base/context.h"

// How a run is kept, and where it begins.
typedef struct CatKeep {
  double every;  // time from one checkpoint to the next [s]; 0: with every report of progress
  // NULL: none are made. What it fails with is told, and the run goes on.
  CatStatus (*write)(void *self, const void *bytes, size_t n);
  void *self;
  const void *from;  // bytes of a checkpoint to go on from; NULL: from the beginning
  size_t size;       // how many
} CatKeep;

struct CatTrain;
// After a step: writes one if it is time, or in any case.
CatStatus cat_train_keep(struct CatTrain *r, bool now);
// Before the marches: which of them the checkpoint belongs to, and its static forces.
CatStatus cat_train_resume_march(struct CatTrain *r);
// A march has begun: goes on from the checkpoint if there is one.
CatStatus cat_train_resume_step(struct CatTrain *r);

#endif
