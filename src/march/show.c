// What a run leaves behind: channels, figures, results, verdicts, summary.json.
#include <math.h>

#include "post/show.h"
#include "post/verdict.h"
#include "rest/run.h"
#include "run.h"

static const char *pantograph_name(const CatTrain *r, int i) {
  const char *name = r->spec->pantograph[i].body.name;
  return name && name[0] ? name : cat_record_textf(r->rec, "p%d", i + 1);
}

CatStatus cat_train_tables(CatTrain *r) {
  int n = 1 + 4 * r->spec->npantograph;
  CatArena *a = cat_record_arena(r->rec);
  CatColumn *c = CAT_ARENA(a, n, CatColumn);
  r->row = CAT_ARENA(a, n, double);
  if (!c || !r->row) return CAT_ERR_MEMORY;
  c[0] = (CatColumn){"t", "s", "time"};
  for (int i = 0; i < r->spec->npantograph; i++) {
    CatColumn *at = c + 1 + 4 * i;
    at[0] = (CatColumn){cat_record_textf(r->rec, "p%d.x", i + 1), "m", "place along the track"};
    at[1] = (CatColumn){cat_record_textf(r->rec, "p%d.force", i + 1), "N", "contact force"};
    at[2] = (CatColumn){cat_record_textf(r->rec, "p%d.force_%gHz", i + 1, r->spec->measure.cutoff),
                        "N", "contact force, low-passed"};
    at[3] = (CatColumn){cat_record_textf(r->rec, "p%d.height", i + 1), "m",
                        "height of the contact wire over the head"};
    for (int k = 0; k < 4; k++) {
      if (!at[k].name) return CAT_ERR_MEMORY;
    }
  }
  r->table = cat_record_table(r->rec, "time", c, n, (size_t)r->steps + 2);
  return r->table ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- tables at the end

static CatStatus support_table(CatTrain *r) {
  static const CatColumn columns[] = {{"x", "m", "place of the support"},
                                      {"uplift", "m", "largest uplift of the contact wire"},
                                      {"uplift_window", "m", "the same while in the window"}};
  CatTable *t = cat_record_table(r->rec, "supports", columns, 3, (size_t)r->m->nspan + 1);
  if (!t) return CAT_ERR_MEMORY;
  for (int k = 0; k <= r->m->nspan; k++) {
    cat_table_append(t, (double[]){r->m->mast[k], r->uplift[k], r->uplift_window[k]});
  }
  return CAT_OK;
}

static CatStatus dropper_table(CatTrain *r) {
  static const CatColumn columns[] = {{"x", "m", "place of the dropper"},
                                      {"rest", "N", "tension at rest"},
                                      {"least", "N", "least tension"},
                                      {"slack", "s", "time without tension"}};
  if (r->m->ndropper == 0) return CAT_OK;
  CatTable *t = cat_record_table(r->rec, "droppers", columns, 4, (size_t)r->m->ndropper);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = 0; i < r->m->ndropper; i++) {
    cat_table_append(t, (double[]){r->m->node[r->m->dropper[i].low].s, r->c->dropper[i].rest,
                                   r->least[i], r->slack[i]});
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- figures

static CatStatus figures(CatTrain *r) {
  CatMark mark[64];
  int n = r->m->nspan + 1 < 60 ? r->m->nspan + 1 : 60;
  for (int k = 0; k < n; k++) {
    mark[k] = (CatMark){CAT_MARK_LINE, r->m->mast[k], 0, cat_record_textf(r->rec, "%d", k)};
  }
  mark[n++] = (CatMark){CAT_MARK_BAND, r->window[0], r->window[1], "statistics"};
  for (int i = 0; i < r->c->ncontact; i++) {
    const char *x = r->table->channel[1 + 4 * i].name, *raw = r->table->channel[2 + 4 * i].name;
    const char *low = r->table->channel[3 + 4 * i].name, *z = r->table->channel[4 + 4 * i].name;
    CatFigure force = {
        .title = cat_record_textf(r->rec, "Contact force of %s", pantograph_name(r, i)),
        .caption = "Raw and low-passed, along the track; numbers count the supports.",
        .table = "time",
        .x = x,
        .y = {raw, low},
        .ny = 2,
        .nmark = n,
        .mark = mark};
    CAT_TRY(cat_record_figure(r->rec, force));
    CatFigure height = {.title = "Height of the contact point",
                        .caption = "",
                        .table = "time",
                        .x = x,
                        .y = {z},
                        .ny = 1,
                        .nmark = n,
                        .mark = mark};
    CAT_TRY(cat_record_figure(r->rec, height));
  }
  CatFigure uplift = {.title = "Uplift at the supports",
                      .caption = "Largest, and in the window.",
                      .table = "supports",
                      .x = "x",
                      .y = {"uplift", "uplift_window"},
                      .ny = 2};
  CAT_TRY(cat_record_figure(r->rec, uplift));
  if (r->m->ndropper == 0) return CAT_OK;
  CatFigure slack = {.title = "Droppers without tension",
                     .table = "droppers",
                     .x = "x",
                     .caption = "Time that each dropper was slack.",
                     .y = {"slack"},
                     .ny = 1};
  return cat_record_figure(r->rec, slack);
}

//------------------------------------------------------------------------------- results

static double max_uplift(const CatTrain *r) {
  double most = 0;
  for (int k = 0; k <= r->m->nspan; k++) {
    double x = r->m->mast[k];
    if (x >= r->window[0] && x <= r->window[1]) most = fmax(most, r->uplift[k]);
  }
  return most;
}

static CatStatus result(CatTrain *r, const char *group, const char *label, double value,
                        const char *unit) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = group, .label = label, .value = value, .unit = unit, .note = ""});
}

