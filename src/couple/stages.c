// A step in explicit stages (ode/runge_kutta.h). In a stage places and rates are known, and so are
// all forces: a contact presses with max(0, -(k s + c s')), s its gap; a slack tie is cancelled by
// y = max(0, -T), T the tension of its linear law.
#include "ode/runge_kutta.h"

#include <math.h>
#include <string.h>

#include "sim.h"

static const CatStructureStages *stages_of(const CatSim *s, const CatContact *k) {
  return s->structure[k->is.structure]->ops->stages;
}

//------------------------------------------------------------------------------- who takes part

CatStatus cat_sim_check_stages(CatSim *s) {
  const char *why = NULL;
  for (int i = 0; i < s->nstructure; i++) s->staged |= s->structure[i]->ops->stages != NULL;
  if (!s->staged) return CAT_OK;
  for (int i = 0; i < s->nstructure; i++) {
    if (!s->structure[i]->ops->stages) why = "a structure whose steps are implicit";
  }
  for (int i = 0; i < s->nmechanism; i++) {
    if (!s->mechanism[i]->ops->stages || s->mechanism[i]->known) {
      why = "a mechanism that cannot take explicit stages (a joint, a linkage, a head that depends "
            "on frequency, a body without mass, a machine outside)";
    }
  }
  for (int i = 0; i < s->ncontact; i++) {
    if (!isfinite(s->contact[i].is.stiffness)) why = "a rigid contact";
  }
  if (s->explicit_coupling) why = "explicit coupling";
  if (!why) return CAT_OK;
  return CAT_FAIL(s->ctx, CAT_ERR_INPUT, "the method of Runge and Kutta: found %s, expected none",
                  why);
}

//------------------------------------------------------------------------------- forces

static double gap_of(const CatSim *s, const CatContact *k, double *rate) {
  const CatStructure *on = s->structure[k->is.structure];
  const CatMechanism *m = s->mechanism[k->is.mechanism];
  double height = k->rest_height + on->ops->read(on, k->moving);
  double z = m->ops->stages->height(m, k->is.port, rate);
  *rate = k->is.side * (stages_of(s, k)->rate(on, k->moving) - *rate);
  return k->is.side * (height - z);
}

// The rate of a gap on its way is that in place and speed times its slope along the track, of wire,
// head and stagger together: from two places nearby.
static double slope_of(CatSim *s, CatContact *k) {
  static const double NEAR = 1e-4;  // [m]
  double x = k->x, gap[2], unused;
  for (int i = 0; i < 2; i++) {
    cat_sim_place_at(s, k, x + (i == 0 ? -NEAR : NEAR));
    gap[i] = gap_of(s, k, &unused);
  }
  cat_sim_place_at(s, k, x);
  return (gap[1] - gap[0]) / (2 * NEAR);
}

static void press(CatSim *s, CatContact *k) {
  CatStructure *on = s->structure[k->is.structure];
  double rate, gap = gap_of(s, k, &rate), way = s->heading[k->is.mechanism] * s->speed, damper = 0;
  if (k->is.damping > 0) damper = k->is.damping * (rate + way * slope_of(s, k));
  k->force = k->applied = k->on ? fmax(0, -(k->is.stiffness * gap + damper)) : 0;
  stages_of(s, k)->load(on, k->moving, k->is.side * k->applied);
}

// Tensions and what cancels those that would push, of the ties of one structure.
static void pull(CatSim *s, int structure) {
  CatTies *d = s->ties;
  CatStructure *on = s->structure[structure];
  int first = s->first_tie[structure];
  if (on->ntie == 0) return;
  on->ops->stages->read_ties(on, d->e + first, d->v + first);
  for (int i = 0; i < on->ntie; i++) {
    int at = first + i;
    double T = d->rest[at] + d->k[at] * (d->e[at] + d->beta[at] * d->v[at]);
    d->y[at] = T < 0 && !d->bears[at] ? -T : 0;
    d->tension[at] = T + d->y[at];
    if (d->y[at] > 0) on->ops->stages->load(on, on->nmoving + i, -d->y[at]);
  }
}

//------------------------------------------------------------------------------- a step

static void evaluate(CatSim *s, int stage) {
  cat_sim_drive(s);
  for (int i = 0; i < s->nstructure; i++) {
    s->structure[i]->ops->stages->begin(s->structure[i], stage);
  }
  for (int i = 0; i < s->nmechanism; i++) {
    s->mechanism[i]->ops->stages->begin(s->mechanism[i], stage);
  }
  for (int i = 0; i < s->ncontact; i++) cat_sim_place(s, &s->contact[i]);
  for (int i = 0; i < s->ncontact; i++) press(s, &s->contact[i]);
  for (int i = 0; i < s->nstructure; i++) pull(s, i);
  for (int i = 0; i < s->nstructure; i++) {
    s->structure[i]->ops->stages->end(s->structure[i], stage);
  }
  for (int i = 0; i < s->nmechanism; i++) {
    s->mechanism[i]->ops->stages->end(s->mechanism[i], stage, cat_sim_port_forces(s, i));
  }
}

// What others see of the state at the end.
static void keep(CatSim *s, CatContact *k) {
  double unused, before = k->height;
  k->gap = gap_of(s, k, &unused);
  k->height = k->met = k->rest_height + s->structure[k->is.structure]->ops->read(
                                            s->structure[k->is.structure], k->moving);
  k->rate = (k->height - before) / s->step.h;
}

void cat_sim_stages(CatSim *s) {
  double t = s->t, h = s->step.h;
  s->counts.steps++;
  for (int stage = CAT_STAGE_FIRST; stage <= CAT_STAGE_END; stage++) {
    bool end = stage == CAT_STAGE_END;
    s->t = end ? (double)s->counts.steps * h : t + cat_stage_time(stage) * h;
    evaluate(s, stage);
  }
  for (int i = 0; i < s->ncontact; i++) keep(s, &s->contact[i]);
}
