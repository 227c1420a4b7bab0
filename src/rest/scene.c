#include "scene.h"

#include <math.h>

#include "assemble/elements.h"

// In a fixed frame: the track's point and heading at s, and coordinates relative to them.
static void point_in_space(const CatLineSpec *line, double s, const double q[3], double out[3]) {
  double p[2] = {s, 0}, heading = cat_path_heading(line, s);
  if (line->npath > 0) cat_path_point(line, s, p);
  out[0] = p[0] + q[0] * cos(heading) - q[1] * sin(heading);
  out[1] = p[1] + q[0] * sin(heading) + q[1] * cos(heading);
  out[2] = q[2];
}

int cat_scene_points(const CatLineModel *m) {
  return m->nnode + m->narm;
}

int cat_scene_links(const CatLineModel *m) {
  return m->ndropper + m->narm;
}

// A node that shares the position of another one moves with it.
static int place_of(const CatLineModel *m, int node) {
  return m->node[node].twin >= 0 ? m->node[node].twin : node;
}

void cat_scene_coordinates(const CatLineModel *m, int (*const dof)[CAT_NODE_DOF], int direction,
                           int *out) {
  for (int i = 0; i < m->nnode; i++) out[i] = dof[place_of(m, i)][direction];
  for (int i = 0; i < m->narm; i++) out[m->nnode + i] = -1;
}

static void add_point(const CatLineModel *m, CatTable *table, double s, const double q[3],
                      int wire) {
  double p[3];
  point_in_space(m->spec, s, q, p);
  cat_table_append(table, (double[]){s, p[0], p[1], p[2], wire});
}

static CatStatus points(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  static const CatColumn columns[] = {{"s", "m", "distance along the track"},
                                      {"x", "m", "in a fixed frame, along the track at its start"},
                                      {"y", "m", "to the left of it"},
                                      {"z", "m", "height"},
                                      {"wire", "", "row of scene_wires; -1: hinge of an arm"}};
  CatTable *table = cat_record_table(rec, "scene_points", columns, 5, (size_t)cat_scene_points(m));
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nnode; i++) {
    add_point(m, table, m->node[i].s, rest->q[place_of(m, i)], m->node[i].wire);
  }
  for (int i = 0; i < m->narm; i++) {
    const double hinge[3] = {0, rest->hinge[i][0], rest->hinge[i][1]};
    add_point(m, table, m->node[m->arm[i].node].s, hinge, -1);
  }
  return CAT_OK;
}

static CatStatus wires(const CatLineModel *m, CatRecord *rec) {
  static const CatColumn columns[] = {
      {"role", "", "0 contact wire, 1 messenger, 2 auxiliary wire, 3 stitch wire"},
      {"first", "", "its first row of scene_points"},
      {"count", "", "so many rows"},
      {"tension", "N", "at rest, as the input asks for"},
      {"mass", "kg/m", "per length"}};
  CatTable *table = cat_record_table(rec, "scene_wires", columns, 5, (size_t)m->nwire);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nwire; i++) {
    const CatWire *w = &m->wire[i];
    cat_table_append(table, (double[]){w->role, w->node, w->nnode, w->tension, w->mu});
  }
  return CAT_OK;
}

static CatStatus links(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  static const CatColumn columns[] = {{"kind", "", "0 dropper, 1 steady arm"},
                                      {"a", "", "row of scene_points: the lower end, the clamp"},
                                      {"b", "", "row of scene_points: the upper end, the hinge"},
                                      {"number", "", "of its span or support, from 1"},
                                      {"force", "N", "tension at rest"}};
  int n = cat_scene_links(m);
  if (n == 0) return CAT_OK;
  CatTable *table = cat_record_table(rec, "scene_links", columns, 5, (size_t)n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    double force = cat_dropper_part_axial(m, rest, i);
    cat_table_append(table, (double[]){0, d->low, d->high, d->span + 1, force});
  }
  for (int i = 0; i < m->narm; i++) {
    const CatArmPart *arm = &m->arm[i];
    double force = cat_arm_part_axial(m, rest, i);
    cat_table_append(table, (double[]){1, arm->node, m->nnode + i, arm->support + 1, force});
  }
  return CAT_OK;
}

static CatStatus masts(const CatLineModel *m, CatRecord *rec) {
  static const CatColumn columns[] = {{"s", "m", "distance along the track"},
                                      {"x", "m", "of the track there, in the fixed frame"},
                                      {"y", "m", "likewise"},
                                      {"heading", "rad", "of the track there"}};
  CatTable *table = cat_record_table(rec, "scene_supports", columns, 4, (size_t)m->nmast);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nmast; i++) {
    double p[3], s = m->mast[i];
    point_in_space(m->spec, s, (double[3]){0, 0, 0}, p);
    cat_table_append(table, (double[]){s, p[0], p[1], cat_path_heading(m->spec, s)});
  }
  return CAT_OK;
}

// The track at every so many metres: curves look like curves.
static CatStatus track(const CatLineModel *m, CatRecord *rec) {
  enum { APART = 5 };  // [m]
  static const CatColumn columns[] = {{"s", "m", "distance along the track"},
                                      {"x", "m", "in the fixed frame"},
                                      {"y", "m", "likewise"},
                                      {"heading", "rad", "of the track there"}};
  double from = INFINITY, to = -INFINITY;
  for (int i = 0; i < m->nnode; i++) {
    from = fmin(from, m->node[i].s);
    to = fmax(to, m->node[i].s);
  }
  int n = (int)ceil((to - from) / APART) + 1;
  CatTable *table = cat_record_table(rec, "scene_track", columns, 4, (size_t)n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    double p[3], s = fmin(from + APART * i, to);
    point_in_space(m->spec, s, (double[3]){0, 0, 0}, p);
    cat_table_append(table, (double[]){s, p[0], p[1], cat_path_heading(m->spec, s)});
  }
  return CAT_OK;
}

CatStatus cat_rest_scene(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  CAT_TRY(points(m, rest, rec));
  CAT_TRY(wires(m, rec));
  CAT_TRY(links(m, rest, rec));
  CAT_TRY(masts(m, rec));
  return track(m, rec);
}
