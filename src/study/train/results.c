// Channels, tables, results, verdicts and summary fields of a run.
#include <math.h>

#include "linkage_results.h"
#include "post/filter.h"
#include "post/results.h"
#include "post/verdict.h"
#include "rest/run.h"
#include "run.h"
#include "summary_fields.h"
#include "uncertainty.h"

const char *cat_train_name(const CatTrain *r, int contact) {
  const char *name = r->spec->pantograph[contact].body.name;
  return name && name[0] ? name : cat_record_textf(r->rec, "p%d", contact + 1);
}

const char *cat_train_label(const CatTrain *r, int contact) {
  const char *given = r->spec->pantograph[contact].body.name;
  bool several = r->line.c->sim->nmechanism > 1;
  return several && given && given[0] ? cat_record_textf(r->rec, "p%d, %s", contact + 1, given)
                                      : cat_train_name(r, contact);
}

CatStatus cat_train_tables(CatTrain *r) {
  int n = 1 + CAT_TRAIN_COLUMNS * r->spec->npantograph;
  r->speed_column = r->spec->run.nspeed > 0 ? n++ : 0;
  r->section_column = cat_train_section_columns(r) > 0 ? n : 0;
  n += cat_train_section_columns(r);
  CatArena *a = cat_record_arena(r->rec);
  CatColumn *c = CAT_ARENA(a, n, CatColumn);
  r->row = CAT_ARENA(a, n, double);
  if (!c || !r->row) return CAT_ERR_MEMORY;
  c[0] = (CatColumn){"t", "s", "time"};
  if (r->speed_column) c[r->speed_column] = (CatColumn){"speed", "m/s", "speed of the train"};
  if (r->section_column) CAT_TRY(cat_train_section_titles(r, c + r->section_column));
  for (int i = 0; i < r->spec->npantograph; i++) {
    CatColumn *at = c + 1 + CAT_TRAIN_COLUMNS * i;
    at[0] = (CatColumn){cat_record_textf(r->rec, "p%d.x", i + 1), "m", "place along the track"};
    at[1] = (CatColumn){cat_record_textf(r->rec, "p%d.force", i + 1), "N", "contact force"};
    at[2] = (CatColumn){cat_record_textf(r->rec, "p%d.force_%gHz", i + 1, r->spec->measure.cutoff),
                        "N", "contact force, low-passed"};
    at[3] = (CatColumn){cat_record_textf(r->rec, "p%d.height", i + 1), "m",
                        "height of the contact wire over the head"};
    for (int k = 0; k < CAT_TRAIN_COLUMNS; k++) {
      if (!at[k].name) return CAT_ERR_MEMORY;
    }
  }
  r->table = cat_record_table(r->rec, "time", c, n, (size_t)r->rows + 2);
  return r->table ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- tables at the end

// The next one along the track, of one section or the other.
static int next_support(const CatLineModel *m, int *first, int *second) {
  bool of_first =
      *second == m->nmast || (*first <= m->nspan && m->mast[*first] <= m->mast[*second]);
  return of_first ? (*first)++ : (*second)++;
}

static CatStatus support_table(CatTrain *r) {
  static const CatColumn columns[] = {{"x", "m", "place of the support"},
                                      {"uplift", "m", "maximum uplift of the contact wire"},
                                      {"uplift_window", "m", "the same while in the window"}};
  const CatObserved *o = &r->seen;
  CatTable *t = cat_record_table(r->rec, "supports", columns, 3, (size_t)o->nsupport);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = 0, first = 0, second = r->line.m->nspan + 1; i < o->nsupport; i++) {
    int k = next_support(r->line.m, &first, &second);
    cat_table_append(t, (double[]){r->line.m->mast[k], o->uplift[k], o->uplift_window[k]});
  }
  CatListing listing = {"Uplift at the supports", "", "supports"};
  return cat_record_listing(r->rec, listing);
}

