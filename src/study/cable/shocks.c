// A run by characteristics: where shocks form, where they stand at the end, and what v and v_x look
// like on the way; figures 4.5 to 4.9 of the thesis.
#include <math.h>

#include "characteristics.h"
#include "pulse.h"
#include "run.h"

typedef struct Shocks {
  const CatCableSpec *spec;
  CatRecord *rec;
  CatCharacteristics c;
  CatShockBegin begin[CAT_SHOCKS];
  CatShock end[CAT_SHOCKS];
  int nbegin, nend;
} Shocks;

//------------------------------------------------------------------------------------- profiles

static void append(const Shocks *r, CatTable *table, double x, double t, double tau) {
  const CatCablePulse *p = &r->spec->pulse;
  double wave = cat_cable_wave_speed(r->spec);
  double row[4] = {x, cat_characteristic_slope(r->spec, tau), cat_characteristic_v(&r->c, tau, t),
                   cat_pulse_shape(p, x + p->distance - wave * t, 0)};
  cat_table_append(table, row);
}

// From the driven end outwards; lines that a shock has swallowed are left out, and both sides of it
// are there.
static CatStatus profile(Shocks *r, int index, double t, const CatShock *shock, int n) {
  static const CatColumn columns[] = {{"x", "m", "position along the cable"},
                                      {"v_x", "", "slope, shocks at equal areas"},
                                      {"v", "m", "displacement"},
                                      {"v_string", "m", "displacement of the linear string"}};
  const char *name = cat_record_textf(r->rec, "profile_%d", index + 1);
  if (!name) return CAT_ERR_MEMORY;
  size_t room = (size_t)r->c.n + 2 * (size_t)n + 2;
  CatTable *table = cat_record_table(r->rec, name, columns, 4, room);
  if (!table) return CAT_ERR_MEMORY;
  int next = n - 1;  // shocks lie by falling x, lines leave by rising tau
  for (int i = r->c.n; i >= 0; i--) {
    double tau = i * r->c.step;
    if (tau > t) continue;
    for (; next >= 0 && tau < shock[next].late; next--) {
      append(r, table, shock[next].x, t, shock[next].late);
      append(r, table, shock[next].x, t, shock[next].early);
      while (i > 0 && i * r->c.step > shock[next].early) i--;
      tau = i * r->c.step;
    }
    append(r, table, cat_characteristic_x(&r->c, tau, t), t, tau);
  }
  return CAT_OK;
}

// All branches: a line in the plane of x and v_x, folded where shocks are.
static CatStatus branches(Shocks *r, double t) {
  CatArena *a = cat_record_arena(r->rec);
  double *x = CAT_ARENA(a, r->c.n + 1, double), *y = CAT_ARENA(a, r->c.n + 1, double), most = 1e-12;
  int n = 0;
  if (!x || !y) return CAT_ERR_MEMORY;
  for (int i = r->c.n; i >= 0; i--) {
    double tau = i * r->c.step;
    if (tau > t) continue;
    x[n] = cat_characteristic_x(&r->c, tau, t);
    y[n++] = r->c.s[i];
    most = fmax(most, fabs(r->c.s[i]));
  }
  CatStroke stroke = {CAT_STROKE_WIRE, n, x, y, ""};
  const char *title = cat_record_textf(r->rec, "Slope at t = %g s, all branches", t);
  if (!title) return CAT_ERR_MEMORY;
  return cat_record_drawing(
      r->rec, (CatDrawing){.title = title,
                           .caption = "v_x over x as the characteristics carry it; where the line "
                                      "is folded, there are three values.",
                           .enlarge = 0.15 * (x[n - 1] - x[0]) / most,
                           .nstroke = 1,
                           .stroke = &stroke});
}

static CatStatus profile_plots(Shocks *r, int index, double t, const CatShock *shock, int n) {
  const char *table = cat_record_textf(r->rec, "profile_%d", index + 1);
  const char *title = cat_record_textf(r->rec, "Slope at t = %g s", t);
  const char *other = cat_record_textf(r->rec, "Displacement at t = %g s", t);
  CatMark mark[CAT_SHOCKS];
  if (!table || !title || !other) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) mark[i] = (CatMark){CAT_MARK_BAND, shock[i].from, shock[i].to, ""};
  CatFigure f = {.title = title,
                 .caption = "Shocks at equal areas. Bands: here the characteristics give three "
                            "values.",
                 .table = table,
                 .x = "x",
                 .y = {"v_x"},
                 .ny = 1,
                 .nmark = n,
                 .mark = mark};
  CAT_TRY(cat_record_figure(r->rec, f));
  f.title = other;
  f.caption = "Beside the linear string, which keeps the shape.";
  f.y[0] = "v";
  f.y[1] = "v_string";
  f.ny = 2;
  return cat_record_figure(r->rec, f);
}

