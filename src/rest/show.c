// What the designer gets: the shape, dropper lengths and forces, arms, tensions, as tables,
// figures, results and fields of summary.json.
#include <math.h>

#include "line/arm.h"
#include "parts.h"
#include "run.h"

#define PI 3.14159265358979323846

bool cat_rest_wire_at(const CatModel *m, int wire, double s, CatWirePoint *out) {
  const CatWire *w = &m->wire[wire];
  int lo = 0, hi = w->ncable - 1;
  const CatLineNode *node = m->node;
  if (s < node[w->node].s || s > node[w->node + w->nnode - 1].s) return false;
  while (lo < hi) {
    int mid = (lo + hi + 1) / 2;
    if (node[m->cable[w->cable + mid].a].s <= s)
      lo = mid;
    else
      hi = mid - 1;
  }
  int i = w->cable + lo;
  const CatCablePart *c = &m->cable[i];
  double xi = (s - node[c->a].s) / (node[c->b].s - node[c->a].s), q[12], r[3];
  CatCable kernel = cat_cable_kernel(m, i);
  cat_rest_cable(m, i, q);
  cat_cable_position(&kernel, q, xi, r);
  double turn = xi * c->join.turn;  // from the frame of the node to the frame at s
  out->across =
      r[1] * cos(turn) - (r[0] - xi * c->join.gap[0]) * sin(turn) - xi * c->join.gap[1] * xi;
  out->up = r[2];
  out->axial = cat_cable_axial(&kernel, q, 0.5);
  return true;
}

//------------------------------------------------------------------------------- tables

// Of one tension section, whose contact wire has that number.
static CatStatus shape_table(const CatModel *m, CatRecord *rec, const char *name, int wire) {
  static const CatColumn columns[] = {
      {"x", "m", "distance along the track"},
      {"z_contact", "m", "height of the contact wire"},
      {"y_contact", "m", "contact wire across the track, to the left"},
      {"T_contact", "N", "tension of the contact wire"},
      {"z_messenger", "m", "height of the messenger"},
      {"y_messenger", "m", "messenger across the track"},
      {"T_messenger", "N", "tension of the messenger"}};
  const CatWire *w = &m->wire[wire];
  bool two = m->spec->messenger.given;
  CatTable *table = cat_record_table(rec, name, columns, two ? 7 : 4, (size_t)w->nnode);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < w->nnode; i++) {
    double s = m->node[w->node + i].s;
    CatWirePoint c, p = {0};
    if (!cat_rest_wire_at(m, wire, s, &c)) continue;
    if (two && !cat_rest_wire_at(m, wire + 1, s, &p)) continue;
    cat_table_append(table, (double[]){s, c.up, c.across, c.axial, p.up, p.across, p.axial});
  }
  return CAT_OK;
}

static double loaded_length(const CatModel *m, int i) {
  double q[6];
  cat_rest_dropper(m, i, q);
  return sqrt(pow(q[3] - q[0], 2) + pow(q[4] - q[1], 2) + pow(q[5] - q[2], 2));
}

static double dropper_x(const CatModel *m, int i) {
  return m->node[m->dropper[i].low].s;
}

static CatStatus dropper_table(const CatModel *m, CatRecord *rec) {
  static const CatColumn columns[] = {{"x", "m", "distance along the track"},
                                      {"span", "1", "number of the span"},
                                      {"x_in_span", "m", "distance from the support on the left"},
                                      {"force", "N", "tension at mid-length"},
                                      {"length", "m", "undeformed length, to cut"},
                                      {"loaded_length", "m", "length under load"},
                                      {"z_low", "m", "height of the lower end"}};
  if (m->ndropper == 0) return CAT_OK;
  CatTable *table = cat_record_table(rec, "droppers", columns, 7, (size_t)m->ndropper);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    double x = dropper_x(m, i);
    cat_table_append(table,
                     (double[]){x, d->span + 1, x - m->mast[d->span], cat_rest_dropper_axial(m, i),
                                d->l0, loaded_length(m, i), m->node[d->low].q[CAT_UP]});
  }
  return CAT_OK;
}

// An arm seen from its clamp: angle, radial load and lift, and the stiffness and mass it adds
// there, by Jensen, eqs. (4.35)-(4.39), from the geometry found; a vertical arm (2D) adds its own.
typedef struct ArmView {
  double x, axial, radial, lift, angle, stiffness, mass;
} ArmView;

