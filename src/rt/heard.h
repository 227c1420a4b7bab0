// What became of the partner's packets: new, lost, late, twice, damaged, by somebody else.
#ifndef CAT_RT_HEARD_H
#define CAT_RT_HEARD_H

#include "packet.h"

typedef struct CatRtHeard {
  bool any;
  uint32_t session, highest;  // of the newest packet
  uint64_t seen;              // bit i: packet highest - i was here
  unsigned long received;     // good ones, whatever became of them
  unsigned long lost;         // numbers that never came
  unsigned long late;         // behind a newer one, or behind the step that they were meant for
  unsigned long duplicated;
  unsigned long malformed;
  unsigned long foreign;   // good, but by somebody else while the partner is there
  unsigned long surplus;   // replaced by a newer one before they were used
  unsigned long sessions;  // times that a partner started
} CatRtHeard;

// Whether it is newer than all before.
bool cat_rt_heard_news(CatRtHeard *h, const CatRtRequest *q);

#endif
