// What a measurement leaves behind: channels, figures, results, verdicts, summary.json.
#include <math.h>
#include <string.h>

#include "measurement.h"
#include "post/filter.h"
#include "post/results.h"
#include "post/verdict.h"

CatStatus cat_measured_table(CatMeasured *m) {
  const char *filtered = cat_record_textf(m->rec, "force_%gHz", m->spec->cutoff);
  if (!filtered) return CAT_ERR_MEMORY;
  CatColumn columns[4] = {{"t", "s", "time"}, {"x", "m", "place along the track"}};
  int n = m->x ? 2 : 1;
  columns[n++] = (CatColumn){"force", "N", "contact force as measured"};
  columns[n++] = (CatColumn){filtered, "N", "contact force, low-passed"};
  m->table = cat_record_table(m->rec, "time", columns, n, m->n);
  if (!m->table) return CAT_ERR_MEMORY;
  m->table->n = m->n;
  const double *data[] = {m->t, m->x ? m->x : m->force, m->force};
  for (int i = 0; i < n - 1; i++) memcpy(m->table->channel[i].data, data[i], m->n * sizeof **data);
  m->signal.force = m->force;
  m->signal.filtered = m->table->channel[n - 1].data;
  m->signal.n = m->n;
  m->signal.step = m->step;
  m->signal.cutoff = m->spec->cutoff;
  m->signal.filter = (CatFilterType)m->spec->filter;
  return CAT_OK;
}

static CatStatus figures(CatMeasured *m) {
  const CatForceSignal *s = &m->signal;
  const double *at = m->x ? m->x : m->t, *ends = (double[]){at[s->from], at[s->to - 1]};
  CatMark mark = {CAT_MARK_BAND, fmin(ends[0], ends[1]), fmax(ends[0], ends[1]), "statistics"};
  CatLevel level[CAT_FORCE_LEVELS];
  cat_force_levels(&m->measure, (double[]){mark.x0, mark.x1}, level);
  int last = m->table->nchannel - 1;
  CatFigure force = {.title = "Contact force",
                     .caption = "As measured and low-passed.",
                     .table = "time",
                     .x = m->x ? "x" : "t",
                     .y = {"force", m->table->channel[last].name},
                     .ny = 2,
                     .nmark = s->to - s->from < m->n,
                     .mark = &mark,
                     .nlevel = CAT_FORCE_LEVELS,
                     .level = level};
  CAT_TRY(cat_record_figure(m->rec, force));
  CatForceFigure spectrum = {.table = "spectrum", .title = "Spectrum of the contact force"};
  CAT_TRY(cat_force_plot_spectrum(m->rec, &m->signal, &spectrum));
  CatForceFigure histogram = {.table = "histogram", .title = "Histogram of the contact force"};
  return cat_force_plot_histogram(m->rec, &m->signal, &histogram);
}

static void summary_fields(CatMeasured *m) {
  CatRecord *rec = m->rec;
  cJSON *top = cat_record_summary(rec), *signal = cat_summary_object(rec, top, "signal");
  cat_summary_text(rec, signal, "column", m->spec->column);
  cat_summary_number(rec, signal, "samples", (double)m->n);
  cat_summary_number(rec, signal, "dt_s", m->step);
  cat_summary_number(rec, signal, "duration_s", m->t[m->n - 1] - m->t[0]);
  char filter[CAT_FILTER_TEXT];
  cat_filter_text((CatFilterType)m->spec->filter, m->spec->cutoff, filter);
  cat_summary_text(rec, signal, "filter", filter);
  cJSON *p = cat_summary_object(rec, cat_summary_array(rec, top, "pantographs"), NULL);
  cat_summary_text(rec, p, "name", m->spec->column);
  if (isfinite(m->speed)) cat_summary_number(rec, p, "speed_kmh", m->speed);
  if (m->x) {
    cJSON *window = cat_summary_array(rec, p, "window_m");
    cat_summary_number(rec, window, NULL, m->window[0]);
    cat_summary_number(rec, window, NULL, m->window[1]);
  }
  cat_force_summary(rec, p, &m->measure, NULL);
}

// A force that only pulls is that of a sensor with the other sign: no limit is for that.
static CatStatus verdicts(CatMeasured *m) {
  CatVerdict verdict[CAT_EN50367_ROWS];
  CatCollection by = {.system = (CatCurrent)m->spec->system, .speed = {m->speed, m->speed}};
  if (m->measure.max <= 0) {
    return cat_record_warn(m->rec,
                           "the force only pulls, from %.4g to %.4g N: nothing is judged; a force "
                           "that pushes the wire up is positive",
                           m->measure.min, m->measure.max);
  }
  if (isnan(m->speed)) {
    CAT_TRY(cat_record_warn(
        m->rec, "the speed is not known: mean and largest force are not judged (--speed)"));
  }
  int n = cat_verdict_en50367(m->rec, &m->measure, &by, verdict);
  CAT_TRY(cat_verdict_record(m->rec, verdict, n, NULL));
  return cat_verdict_scope(m->rec, by.system);
}

CatStatus cat_measured_results(CatMeasured *m) {
  const char *group = cat_record_textf(m->rec, "Contact force %s", m->spec->column);
  if (!group) return CAT_ERR_MEMORY;
  CAT_TRY(cat_force_results(m->rec, group, &m->measure, NULL));
  CAT_TRY(cat_force_other_results(m->rec, group, &m->measure));
  CatResult rows[] = {{"Signal", "samples in the window", "", "", (double)m->measure.n},
                      {"Signal", "step of time", "s", "", m->step},
                      {"Signal", "speed", "km/h", "", m->speed}};
  for (int i = 0; i < (isfinite(m->speed) ? 3 : 2); i++)
    CAT_TRY(cat_record_result(m->rec, rows[i]));
  CAT_TRY(verdicts(m));
  CAT_TRY(figures(m));
  summary_fields(m);
  return cat_record_ok(m->rec);
}
