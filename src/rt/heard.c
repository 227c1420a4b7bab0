#include "heard.h"

enum { WINDOW = 64, FAR = 100000 };  // packets remembered; a jump beyond FAR is a new start

static void start(CatRtHeard *h, const CatRtRequest *q) {
  h->any = true;
  h->session = q->session;
  h->highest = q->sequence;
  h->seen = 1;
  h->sessions++;
}

static bool is_start(const CatRtHeard *h, const CatRtRequest *q) {
  int32_t ahead = (int32_t)(q->sequence - h->highest);
  return !h->any || q->session != h->session || ahead > FAR || ahead < -FAR;
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
  if (h->lost > 0) h->lost--;
}

bool cat_rt_heard_news(CatRtHeard *h, const CatRtRequest *q) {
  h->received++;
  if (is_start(h, q)) {
    start(h, q);
    return true;
  }
  int32_t ahead = (int32_t)(q->sequence - h->highest);
  if (ahead <= 0) {
    look_back(h, -ahead);
    return false;
  }
  h->lost += (unsigned long)(ahead - 1);
  h->seen = ahead < WINDOW ? (h->seen << ahead) | 1 : 1;
  h->highest = q->sequence;
  return true;
}
