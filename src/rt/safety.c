#include "safety.h"

#include <math.h>

static const double RETURN = 0.2;  // [s] from the height held to that of the wire

bool cat_rt_strip_possible(double above, double before, double seconds) {
  static const double REACH = 10;      // [m] of any pantograph, and more
  static const double SPEED = 10;      // [m/s] several times that of any strip
  static const double NOISE = 0.01;    // [m] of a sensor
  static const double JITTER = 0.002;  // [s] of the moments of two measurements
  bool near = fabs(above) <= REACH;
  return near && (isnan(before) || fabs(above - before) <= NOISE + SPEED * (seconds + JITTER));
}

bool cat_rt_force_possible(double force) {
  static const double NOISE =
      50;  // [N] a tenth of 500 N: of a sensor, and of the inertia behind it
  return force >= -NOISE;
}

CatRtSafety cat_rt_safety_new(const CatRtOptions *o, double step) {
  long ramp = (long)(RETURN / step) + 1;
  return (CatRtSafety){
      .max_force = o->max_force, .max_uplift = o->max_uplift, .since = ramp, .ramp = ramp};
}

void cat_rt_safety_trip(CatRtSafety *s, unsigned why) {
  static const unsigned reason[5] = {CAT_RT_BY_FORCE, CAT_RT_BY_UPLIFT, CAT_RT_BY_SILENCE,
                                     CAT_RT_BY_MODEL, CAT_RT_BY_VALUE};
  for (int i = 0; i < 5; i++) s->by[i] += reason[i] == why && !(s->why & why);
  s->why |= why;
  s->since = 0;
}

void cat_rt_safety_clear(CatRtSafety *s, unsigned why) {
  s->why &= ~why;
}

void cat_rt_safety_step(CatRtSafety *s) {
  if (!s->why && s->since < s->ramp) s->since++;
}

double cat_rt_safety_height(const CatRtSafety *s, int i, double height) {
  if (s->why) return s->held[i];
  return height + s->apart[i] * (1 - (double)s->since / (double)s->ramp);
}

void cat_rt_safety_answer(CatRtSafety *s, int i, double *height, double *velocity) {
  if (s->why) {
    s->apart[i] = s->held[i] - *height;
    *velocity = 0;
  }
  s->held[i] = *height = cat_rt_safety_height(s, i, *height);
}
