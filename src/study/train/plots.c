// Figures of a run: forces, spectra and histograms of each pantograph, uplift, slack droppers.
#include <math.h>
#include <stdlib.h>

#include "post/results.h"
#include "rest/run.h"
#include "run.h"

enum { MAST_MARKS = 60, TICKS = 600, MARKS = MAST_MARKS + TICKS + 1 };

// Supports, droppers and the window, over the place of a pantograph.
typedef struct Marks {
  CatMark at[MARKS];
  int n;
} Marks;

// Whether another section has a support there.
static bool is_shared(const CatLineModel *m, int mast) {
  static const double near = 0.1;  // [m]
  bool shared = false;
  for (int k = 0; k <= m->nspan && mast > m->nspan; k++) {
    shared |= fabs(m->mast[k] - m->mast[mast]) < near;
  }
  return shared;
}

static void add_masts(CatTrain *r, Marks *marks) {
  for (int k = 0; k < r->seen.nsupport && marks->n < MAST_MARKS; k++) {
    if (is_shared(r->line.m, k)) continue;
    const char *text = cat_record_textf(r->rec, "%d", k);
    marks->at[marks->n++] = (CatMark){CAT_MARK_LINE, r->line.m->mast[k], 0, text};
  }
}

static double dropper_place(const CatTrain *r, int i) {
  return r->line.m->node[r->line.m->dropper[i].low].s;
}

static void place_marks(CatTrain *r, int contact, Marks *marks) {
  const double *window = r->measure[contact].window;
  marks->n = 0;
  add_masts(r, marks);
  for (int i = 0; i < r->line.m->ndropper && i < TICKS; i++) {
    marks->at[marks->n++] = (CatMark){CAT_MARK_TICK, dropper_place(r, i), 0, ""};
  }
  if (window[1] > window[0]) {
    marks->at[marks->n++] = (CatMark){CAT_MARK_BAND, window[0], window[1], "statistics"};
  }
}

//------------------------------------------------------------------------------ passing frequencies

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The median distance between neighbours at rising places; 0: fewer than two. at is overwritten.
static double median_distance(double *at, int n) {
  if (n < 2) return 0;
  qsort(at, (size_t)n, sizeof *at, compare_numbers);
  for (int i = 0; i + 1 < n; i++) at[i] = at[i + 1] - at[i];
  qsort(at, (size_t)n - 1, sizeof *at, compare_numbers);
  return at[(n - 1) / 2];
}

static void add_frequency(CatTrain *r, const char *what, double distance, Marks *marks) {
  const double *speed = r->measure[0].speed;
  double f = distance > 0 && speed[0] == speed[1] ? speed[0] / distance : INFINITY;
  if (f > 1.5 * r->spec->measure.cutoff) return;
  const char *text = cat_record_textf(r->rec, "%s %.3g Hz", what, f);
  marks->at[marks->n++] = (CatMark){CAT_MARK_LINE, f, 0, text};
}

static CatStatus passing_marks(CatTrain *r, Marks *marks) {
  const CatLineModel *m = r->line.m;
  int most = m->ndropper > m->nspan + 1 ? m->ndropper : m->nspan + 1;
  double *at = CAT_NEW(r->ctx, most, double);
  if (!at) return CAT_ERR_MEMORY;
  marks->n = 0;
  for (int k = 0; k <= m->nspan; k++) at[k] = m->mast[k];
  add_frequency(r, "spans", median_distance(at, m->nspan + 1), marks);
  for (int i = 0; i < m->ndropper; i++) at[i] = dropper_place(r, i);
  add_frequency(r, "droppers", median_distance(at, m->ndropper), marks);
  cat_free(r->ctx, at);
  return cat_record_ok(r->rec);
}

//------------------------------------------------------------------------------- of each pantograph

static const char *channel(const CatTrain *r, int contact, int which) {
  return r->table->channel[1 + CAT_TRAIN_COLUMNS * contact + which].name;
}

