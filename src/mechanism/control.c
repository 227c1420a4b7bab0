#include "control.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

#define PI 3.14159265358979323846

//------------------------------------------------------------------------------- noise

// splitmix64: a number for each count, so that the count is all the state there is
static double uniform(uint64_t seed, uint64_t count) {
  uint64_t z = (seed + 1) * 0xd1342543de82ef95u + count * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

// Box and Muller: normal, mean 0, deviation 1
static double normal(int seed, long count) {
  uint64_t at = 2 * (uint64_t)count;
  double r = sqrt(-2 * log(uniform((uint64_t)seed, at)));
  return r * cos(2 * PI * uniform((uint64_t)seed, at + 1));
}

//------------------------------------------------------------------------------- laws

// A law that has lost its numbers (an unstable A) must not pass for an actuator at its limit.
static double limited(const CatControlSpec *s, double force) {
  return isfinite(force) ? fmin(fmax(force, -s->limit), s->limit) : (double)NAN;
}

// What would be integrated beyond the actuator's limit is not.
static double pid(CatControl *c, double error) {
  const CatControlSpec *s = c->spec;
  CatControlState *now = &c->now;
  double rate = (error - now->error) / c->period;
  double sum = now->integral + s->integral * error * c->period;
  double force = s->proportional * error + s->derivative * rate;
  bool inside = fabs(force + sum) <= s->limit || fabs(sum) < fabs(now->integral);
  if (inside) now->integral = sum;
  now->error = error;
  return force + now->integral;
}

static double feedback(CatControl *c, double error, const CatMeasured *m) {
  const CatControlSpec *s = c->spec;
  int n = s->nc, inputs = 1 + 2 * m->n;
  double y[CAT_CONTROL_INPUTS], next[CAT_CONTROL_STATES] = {0}, u = 0;
  y[0] = error;
  for (int i = 0; i < m->n; i++) y[1 + i] = m->z[i], y[1 + m->n + i] = m->v[i];
  for (int i = 0; i < n; i++) {
    next[i] = cat_dot(n, &s->a[i * n], c->now.x) + cat_dot(inputs, &s->b[i * inputs], y);
    u += s->c[i] * c->now.x[i];
  }
  memcpy(c->now.x, next, (size_t)n * sizeof *next);
  return u + cat_dot(inputs, s->d, y);
}

//------------------------------------------------------------------------------- in time

void cat_control_new(const CatControlSpec *spec, double h, CatControl *c) {
  *c = (CatControl){.spec = spec};
  c->every = spec->period > h ? (int)lround(spec->period / h) : 1;
  c->late = (int)lround(spec->delay / h);
  c->period = c->every * h;
  c->smooth = spec->cutoff > 0 ? 1 - exp(-2 * PI * spec->cutoff * c->period) : 1;
}

void cat_control_start(CatControl *c, const CatMeasured *y) {
  c->now = (CatControlState){.smoothed = y->force, .error = c->spec->set_point - y->force};
  c->next = 0;
}

static int slot(long step) {
  return (int)(step % CAT_CONTROL_LATE);
}

double cat_control_act(CatControl *c) {
  const CatControlState *now = &c->now;
  c->next = now->step >= c->late ? now->queue[slot(now->step - c->late)] : 0;
  return c->next;
}

static void move_on(CatControl *c) {
  CatControlState *now = &c->now;
  now->force0 = now->force;
  now->force = c->next;
  now->largest = fmax(now->largest, fabs(now->force));
  now->square += now->force * now->force;
  now->step++;
}

void cat_control_measure(CatControl *c, const CatMeasured *y) {
  const CatControlSpec *s = c->spec;
  CatControlState *now = &c->now;
  move_on(c);
  if (now->step % c->every == 0) {
    double seen = y->force + s->noise * normal(s->seed, now->step);
    now->smoothed += c->smooth * (seen - now->smoothed);
    double error = s->set_point - now->smoothed;
    now->asked = limited(s, s->law == CAT_CONTROL_PID ? pid(c, error) : feedback(c, error, y));
  }
  now->queue[slot(now->step)] = now->asked;
}
