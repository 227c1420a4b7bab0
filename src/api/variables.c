// Variables of a simulation by name: what there is, reading, setting.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulation.h"
#include "spec/nearest.h"

//------------------------------------------------------------------------------- the list

static int count_wire(const CatLineModel *m) {
  return m->wire[0].nnode;
}

// A row of the list; of a pantograph, "p1." goes before the name.
typedef struct Row {
  const char *name, *unit, *doc;
  CatVariableCode code;
} Row;

static const Row of_train[] = {
    {"t", "s", "time", CAT_CODE_TIME},
    {"speed", "m/s", "speed of the train", CAT_CODE_SPEED},
};

static const Row of_pantograph[] = {
    {"x", "m", "place along the track", CAT_CODE_X},
    {"force", "N", "contact force", CAT_CODE_FORCE},
    {"height", "m", "height of the contact wire over the head", CAT_CODE_HEIGHT},
    {"rate", "m/s", "rate of that height, on the way of the head", CAT_CODE_RATE},
    {"head", "m", "height of the head", CAT_CODE_HEAD},
    {"static_force", "N", "force that pushes the pantograph up", CAT_CODE_STATIC_FORCE},
    {"target_force", "N", "mean contact force that the case asks for; 0: none",
     CAT_CODE_TARGET_FORCE},
};

static const Row of_line[] = {
    {"line.u", "", "displacements from rest: metres, slopes without a unit", CAT_CODE_DISPLACEMENT},
    {"line.v", "1/s", "their velocities", CAT_CODE_VELOCITY},
    {"line.a", "1/s2", "their accelerations", CAT_CODE_ACCELERATION},
    {"line.place", "m", "place along the track of each of these", CAT_CODE_COORDINATE_PLACE},
    {"line.axis", "", "0 along, 1 across, 2 up; 3 to 5: slopes of these", CAT_CODE_COORDINATE_AXIS},
    {"wire.uplift", "m", "uplift of the nodes of the contact wire", CAT_CODE_WIRE_UPLIFT},
    {"wire.x", "m", "places of these", CAT_CODE_WIRE_PLACE},
    {"support.uplift", "m", "uplift of the contact wire at the supports", CAT_CODE_SUPPORT_UPLIFT},
    {"support.x", "m", "places of these", CAT_CODE_SUPPORT_PLACE},
    {"dropper.force", "N", "tension of the droppers", CAT_CODE_DROPPER_FORCE},
    {"dropper.x", "m", "places of these", CAT_CODE_DROPPER_PLACE},
};

#define COUNT(rows) ((int)(sizeof(rows) / sizeof *(rows)))

static size_t count_of(const CatFields *f, CatVariableCode code) {
  switch (code) {
  case CAT_CODE_WIRE_UPLIFT:
  case CAT_CODE_WIRE_PLACE: return (size_t)f->nwire;
  case CAT_CODE_SUPPORT_UPLIFT:
  case CAT_CODE_SUPPORT_PLACE: return (size_t)f->nsupport;
  case CAT_CODE_DROPPER_FORCE:
  case CAT_CODE_DROPPER_PLACE: return (size_t)f->ndropper;
  default: return code < CAT_CODE_DISPLACEMENT ? 1 : (size_t)f->n;
  }
}

static bool is_set(const CatSimulation *sim, CatVariableCode code, int pantograph) {
  const CatSimulated *p = &sim->pantograph[pantograph];
  const CatMechanism *m = sim->r.line.c->pantograph[pantograph];
  switch (code) {
  case CAT_CODE_SPEED: return true;
  case CAT_CODE_FORCE: return p->source == CAT_PANTOGRAPH_FORCE;
  case CAT_CODE_HEAD: return p->source == CAT_PANTOGRAPH_HEIGHT;
  case CAT_CODE_STATIC_FORCE: return m->ops->set_static_force != NULL;
  default: return false;
  }
}

