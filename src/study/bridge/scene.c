// The bridge as a picture that moves: lines along the deck, in its middle and under each track, and
// where the axles are. Frames are those of other runs (monitor/frames.h).
#include "run.h"

enum { PLACES = 121, MOST_LINES = 8 };

// Distances of the lines from the middle: 0, then tracks that are not there yet.
static int find_lines(const CatBridgeRun *r, double y[MOST_LINES]) {
  int n = 0;
  y[n++] = 0;
  for (int i = 0; i < r->spec->ntrain && n < MOST_LINES; i++) {
    bool known = false;
    for (int k = 0; k < n; k++) known |= y[k] == r->spec->trains[i].track;
    if (!known) y[n++] = r->spec->trains[i].track;
  }
  return n;
}

static double place_of(const CatBridge *b, int k) {
  return k + 1 < PLACES ? b->length * k / (PLACES - 1) : b->length;
}

static CatStatus points(CatBridgeRun *r, const double *y, int nline) {
  static const CatColumn columns[] = {{"s", "m", "distance along the deck"},
                                      {"x", "m", "likewise"},
                                      {"y", "m", "to the left of its middle"},
                                      {"z", "m", "height at rest"},
                                      {"wire", "", "number of its line along the deck, from 0"}};
  CatTable *table = cat_record_table(r->rec, "scene_points", columns, 5, (size_t)nline * PLACES);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < nline * PLACES; i++) {
    const int line = i / PLACES;
    double x = place_of(&r->bridge, i % PLACES);
    cat_table_append(table, (double[]){x, x, y[line], 0, line});
  }
  return CAT_OK;
}

static CatStatus supports(CatBridgeRun *r) {
  static const CatColumn columns[] = {{"s", "m", "distance along the deck"},
                                      {"x", "m", "likewise"},
                                      {"y", "m", "to the left of its middle"},
                                      {"heading", "rad", "of the deck there"}};
  const CatBridge *b = &r->bridge;
  if (b->nbearing == 0) return CAT_OK;
  CatTable *table = cat_record_table(r->rec, "scene_supports", columns, 4, (size_t)b->nbearing);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->nbearing; i++) {
    cat_table_append(table, (double[]){b->bearing[i].x, b->bearing[i].x, 0, 0});
  }
  return CAT_OK;
}

static CatStatus axles(CatBridgeRun *r) {
  static const CatColumn columns[] = {{"train", "", "number of its train, from 1"},
                                      {"x", "m", "where it is at t = 0"},
                                      {"y", "m", "its track, to the left of the middle"},
                                      {"speed", "m/s", "at which it runs along x"}};
  const CatBridgeSim *c = r->c;
  CatTable *table = cat_record_table(r->rec, "scene_axles", columns, 4, (size_t)c->ncontact);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < c->ncontact; i++) {
    const CatContactSetup *k = &c->contact[i];
    int train = c->train[k->mechanism];
    double x = c->start[k->mechanism] + c->mechanism[k->mechanism]->offset[k->port];
    cat_table_append(table, (double[]){train + 1, x, c->traffic.trains[train].track,
                                       c->heading[k->mechanism] * c->traffic.speed});
  }
  return CAT_OK;
}

static double middle_of(const CatBridgeSim *c, const CatMechanism *car) {
  int k = 0;
  while (k + 1 < c->nmechanism && c->mechanism[k] != car) k++;
  return c->start[k];
}

// Trains of forces or of sprung masses have no cars, and no table.
static CatStatus cars(CatBridgeRun *r) {
  static const CatColumn columns[] = {{"train", "", "number of its train, from 1"},
                                      {"x", "m", "where its middle is at t = 0"},
                                      {"y", "m", "its track, to the left of the middle"},
                                      {"speed", "m/s", "at which it runs along x"},
                                      {"length", "m", "from coupler to coupler"},
                                      {"pivots", "m", "distance of its bogies, or of its axles"}};
  const CatBridgeSim *c = r->c;
  if (c->ncar == 0) return CAT_OK;
  CatTable *table = cat_record_table(r->rec, "scene_cars", columns, 6, (size_t)c->ncar);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < c->ncar; i++) {
    const CatCarSpec *spec = c->car[i].car->spec;
    const CatLoadSpec *train = &c->traffic.trains[c->car[i].train];
    double heading = train->heading == CAT_HEADING_FORWARDS ? 1 : -1;
    double x = middle_of(c, &c->car[i].car->vehicle.base);
    cat_table_append(table, (double[]){c->car[i].train + 1, x, train->track,
                                       heading * c->traffic.speed, spec->length, spec->pivots});
  }
  return CAT_OK;
}

// What each point is in the coordinates of a track.
static CatStatus layer_vectors(CatBridgeRun *r, int nline, const CatPortVector **out) {
  int npoint = nline * PLACES;
  CatPortVector *point = CAT_ARENA(r->arena, npoint, CatPortVector);
  CatTrackPlace *place = CAT_ARENA(r->arena, npoint, CatTrackPlace);
  if (!point || !place) return CAT_ERR_MEMORY;
  for (int i = 0; i < npoint; i++) {
    CatTrackPlace *p = &place[i];
    int n = 0;
    cat_track_place(&r->c->layer.track, CAT_TRACK_DECK, place_of(&r->bridge, i % PLACES), p);
    for (int k = 0; k < 4; k++) {
      if (p->dof[k] >= 0) p->dof[n] = p->dof[k], p->b[n++] = p->b[k];
    }
    point[i] = (CatPortVector){n, p->dof, p->b};
  }
  *out = point;
  return CAT_OK;
}

// What each point is in modes.
static CatStatus vectors(CatBridgeRun *r, const double *y, int nline, const CatPortVector **out) {
  size_t n = (size_t)r->bridge.n, npoint = (size_t)nline * PLACES;
  CatPortVector *point = CAT_ARENA(r->arena, npoint, CatPortVector);
  double *b = CAT_ARENA(r->arena, npoint * n, double);
  int *dof = CAT_ARENA(r->arena, n, int);
  if (!point || !b || !dof) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++) dof[i] = (int)i;
  for (int line = 0; line < nline; line++) {
    CatShapes track;
    CAT_TRY(cat_bridge_track(r->arena, &r->bridge, y[line], &track));
    for (int k = 0; k < PLACES; k++) {
      size_t i = (size_t)line * PLACES + (size_t)k;
      point[i] = (CatPortVector){(int)n, dof, b + i * n};
      cat_shapes_at(&track, place_of(&r->bridge, k), b + i * n, NULL);
    }
  }
  *out = point;
  return CAT_OK;
}

CatStatus cat_bridge_scene(CatBridgeRun *r) {
  double y[MOST_LINES];
  int nline = find_lines(r, y);
  CatFramePlan plan = {.npoint = nline * PLACES, .steps = r->steps};
  if (!r->pictured) return CAT_OK;
  CAT_TRY(points(r, y, nline));
  CAT_TRY(supports(r));
  CAT_TRY(axles(r));
  CAT_TRY(cars(r));
  CAT_TRY(r->spec->track.given ? layer_vectors(r, nline, &plan.point)
                               : vectors(r, y, nline, &plan.point));
  return cat_frame_monitor_new(r->rec, r->c->sim, &plan, &r->frames);
}
