// The line as a picture for who watches the loop (CatRtOptions.frames). The loop never waits for
// it: a frame is taken behind the answer, if there is time for it until the next step, and left
// out otherwise.
#ifndef CAT_RT_PICTURE_H
#define CAT_RT_PICTURE_H

#include <stdint.h>

#include "monitor/frames.h"
#include "shift.h"
#include "study/train/line_case.h"

typedef struct CatRtPicture {
  CatFrameMonitor frame;  // of the present moment: it holds one
  int64_t cost;           // of taking and handing over one: the longest of late [ns]
  long taken, left_out;
} CatRtPicture;

// Also shows the line at rest, so that nothing is allocated later.
CatStatus cat_rt_picture_new(CatRecord *rec, const CatLineCase *line, const CatRtShift *shift,
                             CatRtPicture *out);
// After a step. until: the time at which the next one begins; INT64_MAX: there is no clock.
void cat_rt_picture_step(CatRtPicture *p, const CatSim *sim, int64_t until);
void cat_rt_picture_end(CatRtPicture *p);  // results hold no frame: the line moves on under a rig

#endif
