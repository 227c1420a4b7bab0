// Shift-forward: a line of equal spans repeats under the pantograph. When the pantograph has passed
// a given position, the whole state is moved back by one period of the line, so that a short model
// serves a section of any length.
//
// Coordinates are matched node by node: new u_i = scale_i u_(from_i). With alternating stagger the
// next span is the mirror image of this one, and lateral motions change sign. Whether the line
// repeats is not inferred from its description: stiffness, mass and damping of the inner spans are
// compared entry by entry, and so are heights and dropper forces at rest.
//
// At the far end the new spans are at rest. At the near end the state is faded out over one span,
// since the end of the wire cannot move.
#ifndef CAT_RT_SHIFT_H
#define CAT_RT_SHIFT_H

#include "study/train/line_sim.h"

typedef struct CatRtShift {
  bool on;
  int spans;          // of a period
  int ends;           // spans at each end that may differ
  bool mirror;        // left and right change places
  double length;      // of a period [m]
  double at;          // place of the first pantograph beyond which it happens [m]
  long done;          // times
  CatSimShift move;   // what it does
  int *dropper;       // where the state of each comes from; -1: at rest (ndropper)
  double *fade;       // of each dropper (ndropper)
  double *old;        // room for what is moved (ndropper)
  char why_not[160];  // why the line does not repeat
} CatRtShift;

// at 0: chosen, so that the pantographs stay in the middle. A line that does not repeat is no
// error: then it is not on, and why_not says why.
CatStatus cat_rt_shift_new(CatLineSim *c, double at, CatRtShift *out);
bool cat_rt_shift_due(const CatRtShift *s, const CatSim *sim);
void cat_rt_shift_do(CatRtShift *s, CatSim *sim);  // between two steps; allocates nothing

#endif
