#include "linkage_standing.h"

static const double DEGREE = 0.017453292519943295;

static double drawn_height(const CatLinkage *l, const double *q) {
  return q[cat_linkage_height(l)] - l->base;
}

static CatStatus row(CatRecord *rec, const char *group, const char *label, double value,
                     const char *unit, const char *note) {
  if (!note) return CAT_ERR_MEMORY;
  CatResult result = {.group = group, .label = label, .value = value, .unit = unit, .note = note};
  return cat_record_result(rec, result);
}

static const char *joint_text(CatRecord *rec, const CatLinkage *l, int joint) {
  if (joint < 0) return "";
  const char *name = l->spec->joints[joint].name;
  return *name ? cat_record_textf(rec, "at joint %s", name)
               : cat_record_textf(rec, "at joints[%d]", joint);
}

static CatStatus rows(CatRecord *rec, const CatLinkage *l, const CatLinkageStanding *at,
                      const CatLinkageClosing *c, const char *group, double drawn) {
  CAT_TRY(
      row(rec, group, "factor on the lift", at->lift, "", "of its constant torques and forces"));
  CAT_TRY(row(rec, group, "static force", at->force, "N", ""));
  CAT_TRY(row(rec, group, "height of the head", at->height, "m",
              cat_record_textf(rec, "over the drawing's zero; drawn at %.4g m", drawn)));
  CAT_TRY(row(rec, group, "condition of the joints", at->condition, "", ""));
  return row(rec, group, "largest opening as drawn", c->turns ? c->open / DEGREE : 1e3 * c->open,
             c->turns ? "deg" : "mm", joint_text(rec, l, c->joint));
}

static void fields(CatRecord *rec, const CatLinkageStanding *at, const CatLinkageClosing *c,
                   double drawn, cJSON *parent) {
  cJSON *o = cat_summary_object(rec, parent, "linkage");
  cat_summary_number(rec, o, "lift_factor", at->lift);
  cat_summary_number(rec, o, "static_force_N", at->force);
  cat_summary_number(rec, o, "height_m", at->height);
  cat_summary_number(rec, o, "drawn_height_m", drawn);
  cat_summary_number(rec, o, "condition", at->condition);
  cat_summary_number(rec, o, c->turns ? "drawn_open_rad" : "drawn_open_m", c->open);
  cat_summary_number(rec, o, "drawn_moved_m", c->moved);
  cat_summary_number(rec, o, "drawn_turned_rad", c->turned);
}

CatStatus cat_linkage_record_standing(CatRecord *rec, const CatLinkageSpec *spec,
                                      const CatLinkageStanding *at, const char *group,
                                      cJSON *parent) {
  CatContext *ctx = cat_record_context(rec);
  double q[CAT_LINKAGE_UNKNOWNS];
  CatLinkageClosing closing;
  CatLinkage l;
  CAT_TRY(cat_linkage_new(ctx, spec, &l));
  CAT_TRY(cat_linkage_closed(ctx, &l, q, &closing));
  fields(rec, at, &closing, drawn_height(&l, q), parent);
  return group ? rows(rec, &l, at, &closing, group, drawn_height(&l, q)) : CAT_ERR_MEMORY;
}