static CatStatus force_results(CatTrain *r, int i) {
  const CatTrainMeasure *m = &r->measure[i];
  const char *g = cat_record_textf(r->rec, "Contact force of %s", pantograph_name(r, i));
  if (!g) return CAT_ERR_MEMORY;
  CAT_TRY(cat_force_results(r->rec, g, &m->force));
  CAT_TRY(result(r, g, "static force", r->static_force[i], "N"));
  return result(r, g, "range of the contact height", 1e3 * m->height_range, "mm");
}

//------------------------------------------------------------------------------- summary.json

static void pantograph_facts(CatTrain *r, cJSON *list, int i) {
  const CatTrainMeasure *m = &r->measure[i];
  CatRecord *rec = r->rec;
  cJSON *p = cat_fact_object(rec, list, NULL);
  cat_fact_text(rec, p, "name", pantograph_name(r, i));
  cat_fact_number(rec, p, "speed_kmh", 3.6 * r->spec->run.speed);
  cat_fact_number(rec, p, "static_force_N", r->static_force[i]);
  cJSON *window = cat_fact_array(rec, p, "window_m");
  cat_fact_number(rec, window, NULL, r->window[0]);
  cat_fact_number(rec, window, NULL, r->window[1]);
  cat_force_facts(rec, p, &m->force);
  cat_fact_number(rec, p, "contact_height_range_mm", 1e3 * m->height_range);
}

static void general_facts(CatTrain *r, cJSON *top) {
  static const char *const methods[] = {"hht", "newmark", "generalised-alpha"};
  CatRecord *rec = r->rec;
  cat_rest_facts(r->m, &r->rest, rec);
  cJSON *march = cat_fact_object(rec, top, "march");
  cat_fact_text(rec, march, "method", methods[r->spec->time.method]);
  cat_fact_text(rec, march, "solver", "band");
  cat_fact_number(rec, march, "dt_s", r->spec->time.step);
  cat_fact_number(rec, march, "steps", (double)r->done);
  cat_fact_number(rec, march, "simulated_s", r->c->t);
  cat_fact_text(rec, march, "filter",
                cat_record_textf(rec, "butterworth order 4, forward and backward, %g Hz",
                                 r->spec->measure.cutoff));
  cat_fact_number(rec, march, "tuning_runs", r->tuning);
  cat_fact_number(rec, march, "pivots_per_step",
                  r->done ? (double)r->c->counts.pivots / (double)r->done : 0);
}

static void facts(CatTrain *r) {
  CatRecord *rec = r->rec;
  cJSON *top = cat_record_summary(rec);
  general_facts(r, top);
  cJSON *list = cat_fact_array(rec, top, "pantographs");
  for (int i = 0; i < r->c->ncontact; i++) pantograph_facts(r, list, i);
  cJSON *supports = cat_fact_array(rec, top, "supports");
  for (int k = 0; k <= r->m->nspan; k++) {
    cJSON *s = cat_fact_object(rec, supports, NULL);
    cat_fact_number(rec, s, "x_m", r->m->mast[k]);
    cat_fact_number(rec, s, "max_uplift_mm", 1e3 * r->uplift[k]);
  }
  cat_fact_number(rec, top, "max_uplift_mm", 1e3 * max_uplift(r));
  cJSON *timing = cat_fact_object(rec, top, "timing");
  cat_fact_number(rec, timing, "rest_s", r->rest_seconds);
  cat_fact_number(rec, timing, "offline_s", r->offline_seconds);
  cat_fact_number(rec, timing, "march_s", r->seconds / (r->tuning > 0 ? r->tuning : 1));
  double simulated = r->c->t * (r->tuning > 0 ? r->tuning : 1);
  if (r->seconds > 0) cat_fact_number(rec, timing, "realtime_factor", simulated / r->seconds);
}

CatStatus cat_train_show(CatTrain *r) {
  CAT_TRY(support_table(r));
  CAT_TRY(dropper_table(r));
  for (int i = 0; i < r->c->ncontact; i++) {
    CAT_TRY(force_results(r, i));
    CAT_TRY(cat_verdict_record(r->rec, &r->measure[i].force, 3.6 * r->spec->run.speed));
  }
  CAT_TRY(result(r, "Uplift", "largest at supports in the window", 1e3 * max_uplift(r), "mm"));
  CAT_TRY(figures(r));
  facts(r);
  return cat_record_ok(r->rec);
}
