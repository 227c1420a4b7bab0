// Results of a crossing and of a range of speeds, as a table and as fields of summary.json.
#include <math.h>

#include "post/results.h"
#include "run.h"

// u: its numerical uncertainty, 0 if that is not known.
static CatStatus result(CatBridgeRun *r, CatResult x, double u) {
  const char *text = cat_uncertainty_text(r->rec, u, x.unit);
  if (!text) return CAT_ERR_MEMORY;
  if (*text) x.note = *x.note ? cat_record_textf(r->rec, "%s; %s", text, x.note) : text;
  if (!x.note) return CAT_ERR_MEMORY;
  x.group = "Crossing";
  return cat_record_result(r->rec, x);
}

static double amplification(const CatCrossing *x) {
  double most = fmax(x->highest.value, -x->lowest.value);
  return x->crawl > 0 ? most / x->crawl : 1;
}

static CatStatus results(CatBridgeRun *r) {
  const CatCrossing *x = &r->crossing;
  double cutoff = r->spec->measure.cutoff;
  const char *where =
      cat_record_textf(r->rec, "at x = %g m%s", r->watch.x,
                       r->spec->measure.nat > 0    ? ""
                       : r->spec->bridge.npier > 0 ? ", the middle of the longest span"
                                                   : ", midspan");
  const char *below = cutoff > 0
                          ? cat_record_textf(r->rec, "below %g Hz; %.4g m/s2 without a filter",
                                             cutoff, x->acceleration_raw)
                          : "without a filter";
  if (!where || !below) return CAT_ERR_MEMORY;
  const CatCrossingUncertainty *u = &r->uncertain;
  const struct {
    CatResult result;
    double u;
  } rows[] = {
      {{"", "largest deflection", "mm", where, 1e3 * x->highest.value}, 1e3 * u->deflection},
      {{"", "lowest deflection", "mm", "upwards if negative", 1e3 * x->lowest.value},
       1e3 * u->deflection},
      {{"", "largest acceleration", "m/s2", below, x->acceleration}, u->acceleration},
      {{"", "amplification", "", "by the deflection of trains that creep", amplification(x)}, 0},
      {{"", "smallest wheel force", "N", "", x->force_min}, u->force},
      {{"", "largest wheel force", "N", "", x->force_max}, u->force},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CAT_TRY(result(r, rows[i].result, rows[i].u));
  }
  return CAT_OK;
}

static void crossing_fields(CatBridgeRun *r) {
  const CatCrossing *x = &r->crossing;
  CatRecord *rec = r->rec;
  cJSON *bridge = cat_bridge_fields(r);
  cJSON *w = cat_summary_object(rec, bridge, "deflection");
  cat_summary_number(rec, w, "max_mm", 1e3 * x->highest.value);
  cat_summary_number(rec, w, "min_mm", 1e3 * x->lowest.value);
  cat_summary_number(rec, w, "x_m", r->watch.x);
  cat_summary_number(rec, w, "t_s", x->highest.t);
  cat_summary_number(rec, bridge, "acceleration_max_m_s2", x->acceleration);
  cat_summary_number(rec, bridge, "acceleration_unfiltered_m_s2", x->acceleration_raw);
  cat_summary_number(rec, bridge, "amplification", amplification(x));
  cJSON *reactions = cat_summary_array(rec, bridge, "reactions_N");
  for (int i = 0; i < r->bridge.nbearing; i++) {
    cat_summary_number(rec, reactions, NULL, x->reaction[i]);
  }
  cJSON *force = cat_summary_object(rec, bridge, "wheel_force");
  cat_summary_number(rec, force, "min_N", x->force_min);
  cat_summary_number(rec, force, "max_N", x->force_max);
  cat_summary_number(rec, force, "unloading_percent", 100 * x->unloading);
}

