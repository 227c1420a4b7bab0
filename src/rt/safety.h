// Limits, and the state that the rig is brought to beyond them: the height is held where it was,
// forces are ignored. Silence ends when the partner is back; a limit holds until the partner asks
// to go on. From the height held the answer then returns to the wire without a jump.
#ifndef CAT_RT_SAFETY_H
#define CAT_RT_SAFETY_H

#include "rt/link/packet.h"

typedef struct CatRtSafety {
  double max_force, max_uplift;   // [N] [m]
  unsigned why;                   // CAT_RT_BY_...; 0: all is well
  double held[CAT_RT_CONTACTS];   // height answered last [m]
  double apart[CAT_RT_CONTACTS];  // of it from the wire when it was let go [m]
  long since, ramp;               // steps since then; over which it returns
  unsigned long by[5];            // times: force, uplift, silence, model, value
} CatRtSafety;

// Whether a strip can be so high above the wire's rest [m] if it was at another height so many
// seconds before; NaN: nobody knows where it was.
bool cat_rt_strip_possible(double above, double before, double seconds);

// Whether a sensor can show this force [N] at a contact, which cannot pull.
bool cat_rt_force_possible(double force);

CatRtSafety cat_rt_safety_new(const CatRtOptions *o, double step);
void cat_rt_safety_trip(CatRtSafety *s, unsigned why);   // one of CAT_RT_BY_...
void cat_rt_safety_clear(CatRtSafety *s, unsigned why);  // some of them
void cat_rt_safety_step(CatRtSafety *s);                 // once a step
// Height of a wire over strip i as the rig is told: held, or on its way back to the wire [m].
double cat_rt_safety_height(const CatRtSafety *s, int i, double height);
// Height and velocity to answer with, of what the wire over strip i has.
void cat_rt_safety_answer(CatRtSafety *s, int i, double *height, double *velocity);

#endif
