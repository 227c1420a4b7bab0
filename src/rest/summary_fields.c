// Fields of summary.json: model and rest.
#include "assemble/elements.h"
#include "internal.h"
#include "run.h"

int cat_rest_free_coordinates(const CatLineModel *m) {
  int n = 0;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      n += !m->node[i].fixed[k] && !(m->node[i].twin >= 0 && k < 3);
    }
  }
  return n;
}

static void span_lists(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec,
                       cJSON *fields, bool force) {
  const char *name = force ? "dropper_forces_N" : "dropper_lengths_m";
  cJSON *all = cat_summary_array(rec, fields, name);
  for (int span = 0; span < m->nspan; span++) {
    cJSON *one = cat_summary_array(rec, all, NULL);
    for (int i = 0; i < m->ndropper; i++) {
      if (m->dropper[i].span != span) continue;
      cat_summary_number(rec, one, NULL,
                         force ? cat_dropper_part_axial(m, rest, i) : rest->dropper[i]);
    }
  }
}

void cat_rest_summary_fields(const CatLineModel *m, const CatConfiguration *rest,
                             const CatRestReport *r, CatRecord *rec) {
  cJSON *top = cat_record_summary(rec);
  cJSON *model = cat_summary_object(rec, top, "model");
  cat_summary_number(rec, model, "dof", cat_rest_free_coordinates(m));
  cat_summary_number(rec, model, "elements", m->ncable + m->ndropper + m->narm + m->nsupport);
  cat_summary_number(rec, model, "nodes", m->nnode);
  cat_summary_number(rec, model, "droppers", m->ndropper);
  cat_summary_number(rec, model, "spans", m->nspan);
  cJSON *fields = cat_summary_object(rec, top, "rest");
  cat_summary_number(rec, fields, "iterations", r->iterations);
  cat_summary_number(rec, fields, "residual_N", r->residual);
  cat_summary_number(rec, fields, "max_height_error_m", r->max_height_error);
  cat_summary_number(rec, fields, "max_tension_error_N", r->max_tension_error);
  cat_summary_number(rec, fields, "weight_N", r->weight);
  cat_summary_number(rec, fields, "reactions_N", r->reaction);
  cat_summary_number(rec, fields, "bandwidth", r->lower + r->upper + 1);
  span_lists(m, rest, rec, fields, true);
  span_lists(m, rest, rec, fields, false);
}
