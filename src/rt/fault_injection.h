// Faults that tests inject, to check that each is detected and counted: "stall@500,loss@800".
#ifndef CAT_RT_FAULT_INJECTION_H
#define CAT_RT_FAULT_INJECTION_H

#include "base/context.h"

typedef enum CatRtFault {
  // of the line
  CAT_RT_FAULT_ALLOCATION,  // one call of the allocator
  CAT_RT_FAULT_PAGE,        // one page that is touched for the first time
  CAT_RT_FAULT_STALL,       // 5 ms of computing
  CAT_RT_FAULT_PAUSE,       // 5 ms without computing
  // of the simulated partner
  CAT_RT_FAULT_LOSS,       // a packet is not sent
  CAT_RT_FAULT_LATE,       // a packet is sent after the next one
  CAT_RT_FAULT_DUPLICATE,  // a packet is sent twice
  CAT_RT_FAULT_GARBAGE,    // malformed packets of every kind
  CAT_RT_FAULT_SILENCE,    // nothing for 300 ms
  CAT_RT_FAULT_FLOOD,      // 2000 packets at once
  CAT_RT_FAULT_DEATH,      // it ends
  CAT_RT_FAULT_RETURN,     // it ends, and another one starts 100 ms later
  CAT_RT_FAULT_PUSH,       // 100 kN from then on
  CAT_RT_FAULT_ABSURD,     // one value of 1e308, in reply to a very old answer; then a valid packet
  CAT_RT_FAULT_STRANGER,   // nothing for 300 ms, then packets from another sender
  CAT_RT_FAULT_FORGE,      // packets without the key, and replayed ones
  CAT_RT_FAULT_PULL,       // -999 N, a value beyond the count, then -20 N
  CAT_RT_FAULTS            // none
} CatRtFault;

typedef struct CatRtFaultInjection {
  long at[CAT_RT_FAULTS];  // step; 0: not injected
} CatRtFaultInjection;

CatStatus cat_rt_fault_injection_read(CatContext *ctx, const char *text, CatRtFaultInjection *out);

static inline bool cat_rt_fault_is_due(const CatRtFaultInjection *p, CatRtFault fault, long step) {
  return p->at[fault] > 0 && p->at[fault] == step;
}

// Removes and returns the partner's earliest fault that is due at this step; CAT_RT_FAULTS if none.
// A partner that was descheduled past a fault's step injects it at the next.
CatRtFault cat_rt_fault_injection_take(CatRtFaultInjection *p, long step);

#endif
