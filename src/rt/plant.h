// Faults that tests plant, to see that each is noticed and counted: "stall@500,loss@800".
#ifndef CAT_RT_PLANT_H
#define CAT_RT_PLANT_H

#include "base/context.h"

typedef enum CatRtFault {
  // of the line
  CAT_RT_FAULT_ALLOCATION,  // one call of the allocator
  CAT_RT_FAULT_PAGE,        // one page that is touched for the first time
  CAT_RT_FAULT_STALL,       // 5 ms of computing
  CAT_RT_FAULT_PAUSE,       // 5 ms without computing
  // of the simulated partner
  CAT_RT_FAULT_LOSS,       // a packet is not sent
  CAT_RT_FAULT_LATE,       // a packet is sent behind the next one
  CAT_RT_FAULT_DUPLICATE,  // a packet is sent twice
  CAT_RT_FAULT_GARBAGE,    // packets of all wrong kinds
  CAT_RT_FAULT_SILENCE,    // nothing for 300 ms
  CAT_RT_FAULT_FLOOD,      // 2000 packets at once
  CAT_RT_FAULT_DEATH,      // it ends
  CAT_RT_FAULT_RETURN,     // it ends, and another one starts 100 ms later
  CAT_RT_FAULT_PUSH,       // 100 kN from then on
  CAT_RT_FAULT_ABSURD,     // one value of 1e308, for an answer of long ago; then a good one
  CAT_RT_FAULT_STRANGER,   // nothing for 300 ms, then somebody else's packets
  CAT_RT_FAULT_FORGE,      // packets without the key, and replayed ones
  CAT_RT_FAULTS            // none
} CatRtFault;

typedef struct CatRtPlants {
  long at[CAT_RT_FAULTS];  // step; 0: not planted
} CatRtPlants;

CatStatus cat_rt_plants_read(CatContext *ctx, const char *text, CatRtPlants *out);

static inline bool cat_rt_planted(const CatRtPlants *p, CatRtFault fault, long step) {
  return p->at[fault] > 0 && p->at[fault] == step;
}

// The partner's fault that has waited longest at this step, taken out; CAT_RT_FAULTS if none. One
// that a busy machine lets sleep over its step misbehaves at the next.
CatRtFault cat_rt_plants_take(CatRtPlants *p, long step);

#endif