static CatStatus dropper_table(CatTrain *r) {
  static const CatColumn columns[] = {
      {"x", "m", "place of the dropper"},     {"rest", "N", "tension at rest"},
      {"least", "N", "minimum tension"},      {"largest", "N", "maximum tension"},
      {"slack", "s", "time without tension"}, {"cycles", "", "how often it went slack"}};
  const CatObserved *o = &r->seen;
  if (o->ntie == 0) return CAT_OK;
  CatTable *t = cat_record_table(r->rec, "droppers", columns, 6, (size_t)o->ntie);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = 0; i < o->ntie; i++) {
    double x = r->line.m->node[r->line.m->dropper[i].low].s;
    cat_table_append(t, (double[]){x, r->line.c->ties.rest[i], o->least[i], o->most[i], o->slack[i],
                                   o->cycles[i]});
  }
  CatListing listing = {"Droppers", "Of the whole run.", "droppers"};
  return cat_record_listing(r->rec, listing);
}

//------------------------------------------------------------------------------- results

static CatStatus result(CatTrain *r, const char *group, const char *label, double value,
                        const char *unit) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = group, .label = label, .value = value, .unit = unit, .note = ""});
}

static const CatForce *u_of(const CatTrain *r, int i) {
  return r->uncertain.known ? &r->measure[i].u : NULL;
}

// Statistics of no samples would be zeros: a run that ended early may not have reached the window.
static bool measured(const CatTrain *r, int i) {
  return r->measure[i].force.n > 0;
}

static bool any_measured(const CatTrain *r) {
  bool any = false;
  for (int i = 0; i < r->line.c->sim->nmechanism; i++) any |= measured(r, i);
  return any;
}

static CatStatus static_force_result(CatTrain *r, const char *group, int i) {
  const char *note = "";
  if (r->target[i] > 0) {
    note = cat_record_textf(r->rec, "tuned to a mean of %.5g N", r->target[i]);
    if (!note) return CAT_ERR_MEMORY;
  }
  return cat_record_result(r->rec, (CatResult){.group = group,
                                               .label = "static force",
                                               .value = cat_train_pushed_with(r, i),
                                               .unit = "N",
                                               .note = note});
}

static CatStatus force_results(CatTrain *r, int i) {
  const CatTrainMeasure *m = &r->measure[i];
  if (!measured(r, i)) return CAT_OK;
  const char *g = cat_record_textf(r->rec, "Contact force of %s", cat_train_label(r, i));
  if (!g) return CAT_ERR_MEMORY;
  CAT_TRY(cat_force_results(r->rec, g, &m->force, u_of(r, i)));
  CAT_TRY(static_force_result(r, g, i));
  CAT_TRY(result(r, g, "range of the contact height", 1e3 * m->height_range, "mm"));
  CAT_TRY(cat_force_other_results(r->rec, g, &m->force));
  return cat_train_section_results(r, i);
}

static CatStatus uplift_result(CatTrain *r) {
  double u = r->uncertain.known ? r->uncertain.uplift[r->seen.nsupport] : 0;
  return cat_record_result(r->rec,
                           (CatResult){.group = "Uplift",
                                       .label = "maximum at supports in the window",
                                       .value = 1e3 * cat_train_uplift(r),
                                       .unit = "mm",
                                       .note = cat_uncertainty_text(r->rec, 1e3 * u, "mm")});
}

static CatStatus dropper_results(CatTrain *r) {
  const CatObserved *o = &r->seen;
  double longest = 0, slack = 0;
  long cycles = 0;
  if (o->ntie == 0) return CAT_OK;
  for (int i = 0; i < o->ntie; i++) {
    slack += o->slack[i] > 0;
    longest = fmax(longest, o->slack[i]);
    cycles += o->cycles[i];
  }
  CAT_TRY(result(r, "Droppers", "droppers that went slack", slack, ""));
  CAT_TRY(result(r, "Droppers", "times that a dropper went slack", (double)cycles, ""));
  return result(r, "Droppers", "longest time that a dropper was slack", longest, "s");
}

// Limits that depend on the speed need one.
static bool varies(const CatTrainMeasure *m) {
  return m->speed[1] - m->speed[0] > 0.5 / 3.6;
}

