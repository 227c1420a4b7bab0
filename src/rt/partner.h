// A simulated pantograph in a process of its own at the other end of the link, so that the loop can
// be tested without a rig and compared with a run in one process.
#ifndef CAT_RT_PARTNER_H
#define CAT_RT_PARTNER_H

#include <sys/types.h>

#include "fault_injection.h"
#include "rt/link/link.h"
#include "study/train/line_sim.h"

// Memory shared with the partner's process, which is forked before the line is built.
typedef struct CatRtShared CatRtShared;

typedef struct CatRtPartner {
  pid_t pid;  // 0: none
  CatRtShared *shared;
} CatRtPartner;

typedef struct CatRtPartnerPlan {
  const CatTrainSpec *spec;
  CatRtLink *link;  // the line's end
  const CatRtOptions *options;
  CatRtFaultInjection faults;
} CatRtPartnerPlan;

CatStatus cat_rt_partner_fork(CatContext *ctx, const CatRtPartnerPlan *plan, CatRtPartner *p);
CatStatus cat_rt_partner_begin(CatRtPartner *p, const CatLineSim *c);  // with its pantographs
void cat_rt_partner_end(CatRtPartner *p);

#endif
