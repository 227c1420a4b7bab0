#include "heard.h"

enum {
  WINDOW = 64,   // packets remembered
  JUMP = 100,    // a number further away is doubted
  FAR = 100000,  // and beyond this a new start, no loss
};

CatRtFreshness cat_rt_heard_freshness(const CatRtHeard *h, const CatRtRequest *q) {
  if (!h->challenge) return CAT_RT_FRESH;
  if (h->any && (int32_t)(q->session - h->session) < 0) return CAT_RT_REPLAYED;
  if (q->challenge == h->challenge) return CAT_RT_FRESH;
  return q->challenge == 0 ? CAT_RT_HELLO : CAT_RT_REPLAYED;
}

static void start(CatRtHeard *h, const CatRtRequest *q) {
  h->any = true;
  h->session = q->session;
  h->highest = q->sequence;
  h->seen = 1;
  h->jumped = false;
  h->sessions++;
}

// With a key numbers never go back: an old packet may be a replay.
static bool is_jump(const CatRtHeard *h, int32_t ahead) {
  return ahead > JUMP || (ahead < -JUMP && !h->challenge);
}

// A jump is believed when the next number follows it, as in RFC 3550, A.1: one packet with a wrong
// number must not shut out those that come behind it with right ones.
static bool is_confirmed(CatRtHeard *h, uint32_t sequence) {
  bool follows = h->jumped && sequence == h->expected;
  h->jumped = !follows;
  h->expected = sequence + 1;
  h->refused += !follows;
  return follows;
}

// An older one: it fills a gap, or was here already.
static void look_back(CatRtHeard *h, int32_t behind) {
  uint64_t bit = behind < WINDOW ? UINT64_C(1) << behind : 0;
  if (h->seen & bit) {
    h->duplicated++;
    return;
  }
  h->seen |= bit;
  h->late++;
  if (bit && h->lost > 0) h->lost--;
}

static bool leap(CatRtHeard *h, const CatRtRequest *q, int32_t ahead) {
  if (!is_confirmed(h, q->sequence)) return false;
  if (ahead < 0 || ahead > FAR) {
    start(h, q);
    return true;
  }
  h->lost += (unsigned long)(ahead - 2);  // the one before was here
  h->seen = 3;
  h->highest = q->sequence;
  return true;
}

bool cat_rt_heard_news(CatRtHeard *h, const CatRtRequest *q) {
  h->received++;
  if (!h->any || q->session != h->session) {
    start(h, q);
    return true;
  }
  int32_t ahead = (int32_t)(q->sequence - h->highest);
  if (is_jump(h, ahead)) return leap(h, q, ahead);
  h->jumped = false;
  if (ahead <= 0) {
    look_back(h, -ahead);
    return false;
  }
  h->lost += (unsigned long)(ahead - 1);
  h->seen = ahead < WINDOW ? (h->seen << ahead) | 1 : 1;
  h->highest = q->sequence;
  return true;
}
