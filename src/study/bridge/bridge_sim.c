#include "bridge_sim.h"

#include <math.h>

#include "bridge/profile.h"

bool cat_load_is_forces(const CatLoadSpec *train) {
  return train->nforce > 0;
}

double cat_load_force(const CatLoadSpec *train, int axle) {
  return train->forces[train->nforce == 1 ? 0 : axle];
}

CatBridgeTraffic cat_bridge_traffic(const CatBridgeSpec *spec) {
  int every = spec->cosim.given ? (int)lround(spec->cosim.macro_step / spec->time.step) : 0;
  return (CatBridgeTraffic){spec->trains, spec->ntrain, spec->run.speed, every};
}

double cat_bridge_duration(const CatBridgeSpec *spec, const CatBridgeTraffic *traffic) {
  double way = 0;
  for (int i = 0; i < traffic->n; i++) {
    const CatLoadSpec *t = &traffic->trains[i];
    way = fmax(way, t->start + cat_load_length(t) + spec->bridge.length);
  }
  return way / traffic->speed + spec->run.after;
}

static double distance(const void *self, double t) {
  return ((const CatBridgeSim *)self)->traffic.speed * t;
}

static double speed(const void *self, double t) {
  (void)t;
  return ((const CatBridgeSim *)self)->traffic.speed;
}

//------------------------------------------------------------------------------- trains

static double heading_of(const CatLoadSpec *t) {
  return t->heading == CAT_HEADING_FORWARDS ? 1 : -1;
}

static double start_of(const CatBridgeSim *c, const CatLoadSpec *t) {
  return t->heading == CAT_HEADING_FORWARDS ? -t->start : c->bridge->length + t->start;
}

// A mechanism of a train whose reference is a distance behind its first axle, on wheels that give
// way as the stiffness says.
typedef struct Place {
  int train;
  double behind, stiffness;  // [m] [N/m]
} Place;

static const CatGuide *guide_of(const CatBridgeSim *c, int train) {
  return c->spec->track.given ? &c->layer.guide.base : &c->guide[train].base;
}

static CatStatus add_mechanism(CatBridgeSim *c, Place at, CatMechanism *m) {
  const CatLoadSpec *t = &c->traffic.trains[at.train];
  int i = c->nmechanism++;
  c->mechanism[i] = m;
  c->heading[i] = heading_of(t);
  c->start[i] = start_of(c, t) - c->heading[i] * at.behind;
  c->train[i] = at.train;
  for (int p = 0; p < m->nport; p++) {
    c->contact[c->ncontact++] = (CatContactSetup){.name = *t->name ? t->name : "train",
                                                  .guide = guide_of(c, at.train),
                                                  .mechanism = i,
                                                  .port = p,
                                                  .side = -1,
                                                  .stiffness = at.stiffness};
  }
  return CAT_OK;
}

static CatStatus add_forces(CatBridgeSim *c, int train) {
  const CatLoadSpec *t = &c->traffic.trains[train];
  CatOutside *m = CAT_ARENA(c->arena, 1, CatOutside);
  double *offset = CAT_ARENA(c->arena, t->naxle, double);
  if (!m || !offset) return CAT_ERR_MEMORY;
  for (int i = 0; i < t->naxle; i++) offset[i] = -heading_of(t) * t->axles[i];
  CAT_TRY(cat_outside_new(c->arena, t->naxle, offset, true, m));
  for (int i = 0; i < t->naxle; i++) cat_outside_set_force(m, i, cat_load_force(t, i));
  return add_mechanism(c, (Place){train, 0, INFINITY}, &m->base);
}

// Wheels that follow the deck feel its kinks: a little numerical damping of what is faster than
// the step.
static CatStep car_step(const CatBridgeSim *c) {
  return cat_step_alpha(c->spec->time.step, 0.8);
}

