// Static force over height: the head is led through the heights, the rest follows its equilibrium.
#include <math.h>

#include "run.h"

CatStatus cat_pantograph_move(CatPantographRun *r, CatLinkageStand *stand, double height,
                              const double *key) {
  CatLinkageWay way;
  CAT_TRY(cat_linkage_lead(r->ctx, &r->linkage, stand, height + r->linkage.base, &way));
  if (way.end == CAT_LINKAGE_THERE) return CAT_OK;
  CatWhere where = cat_spec_where(r->input, key);  // the check came there
  return CAT_FAIL_AT(r->ctx, where.place, where.path,
                     "found %.6g m, expected a height at which the linkage can stand", height);
}

// What is kept of all heights.
typedef struct Range {
  double least, most, sum, condition, least_at;
} Range;

static CatStatus warn_of_fall(CatPantographRun *r, const Range *x) {
  if (x->least > 0) return CAT_OK;
  return cat_record_warn(r->rec,
                         "the static force is %.4g N at %.4g m: nothing pushes the head up there",
                         x->least, x->least_at);
}

static CatStatus record_range(CatPantographRun *r, const Range *x) {
  const CatHeightsSpec *h = &r->spec->heights;
  cJSON *fields = cat_summary_object(r->rec, r->fields, "statics");
  cat_summary_number(r->rec, fields, "from_m", h->from);
  cat_summary_number(r->rec, fields, "to_m", h->to);
  cat_summary_number(r->rec, fields, "min_N", x->least);
  cat_summary_number(r->rec, fields, "max_N", x->most);
  cat_summary_number(r->rec, fields, "mean_N", x->sum / h->points);
  cat_summary_number(r->rec, fields, "max_condition", x->condition);
  const char *group = cat_record_textf(r->rec, "Static force, %g to %g m", h->from, h->to);
  if (!group) return CAT_ERR_MEMORY;
  CAT_TRY(warn_of_fall(r, x));
  CAT_TRY(cat_pantograph_result(r, group, "mean", x->sum / h->points, "N"));
  CAT_TRY(cat_pantograph_result(r, group, "minimum", x->least, "N"));
  CAT_TRY(cat_pantograph_result(r, group, "maximum", x->most, "N"));
  CAT_TRY(cat_pantograph_result(r, group, "condition of the joints, largest", x->condition, ""));
  return cat_record_figure(
      r->rec, (CatFigure){.title = "Static force over height",
                          .caption = "Force with which the head at rest pushes upwards.",
                          .table = "statics",
                          .x = "height",
                          .y = {"force"},
                          .ny = 1});
}

CatStatus cat_pantograph_statics(CatPantographRun *r) {
  static const CatColumn columns[] = {{"height", "m", "height of the head over the drawing's zero"},
                                      {"force", "N", "static force"},
                                      {"along", "m", "place of the head along the track"},
                                      {"condition", "1", "condition of the joints"}};
  const CatHeightsSpec *h = &r->spec->heights;
  const CatLinkage *l = &r->linkage;
  CatLinkageStand stand = r->stand;
  Range range = {INFINITY, -INFINITY, 0, 0, 0};
  CatTable *table = cat_record_table(r->rec, "statics", columns, 4, (size_t)h->points);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < h->points; i++) {
    double height = h->from + (h->to - h->from) * i / (h->points - 1);
    CAT_TRY(cat_pantograph_move(r, &stand, height, i == 0 ? &h->from : &h->to));
    double row[] = {height, stand.force, stand.q[3 * l->head], stand.condition};
    cat_table_append(table, row);
    if (stand.force < range.least) range.least = stand.force, range.least_at = height;
    range.most = fmax(range.most, stand.force);
    range.sum += stand.force;
    range.condition = fmax(range.condition, stand.condition);
    cat_progress(r->ctx, (i + 1.0) / h->points, NAN);
  }
  return record_range(r, &range);
}
