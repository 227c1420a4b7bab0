// Comfort of measured accelerations: columns along, across and up, each weighted by its direction.
#include "post/comfort.h"

#include <math.h>
#include <string.h>

#include "measurement.h"

typedef struct Axis {
  CatMeasured m;
  CatDirection direction;
  CatComfort c;
} Axis;

static const char *const axis_names[3] = {"longitudinal", "lateral", "vertical"};
static const double WINDOW = 5;  // of the rms of EN 12299 [s]

static CatStatus check_duration(Axis *a) {
  double time = (double)(a->m.signal.to - a->m.signal.from) * a->m.step;
  if (time >= WINDOW) return CAT_OK;
  return cat_record_warn(a->m.rec,
                         "%s lasts for %.3g s, less than the %g s of a window: its comfort by EN "
                         "12299 is that of a shorter one",
                         a->m.found, time, WINDOW);
}

static CatStatus read_axis(const CatMeasured *all, const char *column, Axis *a) {
  a->m = *all;
  a->m.column = column;
  CAT_TRY(cat_measured_read(&a->m));
  CAT_TRY(cat_measured_window(&a->m));
  CAT_TRY(check_duration(a));
  const CatForceSignal *s = &a->m.signal;
  return cat_comfort(all->ctx, a->direction, 1 / a->m.step, a->m.force + s->from, s->to - s->from,
                     &a->c);
}

//------------------------------------------------------------------------------- results

static CatStatus axis_results(const Axis *a) {
  CatRecord *rec = a->m.rec;
  bool up = a->direction == CAT_VERTICAL;
  const char *group =
      cat_record_textf(rec, "Comfort, %s (%s)", axis_names[a->direction], a->m.found);
  if (!group) return CAT_ERR_MEMORY;
  CatResult rows[] = {
      {group, "largest acceleration", "m/s2", "", a->c.peak},
      {group, "ISO 2631-1, weighted rms", "m/s2", up ? "by Wk" : "by Wd", a->c.iso2631},
      {group, "EN 12299, 95 % of the rms over 5 s", "m/s2", up ? "by Wb" : "by Wd", a->c.p95},
      {group, "Sperling's index", "", up ? "W_z" : "W_y", a->c.sperling}};
  for (int i = 0; i < (a->direction == CAT_LONGITUDINAL ? 3 : 4); i++) {
    CAT_TRY(cat_record_result(rec, rows[i]));
  }
  return CAT_OK;
}

static void axis_fields(const Axis *a, cJSON *list) {
  CatRecord *rec = a->m.rec;
  cJSON *item = cat_summary_object(rec, list, NULL);
  cat_summary_text(rec, item, "at", a->m.found);
  cat_summary_text(rec, item, "direction", axis_names[a->direction]);
  cat_summary_number(rec, item, "peak_m_s2", a->c.peak);
  cat_summary_number(rec, item, "iso2631_rms_m_s2", a->c.iso2631);
  cat_summary_number(rec, item, "en12299_p95_m_s2", a->c.p95);
  cat_summary_number(rec, item, "windows_5s", a->c.windows);
  if (a->direction != CAT_LONGITUDINAL) {
    cat_summary_number(rec, item, "sperling", a->c.sperling);
  }
}

static CatStatus table(const Axis *axis, int n) {
  const CatMeasured *m = &axis[0].m;
  CatColumn columns[4] = {{"t", "s", "time"}};
  CatFigure figure = {
      .title = "Accelerations", .table = "time", .x = "t", .caption = "As measured."};
  for (int i = 0; i < n; i++) {
    columns[i + 1] = (CatColumn){axis_names[axis[i].direction], "m/s2", axis[i].m.found};
    figure.y[figure.ny++] = columns[i + 1].name;
  }
  CatTable *t = cat_record_table(m->rec, "time", columns, n + 1, m->n);
  if (!t) return CAT_ERR_MEMORY;
  t->n = m->n;
  memcpy(t->channel[0].data, m->t, m->n * sizeof *m->t);
  for (int i = 0; i < n; i++) {
    memcpy(t->channel[i + 1].data, axis[i].m.force, m->n * sizeof *m->t);
  }
  return cat_record_figure(m->rec, figure);
}

static CatStatus together(const Axis *axis, int n) {
  const CatMeasured *m = &axis[0].m;
  CatRecord *rec = m->rec;
  if (!m->t) return CAT_ERR_MEMORY;
  cJSON *top = cat_record_summary(rec), *signal = cat_summary_object(rec, top, "signal");
  double square = 0;
  for (int i = 0; i < n; i++) square += axis[i].c.p95 * axis[i].c.p95;
  double n_mv = 6 * sqrt(square);
  cat_summary_number(rec, signal, "samples", (double)m->n);
  cat_summary_number(rec, signal, "dt_s", m->step);
  cat_summary_number(rec, signal, "duration_s", m->t[m->n - 1] - m->t[0]);
  cat_summary_number(rec, signal, "n_mv", n_mv);
  cat_summary_text(rec, signal, "class", cat_comfort_class(n_mv));
  return cat_record_result(rec, (CatResult){"Comfort", "EN 12299, mean comfort N_MV", "",
                                            cat_comfort_class(n_mv), n_mv});
}

//------------------------------------------------------------------------------- all

static CatStatus measure(CatMeasured *m, Axis axis[3], int *n) {
  const char *column[3];
  CAT_TRY(cat_measured_axes(m, column));
  for (int i = 0; i < 3; i++) {
    if (!column[i]) continue;
    Axis *a = &axis[(*n)++];
    *a = (Axis){.direction = (CatDirection)i};
    CAT_TRY(read_axis(m, column[i], a));
  }
  cJSON *list = cat_summary_array(m->rec, cat_record_summary(m->rec), "comfort");
  for (int i = 0; i < *n; i++) {
    axis_fields(&axis[i], list);
    CAT_TRY(axis_results(&axis[i]));
  }
  CAT_TRY(together(axis, *n));
  return table(axis, *n);
}

CatStatus cat_measured_comfort(CatMeasured *m) {
  Axis axis[3] = {0};
  int n = 0;
  m->of = (CatQuantity){"acceleration", "m/s2"};
  CatStatus status = measure(m, axis, &n);
  for (int i = 0; i < n; i++) cat_measured_free(&axis[i].m);
  return status;
}