static const char *titled(CatTrain *r, const char *what, int contact) {
  return cat_record_textf(r->rec, "%s of %s", what, cat_train_label(r, contact));
}

// With several pantographs the same figure of each stands beside those of the others.
static const char *grouped(const CatTrain *r, const char *group) {
  return r->line.c->sim->nmechanism > 1 ? group : NULL;
}

static CatStatus force_figure(CatTrain *r, int i, const Marks *marks) {
  CatLevel level[CAT_FORCE_LEVELS];
  const CatTrainMeasure *m = &r->measure[i];
  cat_force_levels(&m->force, m->window, level);
  CatFigure force = {.title = titled(r, "Contact force", i),
                     .caption = "Raw and low-passed, along the track; numbers count the supports, "
                                "ticks are droppers.",
                     .table = "time",
                     .x = channel(r, i, CAT_COLUMN_X),
                     .y = {channel(r, i, CAT_COLUMN_FORCE), channel(r, i, CAT_COLUMN_FILTERED)},
                     .ny = 2,
                     .nmark = marks->n,
                     .mark = marks->at,
                     .nlevel = m->force.n > 0 ? CAT_FORCE_LEVELS : 0,
                     .level = level,
                     .group = grouped(r, "force")};
  return cat_record_figure(r->rec, force);
}

static CatStatus height_figure(CatTrain *r, int i, const Marks *marks) {
  CatFigure height = {.title = titled(r, "Height of the contact point", i),
                      .caption = "Of the contact wire over the head, from the reference height.",
                      .table = "time",
                      .x = channel(r, i, CAT_COLUMN_X),
                      .y = {channel(r, i, CAT_COLUMN_HEIGHT)},
                      .ny = 1,
                      .nmark = marks->n,
                      .mark = marks->at,
                      .group = grouped(r, "height")};
  return cat_record_figure(r->rec, height);
}

static CatStatus spectrum_figure(CatTrain *r, int i, const Marks *marks) {
  CatForceSignal s = cat_train_signal(r, i);
  CatForceFigure f = {.table = cat_record_textf(r->rec, "spectrum_p%d", i + 1),
                      .title = titled(r, "Spectrum of the contact force", i),
                      .group = grouped(r, "spectrum"),
                      .nmark = marks->n,
                      .mark = marks->at};
  return f.table && f.title ? cat_force_plot_spectrum(r->rec, &s, &f) : CAT_ERR_MEMORY;
}

static CatStatus histogram_figure(CatTrain *r, int i) {
  CatForceSignal s = cat_train_signal(r, i);
  CatForceFigure f = {.table = cat_record_textf(r->rec, "histogram_p%d", i + 1),
                      .title = titled(r, "Histogram of the contact force", i),
                      .group = grouped(r, "histogram")};
  return f.table && f.title ? cat_force_plot_histogram(r->rec, &s, &f) : CAT_ERR_MEMORY;
}

static CatStatus pantograph_figures(CatTrain *r, Marks *marks) {
  int n = r->line.c->sim->nmechanism;
  for (int i = 0; i < n; i++) {
    place_marks(r, i, marks);
    CAT_TRY(force_figure(r, i, marks));
  }
  for (int i = 0; i < n; i++) {
    CAT_TRY(cat_train_section_figure(r, i, titled(r, "Force on both sections", i),
                                     grouped(r, "sections")));
  }
  for (int i = 0; i < n; i++) {
    place_marks(r, i, marks);
    CAT_TRY(height_figure(r, i, marks));
  }
  CAT_TRY(passing_marks(r, marks));
  for (int i = 0; i < n; i++) CAT_TRY(spectrum_figure(r, i, marks));
  for (int i = 0; i < n; i++) CAT_TRY(histogram_figure(r, i));
  return CAT_OK;
}

//------------------------------------------------------------------------------- of the line