static CatStatus add(CatSimulation *sim, const Row *row, int pantograph, bool prefix) {
  char name[64] = "";
  if (prefix) snprintf(name, sizeof name, "p%d.", pantograph + 1);
  size_t n = strlen(name);
  snprintf(name + n, sizeof name - n, "%s", row->name);
  CatVariableRow *v = &sim->variable[sim->nvariable++];
  bool array = row->code >= CAT_CODE_DISPLACEMENT, settable = is_set(sim, row->code, pantograph);
  v->is = (CatVariable){.name = cat_arena_text(sim->arena, name, strlen(name)),
                        .unit = row->unit,
                        .doc = row->doc,
                        .type = array ? CAT_VARIABLE_ARRAY : CAT_VARIABLE_NUMBER,
                        .set = settable ? CAT_SET_ALWAYS : CAT_SET_NEVER,
                        .count = count_of(&sim->fields, row->code)};
  v->code = row->code;
  v->pantograph = pantograph;
  return v->is.name ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- fields

static CatStatus reserve_fields(CatSimulation *sim) {
  CatFields *f = &sim->fields;
  CatArena *a = sim->arena;
  *f = (CatFields){.at = -1,
                   .n = sim->r.line.c->structure->n,
                   .nwire = count_wire(sim->r.line.m),
                   .nsupport = sim->r.line.m->nmast,
                   .ndropper = sim->r.line.c->ties.n};
  double **const of_coordinates[] = {&f->u, &f->v, &f->a, &f->place, &f->axis};
  bool ok = true;
  for (size_t i = 0; i < sizeof of_coordinates / sizeof *of_coordinates; i++) {
    *of_coordinates[i] = CAT_ARENA(a, f->n + 1, double);
    ok &= *of_coordinates[i] != NULL;
  }
  f->wire_uplift = CAT_ARENA(a, f->nwire + 1, double);
  f->wire_place = CAT_ARENA(a, f->nwire + 1, double);
  f->wire_dof = CAT_ARENA(a, f->nwire + 1, int);
  f->support_uplift = CAT_ARENA(a, f->nsupport + 1, double);
  f->dropper_place = CAT_ARENA(a, f->ndropper + 1, double);
  ok &= f->wire_uplift && f->wire_place && f->wire_dof && f->support_uplift && f->dropper_place;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static void find_coordinates(CatSimulation *sim) {
  CatFields *f = &sim->fields;
  const CatLineModel *m = sim->r.line.m;
  const CatLinearSystem *t = &sim->r.line.c->system;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < CAT_NODE_DOF; k++) {
      int dof = t->dof[i][k];
      if (dof < 0 || dof >= f->n) continue;
      f->place[dof] = m->node[i].s;
      f->axis[dof] = k;
    }
  }
  for (int i = 0; i < f->nwire; i++) {
    f->wire_place[i] = m->node[m->wire[0].node + i].s;
    f->wire_dof[i] = t->dof[m->wire[0].node + i][CAT_UP];
  }
  for (int i = 0; i < f->ndropper; i++) f->dropper_place[i] = m->node[m->dropper[i].low].s;
}

static CatStatus find_supports(CatSimulation *sim) {
  CatObservePlan watch;
  CAT_TRY(cat_train_observe(sim->arena, sim->r.line.c, sim->r.steps, &watch));
  sim->fields.support_dof = watch.support_dof;
  return CAT_OK;
}

CatStatus cat_simulation_variables_new(CatSimulation *sim) {
  int n = cat_model_pantographs(sim->model);
  CAT_TRY(reserve_fields(sim));
  CAT_TRY(find_supports(sim));
  find_coordinates(sim);
  sim->variable = CAT_ARENA(sim->arena, COUNT(of_train) + n * COUNT(of_pantograph) + COUNT(of_line),
                            CatVariableRow);
  if (!sim->variable) return CAT_ERR_MEMORY;
  for (int k = 0; k < COUNT(of_train); k++) CAT_TRY(add(sim, &of_train[k], 0, false));
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < COUNT(of_pantograph); k++) CAT_TRY(add(sim, &of_pantograph[k], i, true));
  }
  for (int k = 0; k < COUNT(of_line); k++) CAT_TRY(add(sim, &of_line[k], 0, false));
  return CAT_OK;
}

int cat_simulation_variables(const CatSimulation *sim) {
  return sim ? sim->nvariable : 0;
}

const CatVariable *cat_simulation_variable_at(const CatSimulation *sim, int i) {
  return i >= 0 && i < cat_simulation_variables(sim) ? &sim->variable[i].is : NULL;
}

