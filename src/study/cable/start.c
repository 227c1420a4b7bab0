// The state at t = 0: a pulse or a periodic wave that runs to the right, or rest.
#include <math.h>
#include <string.h>

#include "pulse.h"
#include "run.h"

static void set_node(CatCableRun *r, int i, const double v[2], const double rate[2]) {
  const CatCableModel *m = r->m;
  CatCableState *x = &r->stepper.x;
  x->q[m->v + i] = v[0];
  x->v[m->v + i] = rate[0];
  if (m->ops->per_node > 1) {
    x->q[m->v + m->nodes + i] = v[1];
    x->v[m->v + m->nodes + i] = rate[1];
  }
}

// (4.31) moved along with the pulse: u_t = c (v_x^2(x) - v_x^2(0))/2
static void set_along(CatCableRun *r) {
  const CatCableModel *m = r->m;
  CatCableState *x = &r->stepper.x;
  const CatCablePulse *p = &r->spec->pulse;
  double C = 0, sum = 0, c = cat_cable_wave_speed(r->spec);
  CatCableField e = m->e;
  m->ops->strains(m, x->q, &e);
  for (int k = 0; k < m->npoint; k++) C += m->w[k] * e.slope[k] * e.slope[k] / (2 * m->L);
  for (int i = 0, k = 0; i < m->nodes; i++) {
    double slope = cat_pulse_shape(p, m->h * i - p->distance, 1);
    x->q[m->u + i] = m->held[m->u + i] ? 0 : m->h * i * C - sum;
    x->v[m->u + i] = m->held[m->u + i] ? 0 : c * slope * slope / 2;
    for (int g = 0; g < m->ops->points && k < m->npoint; g++, k++)
      sum += m->w[k] * e.slope[k] * e.slope[k] / 2;
  }
}

static void pulse(CatCableRun *r) {
  const CatCableModel *m = r->m;
  const CatCableSpec *s = r->spec;
  for (int i = 0; i < m->nodes; i++) {
    double at = m->h * i - s->pulse.distance;
    if (m->periodic) at -= m->L * round(at / m->L);
    double slope = cat_pulse_shape(&s->pulse, at, 1), bend = cat_pulse_shape(&s->pulse, at, 2);
    bool held = m->held[m->v + i];
    const double v[2] = {held ? 0 : cat_pulse_shape(&s->pulse, at, 0), slope};
    const double rate[2] = {held ? 0 : -cat_simple_integral(s, slope),
                            -cat_simple_speed(s, slope) * bend};
    set_node(r, i, v, rate);
  }
  if (m->along) set_along(r);
}

static void wave(CatCableRun *r) {
  for (int i = 0; i < r->m->nodes; i++) {
    double x = r->m->h * i;
    const CatDispersion *d = &r->dispersion;
    const double v[2] = {cat_dispersion_wave(d, x, 0), cat_dispersion_wave(d, x, 1)};
    const double rate[2] = {cat_dispersion_rate(d, x, 0), cat_dispersion_rate(d, x, 1)};
    set_node(r, i, v, rate);
  }
}

void cat_cable_start(CatCableRun *r) {
  size_t bytes = (size_t)r->m->nq * sizeof(double);
  memset(r->stepper.x.q, 0, bytes);
  memset(r->stepper.x.v, 0, bytes);
  if (r->spec->wave.given) wave(r);
  if (r->spec->pulse.given && r->spec->ends != CAT_CABLE_DRIVEN) pulse(r);
}
