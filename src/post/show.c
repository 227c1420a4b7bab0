#include "show.h"

CatStatus cat_force_results(CatRecord *rec, const char *group, const CatForce *f) {
  const CatResult rows[] = {
      {group, "mean", "N", "", f->mean},
      {group, "standard deviation", "N", "", f->std},
      {group, "  0 to 5 Hz", "N", "", f->std_0_5},
      {group, "  5 to 20 Hz", "N", "", f->std_5_20},
      {group, "largest", "N", "", f->max},
      {group, "smallest", "N", "", f->min},
      {group, "mean + 3 deviations", "N", "", f->stat_max},
      {group, "mean - 3 deviations", "N", "", f->stat_min},
      {group, "contact lost", "%", "", f->loss},
      {group, "losses of contact", "", "", f->losses},
      {group, "longest loss", "s", "", f->longest_loss},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CAT_TRY(cat_record_result(rec, rows[i]));
  }
  return CAT_OK;
}

void cat_force_facts(CatRecord *rec, cJSON *parent, const CatForce *f) {
  cJSON *o = cat_fact_object(rec, parent, "force");
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
    cat_fact_number(rec, o, rows[i].name, rows[i].value);
  }
}

CatStatus cat_force_show_histogram(CatRecord *rec, const char *table, const char *title,
                                   const double *x, size_t n) {
  static const CatColumn columns[] = {{"force", "N", "middle of the bin"},
                                      {"share", "%", "share of the samples"}};
  CatHistogram h = cat_force_histogram(x, n);
  if (h.n == 0) return CAT_OK;
  CatTable *t = cat_record_table(rec, table, columns, 2, (size_t)h.n);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = 0; i < h.n; i++) {
    cat_table_append(t, (double[]){h.low + (i + 0.5) * h.width, h.share[i]});
  }
  CatFigure figure = {.title = title,
                      .caption =
                          cat_record_textf(rec, "Filtered, in the window; bins of %g N.", h.width),
                      .table = t->name,
                      .x = "force",
                      .y = {"share"},
                      .ny = 1};
  return figure.caption ? cat_record_figure(rec, figure) : CAT_ERR_MEMORY;
}
