// A simulated pantograph in a thread of its own at the other end of the link, so that the loop can
// be tested without a rig and compared with a run in one piece. The two share nothing but the link
// and, before the first packet, how the pantographs start.
#ifndef CAT_RT_PARTNER_H
#define CAT_RT_PARTNER_H

#include <pthread.h>

#include "fault_injection.h"
#include "rt/link/link.h"
#include "study/train/line_sim.h"

typedef struct CatRtRig CatRtRig;  // all that the thread has

typedef struct CatRtPartner {
  CatContext *ctx;
  pthread_t thread;
  CatRtRig *rig;  // NULL: none
} CatRtPartner;

typedef struct CatRtPartnerPlan {
  const CatTrainSpec *spec;
  CatRtLink line;  // the line's end as it was opened
  const CatRtOptions *options;
  CatRtFaultInjection faults;
} CatRtPartnerPlan;

CatStatus cat_rt_partner_new(CatContext *ctx, const CatRtPartnerPlan *plan, CatRtPartner *p);
CatStatus cat_rt_partner_begin(CatRtPartner *p, const CatLineSim *c);  // with its pantographs
void cat_rt_partner_end(CatRtPartner *p);  // before the line's end of the link is closed

#endif