int cat_simulation_find(const CatSimulation *sim, const char *name) {
  for (int i = 0; name && i < cat_simulation_variables(sim); i++) {
    if (strcmp(sim->variable[i].is.name, name) == 0) return i;
  }
  return -1;
}

static CatStatus check(CatSimulation *sim, int i) {
  if (!sim) return CAT_ERR_ARG;
  if (i >= 0 && i < sim->nvariable) return CAT_OK;
  return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "there is no variable %d: expected 0 to %d", i,
                  sim->nvariable - 1);
}

//------------------------------------------------------------------------------- numbers

static double number(const CatSimulation *sim, const CatVariableRow *v) {
  const CatSim *s = sim->r.line.c->sim;
  const CatDrive *drive = &sim->r.line.c->drive;
  const CatContact *k = cat_sim_nearest(s, v->pantograph);
  switch (v->code) {
  case CAT_CODE_TIME: return s->t;
  case CAT_CODE_SPEED: return drive->set ? drive->speed : s->speed;  // one just set, too
  case CAT_CODE_X: return cat_sim_x(s, v->pantograph);
  case CAT_CODE_FORCE: return cat_sim_force(s, v->pantograph);
  case CAT_CODE_HEIGHT: return k->height;
  case CAT_CODE_RATE: return k->rate;
  case CAT_CODE_HEAD: return s->mechanism[v->pantograph]->z[0];
  case CAT_CODE_STATIC_FORCE: return sim->r.static_force[v->pantograph];
  case CAT_CODE_TARGET_FORCE: return sim->r.target[v->pantograph];
  default: return NAN;
  }
}

// What is set for the start.
static double beginning(const CatSimulation *sim, const CatVariableRow *v) {
  const CatSimulated *p = &sim->pantograph[v->pantograph];
  switch (v->code) {
  case CAT_CODE_SPEED:
    return isnan(sim->speed) ? cat_motion_speed(&sim->r.line.c->motion, 0) : sim->speed;
  case CAT_CODE_FORCE: return p->force;
  case CAT_CODE_HEAD: return p->head;
  case CAT_CODE_TARGET_FORCE: return sim->r.target[v->pantograph];
  default: return p->static_force;
  }
}

CatStatus cat_simulation_get(CatSimulation *sim, int i, double *value) {
  CAT_TRY(check(sim, i));
  const CatVariableRow *v = &sim->variable[i];
  if (!value || v->is.type != CAT_VARIABLE_NUMBER) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "%s: %s", v->is.name,
                    value ? "an array, not a number" : "nowhere to put the number");
  }
  bool early = sim->phase == CAT_PHASE_NEW;
  bool known = v->is.set != CAT_SET_NEVER || v->code == CAT_CODE_TARGET_FORCE;
  if (early && !known) return cat_simulation_check(sim);
  *value = early ? beginning(sim, v) : number(sim, v);
  return CAT_OK;
}

static void set_beginning(CatSimulation *sim, const CatVariableRow *v, double value) {
  CatSimulated *p = &sim->pantograph[v->pantograph];
  if (v->code == CAT_CODE_SPEED) sim->speed = value;
  if (v->code == CAT_CODE_FORCE) p->force = value;
  if (v->code == CAT_CODE_HEAD) p->head = value;
  if (v->code == CAT_CODE_STATIC_FORCE) p->static_force = value;
}

static void set_now(CatSimulation *sim, const CatVariableRow *v, double value) {
  CatSimulated *p = &sim->pantograph[v->pantograph];
  CatMechanism *m = sim->r.line.c->pantograph[v->pantograph];
  switch (v->code) {
  case CAT_CODE_SPEED:
    cat_line_sim_set_speed(sim->r.line.c, value);
    cat_train_plan(&sim->r);
    break;
  case CAT_CODE_FORCE: cat_outside_set_force(&p->outside, 0, value); break;
  case CAT_CODE_HEAD: cat_outside_set_height(&p->outside, 0, value); break;
  case CAT_CODE_STATIC_FORCE:
    m->ops->set_static_force(m, value);
    sim->r.static_force[v->pantograph] = value;
    break;
  default: break;
  }
}

