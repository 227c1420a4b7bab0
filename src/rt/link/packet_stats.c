#include "packet_stats.h"

enum {
  WINDOW = 64,   // packets remembered
  JUMP = 100,    // a sequence number further away needs confirmation
  FAR = 100000,  // beyond this it is a restart, not a loss
};

CatRtFreshness cat_rt_packet_freshness(const CatRtPacketStats *h, const CatRtRequest *q) {
  if (!h->challenge) return CAT_RT_FRESH;
  if (h->any && (int32_t)(q->session - h->session) < 0) return CAT_RT_REPLAYED;
  if (q->challenge == h->challenge) return CAT_RT_FRESH;
  return q->challenge == 0 ? CAT_RT_HELLO : CAT_RT_REPLAYED;
}

static void start(CatRtPacketStats *h, const CatRtRequest *q) {
  h->any = true;
  h->session = q->session;
  h->highest = q->sequence;
  h->seen = 1;
  h->jumped = false;
  h->sessions++;
}

// With a key numbers never go back: an old packet may be a replay.
static bool is_jump(const CatRtPacketStats *h, int32_t ahead) {
  return ahead > JUMP || (ahead < -JUMP && !h->challenge);
}

// A jump is accepted when the next sequence number follows it, as in RFC 3550, A.1: one packet with
// a wrong number must not shut out the correct ones after it.
static bool is_confirmed(CatRtPacketStats *h, uint32_t sequence) {
  bool follows = h->jumped && sequence == h->expected;
  h->jumped = !follows;
  h->expected = sequence + 1;
  h->refused += !follows;
  return follows;
}

// An older packet: it fills a gap, or is a duplicate.
static void look_back(CatRtPacketStats *h, int32_t behind) {
  uint64_t bit = behind < WINDOW ? UINT64_C(1) << behind : 0;
  if (h->seen & bit) {
    h->duplicated++;
    return;
  }
  h->seen |= bit;
  h->late++;
  if (bit && h->lost > 0) h->lost--;
}

static bool leap(CatRtPacketStats *h, const CatRtRequest *q, int32_t ahead) {
  if (!is_confirmed(h, q->sequence)) return false;
  if (ahead < 0 || ahead > FAR) {
    start(h, q);
    return true;
  }
  h->lost += (unsigned long)(ahead - 2);  // the one before has arrived
  h->seen = 3;
  h->highest = q->sequence;
  return true;
}

bool cat_rt_packet_stats_add(CatRtPacketStats *h, const CatRtRequest *q) {
  h->received++;
  if (!h->any || q->session != h->session) {
    start(h, q);
    return true;
  }
  int32_t ahead = (int32_t)(q->sequence - h->highest);
  if (is_jump(h, ahead)) return leap(h, q, ahead);
  h->jumped = false;
  if (ahead == INT32_MIN) return false;  // neither ahead nor behind: half of all numbers away
  if (ahead <= 0) {
    look_back(h, -ahead);
    return false;
  }
  h->lost += (unsigned long)(ahead - 1);
  h->seen = ahead < WINDOW ? (h->seen << ahead) | 1 : 1;
  h->highest = q->sequence;
  return true;
}