static ArmView arm_view(const CatModel *m, int i) {
  const CatArmPart *arm = &m->arm[i];
  double q[6], K[36];
  CatBar b = cat_arm_kernel(m, i);
  cat_rest_arm(m, i, q);
  cat_bar_tangent(&b, q, K);
  double across = q[4] - q[1], up = q[5] - q[2], length = sqrt(across * across + up * up);
  double axial = cat_rest_arm_axial(m, i), radial = fabs(axial * across / length);
  return (ArmView){.x = m->node[arm->node].s,
                   .axial = axial,
                   .radial = axial * across / length,
                   .lift = axial * up / length,
                   .angle = atan2(up, fabs(across)) * 180 / PI,
                   .stiffness = across == 0 ? K[6 * 2 + 2] : cat_arm_stiffness(radial, length, up),
                   .mass = cat_arm_dynamic_mass(b.mu * b.l0)};
}

static CatStatus arm_table(const CatModel *m, CatRecord *rec) {
  static const CatColumn columns[] = {
      {"x", "m", "distance along the track"},
      {"axial", "N", "axial force, positive in tension"},
      {"radial", "N", "horizontal force on the contact wire"},
      {"lift", "N", "vertical force on the contact wire"},
      {"angle", "deg", "inclination"},
      {"heel_y", "m", "hinge, across the track"},
      {"heel_z", "m", "hinge, height"},
      {"stiffness", "N/m", "apparent vertical stiffness at the clamp"}};
  if (m->narm == 0) return CAT_OK;
  CatTable *table = cat_record_table(rec, "arms", columns, 8, (size_t)m->narm);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->narm; i++) {
    ArmView v = arm_view(m, i);
    cat_table_append(table, (double[]){v.x, v.axial, v.radial, v.lift, v.angle, m->arm[i].heel[0],
                                       m->arm[i].heel[1], v.stiffness});
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- figures

// With a line at each support; a second column only where there is a messenger.
typedef struct Marks {
  CatMark at[64];
  int n;
  bool two;
} Marks;

static CatStatus figure(CatRecord *rec, const Marks *marks, CatFigure f) {
  f.x = "x";
  f.ny = f.y[1] && marks->two ? 2 : 1;
  f.nmark = marks->n;
  f.mark = marks->at;
  if (!f.caption) f.caption = "";
  return cat_record_figure(rec, f);
}

static CatStatus figures(const CatModel *m, CatRecord *rec) {
  static const CatFigure side = {.title = "Side view",
                                 .caption = "Heights; lines mark the supports.",
                                 .table = "shape",
                                 .y = {"z_contact", "z_messenger"}};
  static const CatFigure sag = {
      .title = "Contact wire, heights enlarged", .table = "shape", .y = {"z_contact"}};
  static const CatFigure plan = {.title = "Plan view",
                                 .caption =
                                     "Across the track, to the left; relative to its centre line.",
                                 .table = "shape",
                                 .y = {"y_contact", "y_messenger"}};
  static const CatFigure second = {.title = "Side view of the second section",
                                   .caption = "It overlaps the first one.",
                                   .table = "second_section",
                                   .y = {"z_contact", "z_messenger"}};
  static const CatFigure tension = {.title = "Tension",
                                    .caption = "Axial force in the middle of each element.",
                                    .table = "shape",
                                    .y = {"T_contact", "T_messenger"}};
  static const CatFigure force = {.title = "Dropper forces", .table = "droppers", .y = {"force"}};
  static const CatFigure length = {
      .title = "Dropper lengths", .caption = "Undeformed.", .table = "droppers", .y = {"length"}};
  Marks marks = {.n = m->nspan + 1 < 64 ? m->nspan + 1 : 64, .two = m->spec->messenger.given};
  for (int k = 0; k < marks.n; k++) {
    marks.at[k] = (CatMark){CAT_MARK_LINE, m->mast[k], 0, cat_record_textf(rec, "%d", k)};
  }
  CAT_TRY(figure(rec, &marks, side));
  CAT_TRY(figure(rec, &marks, sag));
  if (m->spec->form == CAT_LINE_3D) CAT_TRY(figure(rec, &marks, plan));
  if (m->second) CAT_TRY(figure(rec, &marks, second));
  CAT_TRY(figure(rec, &marks, tension));
  if (m->ndropper == 0) return CAT_OK;
  CAT_TRY(figure(rec, &marks, force));
  return figure(rec, &marks, length);
}

//------------------------------------------------------------------------------- results

static CatStatus result(CatRecord *rec, const char *group, const char *label, double value,
                        const char *unit, const char *note) {
  return cat_record_result(
      rec,
      (CatResult){
          .group = group, .label = label, .value = value, .unit = unit, .note = note ? note : ""});
}

static CatStatus wire_results(const CatModel *m, CatRecord *rec) {
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
    CAT_TRY(result(rec, group, "undeformed length of an element", m->cable[w->cable].l0, "m",
                   "the first one"));
  }
  return CAT_OK;
}

