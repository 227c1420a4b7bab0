// Further runs over the same line: other speeds, other pantographs. Shape, matrices, factors and
// responses of droppers are made once; a run costs its steps only.
#include "post/show.h"
#include "run.h"

typedef struct Sweep {
  CatTrain *first;
  CatTable *table;
  cJSON *list;
  cJSON *seconds;  // of the steps of each run, with the other times: results must not hold any
  CatTrainPantograph pantograph[CAT_CONTACTS];  // of the present run
} Sweep;

static CatStatus table_new(Sweep *s) {
  static const CatColumn columns[] = {{"speed", "km/h", "speed of the train"},
                                      {"body", "", "number of the pantograph in the sweep"},
                                      {"place", "", "number of the pantograph on the train"},
                                      {"static", "N", "static force"},
                                      {"mean", "N", "mean of the filtered force"},
                                      {"std", "N", "its standard deviation"},
                                      {"max", "N", "its largest"},
                                      {"min", "N", "its smallest"},
                                      {"uplift", "mm", "largest at the supports"}};
  const CatTrainSpec *spec = s->first->spec;
  size_t speeds = (size_t)(spec->sweep.nspeed > 0 ? spec->sweep.nspeed : 1);
  size_t bodies = (size_t)(spec->sweep.nbody > 0 ? spec->sweep.nbody : 1);
  size_t rows = speeds * bodies * (size_t)spec->npantograph;
  s->table = cat_record_table(s->first->rec, "sweep", columns, 9, rows);
  s->list = cat_fact_array(s->first->rec, cat_record_summary(s->first->rec), "sweep");
  cJSON *timing = cJSON_GetObjectItem(cat_record_summary(s->first->rec), "timing");
  s->seconds = cat_fact_array(s->first->rec, timing, "sweep_s");
  return s->table && s->seconds ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus tell(Sweep *s, const CatTrain *q, int contact) {
  CatRecord *rec = s->first->rec;
  const CatForce *f = &q->measure[contact].force;
  const struct {
    const char *label, *unit;
    double value;
  } row[] = {{"static force", "N", q->static_force[contact]},
             {"mean", "N", f->mean},
             {"standard deviation", "N", f->std},
             {"largest", "N", f->max},
             {"smallest", "N", f->min}};
  const char *group = cat_record_textf(rec, "Sweep: %s at %g km/h", cat_train_label(q, contact),
                                       3.6 * q->spec->run.speed);
  if (!group) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    CatResult result = {.group = group,
                        .label = row[i].label,
                        .value = row[i].value,
                        .unit = row[i].unit,
                        .note = ""};
    CAT_TRY(cat_record_result(rec, result));
  }
  return CAT_OK;
}

static void note(Sweep *s, const CatTrain *q, int body, int contact) {
  CatRecord *rec = s->first->rec;
  const CatForce *f = &q->measure[contact].force;
  double speed = 3.6 * q->spec->run.speed, uplift = 1e3 * cat_train_uplift(q);
  cat_table_append(s->table, (double[]){speed, body + 1, contact + 1, q->static_force[contact],
                                        f->mean, f->std, f->max, f->min, uplift});
  cJSON *o = cat_fact_object(rec, s->list, NULL);
  const char *name = q->spec->pantograph[contact].body.name;
  cat_fact_text(rec, o, "name", name && name[0] ? name : cat_record_textf(rec, "p%d", contact + 1));
  cat_fact_number(rec, o, "speed_kmh", speed);
  cat_fact_number(rec, o, "static_force_N", q->static_force[contact]);
  cat_force_facts(rec, o, f);
  cat_fact_number(rec, o, "max_uplift_mm", uplift);
  cat_fact_number(rec, o, "runs", q->tuning > 0 ? q->tuning : 1);
}

// One further run in a record of its own, of which only the numbers are kept.
static CatStatus run_one(Sweep *s, const CatTrainSpec *spec, int body) {
  CatTrain q = *s->first;
  q.spec = spec;
  q.tuning = 0;
  q.rec = cat_record_new(q.ctx);
  if (!q.rec) return CAT_ERR_MEMORY;
  CatStatus status = cat_coupled_exchange(q.c, spec);
  if (!status) status = cat_train_plan(&q);
  if (!status) status = cat_train_march(&q);
  if (!status) cat_fact_number(s->first->rec, s->seconds, NULL, q.seconds);
  for (int i = 0; i < spec->npantograph && !status; i++) {
    note(s, &q, body, i);
    status = tell(s, &q, i);
  }
  cat_record_free(q.rec);
  return status;
}

static CatStatus run_body(Sweep *s, CatTrainSpec *spec, int body) {
  const CatTrainSpec *given = s->first->spec;
  for (int i = 0; i < given->npantograph; i++) {
    s->pantograph[i] = given->pantograph[i];
    if (given->sweep.nbody > 0) s->pantograph[i].body = given->sweep.body[body];
  }
  spec->pantograph = s->pantograph;
  int n = given->sweep.nspeed;
  for (int k = 0; k < (n > 0 ? n : 1); k++) {
    spec->run.speed = n > 0 ? given->sweep.speed[k] : given->run.speed;
    CAT_TRY(run_one(s, spec, body));
  }
  return CAT_OK;
}

static CatStatus figure(Sweep *s) {
  if (s->first->spec->sweep.nspeed < 2 || s->first->spec->sweep.nbody > 1) return CAT_OK;
  if (s->first->spec->npantograph > 1) return CAT_OK;
  CatFigure f = {.title = "Contact force over the speed",
                 .caption = "Mean, deviation, largest and smallest filtered force.",
                 .table = "sweep",
                 .x = "speed",
                 .y = {"mean", "std", "max", "min"},
                 .ny = 4};
  return cat_record_figure(s->first->rec, f);
}

CatStatus cat_train_sweep(CatTrain *r) {
  const CatTrainSpec *given = r->spec;
  int bodies = given->sweep.nbody;
  if (given->sweep.nspeed == 0 && bodies == 0) return CAT_OK;
  Sweep s = {.first = r};
  CAT_TRY(table_new(&s));
  CatTrainSpec spec = *given;
  CatEnergy *account = r->c->energy;
  r->c->energy = NULL;  // of the first run
  CatStatus status = CAT_OK;
  for (int body = 0; body < (bodies > 0 ? bodies : 1) && !status; body++) {
    status = run_body(&s, &spec, body);
  }
  r->c->spec = given;
  r->c->energy = account;
  CAT_TRY(status);
  CAT_TRY(figure(&s));
  return cat_record_ok(r->rec);
}