// The ranges to judge by; those for another speed say nothing about this run.
static CatStatus find_range(CatTrain *r, CatRangeName *range) {
  double wanted = cat_verdict_speed((CatRangeName)r->spec->measure.compare_with);
  const double *speeds = r->measure[0].speed;
  double speed = 3.6 * speeds[1];
  *range = (CatRangeName)r->spec->measure.compare_with;
  bool same = fabs(speed - wanted) < 0.5 && fabs(3.6 * speeds[0] - wanted) < 0.5;
  if (*range == CAT_RANGE_NONE || same) return CAT_OK;
  const char *name = cat_range_names[*range];
  *range = CAT_RANGE_NONE;
  if (varies(&r->measure[0])) {
    return cat_record_warn(r->rec,
                           "the ranges %s hold at %g km/h: this run, whose speed varies, is not "
                           "judged by them",
                           name, wanted);
  }
  return cat_record_warn(r->rec,
                         "the ranges %s hold at %g km/h: this run at %g km/h is not judged "
                         "by them",
                         name, wanted, speed);
}

// What the statistics of a run that ended early are of.
static CatStatus warn_of_part(CatTrain *r) {
  for (int i = 0; i < r->line.c->sim->nmechanism; i++) {
    const char *name = cat_train_label(r, i);
    const double *x = r->table->channel[1 + CAT_TRAIN_COLUMNS * i + CAT_COLUMN_X].data;
    if (!measured(r, i)) {
      CAT_TRY(
          cat_record_warn(r->rec, "%s: the run ended before the window of the statistics", name));
      continue;
    }
    CAT_TRY(cat_record_warn(r->rec,
                            "%s: the run ended early: statistics are from %.6g to %.6g m, and "
                            "nothing is judged",
                            name, x[r->measure[i].from], x[r->measure[i].to - 1]));
  }
  return CAT_OK;
}

static CatStatus warn_of_speeds(CatTrain *r) {
  const CatTrainMeasure *m = &r->measure[0];
  if (!varies(m)) return CAT_OK;
  return cat_record_warn(
      r->rec,
      "the speed goes from %.4g to %.4g km/h in the window: limits that depend "
      "on it (mean force of EN 50367) are not judged, and statistics weigh time, "
      "not distance",
      3.6 * m->speed[0], 3.6 * m->speed[1]);
}

// Whose limits hold for a pantograph.
static CatCurrent system_of(const CatTrain *r, int i) {
  int asked = r->spec->measure.system, own = r->spec->pantograph[i].en50367;
  return (CatCurrent)(asked ? asked : own);
}

// A mean that was tuned is met whatever the step: its uncertainty moves the static force.
static void make_uncertain(const CatTrain *r, int i, CatVerdict *rows, int n) {
  const CatTrainMeasure *m = &r->measure[i];
  const CatUncertain *u = &r->uncertain;
  CatForce own = m->u;
  if (!u->known) return;
  if (r->target[i] > 0) own.mean = 0;
  CatJudged judged = {&m->force, m->height_range, cat_train_uplift(r)};
  cat_verdict_uncertain(rows, n, &judged,
                        &(CatJudged){&own, m->u_height, u->uplift[r->seen.nsupport]});
}

static CatStatus verdicts(CatTrain *r, CatRangeName range, int i) {
  const CatTrainMeasure *m = &r->measure[i];
  if (r->partial || !measured(r, i)) return CAT_OK;
  const char *who = r->line.c->sim->nmechanism > 1 ? cat_record_textf(r->rec, "p%d", i + 1) : NULL;
  CatVerdict rows[CAT_RANGE_ROWS];
  CatJudged judged = {&m->force, m->height_range, cat_train_uplift(r)};
  int n = cat_verdict_en50318(&judged, range, rows);
  make_uncertain(r, i, rows, n);
  CAT_TRY(cat_verdict_record(r->rec, rows, n, who));
  CatCollection by = {.system = system_of(r, i),
                      .speed = {3.6 * m->speed[0], 3.6 * m->speed[1]},
                      .tuned = r->target[i],
                      .range = range};
  n = cat_verdict_en50367(r->rec, &m->force, &by, rows);
  make_uncertain(r, i, rows, n);
  return cat_verdict_record(r->rec, rows, n, who);
}

//------------------------------------------------------------------------------- summary.json