static void profile_fields(Shocks *r, cJSON *list, double t, const CatShock *shock, int n) {
  cJSON *item = cat_summary_object(r->rec, list, NULL);
  cat_summary_number(r->rec, item, "t_s", t);
  cJSON *folds = cat_summary_array(r->rec, item, "multivalued_m");
  cJSON *at = cat_summary_array(r->rec, item, "shocks_m");
  for (int i = n - 1; i >= 0; i--) {
    cJSON *pair = cat_summary_array(r->rec, folds, NULL);
    cat_summary_number(r->rec, pair, NULL, shock[i].from);
    cat_summary_number(r->rec, pair, NULL, shock[i].to);
    cat_summary_number(r->rec, at, NULL, shock[i].x);
  }
}

static CatStatus warn(Shocks *r, double t, const CatShock *shock, int n) {
  for (int i = 0; i < n; i++) {
    if (shock[i].merged || !shock[i].admissible) {
      return cat_record_warn(r->rec,
                             "at t = %g s the shock at %.1f m %s: equal areas are not the weak "
                             "solution there",
                             t, shock[i].x,
                             shock[i].merged ? "has met another one" : "would let lines out");
    }
  }
  return CAT_OK;
}

static CatStatus profiles(Shocks *r, cJSON *cable) {
  const CatCableRecordSpec *rec = &r->spec->record;
  cJSON *list = cat_summary_array(r->rec, cable, "profiles");
  for (int i = 0; i < rec->nshape; i++) {
    CatShock shock[CAT_SHOCKS];
    double t = rec->shapes[i];
    if (t <= 0) continue;
    int n = cat_shocks_at(&r->c, t, shock);
    CAT_TRY(branches(r, t));
    CAT_TRY(profile(r, i, t, shock, n));
    CAT_TRY(profile_plots(r, i, t, shock, n));
    CAT_TRY(warn(r, t, shock, n));
    profile_fields(r, list, t, shock, n);
    cat_progress(cat_record_context(r->rec), (i + 1.0) / rec->nshape, t);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------------- results

static CatStatus results(Shocks *r) {
  for (int i = 0; i < r->nbegin; i++) {
    const char *group = cat_record_textf(r->rec, "Shock %d", i + 1);
    if (!group) return CAT_ERR_MEMORY;
    CAT_TRY(cat_record_result(r->rec, (CatResult){.group = group,
                                                  .label = "forms after",
                                                  .value = r->begin[i].t,
                                                  .unit = "s",
                                                  .note = ""}));
    CAT_TRY(cat_record_result(
        r->rec,
        (CatResult){
            .group = group, .label = "at", .value = r->begin[i].x, .unit = "m", .note = ""}));
  }
  for (int i = r->nend - 1; i >= 0; i--) {
    const char *note =
        cat_record_textf(r->rec, "three values from %.1f to %.1f m", r->end[i].from, r->end[i].to);
    if (!note) return CAT_ERR_MEMORY;
    CAT_TRY(cat_record_result(r->rec, (CatResult){.group = "At the end",
                                                  .label = "shock at",
                                                  .value = r->end[i].x,
                                                  .unit = "m",
                                                  .note = note}));
  }
  return CAT_OK;
}

static CatStatus summary(Shocks *r) {
  CatRecord *rec = r->rec;
  cJSON *top = cat_record_summary(rec), *cable = cat_summary_object(rec, top, "cable");
  cat_summary_number(rec, cable, "wave_speed_m_s", cat_cable_wave_speed(r->spec));
  cJSON *begin = cat_summary_array(rec, cable, "shocks");
  for (int i = 0; i < r->nbegin; i++) {
    cJSON *item = cat_summary_object(rec, begin, NULL);
    cat_summary_number(rec, item, "t_s", r->begin[i].t);
    cat_summary_number(rec, item, "x_m", r->begin[i].x);
  }
  cJSON *end = cat_summary_array(rec, cable, "shocks_at_end_m");
  for (int i = r->nend - 1; i >= 0; i--) cat_summary_number(rec, end, NULL, r->end[i].x);
  CAT_TRY(profiles(r, cable));
  CAT_TRY(results(r));
  cJSON *march = cat_summary_object(rec, top, "march");
  cat_summary_text(rec, march, "method", "characteristics");
  cat_summary_number(rec, march, "simulated_s", r->spec->time.end);
  return cat_record_ok(rec);
}

CatStatus cat_characteristics_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  Shocks r = {.spec = cat_spec_values(spec), .rec = rec};
  (void)ctx;
  CAT_TRY(cat_characteristics_new(cat_record_arena(rec), r.spec, r.spec->space.intervals, &r.c));
  r.nbegin = cat_shocks_begin(&r.c, r.begin);
  r.nend = cat_shocks_at(&r.c, r.spec->time.end, r.end);
  CAT_TRY(warn(&r, r.spec->time.end, r.end, r.nend));
  return summary(&r);
}
