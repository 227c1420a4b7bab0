// Elasticity as table, plot, results and fields of summary.json.
#include "elasticity.h"

static CatStatus add_table(const CatElasticity *e, CatRecord *rec) {
  static const CatColumn columns[] = {
      {"x_in_span", "m", "distance from the support on the left"},
      {"lift_100N", "m", "lift of the contact wire under 100 N at this place"},
      {"lift_200N", "m", "lift under 200 N"},
      {"slack_100N", "1", "droppers that go slack under 100 N"},
      {"slack_200N", "1", "droppers that go slack under 200 N"},
      {"elasticity_100N", "m/N", "lift under 100 N by force"},
      {"elasticity_200N", "m/N", "lift under 200 N by force"}};
  CatTable *table = cat_record_table(rec, "elasticity", columns, 7, (size_t)e->n);
  if (!table) return CAT_ERR_MEMORY;
  const CatLift *one = &e->at[0], *two = &e->at[1];
  for (int i = 0; i < e->n; i++) {
    cat_table_append(table, (double[]){e->x[i], one->lift[i], two->lift[i], one->slack[i],
                                       two->slack[i], one->lift[i] / cat_lift_force[0],
                                       two->lift[i] / cat_lift_force[1]});
  }
  return CAT_OK;
}

static CatStatus add_plot(const CatElasticity *e, CatRecord *rec) {
  CatFigure figure = {.title = cat_record_textf(rec, "Elasticity along span %d", e->span + 1),
                      .caption = "Lift of the contact wire by the force that lifts it; droppers "
                                 "that would have to push are slack.",
                      .table = "elasticity",
                      .x = "x_in_span",
                      .y = {"elasticity_100N", "elasticity_200N"},
                      .ny = 2};
  return figure.title ? cat_record_figure(rec, figure) : CAT_ERR_MEMORY;
}

static CatStatus add_results(const CatElasticity *e, CatRecord *rec) {
  for (int k = 0; k < CAT_LIFTS; k++) {
    const CatLift *at = &e->at[k];
    const char *group =
        cat_record_textf(rec, "Elasticity of span %d under %g N", e->span + 1, cat_lift_force[k]);
    if (!group) return CAT_ERR_MEMORY;
    const CatResult lines[] = {
        {.group = group, .label = "minimum", .value = 1e3 * at->min, .unit = "mm/N", .note = ""},
        {.group = group, .label = "maximum", .value = 1e3 * at->max, .unit = "mm/N", .note = ""},
        {.group = group, .label = "mean", .value = 1e3 * at->mean, .unit = "mm/N", .note = ""},
        {.group = group,
         .label = "uniformity",
         .value = 100 * at->uniformity,
         .unit = "%",
         .note = "(maximum - minimum)/(maximum + minimum)"}};
    for (int i = 0; i < 4; i++) CAT_TRY(cat_record_result(rec, lines[i]));
  }
  return CAT_OK;
}

CatStatus cat_rest_elasticity_results(const CatElasticity *e, CatRecord *rec) {
  CAT_TRY(add_table(e, rec));
  CAT_TRY(add_plot(e, rec));
  CAT_TRY(add_results(e, rec));
  cJSON *rest = cJSON_GetObjectItem(cat_record_summary(rec), "rest");
  cJSON *all = cat_summary_object(rec, rest, "elasticity");
  cat_summary_number(rec, all, "span", e->span + 1);
  for (int k = 0; k < CAT_LIFTS; k++) {
    const CatLift *at = &e->at[k];
    cJSON *one = cat_summary_object(rec, all, cat_record_textf(rec, "f%g", cat_lift_force[k]));
    cat_summary_number(rec, one, "min_mm_N", 1e3 * at->min);
    cat_summary_number(rec, one, "max_mm_N", 1e3 * at->max);
    cat_summary_number(rec, one, "mean_mm_N", 1e3 * at->mean);
    cat_summary_number(rec, one, "uniformity_percent", 100 * at->uniformity);
  }
  return cat_record_ok(rec);
}
