// Pantographs from a case: the model that it names, as a mechanism with one port for each of its
// contact strips.
#ifndef CAT_MECHANISM_MODELS_H
#define CAT_MECHANISM_MODELS_H

#include "mechanism.h"
#include "spec/linkage.h"
#include "spec/mass_chain.h"
#include "spec/pantograph.h"
#include "spec/pantograph_models.h"

// Raised on the way: force and height of the base grow in proportion along the track.
typedef struct CatRaise {
  double from,
      over;      // where it begins, and along which distance; over 0: raised from the start [m]
  double below;  // of the base, where it begins [m]
} CatRaise;

typedef struct CatPantographInput {
  const CatMassChainSpec *spec;     // must outlive the mechanism
  const CatPantographParts *parts;  // likewise; NULL: there are none
  const CatLinkageSpec *linkage;    // likewise, of the model linkage
  CatStep step;
  CatRaise raise;
  int number;  // of the pantograph, for messages
} CatPantographInput;

// Each model has one function that makes it, in memory of the arena.
typedef CatStatus CatPantographNew(CatContext *ctx, CatArena *a, const CatPantographInput *in,
                                   CatMechanism **out);
#define CAT_DECLARE_MODEL(name) CatPantographNew cat_##name##_pantograph;
CAT_PANTOGRAPH_MODELS(CAT_DECLARE_MODEL)
#undef CAT_DECLARE_MODEL

// By its number in CAT_PANTOGRAPH_MODELS, which is that of the choice in a case.
CatStatus cat_pantograph_new(CatContext *ctx, CatArena *a, int model, const CatPantographInput *in,
                             CatMechanism **out);

// How a pantograph of the model linkage began to stand under its line.
typedef struct CatLinkageStanding {
  double lift;       // factor on its constant torques and forces
  double height;     // of its head over the drawing's zero [m]
  double force;      // with which it pushes there [N]
  double condition;  // of its joints
} CatLinkageStanding;
const CatLinkageStanding *cat_linkage_standing(const CatMechanism *m);  // NULL: another model

#endif
