// A pantograph of ours in a process of its own, at the other end of the link: so that all of it can
// be tried without a rig, and compared with a run of one process.
#ifndef CAT_RT_PARTNER_H
#define CAT_RT_PARTNER_H

#include <sys/types.h>

#include "link.h"
#include "plant.h"
#include "study/train/line_sim.h"

// What the line tells the process that was forked before the line was built.
typedef struct CatRtStage CatRtStage;

typedef struct CatRtPartner {
  pid_t pid;  // 0: none
  CatRtStage *stage;
} CatRtPartner;

typedef struct CatRtPartnerPlan {
  const CatTrainSpec *spec;
  CatRtLink *link;  // the line's end
  const CatRtOptions *options;
  CatRtPlants plants;
} CatRtPartnerPlan;

CatStatus cat_rt_partner_fork(CatContext *ctx, const CatRtPartnerPlan *plan, CatRtPartner *p);
void cat_rt_partner_begin(CatRtPartner *p, const CatLineSim *c);  // with the pantographs of c
void cat_rt_partner_end(CatRtPartner *p);

#endif
