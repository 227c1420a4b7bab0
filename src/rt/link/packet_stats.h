// Statistics of received packets: new, lost, late, duplicated, malformed, foreign, replayed.
#ifndef CAT_RT_LINK_PACKET_STATS_H
#define CAT_RT_LINK_PACKET_STATS_H

#include "packet.h"

typedef struct CatRtPacketStats {
  uint64_t challenge;  // of this run, which keyed requests repeat; 0: without a key
  bool any;
  uint32_t session, highest;  // of the newest packet
  uint64_t seen;              // bit i: packet highest - i has arrived
  bool jumped;                // the last packet's number was far from those before
  uint32_t expected;          // the number that confirms it
  unsigned long received;     // well-formed, whether used or not
  unsigned long lost;         // sequence numbers that never arrived
  unsigned long late;         // after a newer one, or after the step that they were meant for
  unsigned long duplicated;
  unsigned long malformed;
  unsigned long unauthenticated;  // without a MAC, or with a wrong one
  unsigned long replayed;         // valid MAC, but of another run or an earlier session
  unsigned long hellos;           // requests for the challenge
  unsigned long foreign;          // well-formed, but from another sender
  unsigned long refused;          // well-formed, but with implausible values or sequence numbers
  unsigned long surplus;          // replaced by a newer one before they were used
  unsigned long sessions;         // how often a partner started
} CatRtPacketStats;

typedef enum CatRtFreshness { CAT_RT_FRESH, CAT_RT_HELLO, CAT_RT_REPLAYED } CatRtFreshness;

// Whether an authentic request is of this run. Without a key all are fresh.
CatRtFreshness cat_rt_packet_freshness(const CatRtPacketStats *h, const CatRtRequest *q);
// Counts a request; whether it is newer than all before.
bool cat_rt_packet_stats_add(CatRtPacketStats *h, const CatRtRequest *q);

#endif
