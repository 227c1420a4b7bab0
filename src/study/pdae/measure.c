#include "measure.h"

#include <math.h>

#include "linalg/dense.h"

CatStatus cat_pdae_measure_new(const CatPdaeModel *m, CatPdaeMeasure *e) {
  int ng = m->dae.ng;
  *e = (CatPdaeMeasure){.m = m};
  e->force = CAT_ARENA(m->arena, ng, CatPdaeExtremes);
  e->openings = CAT_ARENA(m->arena, ng, CatPdaeOpenings);
  e->work_vector = CAT_ARENA(m->arena, m->dae.nq, double);
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
  double curved = m->linkage ? cat_linkage_potential(m->linkage, x->q + m->panto) : 0;
  return kinetic + cat_dot(n, x->q, scratch) - cat_dot(n, m->f, x->q) + curved;
}

// What lifts the pantograph: the static force on its lowest body, or forces and torques.
static double lifted(const CatPdaeMeasure *e, const CatDaeState *x) {
  const CatPdaeModel *m = e->m;
  int lowest = m->panto + m->np - 1;
  return m->linkage ? cat_linkage_lift(m->linkage, x->q + m->panto) : m->f[lowest] * x->q[lowest];
}

static void opening_begin(CatPdaeOpenings *o, double t) {
  o->open = true;
  o->count++;
  if (o->n < CAT_PDAE_INTERVALS) o->interval[o->n++] = (CatPdaeInterval){.from = t};
}

void cat_pdae_measure_first(CatPdaeMeasure *e, const CatDaeState *x) {
  e->t = x->t;
  e->energy0 = e->energy = cat_pdae_energy(e->m, x, e->work_vector);
  e->lifted = lifted(e, x);
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
    if (o->count > CAT_PDAE_INTERVALS) return;
    CatPdaeInterval *last = &o->interval[o->n - 1];
    *last = (CatPdaeInterval){last->from, event->t, event->impulse, event->speed};
  }
}

static void energy_step(CatPdaeMeasure *e, CatDaeEnergy spent, double lift) {
  double contact = spent.work - e->spent.work;
  e->throughput += fabs(contact) + fabs(lift - e->lifted);
  e->spent = spent;
  e->lifted = lift;
}

void cat_pdae_measure_step(CatPdaeMeasure *e, const CatDaeStepper *s, const CatDaeState *x) {
  const CatDaeEvent *event;
  double dt = x->t - e->t;
  int n = cat_dae_events(s, &event);
  energy_step(e, cat_dae_energy(s), lifted(e, x));
  for (int i = 0; i < e->m->dae.ng; i++) extremes_step(&e->force[i], x->lambda[i], x->t, dt);
  for (int k = 0; k < n; k++) note_event(e, &event[k]);
  e->t = x->t;
  for (int i = e->m->spec->ndropper + 1; i < e->m->dae.ng; i++) {
    e->open = fmax(e->open, fabs(x->gap[i]));
  }
}

void cat_pdae_measure_last(CatPdaeMeasure *e, const CatDaeState *x) {
  e->energy = cat_pdae_energy(e->m, x, e->work_vector);
  for (int i = 0; i < e->m->dae.ng; i++) {
    CatPdaeOpenings *o = &e->openings[i];
    if (o->open && o->count <= CAT_PDAE_INTERVALS) o->interval[o->n - 1].to = x->t;
  }
}

double cat_pdae_measure_numerical(const CatPdaeMeasure *e) {
  return fmax(e->spent.numerical, 0);
}

double cat_pdae_measure_residual(const CatPdaeMeasure *e) {
  const CatDaeEnergy *s = &e->spent;
  return s->work - (e->energy - e->energy0) - s->dissipated - s->impact -
         cat_pdae_measure_numerical(e);
}
