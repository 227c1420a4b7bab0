// A model: the line of a case at rest, with everything that simulations of it have in common. Built
// once (shape finding, linear system, reduced basis), never changed, shared by any number of
// simulations in any number of threads.
#ifndef CATENARIA_MODEL_H
#define CATENARIA_MODEL_H

#include "catenaria/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CatCase CatCase;    // an input, read and checked
typedef struct CatModel CatModel;  // a line at rest, ready to be simulated

// Builds the model of a case of the kind train. It counts a reference to the case, which may be
// freed at once, and has memory of its own, by the allocator of the context's host: ctx may be
// freed before the model. Errors: CAT_ERR_ARG (another kind, a solver that cannot take the line),
// CAT_ERR_INPUT (a dropper that would have to push), CAT_ERR_DIVERGED (no equilibrium),
// CAT_ERR_INTERRUPTED, CAT_ERR_MEMORY; *out is NULL then. Threads: one at a time for ctx and c.
// Since 0.1.
CatStatus cat_model_new(CatContext *ctx, CatCase *c, CatModel **out);

// One reference more, to be given up by cat_model_free: for a thread that may outlive the owner.
// Returns the model. Safe in any thread while the model is held. Since 0.1.
CatModel *cat_model_share(CatModel *model);
// Gives up the caller's reference. The model goes when its last simulation has gone, too, in
// whichever thread that is: a host's allocator must be safe in threads. NULL is allowed. Since 0.1.
void cat_model_free(CatModel *model);

// Safe in any thread while the model is held. Since 0.1.
double cat_model_step(const CatModel *model);      // time step [s]
int cat_model_pantographs(const CatModel *model);  // how many
int cat_model_unknowns(const CatModel *model);     // coordinates of the linear system
// 64 hexadecimal digits that name the model by all that its results depend on: input and line at
// rest. Models with the same name exchange states of their simulations.
const char *cat_model_hash(const CatModel *model);

#ifdef __cplusplus
}
#endif

#endif