static CatStatus pantograph_fields(CatTrain *r, cJSON *list, int i) {
  const CatTrainMeasure *m = &r->measure[i];
  CatRecord *rec = r->rec;
  cJSON *p = cat_summary_object(rec, list, NULL);
  cat_summary_text(rec, p, "name", cat_train_name(r, i));
  cat_summary_number(rec, p, "speed_kmh", 3.6 * m->speed[1]);
  if (varies(m)) {
    cJSON *range = cat_summary_array(rec, p, "speed_range_kmh");
    cat_summary_number(rec, range, NULL, 3.6 * m->speed[0]);
    cat_summary_number(rec, range, NULL, 3.6 * m->speed[1]);
  }
  cat_summary_number(rec, p, "static_force_N", cat_train_pushed_with(r, i));
  cJSON *window = cat_summary_array(rec, p, "window_m");
  cat_summary_number(rec, window, NULL, m->window[0]);
  cat_summary_number(rec, window, NULL, m->window[1]);
  CAT_TRY(cat_train_linkage_results(r, i, p));
  if (!measured(r, i)) return CAT_OK;
  cat_force_summary(rec, p, &m->force, u_of(r, i));
  cat_summary_number(rec, p, "contact_height_range_mm", 1e3 * m->height_range);
  cat_train_section_summary(r, p, i);
  if (!r->uncertain.known) return CAT_OK;
  cat_summary_number(rec, p, "contact_height_range_u_num_mm", 1e3 * m->u_height);
  return CAT_OK;
}

static void general_fields(CatTrain *r) {
  CatRecord *rec = r->rec;
  cat_rest_summary_fields(r->line.m, r->line.at_rest, &r->line.rest, rec);
  cJSON *march = cat_line_sim_summary(r->line.c, r->done - r->first, rec);
  char filter[CAT_FILTER_TEXT];
  cat_filter_text((CatFilterType)r->spec->measure.filter, r->spec->measure.cutoff, filter);
  cat_summary_text(rec, march, "filter", filter);
  cat_summary_number(rec, march, "tuning_runs", r->tuning);
  if (r->halving) cat_summary_number(rec, march, "halved_steps", (double)r->halved);
  cat_summary_number(rec, march, "pivots_per_step",
                     r->done ? (double)r->line.c->sim->counts.pivots / (double)r->done : 0);
}

static void basis_fields(CatTrain *r, cJSON *top) {
  static const char *const of[] = {"components", "whole-line"};
  const CatBasis *b = r->line.c->basis;
  CatRecord *rec = r->rec;
  if (!b) return;
  cJSON *basis = cat_summary_object(rec, top, "basis");
  cat_summary_text(rec, basis, "of", of[r->spec->modal.basis]);
  cat_summary_number(rec, basis, "vectors", b->n);
  cat_summary_number(rec, basis, "modes", b->modes);
  cat_summary_number(rec, basis, "attachments", b->attached);
  cat_summary_number(rec, basis, "border", b->nborder);
  cat_summary_number(rec, basis, "highest_Hz", b->highest);
  if (b->error > 0) cat_summary_number(rec, basis, "estimated_cv_percent", 100 * b->error);
}

// Modes that are too few leave forces of which nothing can be judged.
static CatStatus doubt_basis(CatTrain *r, const CatBasis *b) {
  static const double most = 0.05;  // of the mean force
  if (b->error <= most) return CAT_OK;
  CAT_TRY(cat_record_warn(r->rec,
                          "contact forces with %d vectors may be wrong by %.0f %% of their mean "
                          "(estimated), so that nothing is decided; modal.modes: auto takes as "
                          "many as are needed",
                          b->n, 100 * b->error));
  return cat_record_doubt_verdicts(r->rec, "the reduced basis may leave the forces wrong by more "
                                           "than 5 % of their mean");
}

static CatStatus basis_results(CatTrain *r) {
  const CatBasis *b = r->line.c->basis;
  if (!b) return CAT_OK;
  CAT_TRY(result(r, "Reduced basis", "vectors", b->n, ""));
  CAT_TRY(result(r, "Reduced basis", "highest mode", b->highest, "Hz"));
  if (b->error == 0) return CAT_OK;
  CAT_TRY(doubt_basis(r, b));
  return result(r, "Reduced basis", "estimated error of the contact force", 100 * b->error, "%");
}