// A mass on a spring, on a wheel.
static CatStatus add_sprung(CatBridgeSim *c, int train, int axle) {
  const CatLoadSpec *t = &c->traffic.trains[train];
  const CatSprungSpec *s = &t->sprung;
  CatVehicle *v = CAT_ARENA(c->arena, 1, CatVehicle);
  if (!v) return CAT_ERR_MEMORY;
  bool plain = s->damping == 0 && s->wheel_mass == 0;
  *v = cat_vehicle_begin(plain ? cat_step_newmark(c->spec->time.step) : car_step(c));
  int body = cat_vehicle_coordinate(v, s->mass, s->mass * c->spec->gravity);
  int wheel = cat_vehicle_coordinate(v, s->wheel_mass, s->wheel_mass * c->spec->gravity);
  cat_vehicle_suspend(
      v, &(CatSuspension){cat_point(body), cat_point(wheel), s->stiffness, s->damping});
  cat_vehicle_wheel(v, wheel, 0);
  CAT_TRY(cat_vehicle_finish(c->ctx, v));
  double contact = s->contact_stiffness > 0 ? s->contact_stiffness : INFINITY;
  return add_mechanism(c, (Place){train, t->axles[axle], contact}, &v->base);
}

static CatStatus add_car(CatBridgeSim *c, int train, int i) {
  const CatLoadSpec *t = &c->traffic.trains[train];
  double behind;
  const CatCarSpec *spec = cat_load_car(t, i, &behind);
  CatCar *car = CAT_ARENA(c->arena, 1, CatCar);
  CatStep step = car_step(c);
  if (!car) return CAT_ERR_MEMORY;
  CAT_TRY(cat_car_init(c->ctx, spec, &step, c->spec->gravity, heading_of(t), car));
  c->car[c->ncar++] = (CatBridgeCar){train, i, car};
  double stiffness = spec->wheels == CAT_CAR_HERTZ ? spec->contact_stiffness : INFINITY;
  return add_mechanism(c, (Place){train, behind, stiffness}, &car->vehicle.base);
}

static CatStatus add_train(CatBridgeSim *c, int train) {
  const CatLoadSpec *t = &c->traffic.trains[train];
  if (cat_load_is_forces(t)) return add_forces(c, train);
  for (int i = 0; i < cat_load_cars(t); i++) CAT_TRY(add_car(c, train, i));
  for (int i = 0; i < t->naxle && t->ncar == 0; i++) CAT_TRY(add_sprung(c, train, i));
  return CAT_OK;
}

//------------------------------------------------------------------------------- all together

