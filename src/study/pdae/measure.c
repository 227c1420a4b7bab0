#include "measure.h"

#include <string.h>

#include "linalg/dense.h"

CatStatus cat_pdae_measure_new(const CatPdaeModel *m, CatPdaeMeasure *e) {
  int ng = m->dae.ng;
  *e = (CatPdaeMeasure){.m = m};
  e->force = CAT_ARENA(m->arena, ng, CatPdaeExtremes);
  e->openings = CAT_ARENA(m->arena, ng, CatPdaeOpenings);
  e->work_vector = CAT_ARENA(m->arena, 4 * m->dae.nq, double);
  if (!e->force || !e->openings || !e->work_vector) return CAT_ERR_MEMORY;
  for (int i = 0; i < ng; i++) {
    e->openings[i].interval = CAT_ARENA(m->arena, CAT_PDAE_INTERVALS, CatPdaeInterval);
    if (!e->openings[i].interval) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

// v' M v / 2 + q' K q / 2 - f' q
double cat_pdae_energy(const CatPdaeModel *m, const CatDaeState *x, double *scratch) {
  int n = m->dae.nq;
  cat_band_multiply(&m->dae.M, 0.5, x->v, 0, scratch);
  double kinetic = cat_dot(n, x->v, scratch);
  cat_band_multiply(&m->dae.K, 0.5, x->q, 0, scratch);
  return kinetic + cat_dot(n, x->q, scratch) - cat_dot(n, m->f, x->q);
}

// Power of the moving contact, -lambda_p Gt q: what the drive supplies along the track.
static double contact_power(const CatPdaeMeasure *e, const CatDaeState *x) {
  const CatPdaeModel *m = e->m;
  size_t n = (size_t)m->dae.nq;
  double *rows = e->work_vector + n;
  int contact = m->spec->ndropper;
  if (x->lambda[contact] == 0) return 0;
  memset(rows, 0, 3 * n * sizeof(double));
  m->dae.row(m, contact, x->t, rows, rows + n, rows + 2 * n);
  return -x->lambda[contact] * cat_dot((int)n, rows + n, x->q);
}

static double damping_power(const CatPdaeMeasure *e, const CatDaeState *x) {
  cat_band_multiply(&e->m->dae.D, 1, x->v, 0, e->work_vector);
  return cat_dot(e->m->dae.nq, x->v, e->work_vector);
}

static void opening_begin(CatPdaeOpenings *o, double t) {
  o->open = true;
  o->count++;
  if (o->n < CAT_PDAE_INTERVALS) o->interval[o->n++] = (CatPdaeInterval){.from = t};
}

void cat_pdae_measure_first(CatPdaeMeasure *e, const CatDaeState *x) {
  e->t = x->t;
  e->energy0 = e->energy = cat_pdae_energy(e->m, x, e->work_vector);
  e->power = contact_power(e, x);
  e->loss = damping_power(e, x);
  for (int i = 0; i < e->m->dae.ng; i++) {
    double f = x->lambda[i];
    e->force[i] = (CatPdaeExtremes){.min = f, .max = f, .t_min = x->t, .t_max = x->t, .last = f};
    if (!x->active[i]) opening_begin(&e->openings[i], x->t);
  }
}

static void extremes_step(CatPdaeExtremes *f, double value, double t, double dt) {
  if (value < f->min) f->min = value, f->t_min = t;
  if (value > f->max) f->max = value, f->t_max = t;
  f->integral += 0.5 * (value + f->last) * dt;
  f->last = value;
}

static void note_event(CatPdaeMeasure *e, const CatDaeEvent *event) {
  CatPdaeOpenings *o = &e->openings[event->i];
  if (!event->closes) {
    opening_begin(o, event->t);
  } else if (o->open) {
    o->open = false;
    e->impact += 0.5 * event->impulse * event->speed;
    if (o->count > CAT_PDAE_INTERVALS) return;
    CatPdaeInterval *last = &o->interval[o->n - 1];
    *last = (CatPdaeInterval){last->from, event->t, event->impulse, event->speed};
  }
}

void cat_pdae_measure_step(CatPdaeMeasure *e, const CatDaeState *x, const CatDaeEvent *event,
                           int n) {
  double dt = x->t - e->t, power = contact_power(e, x), loss = damping_power(e, x);
  e->work += 0.5 * dt * (power + e->power);
  e->dissipated += 0.5 * dt * (loss + e->loss);
  e->power = power;
  e->loss = loss;
  for (int i = 0; i < e->m->dae.ng; i++) extremes_step(&e->force[i], x->lambda[i], x->t, dt);
  for (int k = 0; k < n; k++) note_event(e, &event[k]);
  e->t = x->t;
}

void cat_pdae_measure_last(CatPdaeMeasure *e, const CatDaeState *x) {
  e->energy = cat_pdae_energy(e->m, x, e->work_vector);
  for (int i = 0; i < e->m->dae.ng; i++) {
    CatPdaeOpenings *o = &e->openings[i];
    if (o->open && o->count <= CAT_PDAE_INTERVALS) o->interval[o->n - 1].to = x->t;
  }
}
