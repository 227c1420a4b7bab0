// Tables of a line at rest: shape, droppers, arms.
#include "assemble/elements.h"
#include "internal.h"
#include "run.h"

// Of one tension section, whose contact wire has that number.
static CatStatus shape_table(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec,
                             const char *name, int wire) {
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
    if (!cat_rest_wire_at(m, rest, wire, s, &c)) continue;
    if (two && !cat_rest_wire_at(m, rest, wire + 1, s, &p)) continue;
    cat_table_append(table, (double[]){s, c.up, c.across, c.axial, p.up, p.across, p.axial});
  }
  return CAT_OK;
}

static CatStatus dropper_table(const CatLineModel *m, const CatConfiguration *rest,
                               CatRecord *rec) {
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
    double x = m->node[m->dropper[i].low].s;
    cat_table_append(table,
                     (double[]){x, d->span + 1, x - m->mast[d->span],
                                cat_dropper_part_axial(m, rest, i), rest->dropper[i],
                                cat_rest_loaded_length(m, rest, i), rest->q[d->low][CAT_UP]});
  }
  return CAT_OK;
}

static CatStatus arm_table(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
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
    CatArmView v = cat_rest_arm_view(m, rest, i);
    cat_table_append(table, (double[]){v.x, v.axial, v.radial, v.lift, v.angle, rest->hinge[i][0],
                                       rest->hinge[i][1], v.stiffness});
  }
  return CAT_OK;
}

CatStatus cat_rest_tables(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  CAT_TRY(shape_table(m, rest, rec, "shape", 0));
  if (m->second) CAT_TRY(shape_table(m, rest, rec, "second_section", m->second));
  CAT_TRY(dropper_table(m, rest, rec));
  return arm_table(m, rest, rec);
}