// Beyond any train, pantograph and rig: what is further off is a mistake in units. A contact cannot
// pull.
typedef struct Range {
  double low, high;
} Range;

static Range possible(CatVariableCode code) {
  switch (code) {
  case CAT_CODE_SPEED: return (Range){0, 300};    // [m/s]
  case CAT_CODE_HEAD: return (Range){-100, 100};  // [m]
  case CAT_CODE_FORCE: return (Range){0, 1e6};    // [N]
  default: return (Range){-1e6, 1e6};             // [N]
  }
}

static CatStatus check_value(CatSimulation *sim, const CatVariableRow *v, double value) {
  Range r = possible(v->code);
  if (!(value >= r.low && value <= r.high)) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "%s: found %g %s, expected %g to %g %s", v->is.name,
                    value, v->is.unit, r.low, r.high, v->is.unit);
  }
  if (v->code != CAT_CODE_SPEED) return CAT_OK;
  CatLine complaint = cat_train_too_fast(sim->r.spec, value, true);
  if (!complaint.s[0]) return CAT_OK;
  return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "speed: %s", complaint.s);
}

static CatStatus fail_fixed(CatSimulation *sim, const CatVariableRow *v) {
  const char *how = "";
  if (v->code == CAT_CODE_FORCE) {
    how = ": that needs a pantograph of the source CAT_PANTOGRAPH_FORCE (Python: "
          "pantographs=\"force\")";
  } else if (v->code == CAT_CODE_HEAD) {
    how = ": that needs a pantograph of the source CAT_PANTOGRAPH_HEIGHT (Python: "
          "pantographs=\"height\")";
  } else if (v->code == CAT_CODE_STATIC_FORCE) {
    how = ": its pantograph has no function for it";
  }
  return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "%s cannot be set%s", v->is.name, how);
}

