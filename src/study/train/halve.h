// Steps that Newton's method does not solve, in smaller ones. A step of a nonlinear line that does
// not converge, although its matrix was made anew, is taken back and done in two of half the
// length, these likewise if need be, down to 1/16; then the run gives up. Each length has a
// simulation and a ledger of its own, made when it is needed first, and states pass between them as
// snapshots: displacements, rates and forces do not know the step.
#ifndef CAT_STUDY_TRAIN_HALVE_H
#define CAT_STUDY_TRAIN_HALVE_H

#include "line_case.h"
#include "monitor/ledger.h"

enum { CAT_HALVINGS = 4 };

// Steps of one length.
typedef struct CatHalf {
  CatTrainSpec spec;
  CatTrainModel model;
  CatLineCase line;
  CatLedger *ledger;  // NULL: none is kept
  void *state;        // at the beginning of a step
  void *account;      // room for the ledger's
} CatHalf;

typedef struct CatHalving {
  const CatTrainModel *of;
  CatHalf half[CAT_HALVINGS + 1];  // the first is the run itself
  int errors;                      // reported before the step
} CatHalving;

struct CatTrain;
// For steps of r, whose pantographs are those of the model. They stay as they are if the line is
// linear or somebody counts the steps (controllers, co-simulation).
CatStatus cat_train_halving_new(struct CatTrain *r, const CatTrainModel *of);
void cat_train_halving_free(struct CatTrain *r);
// One step of the simulation, in parts if need be.
CatStatus cat_train_solve(struct CatTrain *r);

#endif
