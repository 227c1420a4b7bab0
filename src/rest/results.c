// Results of a line at rest: tables, the most important numbers, drawings and plots.
#include <math.h>

#include "assemble/elements.h"
#include "internal.h"
#include "run.h"

static CatStatus result(CatRecord *rec, const char *group, const char *label, double value,
                        const char *unit, const char *note) {
  return cat_record_result(
      rec,
      (CatResult){
          .group = group, .label = label, .value = value, .unit = unit, .note = note ? note : ""});
}

static CatStatus wire_results(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  bool seen[4] = {false};
  for (int i = 0; i < m->nwire; i++) {
    const CatWire *w = &m->wire[i];
    if (seen[w->role]) continue;
    seen[w->role] = true;
    const char *group = cat_record_textf(rec, "%s", cat_role_name(w->role));
    double speed = sqrt(w->tension / w->mu);
    CAT_TRY(result(rec, group, "tension", w->tension, "N", ""));
    CAT_TRY(result(rec, group, "wave speed", 3.6 * speed, "km/h",
                   cat_record_textf(rec, "70 %% of it: %.0f km/h", 0.7 * 3.6 * speed)));
    CAT_TRY(result(rec, group, "undeformed length of an element", rest->cable[w->cable], "m",
                   "the first one"));
  }
  return CAT_OK;
}

// Droppers of the span in the middle, where the ends have the least influence.
static CatStatus span_results(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  int span = m->nspan / 2;
  const char *group = cat_record_textf(rec, "Droppers of span %d of %d", span + 1, m->nspan);
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    if (d->span != span) continue;
    const char *label =
        cat_record_textf(rec, "at %g m, to cut", m->node[m->dropper[i].low].s - m->mast[span]);
    const char *note =
        cat_record_textf(rec, "%.4f m under %.2f N", cat_rest_loaded_length(m, rest, i),
                         cat_dropper_part_axial(m, rest, i));
    if (!group || !label || !note) return CAT_ERR_MEMORY;
    CAT_TRY(result(rec, group, label, rest->dropper[i], "m", note));
  }
  if (m->narm == 0) return CAT_OK;
  CatArmView v = cat_rest_arm_view(m, rest, m->narm / 2);
  const char *arm = cat_record_textf(rec, "Steady arm at %g m", v.x);
  CAT_TRY(result(rec, arm, "radial load", v.radial, "N", ""));
  CAT_TRY(result(rec, arm, "lift", v.lift, "N", ""));
  CAT_TRY(result(rec, arm, "angle", v.angle, "deg", ""));
  CAT_TRY(result(rec, arm, "apparent stiffness", v.stiffness, "N/m", "vertical, at the clamp"));
  return result(rec, arm, "dynamic mass", v.mass, "kg", "a third of the arm");
}

static CatStatus check_results(const CatLineModel *m, const CatRestReport *r, CatRecord *rec) {
  CAT_TRY(result(rec, "Balance", "weight", r->weight, "N", ""));
  CAT_TRY(result(rec, "Balance", "reactions", r->reaction, "N", ""));
  CAT_TRY(result(rec, "Balance", "maximum force out of balance", r->residual, "N",
                 cat_record_textf(rec, "%d iterations", r->iterations)));
  CAT_TRY(result(rec, "Balance", "maximum distance from a target", r->max_height_error, "m", ""));
  return result(rec, "Model", "unknowns", cat_rest_free_coordinates(m), "",
                cat_record_textf(rec, "%d elements, %d droppers, %d spans",
                                 m->ncable + m->ndropper + m->narm, m->ndropper, m->nspan));
}

CatStatus cat_rest_results(const CatLineModel *m, const CatConfiguration *rest,
                           const CatRestReport *report, CatRecord *rec) {
  CAT_TRY(cat_rest_tables(m, rest, rec));
  CAT_TRY(span_results(m, rest, rec));
  CAT_TRY(wire_results(m, rest, rec));
  CAT_TRY(check_results(m, report, rec));
  CAT_TRY(cat_rest_draw(m, rest, rec));
  CAT_TRY(cat_rest_vtk(m, rest, rec));
  CAT_TRY(cat_rest_plots(m, rec));
  cat_rest_summary_fields(m, rest, report, rec);
  return cat_record_ok(rec);
}