static CatStatus uplift_figures(CatTrain *r) {
  const CatTable *t = r->seen.lift;
  CatMark window = {CAT_MARK_BAND, r->seen.window.from, r->seen.window.to, "statistics"};
  CatFigure over_time = {.title = "Uplift at the supports over time",
                         .caption = "Contact wire above its place at rest; support_5 is number 5.",
                         .table = t->name,
                         .x = "t",
                         .ny = t->nchannel - 1,
                         .nmark = r->seen.window.unit == CAT_WINDOW_TIME,
                         .mark = &window};
  for (int i = 0; i < over_time.ny; i++) over_time.y[i] = t->channel[i + 1].name;
  CAT_TRY(cat_record_figure(r->rec, over_time));
  CatFigure maximum = {.title = "Maximum uplift at the supports",
                       .caption = "In all the run, and while a pantograph was in the window.",
                       .table = "supports",
                       .x = "x",
                       .y = {"uplift", "uplift_window"},
                       .ny = 2};
  return cat_record_figure(r->rec, maximum);
}

static CatStatus slack_table(CatTrain *r) {
  static const CatColumn columns[] = {{"x", "m", "place of the dropper"},
                                      {"from", "s", "when it went slack"},
                                      {"to", "s", "when it was taut again"}};
  const CatObserved *o = &r->seen;
  CatTable *t = cat_record_table(r->rec, "slack", columns, 3, (size_t)o->ninterval);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = 0; i < o->ninterval; i++) {
    const CatSlack *s = &o->interval[i];
    cat_table_append(t, (double[]){dropper_place(r, s->tie), s->from, s->to});
  }
  return CAT_OK;
}

// Time over the track: where the pantographs were, and when which dropper was slack.
static CatStatus slack_figure(CatTrain *r) {
  const CatObserved *o = &r->seen;
  if (o->ninterval == 0) return CAT_OK;
  CAT_TRY(slack_table(r));
  const char *lost =
      o->missed ? cat_record_textf(r->rec, " %ld later intervals are not shown.", o->missed) : "";
  if (!lost) return CAT_ERR_MEMORY;
  CatFigure map = {
      .title = "Slack droppers over the run",
      .caption = cat_record_textf(
          r->rec, "Each mark is a dropper without tension; lines: the pantographs.%s", lost),
      .table = "time",
      .x = "t",
      .ny = r->line.c->sim->nmechanism,
      .segments = "slack"};
  for (int i = 0; i < map.ny; i++) map.y[i] = channel(r, i, CAT_COLUMN_X);
  return cat_record_figure(r->rec, map);
}

static CatStatus dropper_figure(CatTrain *r) {
  if (r->line.m->ndropper == 0) return CAT_OK;
  CatFigure tension = {.title = "Tension of the droppers",
                       .caption = "At rest, minimum and maximum of the run.",
                       .table = "droppers",
                       .x = "x",
                       .y = {"rest", "least", "largest"},
                       .ny = 3};
  CAT_TRY(cat_record_figure(r->rec, tension));
  CatFigure slack = {.title = "Droppers without tension",
                     .caption = "Time that each dropper was slack.",
                     .table = "droppers",
                     .x = "x",
                     .y = {"slack"},
                     .ny = 1,
                     .look = CAT_LOOK_BARS};
  return r->seen.ninterval ? cat_record_figure(r->rec, slack) : CAT_OK;
}

CatStatus cat_train_plots(CatTrain *r) {
  Marks *marks = CAT_NEW(r->ctx, 1, Marks);
  if (!marks) return CAT_ERR_MEMORY;
  CatStatus status = pantograph_figures(r, marks);
  cat_free(r->ctx, marks);
  if (status != CAT_OK) return status;
  CAT_TRY(uplift_figures(r));
  CAT_TRY(slack_figure(r));
  CAT_TRY(dropper_figure(r));
  return cat_rest_draw(r->line.m, r->line.at_rest, r->rec);
}
