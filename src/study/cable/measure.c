#include "measure.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// A nodal value beyond the ends, too.
static double at(const CatCableModel *m, const double *v, int i) {
  int n = m->n;
  if (m->periodic) return v[((i % n) + n) % n];
  if (i < 0) return 2 * v[0] - v[-i];
  return i > n ? 2 * v[n] - v[2 * n - i] : v[i];
}

// A quartic through five nodes around the largest one, whose crest Newton finds.
static double refine(const double p[5], double *value) {
  double b = (p[0] - 8 * p[1] + 8 * p[3] - p[4]) / 12;
  double c = (-p[0] + 16 * p[1] - 30 * p[2] + 16 * p[3] - p[4]) / 24;
  double d = (-p[0] + 2 * p[1] - 2 * p[3] + p[4]) / 12;
  double e = (p[0] - 4 * p[1] + 6 * p[2] - 4 * p[3] + p[4]) / 24, s = 0;
  for (int i = 0; i < 20 && c != 0; i++) {
    double slope = b + s * (2 * c + s * (3 * d + s * 4 * e));
    double bend = 2 * c + s * (6 * d + s * 12 * e);
    s = fmin(fmax(s - slope / bend, -1), 1);
  }
  *value = p[2] + s * (b + s * (c + s * (d + s * e)));
  return s;
}

// On a string: a crest runs to and fro between fixed ends, round and round if they meet.
static double on_string(const CatCableModel *m, double t, int *way) {
  const CatCableSpec *s = m->spec;
  double start = s->ends == CAT_CABLE_DRIVEN ? -s->pulse.distance : s->pulse.distance;
  double x = start + cat_cable_wave_speed(s) * t;
  *way = 1;
  if (m->periodic) return fmod(x, m->L);
  if (x < 0) return x;
  x = fmod(x, 2 * m->L);
  if (x <= m->L) return x;
  *way = -1;
  return 2 * m->L - x;
}

// Of both places, since a crest that is just turned over may be found anywhere.
static double to_end(const CatCableModel *m, const CatCableCrest *c) {
  if (m->periodic) return INFINITY;
  double own = fmin(c->x, m->L - c->x), linear = fmin(c->linear, m->L - c->linear);
  return fmin(own, fmax(linear, 0));
}

// Behind six of its lengths a pulse is 1e-9 of its height: what is there, it has left behind.
static double away_from(const CatCableModel *m, const double *v, double x) {
  double most = 0, reach = 6 * m->spec->pulse.length;
  for (int i = 0; i < m->nodes; i++) {
    double d = fabs(m->h * i - x);
    if (m->periodic) d = fmin(d, m->L - d);
    if (d > reach) most = fmax(most, fabs(v[i]));
  }
  return most;
}

CatCableCrest cat_cable_crest(const CatCableModel *m, const double *q, double t) {
  const double *v = q + m->v;
  int best = 0, way;
  for (int i = 1; i < m->nodes; i++) {
    if (fabs(v[i]) > fabs(v[best])) best = i;
  }
  double p[5], s;
  CatCableCrest out = {.t = t};
  for (int k = 0; k < 5; k++) p[k] = at(m, v, best - 2 + k);
  s = refine(p, &out.v);
  out.x = m->h * (best + s);
  if (!m->periodic) out.x = fmin(fmax(out.x, 0), m->L);
  out.linear = on_string(m, t, &way);
  out.shift = way * (out.x - out.linear);
  if (m->periodic) out.shift -= m->L * round(out.shift / m->L);
  out.away = away_from(m, v, out.x);
  out.end = to_end(m, &out);
  return out;
}

bool cat_cable_crest_clear(const CatCableModel *m, const CatCableCrest *c) {
  return c->end >= CAT_CABLE_CLEAR * m->spec->pulse.length;
}

//------------------------------------------------------------------------------------- terms

static double first(const CatCableModel *m, const double *v, int i) {
  return (at(m, v, i - 2) - 8 * at(m, v, i - 1) + 8 * at(m, v, i + 1) - at(m, v, i + 2)) /
         (12 * m->h);
}