static CatStatus reserve(CatBridgeSim *c) {
  size_t most = 0, cars = 0, trains = (size_t)c->traffic.n;
  for (size_t i = 0; i < trains; i++) {
    const CatLoadSpec *t = &c->traffic.trains[i];
    most += (size_t)t->naxle + 4 * (size_t)cat_load_cars(t);
    cars += (size_t)cat_load_cars(t);
  }
  c->mechanism = CAT_ARENA(c->arena, most, CatMechanism *);
  c->start = CAT_ARENA(c->arena, most, double);
  c->heading = CAT_ARENA(c->arena, most, double);
  c->train = CAT_ARENA(c->arena, most, int);
  c->contact = CAT_ARENA(c->arena, most, CatContactSetup);
  c->weight = CAT_ARENA(c->arena, most, double);
  c->car = CAT_ARENA(c->arena, cars + 1, CatBridgeCar);
  c->guide = CAT_ARENA(c->arena, trains, CatDeckGuide);
  c->track = CAT_ARENA(c->arena, trains, CatShapes);
  bool ok = c->mechanism && c->start && c->heading && c->train && c->contact && c->weight &&
            c->car && c->guide && c->track;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

// The deck under each train, and the rail from where the first wheel starts to where the last one
// ends.
static CatStatus lay_tracks(CatBridgeSim *c) {
  bool measured = c->bridge->rail.stations > 0;
  bool rough = measured || c->spec->rail.irregularity != CAT_ROUGHNESS_NONE;
  double way = c->duration * c->traffic.speed, x0 = -way - 1, x1 = c->bridge->length + way + 1;
  if (measured) {
    CAT_TRY(cat_profile_extend(c->arena, &c->bridge->rail, x0, x1, &c->profile));
  } else if (rough) {
    CAT_TRY(cat_profile_new(c->arena, &c->spec->rail, x0, x1, &c->profile));
  }
  if (c->spec->track.given) {
    CAT_TRY(cat_track_deck_new(c->arena, c->spec, c->bridge, (double[]){x0 - 30, x1 + 30},
                               &c->layer.track));
    c->layer.guide = cat_rail_guide(&c->layer.track, rough ? &c->profile : NULL);
  }
  for (int i = 0; i < c->traffic.n; i++) {
    CAT_TRY(cat_bridge_track(c->arena, c->bridge, c->traffic.trains[i].track, &c->track[i]));
    c->guide[i] = cat_deck_guide(&c->track[i], rough ? &c->profile : NULL);
  }
  return CAT_OK;
}

static CatStatus make_modes(CatBridgeSim *c) {
  const CatBridge *b = c->bridge;
  CatOscillatorsSetup modes = {b->n, b->omega, b->zeta, c->spec->time.step, c->ncontact};
  CAT_TRY(cat_oscillators_new(c->arena, &modes, &c->modes));
  c->structure = &c->modes.base, c->u = c->modes.u, c->a = c->modes.a;
  return CAT_OK;
}

static CatStatus make_layer(CatBridgeSim *c) {
  CatBridgeLayer *l = &c->layer;
  l->system =
      (CatLinearSystem){.n = l->track.n, .dof = l->track.dof, .K = l->track.K, .M = l->track.M};
  l->damping = (CatDamping){.extra = &l->track.C};
  CatLineParts parts = {
      .system = &l->system, .damping = &l->damping, .step = car_step(c), .nmoving = c->ncontact};
  CAT_TRY(cat_banded_new(c->arena, &parts, &l->band));
  c->structure = &l->band->base, c->u = l->band->u, c->a = l->band->a;
  return CAT_OK;
}

static CatStatus fill(CatBridgeSim *c) {
  CAT_TRY(reserve(c));
  c->duration = cat_bridge_duration(c->spec, &c->traffic);
  CAT_TRY(lay_tracks(c));
  for (int i = 0; i < c->traffic.n; i++) CAT_TRY(add_train(c, i));
  CAT_TRY(c->spec->track.given ? make_layer(c) : make_modes(c));
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &c->structure,
                       .nmechanism = c->nmechanism,
                       .mechanism = c->mechanism,
                       .start = c->start,
                       .heading = c->heading,
                       .ncontact = c->ncontact,
                       .contact = c->contact,
                       .travel = {distance, speed, c},
                       .cosim = {.every = c->traffic.every,
                                 .order = c->spec->cosim.order,
                                 .constant = c->spec->cosim.load != 0,
                                 .corrector = c->spec->cosim.corrector}};
  return cat_sim_new(c->ctx, &setup, &c->sim);
}

CatStatus cat_bridge_sim_new(CatContext *ctx, const CatBridgeSpec *spec, const CatBridge *bridge,
                             const CatBridgeTraffic *traffic, CatBridgeSim **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatBridgeSim *c = arena ? CAT_ARENA(arena, 1, CatBridgeSim) : NULL;
  CatStatus status = c ? CAT_OK : CAT_ERR_MEMORY;
  if (c) {
    *c = (CatBridgeSim){
        .ctx = ctx, .arena = arena, .spec = spec, .bridge = bridge, .traffic = *traffic};
    status = fill(c);
  }
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  *out = c;
  return CAT_OK;
}

void cat_bridge_sim_free(CatBridgeSim *c) {
  if (!c) return;
  cat_sim_free(c->sim);
  cat_arena_free(c->arena);
}

CatStatus cat_bridge_sim_start(CatBridgeSim *c) {
  CAT_TRY(cat_sim_start(c->sim));
  for (int i = 0; i < c->ncontact; i++) c->weight[i] = c->sim->contact[i].force;
  return CAT_OK;
}
