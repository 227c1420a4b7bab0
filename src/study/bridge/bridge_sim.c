#include "bridge_sim.h"

#include <math.h>

bool cat_load_is_forces(const CatLoadSpec *train) {
  return train->nforce > 0;
}

double cat_load_force(const CatLoadSpec *train, int axle) {
  return train->forces[train->nforce == 1 ? 0 : axle];
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

// A mechanism of a train whose reference is a distance behind its first axle; its wheels are rigid
// on the deck.
static CatStatus add_mechanism(CatBridgeSim *c, const CatLoadSpec *t, double behind,
                               CatMechanism *m) {
  int i = c->nmechanism++;
  c->mechanism[i] = m;
  c->heading[i] = heading_of(t);
  c->start[i] = start_of(c, t) - c->heading[i] * behind;
  for (int p = 0; p < m->nport; p++) {
    c->contact[c->ncontact++] = (CatContactSetup){.name = t->name,
                                                  .guide = &c->guide.base,
                                                  .mechanism = i,
                                                  .port = p,
                                                  .side = -1,
                                                  .stiffness = INFINITY};
  }
  return CAT_OK;
}

static CatStatus add_forces(CatBridgeSim *c, const CatLoadSpec *t) {
  CatOutside *m = CAT_ARENA(c->arena, 1, CatOutside);
  double *offset = CAT_ARENA(c->arena, t->naxle, double);
  if (!m || !offset) return CAT_ERR_MEMORY;
  for (int i = 0; i < t->naxle; i++) offset[i] = -heading_of(t) * t->axles[i];
  CAT_TRY(cat_outside_new(c->arena, t->naxle, offset, true, m));
  for (int i = 0; i < t->naxle; i++) cat_outside_set_force(m, i, cat_load_force(t, i));
  return add_mechanism(c, t, 0, &m->base);
}

// A mass on a spring, on a wheel.
static CatStatus add_sprung(CatBridgeSim *c, const CatLoadSpec *t, int axle) {
  const CatSprungSpec *s = &t->sprung;
  CatVehicle *v = CAT_ARENA(c->arena, 1, CatVehicle);
  if (!v) return CAT_ERR_MEMORY;
  *v = cat_vehicle_begin(cat_step_newmark(c->spec->time.step));
  int body = cat_vehicle_coordinate(v, s->mass, s->mass * c->spec->gravity);
  int wheel = cat_vehicle_coordinate(v, s->wheel_mass, s->wheel_mass * c->spec->gravity);
  cat_vehicle_suspend(
      v, &(CatSuspension){cat_point(body), cat_point(wheel), s->stiffness, s->damping});
  cat_vehicle_wheel(v, wheel, 0);
  CAT_TRY(cat_vehicle_finish(c->ctx, v));
  return add_mechanism(c, t, t->axles[axle], &v->base);
}

static CatStatus add_train(CatBridgeSim *c, const CatLoadSpec *t) {
  if (cat_load_is_forces(t)) return add_forces(c, t);
  for (int i = 0; i < t->naxle; i++) CAT_TRY(add_sprung(c, t, i));
  return CAT_OK;
}

//------------------------------------------------------------------------------- all together

static CatStatus reserve(CatBridgeSim *c) {
  size_t most = 0;
  for (int i = 0; i < c->traffic.n; i++) most += (size_t)c->traffic.trains[i].naxle;
  c->mechanism = CAT_ARENA(c->arena, most, CatMechanism *);
  c->start = CAT_ARENA(c->arena, most, double);
  c->heading = CAT_ARENA(c->arena, most, double);
  c->contact = CAT_ARENA(c->arena, most, CatContactSetup);
  c->weight = CAT_ARENA(c->arena, most, double);
  bool ok = c->mechanism && c->start && c->heading && c->contact && c->weight;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus fill(CatBridgeSim *c) {
  const CatBridge *b = c->bridge;
  CAT_TRY(reserve(c));
  c->guide = cat_deck_guide(&b->shapes);
  c->duration = cat_bridge_duration(c->spec, &c->traffic);
  for (int i = 0; i < c->traffic.n; i++) CAT_TRY(add_train(c, &c->traffic.trains[i]));
  CatOscillatorsSetup modes = {b->n, b->omega, b->zeta, c->spec->time.step, c->ncontact};
  CAT_TRY(cat_oscillators_new(c->arena, &modes, &c->structure));
  CatStructure *structure = &c->structure.base;
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &structure,
                       .nmechanism = c->nmechanism,
                       .mechanism = c->mechanism,
                       .start = c->start,
                       .heading = c->heading,
                       .ncontact = c->ncontact,
                       .contact = c->contact,
                       .travel = {distance, speed, c}};
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
