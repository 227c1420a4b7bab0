#include "measurement.h"

#include <math.h>

#include "base/clock.h"

// Where the pantograph is, if the file does not say it.
static CatStatus find_places(CatMeasured *m) {
  double v = m->spec->speed, time = m->t[m->n - 1] - m->t[0];
  m->speed = v > 0 ? 3.6 * v : NAN;
  if (!m->x && v > 0) {
    m->x = CAT_NEW(m->ctx, m->n, double);
    if (!m->x) return CAT_ERR_MEMORY;
    for (size_t i = 0; i < m->n; i++) m->x[i] = v * m->t[i];
  }
  if (m->x && !(v > 0)) m->speed = 3.6 * fabs(m->x[m->n - 1] - m->x[0]) / time;
  return CAT_OK;
}

// Statistics are those of what there is of the window.
static CatStatus warn_short(CatMeasured *m, const double window[2], const double there[2],
                            const char *unit) {
  double slack = 1.001 * (there[1] - there[0]) / (double)(m->n - 1);
  if (window[0] >= there[0] - slack && window[1] <= there[1] + slack) return CAT_OK;
  return cat_record_warn(m->rec,
                         "the window of the statistics, %g to %g %s, reaches beyond the signal, "
                         "from %.6g to %.6g %s: its statistics are those of %.6g to %.6g %s",
                         window[0], window[1], unit, there[0], there[1], unit,
                         fmax(window[0], there[0]), fmin(window[1], there[1]), unit);
}

// Rows of a window over `at`, the places [m] or the times [s] of the samples.
static CatStatus find_rows(CatMeasured *m, const double *at, const double window[2],
                           const char *unit) {
  CatForceSignal *signal = &m->signal;
  double first = fmin(at[0], at[m->n - 1]), last = fmax(at[0], at[m->n - 1]);
  cat_force_rows(at, m->n, window, &signal->from, &signal->to);
  if (signal->to - signal->from > 1) return warn_short(m, window, (double[]){first, last}, unit);
  return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = m->spec->file}), "",
                     "found no samples from %g to %g %s, expected a window between %g and %g %s",
                     window[0], window[1], unit, first, last, unit);
}

CatStatus cat_measured_window(CatMeasured *m) {
  const CatMeasureSpec *s = m->spec;
  CatForceSignal *signal = &m->signal;
  const double place[2] = {s->from, s->to}, time[2] = {s->from_time, s->to_time};
  CAT_TRY(find_places(m));
  signal->from = 0, signal->to = m->n;
  if (s->to != s->from && !m->x) {
    return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = s->file}), "",
                       "found no position, expected a column such as \"x [m]\", or --speed, for a "
                       "window in metres");
  }
  if (s->to != s->from) CAT_TRY(find_rows(m, m->x, place, "m"));
  if (s->to_time != s->from_time) CAT_TRY(find_rows(m, m->t, time, "s"));
  if (!m->x) return CAT_OK;
  double a = m->x[signal->from], b = m->x[signal->to - 1];
  m->window[0] = s->to != s->from ? fmax(s->from, fmin(m->x[0], m->x[m->n - 1])) : fmin(a, b);
  m->window[1] = s->to != s->from ? fmin(s->to, fmax(m->x[0], m->x[m->n - 1])) : fmax(a, b);
  return CAT_OK;
}

// The slowest poles of a Butterworth filter of order 4 decay by exp(-2 pi fc sin(pi/8) t): after
// three periods of the cutoff to 7e-4. Of less than one period nothing passes but a trend.
static CatStatus check_duration(CatMeasured *m) {
  double time = m->t[m->n - 1] - m->t[0], period = 1 / m->spec->cutoff;
  if (m->spec->cutoff >= 0.5 / m->step || time >= 3 * period) return CAT_OK;
  if (time < period) {
    return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = m->spec->file}), "",
                       "found a signal of %.3g s, expected at least %.3g s, a period of the filter "
                       "(--cutoff, %g Hz)",
                       time, period, m->spec->cutoff);
  }
  return cat_spec_warn(m->input, &m->spec->cutoff,
                       "the signal lasts for %.3g s, less than the %.3g s in which a filter of %g "
                       "Hz settles: its statistics are those of the filter's ends, too",
                       time, 3 * period, m->spec->cutoff);
}

// A low-pass that is slower than the window leaves nothing but its mean: a window that was asked
// for is refused, as that of a run is; of all that there is, it is said.
static CatStatus check_window(CatMeasured *m) {
  static const double least = 2;  // periods of the cutoff
  size_t n = m->signal.to - m->signal.from;
  double time = (double)n * m->step;
  if (time * m->spec->cutoff >= least) return CAT_OK;
  if (n < m->n) {
    return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = m->spec->file}), "",
                       "found a window of %.3g s (%zu samples), expected at least %.3g s, %g "
                       "periods of the low-pass (--cutoff, %g Hz)",
                       time, n, least / m->spec->cutoff, least, m->spec->cutoff);
  }
  return cat_record_warn(m->rec,
                         "the window of the statistics lasts for %.3g s, less than %g periods of "
                         "the low-pass of %g Hz: hardly more than the mean is left",
                         time, least, m->spec->cutoff);
}

static CatStatus check_signal(CatMeasured *m) {
  double rate = 1 / m->step;
  CAT_TRY(check_duration(m));
  CAT_TRY(check_window(m));
  if (m->spec->cutoff >= rate / 2) {
    CAT_TRY(cat_spec_warn(m->input, &m->spec->cutoff,
                          "%g Hz is not below half the rate of %.6g samples a second: not filtered",
                          m->spec->cutoff, rate));
  }
  for (size_t i = m->signal.from; i < m->signal.to; i++) {
    if (m->force[i] != 0) return CAT_OK;
  }
  return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = m->spec->file}), m->spec->column,
                     "found zero throughout, expected a force");
}

static CatStatus measure_force(CatMeasured *m) {
  CAT_TRY(cat_measured_read(m));
  m->spec->column = m->found;
  CAT_TRY(cat_measured_window(m));
  CAT_TRY(check_signal(m));
  CAT_TRY(cat_measured_table(m));
  CAT_TRY(cat_force_measure(m->ctx, &m->signal, &m->measure));
  return cat_measured_results(m);
}

static CatStatus run(CatMeasured *m) {
  double begin = cat_clock_now();
  CAT_TRY(m->spec->comfort ? cat_measured_comfort(m) : measure_force(m));
  cJSON *timing = cat_summary_object(m->rec, cat_record_summary(m->rec), "timing");
  cat_summary_number(m->rec, timing, "measure_s", cat_clock_now() - begin);
  return cat_record_ok(m->rec);
}

CatStatus cat_measure_run(CatContext *ctx, CatSpec *spec, CatRecord *rec) {
  CatMeasured m = {
      .ctx = ctx, .input = spec, .spec = cat_spec_root(spec), .rec = rec, .of = {"force", "N"}};
  m.column = m.spec->column;
  CatStatus status = run(&m);
  cat_measured_free(&m);
  return status;
}

void cat_measured_free(CatMeasured *m) {
  cat_free(m->ctx, m->t);
  cat_free(m->ctx, m->x);
  cat_free(m->ctx, m->force);
}
