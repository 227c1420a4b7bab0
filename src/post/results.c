#include "results.h"

#include <math.h>

#include "filter.h"
#include "spectrum.h"

static const char *other_name(const CatForce *f) {
  bool brick = f->filter == CAT_FILTER_BRICK_WALL;
  return cat_filter_names[brick ? CAT_FILTER_BUTTERWORTH : CAT_FILTER_BRICK_WALL];
}

CatStatus cat_force_other_results(CatRecord *rec, const char *group, const CatForce *f) {
  if (f->other.n == 0) return CAT_OK;
  const char *title = cat_record_textf(rec, "%s, %s filter instead", group, other_name(f));
  const struct {
    const char *label;
    double value, chosen;
  } rows[] = {{"mean", f->other.mean, f->mean},
              {"standard deviation", f->other.std, f->std},
              {"maximum", f->other.max, f->max},
              {"minimum", f->other.min, f->min}};
  for (size_t i = 0; title && i < sizeof rows / sizeof *rows; i++) {
    double change = rows[i].value - rows[i].chosen;
    const char *note = cat_record_textf(rec, "%+.3g N by the choice of the filter", change);
    CAT_TRY(cat_record_result(rec, (CatResult){title, rows[i].label, "N", note, rows[i].value}));
  }
  return cat_record_ok(rec);
}

static const char *bands_text(const CatForce *f) {
  return f->exact_bands ? "Fourier lines of the raw force in the window"
                        : "by the filter, since the signal is long";
}

const char *cat_uncertainty_text(CatRecord *rec, double u, const char *unit) {
  if (!(u > 0)) return "";
  double power = pow(10, floor(log10(u))), lead = u / power;
  double step = lead < 1.95 ? power / 10 : power;  // two digits if the first is 1
  return cat_record_textf(rec, "+- %.12g %s", round(u / step) * step, unit);
}

typedef struct Row {
  const char *label, *unit, *note;
  double value, u;
} Row;

static CatStatus add_row(CatRecord *rec, const char *group, const Row *row) {
  const char *u = cat_uncertainty_text(rec, row->u, row->unit);
  bool both = u && *u && *row->note;
  const char *note = both ? cat_record_textf(rec, "%s; %s", u, row->note) : u && *u ? u : row->note;
  if (!u || !note) return CAT_ERR_MEMORY;
  return cat_record_result(rec, (CatResult){.group = group,
                                            .label = row->label,
                                            .unit = row->unit,
                                            .note = note,
                                            .value = row->value});
}