// Droppers of the span in the middle, where the ends have the least influence.
static CatStatus span_results(const CatModel *m, CatRecord *rec) {
  int span = m->nspan / 2;
  const char *group = cat_record_textf(rec, "Droppers of span %d of %d", span + 1, m->nspan);
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    if (d->span != span) continue;
    const char *label = cat_record_textf(rec, "at %g m, to cut", dropper_x(m, i) - m->mast[span]);
    const char *note = cat_record_textf(rec, "%.4f m under %.2f N", loaded_length(m, i),
                                        cat_rest_dropper_axial(m, i));
    if (!group || !label || !note) return CAT_ERR_MEMORY;
    CAT_TRY(result(rec, group, label, d->l0, "m", note));
  }
  if (m->narm == 0) return CAT_OK;
  ArmView v = arm_view(m, m->narm / 2);
  const char *arm = cat_record_textf(rec, "Steady arm at %g m", v.x);
  CAT_TRY(result(rec, arm, "radial load", v.radial, "N", ""));
  CAT_TRY(result(rec, arm, "lift", v.lift, "N", ""));
  CAT_TRY(result(rec, arm, "angle", v.angle, "deg", ""));
  CAT_TRY(result(rec, arm, "apparent stiffness", v.stiffness, "N/m", "vertical, at the clamp"));
  return result(rec, arm, "dynamic mass", v.mass, "kg", "a third of the arm");
}

static int free_dofs(const CatModel *m) {
  int n = 0;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      n += !m->node[i].fixed[k] && !(m->node[i].twin >= 0 && k < 3);
    }
  }
  return n;
}

static CatStatus check_results(const CatModel *m, const CatRestReport *r, CatRecord *rec) {
  CAT_TRY(result(rec, "Balance", "weight", r->weight, "N", ""));
  CAT_TRY(result(rec, "Balance", "reactions", r->reaction, "N", ""));
  CAT_TRY(result(rec, "Balance", "largest force out of balance", r->residual, "N",
                 cat_record_textf(rec, "%d iterations", r->iterations)));
  CAT_TRY(result(rec, "Balance", "largest miss of a target", r->max_height_error, "m", ""));
  return result(rec, "Model", "unknowns", free_dofs(m), "",
                cat_record_textf(rec, "%d elements, %d droppers, %d spans",
                                 m->ncable + m->ndropper + m->narm, m->ndropper, m->nspan));
}

//------------------------------------------------------------------------------- summary.json

static void span_lists(const CatModel *m, CatRecord *rec, cJSON *rest, const char *name,
                       bool force) {
  cJSON *all = cat_fact_array(rec, rest, name);
  for (int span = 0; span < m->nspan; span++) {
    cJSON *one = cat_fact_array(rec, all, NULL);
    for (int i = 0; i < m->ndropper; i++) {
      if (m->dropper[i].span != span) continue;
      cat_fact_number(rec, one, NULL, force ? cat_rest_dropper_axial(m, i) : m->dropper[i].l0);
    }
  }
}

void cat_rest_facts(const CatModel *m, const CatRestReport *r, CatRecord *rec) {
  cJSON *top = cat_record_summary(rec);
  cJSON *model = cat_fact_object(rec, top, "model");
  cat_fact_number(rec, model, "dof", free_dofs(m));
  cat_fact_number(rec, model, "elements", m->ncable + m->ndropper + m->narm + m->nsupport);
  cat_fact_number(rec, model, "nodes", m->nnode);
  cat_fact_number(rec, model, "droppers", m->ndropper);
  cat_fact_number(rec, model, "spans", m->nspan);
  cJSON *rest = cat_fact_object(rec, top, "rest");
  cat_fact_number(rec, rest, "iterations", r->iterations);
  cat_fact_number(rec, rest, "residual_N", r->residual);
  cat_fact_number(rec, rest, "max_height_error_m", r->max_height_error);
  cat_fact_number(rec, rest, "max_tension_error_N", r->max_tension_error);
  cat_fact_number(rec, rest, "weight_N", r->weight);
  cat_fact_number(rec, rest, "reactions_N", r->reaction);
  cat_fact_number(rec, rest, "bandwidth", r->lower + r->upper + 1);
  span_lists(m, rec, rest, "dropper_forces_N", true);
  span_lists(m, rec, rest, "dropper_lengths_m", false);
}

CatStatus cat_rest_show(const CatModel *m, const CatRestReport *report, CatRecord *rec) {
  CAT_TRY(shape_table(m, rec, "shape", 0));
  if (m->second) CAT_TRY(shape_table(m, rec, "second_section", m->second));
  CAT_TRY(dropper_table(m, rec));
  CAT_TRY(arm_table(m, rec));
  CAT_TRY(span_results(m, rec));
  CAT_TRY(wire_results(m, rec));
  CAT_TRY(check_results(m, report, rec));
  CAT_TRY(cat_rest_draw(m, rec));
  CAT_TRY(cat_rest_vtk(m, rec));
  CAT_TRY(figures(m, rec));
  cat_rest_facts(m, report, rec);
  return cat_record_ok(rec);
}
