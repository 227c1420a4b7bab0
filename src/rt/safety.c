#include "safety.h"

static const double RETURN = 0.2;  // [s] from the height held to that of the wire

CatRtSafety cat_rt_safety_new(const CatRtOptions *o, double step) {
  long ramp = (long)(RETURN / step) + 1;
  return (CatRtSafety){
      .max_force = o->max_force, .max_uplift = o->max_uplift, .since = ramp, .ramp = ramp};
}

void cat_rt_safety_trip(CatRtSafety *s, unsigned why) {
  static const unsigned reason[4] = {CAT_RT_BY_FORCE, CAT_RT_BY_UPLIFT, CAT_RT_BY_SILENCE,
                                     CAT_RT_BY_MODEL};
  for (int i = 0; i < 4; i++) s->by[i] += reason[i] == why && !(s->why & why);
  s->why |= why;
  s->since = 0;
}

void cat_rt_safety_clear(CatRtSafety *s, unsigned why) {
  s->why &= ~why;
}

void cat_rt_safety_step(CatRtSafety *s) {
  if (!s->why && s->since < s->ramp) s->since++;
}

void cat_rt_safety_answer(CatRtSafety *s, int i, double *height, double *velocity) {
  if (s->why) {
    s->apart[i] = s->held[i] - *height;
    *height = s->held[i];
    *velocity = 0;
    return;
  }
  *height += s->apart[i] * (1 - (double)s->since / (double)s->ramp);
  s->held[i] = *height;
}