CatStatus cat_force_results(CatRecord *rec, const char *group, const CatForce *f,
                            const CatForce *known) {
  const char *bands = bands_text(f);
  const CatForce none = {0}, *u = known ? known : &none;
  const Row rows[] = {
      {"mean", "N", "", f->mean, u->mean},
      {"standard deviation", "N", "", f->std, u->std},
      {"  0 to 2 Hz", "N", bands, f->std_0_2, u->std_0_2},
      {"  0 to 5 Hz", "N", bands, f->std_0_5, u->std_0_5},
      {"  5 to 20 Hz", "N", bands, f->std_5_20, u->std_5_20},
      {"maximum", "N", "", f->max, u->max},
      {"minimum", "N", "", f->min, u->min},
      {"mean + 3 standard deviations", "N", "", f->stat_max, u->stat_max},
      {"mean - 3 standard deviations", "N", "", f->stat_min, u->stat_min},
      {"contact lost", "%", "", f->loss, u->loss},
      {"losses of contact", "", "", f->losses, 0},
      {"longest loss", "s", "", f->longest_loss, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) CAT_TRY(add_row(rec, group, &rows[i]));
  return CAT_OK;
}

static void uncertainty_fields(CatRecord *rec, cJSON *force, const CatForce *u) {
  cJSON *o = cat_summary_object(rec, force, "u_num");
  cat_summary_number(rec, o, "mean_N", u->mean);
  cat_summary_number(rec, o, "std_N", u->std);
  cat_summary_number(rec, o, "std_0_2Hz_N", u->std_0_2);
  cat_summary_number(rec, o, "std_0_5Hz_N", u->std_0_5);
  cat_summary_number(rec, o, "std_5_20Hz_N", u->std_5_20);
  cat_summary_number(rec, o, "max_N", u->max);
  cat_summary_number(rec, o, "min_N", u->min);
  cat_summary_number(rec, o, "stat_max_N", u->stat_max);
  cat_summary_number(rec, o, "stat_min_N", u->stat_min);
  cat_summary_number(rec, o, "loss_percent", u->loss);
}

static void other_fields(CatRecord *rec, cJSON *force, const CatForce *f) {
  cJSON *o = cat_summary_object(rec, force, "other_filter");
  cat_summary_text(rec, o, "filter", other_name(f));
  cat_summary_number(rec, o, "mean_N", f->other.mean);
  cat_summary_number(rec, o, "std_N", f->other.std);
  cat_summary_number(rec, o, "max_N", f->other.max);
  cat_summary_number(rec, o, "min_N", f->other.min);
}

void cat_force_summary(CatRecord *rec, cJSON *parent, const CatForce *f, const CatForce *u) {
  cJSON *o = cat_summary_object(rec, parent, "force");
  const struct {
    const char *name;
    double value;
  } rows[] = {
      {"mean_N", f->mean},
      {"std_N", f->std},
      {"std_0_2Hz_N", f->std_0_2},
      {"std_0_5Hz_N", f->std_0_5},
      {"std_5_20Hz_N", f->std_5_20},
      {"max_N", f->max},
      {"min_N", f->min},
      {"stat_max_N", f->stat_max},
      {"stat_min_N", f->stat_min},
      {"loss_percent", f->loss},
      {"losses", f->losses},
      {"longest_loss_s", f->longest_loss},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    cat_summary_number(rec, o, rows[i].name, rows[i].value);
  }
  cat_summary_text(rec, o, "bands", bands_text(f));
  if (u) uncertainty_fields(rec, o, u);
  if (f->other.n > 0) other_fields(rec, o, f);
}

//---------------------------------- figures -------------------------------------------------------

CatStatus cat_force_plot_histogram(CatRecord *rec, const CatForceSignal *s,
                                   const CatForceFigure *figure) {
  static const CatColumn columns[] = {{"force", "N", "middle of the bin"},
                                      {"share", "%", "share of the samples"}};
  CatHistogram h = cat_force_histogram(s->filtered + s->from, s->to - s->from);
  if (h.n == 0) return CAT_OK;
  CatTable *t = cat_record_table(rec, figure->table, columns, 2, (size_t)h.n);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = 0; i < h.n; i++) {
    cat_table_append(t, (double[]){h.low + (i + 0.5) * h.width, h.percent[i]});
  }
  CatFigure shown = {.title = figure->title,
                     .caption =
                         cat_record_textf(rec, "Filtered, in the window; bins of %g N.", h.width),
                     .table = t->name,
                     .x = "force",
                     .y = {"share"},
                     .ny = 1,
                     .look = CAT_LOOK_BARS,
                     .group = figure->group};
  return shown.caption ? cat_record_figure(rec, shown) : CAT_ERR_MEMORY;
}

static CatStatus spectrum_table(CatRecord *rec, const char *name, const CatAmplitudeSpectrum *a) {
  static const CatColumn columns[] = {
      {"frequency", "Hz", "frequency"},
      {"density", "N/Hz^0.5", "amplitude spectral density of the force, one-sided"}};
  CatTable *t = cat_record_table(rec, name, columns, 2, a->n);
  if (!t) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < a->n; k++) {
    cat_table_append(t, (double[]){(double)k * a->step, a->amplitude[k]});
  }
  return CAT_OK;
}

CatStatus cat_force_plot_spectrum(CatRecord *rec, const CatForceSignal *s,
                                  const CatForceFigure *figure) {
  CatAmplitudeSpectrum a;
  CatContext *ctx = cat_record_context(rec);
  const double step_most[2] = {s->step, 1.5 * s->cutoff};
  CAT_TRY(cat_amplitude_spectrum(ctx, s->force + s->from, s->to - s->from, step_most, &a));
  if (a.n == 0) return CAT_OK;
  CatStatus status = spectrum_table(rec, figure->table, &a);
  double step = a.step;
  cat_free(ctx, a.amplitude);
  if (status != CAT_OK) return status;
  CatFigure shown = {
      .title = figure->title,
      .caption = cat_record_textf(
          rec, "Raw force in the window, weighted by Hann; lines %.3g Hz apart.", step),
      .table = figure->table,
      .x = "frequency",
      .y = {"density"},
      .ny = 1,
      .nmark = figure->nmark,
      .mark = figure->mark,
      .group = figure->group};
  return shown.caption ? cat_record_figure(rec, shown) : CAT_ERR_MEMORY;
}

void cat_force_levels(const CatForce *f, const double x[2], CatLevel level[CAT_FORCE_LEVELS]) {
  level[0] = (CatLevel){f->stat_min, f->stat_max, x[0], x[1], "mean \u00b1 3\u03c3"};
  level[1] = (CatLevel){f->mean, f->mean, x[0], x[1], "mean"};
}