static double second(const CatCableModel *m, const double *v, int i) {
  return (-at(m, v, i - 2) + 16 * at(m, v, i - 1) - 30 * at(m, v, i) + 16 * at(m, v, i + 1) -
          at(m, v, i + 2)) /
         (12 * m->h * m->h);
}

void cat_cable_along(const CatCableModel *m, const double *q, double *u) {
  bool reduced = m->spec->model == CAT_CABLE_FULL && !m->along;
  for (int i = 0; i < m->nodes; i++) u[i] = m->along ? q[m->u + i] : 0;
  if (!reduced) return;
  // (4.31): u = x C - int_0^x v_x^2/2; modes beside it as they deviate from their static value
  CatCableField e = m->e;
  m->ops->strains(m, q, &e);
  double C = 0, sum = 0;
  for (int p = 0; p < m->npoint; p++) C += m->w[p] * e.slope[p] * e.slope[p] / (2 * m->L);
  for (int i = 0, p = 0; i < m->nodes; i++) {
    u[i] = m->h * i * C - sum;
    for (int g = 0; g < m->ops->points && p < m->npoint; g++, p++)
      sum += m->w[p] * e.slope[p] * e.slope[p] / 2;
  }
  for (int k = 0; k < m->nmode; k++) {
    const double *c = m->cosine + (size_t)k * (size_t)m->npoint;
    double share = 0, wave = (k + 1) * pi / m->L;
    for (int p = 0; p < m->npoint; p++) share += m->w[p] * c[p] * e.slope[p] * e.slope[p] / m->L;
    for (int i = 0; i < m->nodes; i++)
      u[i] += (q[m->mode + k] + share / wave) * sin(wave * m->h * i);
  }
}

CatStatus cat_cable_terms(const CatCableModel *m, const double *q, CatCableTerms *out) {
  CatArenaMark mark = cat_arena_mark(m->arena);
  double *u = CAT_ARENA(m->arena, 2 * m->nodes, double);
  if (!u) return CAT_ERR_MEMORY;
  const double *v = q + m->v;
  double *bend = u + m->nodes, EA = m->EA, K = cat_cable_tension_rise(m, q);
  cat_cable_along(m, q, u);
  for (int i = 0; i < m->nodes; i++) bend[i] = second(m, v, i);
  for (int i = 0; i < m->nodes; i++) {
    double vx = first(m, v, i), vxx = bend[i], ux = first(m, u, i);
    double e = ux + vx * vx / 2;
    CatCableTerms *t = &out[i];
    *t = (CatCableTerms){.x = m->h * i, .v = v[i], .u = u[i]};
    t->lt = m->P0 * vxx;
    t->bt = -m->EI * second(m, bend, i);
    t->nlt1 = EA * vx * second(m, u, i);
    t->nlt2 = EA * vxx * ux;
    t->nlt3 = 1.5 * EA * vx * vx * vxx;
    t->sum = t->nlt1 + t->nlt2 + t->nlt3;
    t->bias = K * vxx;
    t->Ep = m->P0 * e;
    t->Eb = m->EI / 2 * vxx * vxx;
    t->Enl = EA / 2 * e * e;
  }
  cat_arena_release(m->arena, mark);
  return CAT_OK;
}

CatCableTerms cat_cable_terms_most(const CatCableTerms *terms, int nodes) {
  CatCableTerms most = {0};
  for (int i = 4; i + 4 < nodes; i++) {
    const CatCableTerms *t = &terms[i];
    most.lt = fmax(most.lt, fabs(t->lt));
    most.bt = fmax(most.bt, fabs(t->bt));
    most.nlt1 = fmax(most.nlt1, fabs(t->nlt1));
    most.nlt2 = fmax(most.nlt2, fabs(t->nlt2));
    most.nlt3 = fmax(most.nlt3, fabs(t->nlt3));
    most.sum = fmax(most.sum, fabs(t->sum));
    most.bias = fmax(most.bias, fabs(t->bias));
  }
  return most;
}