CatStatus cat_simulation_set(CatSimulation *sim, int i, double value) {
  CAT_TRY(check(sim, i));
  const CatVariableRow *v = &sim->variable[i];
  if (v->is.set == CAT_SET_NEVER) return fail_fixed(sim, v);
  CAT_TRY(check_value(sim, v, value));
  if (sim->phase == CAT_PHASE_FAILED) return cat_simulation_check(sim);
  if (sim->phase == CAT_PHASE_NEW) {
    set_beginning(sim, v, value);
  } else {
    bool before = sim->busy;
    sim->busy = true;
    set_now(sim, v, value);
    sim->busy = before;
    sim->variable[i].sets++;
    sim->variable[i].last = value;
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- what was set

void cat_simulation_forget_sets(CatSimulation *sim) {
  for (int i = 0; i < sim->nvariable; i++) sim->variable[i].sets = 0;
}

// Between steps or, for the start, otherwise than in the case.
static const char *describe_set(const CatSimulation *sim, const CatVariableRow *v, CatRecord *rec) {
  const CatSimulated *p = &sim->pantograph[v->pantograph];
  if (p->source != CAT_PANTOGRAPH_CASE && v->code == CAT_CODE_HEAD) {
    static const char *const from[] = {"", "its contact force", "the height of its head",
                                       "the pantograph"};
    return cat_record_textf(rec, "p%d = %s from outside", v->pantograph + 1, from[p->source]);
  }
  if (v->code != CAT_CODE_SPEED && v->code != CAT_CODE_STATIC_FORCE) return "";
  bool speed = v->code == CAT_CODE_SPEED;
  bool first = speed ? !isnan(sim->speed) : p->static_force != p->by_case;
  double value = v->sets ? v->last : (speed ? sim->speed : p->static_force);
  if (!first && v->sets == 0) return "";
  return cat_record_textf(rec, "%s = %.9g %s%s", v->is.name, value, v->is.unit,
                          v->sets ? " at last, set on the way" : "");
}

const char *cat_simulation_altered(const CatSimulation *sim, CatRecord *rec) {
  const char *all = "";
  for (int i = 0; i < sim->nvariable && all; i++) {
    const char *one = describe_set(sim, &sim->variable[i], rec);
    if (!one) return NULL;
    if (*one) all = cat_record_textf(rec, "%s%s%s", all, *all ? ", " : "", one);
  }
  return all;
}

//------------------------------------------------------------------------------- arrays

// By the backend, into the simulation's own arrays, once for each step that somebody asks about.
// Displacements alone take less, and leave alone what rates are found from.
static void fill_state(CatSimulation *sim, bool rates) {
  CatFields *f = &sim->fields;
  CatStructure *on = sim->r.line.c->structure;
  if ((rates ? f->rates_at : f->at) == sim->r.done) return;
  if (rates) {
    on->ops->state(on, f->u, f->v, f->a);
    f->rates_at = sim->r.done;
  } else {
    on->ops->values(on, f->n, NULL, f->u);
  }
  f->at = sim->r.done;
}

static const double *values(const CatStructure *on, const int *dof, int n, double *out) {
  on->ops->values(on, n, dof, out);
  return out;
}

static const double *fill(CatSimulation *sim, CatVariableCode code) {
  CatFields *f = &sim->fields;
  const CatStructure *on = sim->r.line.c->structure;
  if (code <= CAT_CODE_ACCELERATION) fill_state(sim, code != CAT_CODE_DISPLACEMENT);
  switch (code) {
  case CAT_CODE_DISPLACEMENT: return f->u;
  case CAT_CODE_VELOCITY: return f->v;
  case CAT_CODE_ACCELERATION: return f->a;
  case CAT_CODE_COORDINATE_PLACE: return f->place;
  case CAT_CODE_COORDINATE_AXIS: return f->axis;
  case CAT_CODE_WIRE_UPLIFT: return values(on, f->wire_dof, f->nwire, f->wire_uplift);
  case CAT_CODE_WIRE_PLACE: return f->wire_place;
  case CAT_CODE_SUPPORT_UPLIFT: return values(on, f->support_dof, f->nsupport, f->support_uplift);
  case CAT_CODE_SUPPORT_PLACE: return sim->r.line.m->mast;
  case CAT_CODE_DROPPER_FORCE: return sim->r.line.c->ties.tension;
  default: return f->dropper_place;
  }
}

static bool is_constant(CatVariableCode code) {
  return code == CAT_CODE_COORDINATE_PLACE || code == CAT_CODE_COORDINATE_AXIS ||
         code == CAT_CODE_WIRE_PLACE || code == CAT_CODE_SUPPORT_PLACE ||
         code == CAT_CODE_DROPPER_PLACE;
}

CatStatus cat_simulation_array(CatSimulation *sim, int i, const double **data, size_t *n) {
  CAT_TRY(check(sim, i));
  const CatVariableRow *v = &sim->variable[i];
  if (!data || v->is.type != CAT_VARIABLE_ARRAY) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "%s: %s", v->is.name,
                    data ? "a number, not an array" : "nowhere to put the array");
  }
  *data = NULL;
  if (!is_constant(v->code)) CAT_TRY(cat_simulation_check(sim));
  *data = fill(sim, v->code);
  if (n) *n = v->is.count;
  return CAT_OK;
}

//------------------------------------------------------------------------------- by name

static CatStatus find(CatSimulation *sim, const char *name, int *out) {
  if (!sim || !name) return CAT_ERR_ARG;
  *out = cat_simulation_find(sim, name);
  if (*out >= 0) return CAT_OK;
  CatNearest nearest = cat_nearest(name);
  for (int i = 0; i < sim->nvariable; i++) cat_nearest_try(&nearest, sim->variable[i].is.name);
  const char *word = nearest.word;
  return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "there is no variable %.60s%s%s%s", name,
                  word ? "; did you mean " : "", word ? word : "", word ? "?" : "");
}

CatStatus cat_simulation_get_named(CatSimulation *sim, const char *name, double *value) {
  int i;
  CAT_TRY(find(sim, name, &i));
  return cat_simulation_get(sim, i, value);
}

CatStatus cat_simulation_set_named(CatSimulation *sim, const char *name, double value) {
  int i;
  CAT_TRY(find(sim, name, &i));
  return cat_simulation_set(sim, i, value);
}

CatStatus cat_simulation_array_named(CatSimulation *sim, const char *name, const double **data,
                                     size_t *n) {
  int i;
  CAT_TRY(find(sim, name, &i));
  return cat_simulation_array(sim, i, data, n);
}
