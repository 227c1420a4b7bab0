// What became of the packets that came: new, lost, late, twice, damaged, foreign, replayed.
#ifndef CAT_RT_HEARD_H
#define CAT_RT_HEARD_H

#include "packet.h"

typedef struct CatRtHeard {
  uint64_t challenge;  // of this run, which keyed requests repeat; 0: without a key
  bool any;
  uint32_t session, highest;  // of the newest packet
  uint64_t seen;              // bit i: packet highest - i was here
  bool jumped;                // the last packet's number was far from those before
  uint32_t expected;          // the number that confirms it
  unsigned long received;     // good ones, whatever became of them
  unsigned long lost;         // numbers that never came
  unsigned long late;         // behind a newer one, or behind the step that they were meant for
  unsigned long duplicated;
  unsigned long malformed;
  unsigned long unauthenticated;  // without a MAC, or with a wrong one
  unsigned long replayed;         // with a right one, but of another run or an earlier session
  unsigned long hellos;           // to ask for the challenge
  unsigned long foreign;          // good, but from another sender
  unsigned long refused;          // good, but with implausible values or numbers
  unsigned long surplus;          // replaced by a newer one before they were used
  unsigned long sessions;         // times that a partner started
} CatRtHeard;

typedef enum CatRtFreshness { CAT_RT_FRESH, CAT_RT_HELLO, CAT_RT_REPLAYED } CatRtFreshness;

// Whether an authentic request is of this run. Without a key all are fresh.
CatRtFreshness cat_rt_heard_freshness(const CatRtHeard *h, const CatRtRequest *q);
// Whether it is newer than all before.
bool cat_rt_heard_news(CatRtHeard *h, const CatRtRequest *q);

#endif