static void march_fields(CatBridgeRun *r, double simulated, double steps) {
  CatRecord *rec = r->rec;
  cJSON *top = cat_record_summary(rec);
  cJSON *model = cat_summary_object(rec, top, "model");
  bool layer = r->spec->track.given && r->c;
  cat_summary_number(rec, model, "dof", layer ? r->c->structure->n : r->bridge.n);
  cat_summary_number(rec, model, "unknowns", r->bridge.unknowns);
  if (r->bridge.nbearing > 1) cat_summary_number(rec, model, "spans", r->bridge.nbearing - 1);
  cJSON *march = cat_summary_object(rec, top, "march");
  cat_summary_text(rec, march, "method",
                   layer ? "generalised-alpha" : "exact for loads linear in time");
  cat_summary_text(rec, march, "solver", layer ? "band" : "modes");
  cat_summary_number(rec, march, "dt_s", r->spec->time.step);
  cat_summary_number(rec, march, "steps", steps);
  cat_summary_number(rec, march, "simulated_s", simulated);
  cJSON *timing = cat_summary_object(rec, top, "timing");
  cat_summary_number(rec, timing, "offline_s", r->modes_seconds);
  cat_summary_number(rec, timing, "march_s", r->seconds);
  if (r->seconds > 0 && simulated > 0) {
    double per_metre = r->seconds / (r->spec->run.speed * simulated);
    cat_summary_number(rec, timing, "realtime_factor", simulated / r->seconds);
    cat_summary_number(rec, timing, "per_100m_s", 100 * per_metre);
  }
}

static CatStatus energy(CatBridgeRun *r) {
  if (!r->ledger) return CAT_OK;
  CatAccount a = cat_ledger_account(r->ledger);
  cJSON *e = cat_summary_object(r->rec, cat_record_summary(r->rec), "energy");
  cat_summary_number(r->rec, e, "work_J", a.work);
  cat_summary_number(r->rec, e, "propulsion_J", a.propulsion);
  cat_summary_number(r->rec, e, "dissipated_J", a.dissipated);
  cat_summary_number(r->rec, e, "numerical_J", a.numerical);
  cat_summary_number(r->rec, e, "stored_J", a.stored);
  cat_summary_balance(r->rec, e, a.residual, a.throughput);
  r->numerical = a.numerical, r->worked = a.throughput;
  return cat_record_result(
      r->rec, (CatResult){"Energy", "residual / throughput", "", "", cat_record_imbalance(r->rec)});
}

CatStatus cat_bridge_summary(CatBridgeRun *r) {
  CAT_TRY(results(r));
  crossing_fields(r);
  march_fields(r, r->c->sim->t, (double)r->c->sim->counts.steps);
  CAT_TRY(energy(r));
  return cat_record_ok(r->rec);
}

//------------------------------------------------------------------------------- a range

static const char *train_name(CatBridgeRun *r, int i) {
  if (i < 0) return "all";
  const char *name = r->spec->trains[i].name;
  return *name ? name : cat_record_textf(r->rec, "train %d", i + 1);
}

static CatStatus range_energy(CatBridgeRun *r) {
  cJSON *e = cat_summary_object(r->rec, cat_record_summary(r->rec), "energy");
  cat_summary_balance(r->rec, e, r->residual, r->throughput);
  return cat_record_result(r->rec, (CatResult){"Energy", "residual / throughput", "",
                                               "of the crossing whose account closes worst",
                                               cat_record_imbalance(r->rec)});
}

CatStatus cat_bridge_sweep_summary(CatBridgeRun *r) {
  CatRecord *rec = r->rec;
  cJSON *list = cat_summary_array(rec, cat_record_summary(rec), "sweep");
  const CatSweepPoint *worst = r->point, *highest = r->point;
  for (int i = 0; i < r->npoint; i++) {
    const CatSweepPoint *p = &r->point[i];
    cJSON *item = cat_summary_object(rec, list, NULL);
    cat_summary_text(rec, item, "train", train_name(r, p->train));
    cat_summary_number(rec, item, "speed_m_s", p->speed);
    cat_summary_number(rec, item, "deflection_mm", 1e3 * p->deflection);
    cat_summary_number(rec, item, "acceleration_m_s2", p->acceleration);
    if (p->acceleration > worst->acceleration) worst = p;
    if (p->deflection > highest->deflection) highest = p;
  }
  march_fields(r, 0, 0);
  if (r->spec->measure.energy) CAT_TRY(range_energy(r));
  const char *fast =
      cat_record_textf(rec, "%s at %g m/s", train_name(r, worst->train), worst->speed);
  const char *deep =
      cat_record_textf(rec, "%s at %g m/s", train_name(r, highest->train), highest->speed);
  if (!fast || !deep) return CAT_ERR_MEMORY;
  CAT_TRY(cat_record_result(rec, (CatResult){"Range of speeds", "largest acceleration", "m/s2",
                                             fast, worst->acceleration}));
  CAT_TRY(cat_record_result(rec, (CatResult){"Range of speeds", "largest deflection", "mm", deep,
                                             1e3 * highest->deflection}));
  CAT_TRY(cat_bridge_deck_verdict(r, worst->acceleration, 0, fast));
  return cat_record_ok(rec);
}
