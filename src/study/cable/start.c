#include "start.h"

#include <math.h>
#include <string.h>

#include "pulse.h"

static void set_node(const CatCableModel *m, CatCableState *x, int i, const double v[2],
                     const double rate[2]) {
  x->q[m->v + i] = v[0];
  x->v[m->v + i] = rate[0];
  if (m->ops->per_node > 1) {
    x->q[m->v + m->nodes + i] = v[1];
    x->v[m->v + m->nodes + i] = rate[1];
  }
}

// From the crest to node i; around a periodic cable the shorter way.
static double from_crest(const CatCableModel *m, int i) {
  double at = m->h * i - m->spec->pulse.distance;
  return m->periodic ? at - m->L * round(at / m->L) : at;
}

// (4.31) moved along with the pulse: u_t = c v_x^2/2
static void set_along(const CatCableModel *m, CatCableState *x) {
  double C = 0, sum = 0, c = cat_cable_wave_speed(m->spec);
  CatCableField e = m->e;
  m->ops->strains(m, x->q, &e);
  for (int k = 0; k < m->npoint; k++) C += m->w[k] * e.slope[k] * e.slope[k] / (2 * m->L);
  for (int i = 0, k = 0; i < m->nodes; i++) {
    double slope = cat_pulse_shape(&m->spec->pulse, from_crest(m, i), 1);
    x->q[m->u + i] = m->held[m->u + i] ? 0 : m->h * i * C - sum;
    x->v[m->u + i] = m->held[m->u + i] ? 0 : c * slope * slope / 2;
    for (int g = 0; g < m->ops->points && k < m->npoint; g++, k++)
      sum += m->w[k] * e.slope[k] * e.slope[k] / 2;
  }
}

static void pulse(const CatCableModel *m, CatCableState *x) {
  const CatCableSpec *s = m->spec;
  for (int i = 0; i < m->nodes; i++) {
    double at = from_crest(m, i);
    double slope = cat_pulse_shape(&s->pulse, at, 1), bend = cat_pulse_shape(&s->pulse, at, 2);
    bool held = m->held[m->v + i];
    const double v[2] = {held ? 0 : cat_pulse_shape(&s->pulse, at, 0), slope};
    const double rate[2] = {held ? 0 : -cat_simple_integral(s, slope),
                            -cat_simple_speed(s, slope) * bend};
    set_node(m, x, i, v, rate);
  }
  if (m->along) set_along(m, x);
}

static void wave(const CatCableModel *m, const CatDispersion *d, CatCableState *x) {
  for (int i = 0; i < m->nodes; i++) {
    double at = m->h * i;
    const double v[2] = {cat_dispersion_wave(d, at, 0), cat_dispersion_wave(d, at, 1)};
    const double rate[2] = {cat_dispersion_rate(d, at, 0), cat_dispersion_rate(d, at, 1)};
    set_node(m, x, i, v, rate);
  }
}

void cat_cable_start(const CatCableModel *m, const CatDispersion *d, CatCableState *x) {
  size_t bytes = (size_t)m->nq * sizeof(double);
  memset(x->q, 0, bytes);
  memset(x->v, 0, bytes);
  if (m->spec->wave.given) wave(m, d, x);
  if (m->spec->pulse.given && m->spec->ends != CAT_CABLE_DRIVEN) pulse(m, x);
}