static void line_fields(CatTrain *r, cJSON *top) {
  CatRecord *rec = r->rec;
  const CatUncertain *u = &r->uncertain;
  const CatObserved *o = &r->seen;
  cJSON *supports = cat_summary_array(rec, top, "supports");
  for (int k = 0; k < o->nsupport; k++) {
    cJSON *s = cat_summary_object(rec, supports, NULL);
    cat_summary_number(rec, s, "x_m", r->line.m->mast[k]);
    if (r->line.c->nsection > 1) {
      cat_summary_number(rec, s, "section", k <= r->line.m->nspan ? 1 : 2);
    }
    cat_summary_number(rec, s, "max_uplift_mm", 1e3 * o->uplift[k]);
    if (u->known) cat_summary_number(rec, s, "u_num_mm", 1e3 * u->uplift[k]);
  }
  if (u->known) cat_summary_number(rec, top, "max_uplift_u_num_mm", 1e3 * u->uplift[o->nsupport]);
  if (any_measured(r)) cat_summary_number(rec, top, "max_uplift_mm", 1e3 * cat_train_uplift(r));
  cJSON *droppers = cat_summary_array(rec, top, "droppers");
  for (int i = 0; i < o->ntie; i++) {
    cJSON *d = cat_summary_object(rec, droppers, NULL);
    cat_summary_number(rec, d, "x_m", r->line.m->node[r->line.m->dropper[i].low].s);
    cat_summary_number(rec, d, "rest_N", r->line.c->ties.rest[i]);
    cat_summary_number(rec, d, "min_N", o->least[i]);
    cat_summary_number(rec, d, "max_N", o->most[i]);
    cat_summary_number(rec, d, "slack_s", o->slack[i]);
    cat_summary_number(rec, d, "cycles", o->cycles[i]);
  }
}

static CatStatus summary_fields(CatTrain *r) {
  CatRecord *rec = r->rec;
  cJSON *top = cat_record_summary(rec);
  general_fields(r);
  basis_fields(r, top);
  cJSON *list = cat_summary_array(rec, top, "pantographs");
  for (int i = 0; i < r->line.c->sim->nmechanism; i++) CAT_TRY(pantograph_fields(r, list, i));
  line_fields(r, top);
  return CAT_OK;
}

static CatStatus warn_halved(CatTrain *r) {
  return cat_record_warn(r->rec,
                         "Newton's method did not converge in %ld of %ld steps: they were done in "
                         "parts of down to 1/%d of time.step",
                         r->halved, r->done, 1 << r->finest);
}

CatStatus cat_train_results(CatTrain *r) {
  CatRangeName range = CAT_RANGE_NONE;
  if (!r->partial) CAT_TRY(find_range(r, &range));
  if (!r->partial) CAT_TRY(warn_of_speeds(r));
  if (r->partial) CAT_TRY(warn_of_part(r));
  if (r->halved > 0) CAT_TRY(warn_halved(r));
  if (r->done >= r->steps) CAT_TRY(cat_train_warn_window(r));
  if (!r->partial) CAT_TRY(cat_train_validity(r));
  CAT_TRY(support_table(r));
  CAT_TRY(dropper_table(r));
  for (int i = 0; i < r->line.c->sim->nmechanism; i++) {
    CAT_TRY(force_results(r, i));
    CAT_TRY(verdicts(r, range, i));
  }
  if (any_measured(r)) CAT_TRY(uplift_result(r));
  if (!r->partial) CAT_TRY(cat_verdict_scope(r->rec, (CatCurrent)r->spec->measure.system));
  CAT_TRY(cat_train_uncertainty_results(r));
  CAT_TRY(dropper_results(r));
  CAT_TRY(basis_results(r));
  CAT_TRY(cat_line_sim_results(r->line.c, r->rec));
  CAT_TRY(cat_train_plots(r));
  CAT_TRY(summary_fields(r));
  CAT_TRY(cat_train_statistics(r));
  return cat_record_ok(r->rec);
}
