// The linear string (4.1) beside a cable: the same grid, the same scheme, the same steps. What grid
// and steps alone do to a pulse, they do to both, so that the difference of their crests is the
// cable's, and that between this string and the exact one is the discretisation's.
#ifndef CAT_STUDY_CABLE_TWIN_H
#define CAT_STUDY_CABLE_TWIN_H

#include "measure.h"
#include "step.h"

typedef struct CatCableTwin {
  CatCableSpec spec;
  CatCableModel *m;  // NULL: no crest is asked for, or the cable is this string itself
  CatCableStepper stepper;
} CatCableTwin;

// Stays where it is: the model points to its spec.
CatStatus cat_cable_twin_new(CatContext *ctx, const CatCableSpec *spec, CatCableTwin *out);
void cat_cable_twin_free(CatCableTwin *twin);
CatStatus cat_cable_twin_begin(CatCableTwin *twin);
CatStatus cat_cable_twin_step(CatCableTwin *twin);
// Divides the shift of a crest at the same time into the cable's and the discretisation's.
void cat_cable_twin_compare(const CatCableTwin *twin, CatCableCrest *crest);

#endif
