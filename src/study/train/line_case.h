// A case of the kind "train" on its way to a simulation: the line at rest with all that simulations
// share, built once; then the line with a simulation of its own.
#ifndef CAT_STUDY_TRAIN_LINE_CASE_H
#define CAT_STUDY_TRAIN_LINE_CASE_H

#include "line_sim.h"
#include "spec/spec.h"

// Never changes once it is built: any number of simulations use it, in any thread.
typedef struct CatTrainModel {
  CatArena *arena;
  const CatSpec *input;
  const CatTrainSpec *spec;
  const CatLineModel *m;
  CatConfiguration *at_rest;
  CatRestReport rest;
  CatLineShared *shared;
  double rest_seconds, shared_seconds;  // that shape finding and the rest took [s]
} CatTrainModel;

CatStatus cat_train_model_new(CatContext *ctx, const CatSpec *input, CatTrainModel **out);
// With values that are not those of the input, and outlive it; input NULL: errors have no place.
CatStatus cat_train_model_of(CatContext *ctx, const CatSpec *input, const CatTrainSpec *spec,
                             CatTrainModel **out);
void cat_train_model_free(CatTrainModel *model);  // NULL is allowed; the spec stays

typedef struct CatLineCase {
  CatTrainModel *own;  // NULL: the model is someone else's
  const CatLineModel *m;
  const CatConfiguration *at_rest;
  CatRestReport rest;
  CatLineSim *c;
  double rest_seconds,
      offline_seconds;  // that shape finding and the set-up of the simulation took [s]
} CatLineCase;

// With a model of its own.
CatStatus cat_line_case_build(CatContext *ctx, const CatSpec *input, const CatTrainSpec *spec,
                              CatLineCase *out);
// With a model that outlives it.
CatStatus cat_line_case_open(CatContext *ctx, const CatTrainModel *model,
                             const CatLineSimOptions *o, CatLineCase *out);
void cat_line_case_free(CatLineCase *l);  // also of one that was built in part

#endif
