// What a structure does with the energy that it receives: stores it, and loses it in dampers and in
// the integrator. Each backend answers in coordinates of its own, in which that takes less time
// than its step (monitor/ledger.h).
#ifndef CAT_STRUCTURE_ENERGY_H
#define CAT_STRUCTURE_ENERGY_H

#include "structure.h"

typedef struct CatEnergyNow {
  double stored;     // kinetic and elastic [J]
  double numerical;  // the part of what the integrator took that depends on the state alone [J]
  CatStepSums sums;  // over all steps since the start; f_du is left out
} CatEnergyNow;

typedef struct CatEnergyOps {
  void (*start)(CatEnergy *e);  // the structure is at rest
  void (*step)(CatEnergy *e);   // after each step
  CatEnergyNow (*now)(CatEnergy *e);
  // b'u at the end of the last step, or at its beginning
  double (*read)(CatEnergy *e, const CatPortVector *p, bool before);
  // What a force of 1 N between the ends of a tie did in the last step, in the direction that the
  // tie had at its end or beginning [m]. NULL: directions do not change, and it is the elongation.
  double (*tie)(CatEnergy *e, int tie, bool before);
  void (*snapshot)(CatEnergy *e, CatSnapshot *to);  // beside the state of the structure itself
} CatEnergyOps;

struct CatEnergy {
  const CatEnergyOps *ops;
};

#endif
