// The line in explicit stages (ode/runge_kutta.h): M a = forces on ports - F(u) - C v, nonlinear in
// the parts that are asked for, in none for a linear line. A dropper that lets go is loaded with
// what cancels it along where it is in the stage.
#include <math.h>
#include <string.h>

#include "nonlinear_internal.h"
#include "ode/runge_kutta.h"

static CatNonlinear *own(CatStructure *s) {
  return (CatNonlinear *)s;
}

// Vectors that Newton's method has no use for here.
static CatStages stages_of(CatNonlinear *s) {
  CatBanded *b = &s->band;
  return (CatStages){b->u, b->v, b->a, b->next, s->rate, s->step, s->mean, s->half};
}

static void begin(CatStructure *base, int stage) {
  CatNonlinear *s = own(base);
  const CatStages x = stages_of(s);
  cat_stage_begin(&x, base->n, base->step.h, stage);
  memset(s->load, 0, (size_t)(base->nmoving + base->ntie) * sizeof *s->load);
}

static double rate(const CatStructure *base, int port) {
  const CatNonlinear *s = (const CatNonlinear *)base;
  return cat_port_vector_read(&s->band.port[port], s->rate);
}

// Elongations of droppers, tensions over stiffness, and their rates.
static void find_ties(CatNonlinear *s) {
  for (int i = 0; i < s->band.base.ntie; i++) {
    double along[3];
    s->now[i] = cat_dropper_stretch(&s->forces, i, s->band.next, along);
    s->ev[i] = cat_dropper_rate(&s->forces, i, s->band.next, s->rate);
  }
}

static void read_ties(const CatStructure *base, double *e, double *v) {
  const CatNonlinear *s = (const CatNonlinear *)base;
  memcpy(e, s->now, (size_t)base->ntie * sizeof *e);
  memcpy(v, s->ev, (size_t)base->ntie * sizeof *v);
}

static void load(CatStructure *base, int port, double force) {
  own(base)->load[port] += force;
}

static void end(CatStructure *base, int stage) {
  CatNonlinear *s = own(base);
  const CatBanded *b = &s->band;
  const CatStages x = stages_of(s);
  int n = base->n;
  memset(s->patch, 0, (size_t)(n + 1) * sizeof *s->patch);
  cat_line_forces_add(&s->forces, (const double *[]){b->next, s->rate, s->accel}, s->patch);
  for (int i = 0; i < base->ntie; i++) {
    const CatBarMotion *bar = &s->forces.dropper[i];
    double along[3], y = -s->load[base->nmoving + i];
    cat_dropper_stretch(&s->forces, i, b->next, along);
    cat_bar_pull(bar, bar->beta * bar->k * s->ev[i] + y, along, s->patch);
  }
  for (int i = 0; i < n; i++) s->step[i] = -s->patch[i];
  for (int i = 0; i < base->nmoving; i++) cat_port_vector_apply(&b->port[i], s->load[i], s->step);
  cat_band_solve(&b->A, s->step, 1);
  cat_stage_end(&x, n, stage);
  if (stage == CAT_STAGE_END) memcpy(s->e, s->now, (size_t)base->ntie * sizeof *s->e);
}

static void begin_with_ties(CatStructure *base, int stage) {
  begin(base, stage);
  find_ties(own(base));
}

// Without the response within an implicit step.
static void move_port(CatStructure *base, int port, const CatPortVector *b) {
  CatBanded *s = &own(base)->band;
  s->port[port] = cat_wide_port(&s->moving[port], b);
}

// Nothing is missed: Newton's residual, of which equilibria make use, is none.
static void set_static(CatStructure *base, const double *u) {
  CatNonlinear *s = own(base);
  s->held(base, u);
  memset(s->r, 0, (size_t)base->n * sizeof *s->r);
}

static const CatStructureStages stages = {begin_with_ties, rate, read_ties, load, end};

void cat_nonlinear_set_stages(CatNonlinear *s) {
  s->held = s->ops.set_static;
  s->ops.name = "runge-kutta";
  s->ops.set_static = set_static;
  s->ops.move_port = move_port;
  s->ops.imbalance = NULL;
  s->ops.retry = NULL;
  s->ops.stages = &stages;
}

//------------------------------------------------------------------------------- stability

// What a spring or damper of one unit at a contact adds at most to eigenvalues of M^-1 K: at the
// end of an element by itself b'M^-1 b is 16 over its mass, and others only add to the mass.
static double lightness(const CatNonlinear *s) {
  double least = 0;
  for (int i = 0; i < s->model->ncable; i++) {
    const CatWire *w = &s->model->wire[s->model->cable[i].wire];
    double mass = (w->mu + w->ice) * s->rest->cable[i];
    if (w->role == CAT_CONTACT_WIRE && (least == 0 || mass < least)) least = mass;
  }
  return 16 / least;
}

double cat_nonlinear_stages_limit(CatNonlinear *s, const CatStageBounds *with, double stiffness,
                                  double damping) {
  CatBanded *b = &s->band;
  const CatDamping *d = b->damping;
  double w = cat_banded_highest(b), light = lightness(s) + with->light;
  CatBand *C = &s->tangent;
  memset(C->a, 0, (size_t)b->base.n * (size_t)(C->kd + 1) * sizeof *C->a);
  cat_band_axpy(C, d->alpha, &b->t->M);
  cat_band_axpy(C, d->beta, &b->t->K);
  if (d->extra) cat_band_axpy(C, 1, d->extra);
  for (int j = 0; j < d->ndamper; j++) {
    cat_band_add(C, d->damper_dof[j], d->damper_dof[j], d->damper);
  }
  double c = cat_banded_highest_of(b, C);
  return cat_runge_kutta_limit(fmax(w * w, with->w2) + stiffness * light,
                               fmax(c * c, with->c) + damping * light);
}
