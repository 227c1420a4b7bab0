// The initial state, section 2.2: wires at rest under gravity and a contact force, and a pantograph
// whose position and velocity are consistent with the contact.
#ifndef CAT_STUDY_PDAE_START_H
#define CAT_STUDY_PDAE_START_H

#include "model.h"
#include "spec/spec.h"

typedef struct CatPdaeInitial {
  double contact_force;   // lambda_p under which the wires rest [N]
  double *dropper_force;  // (ndropper) [N]
  double w_p1, v_p1;      // head [m] [m/s]
  double v_p2;            // second body [m/s]
} CatPdaeInitial;

// Fills q, v and active of x; memory for the result comes from the model's arena. A dropper that
// would hang slack is an input error at its length.
CatStatus cat_pdae_start(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                         CatDaeState *x, CatPdaeInitial *out);

// start_linkage.c. A linkage whose head is on the wire: joints closed, near its drawing.
CatStatus cat_pdae_linkage_position(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                                    CatDaeState *x);
// Velocities of its other bodies, so that the contact force is the given one; *v_p2 is that of the
// second of its heights.
CatStatus cat_pdae_linkage_velocity(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                                    CatDaeStepper *s, double *v_p2);

#endif
