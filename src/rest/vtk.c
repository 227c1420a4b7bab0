// line.vtk: the line as polylines in space with axial forces, for ParaView (legacy text format).
#include <math.h>

#include "assemble/elements.h"
#include "base/text.h"
#include "run.h"

// Node in a fixed frame: the track's point and heading at its place, and its own coordinates.
static void point_in_space(const CatLineModel *m, int node, const double q[3], double out[3]) {
  double p[2], s = m->node[node].s, heading = cat_path_heading(m->spec, s);
  if (m->spec->npath > 0) {
    cat_path_point(m->spec, s, p);
  } else {
    p[0] = s, p[1] = 0;
  }
  out[0] = p[0] + q[0] * cos(heading) - q[1] * sin(heading);
  out[1] = p[1] + q[0] * sin(heading) + q[1] * cos(heading);
  out[2] = q[2];
}

static void add_points(const CatLineModel *m, const CatConfiguration *rest, CatText *out) {
  double p[3];
  cat_text_addf(out, "POINTS %d double\n", m->nnode + m->narm);
  for (int i = 0; i < m->nnode; i++) {
    int at = m->node[i].twin >= 0 ? m->node[i].twin : i;
    point_in_space(m, i, rest->q[at], p);
    cat_text_addf(out, "%.9g %.9g %.9g\n", p[0], p[1], p[2]);
  }
  for (int i = 0; i < m->narm; i++) {
    const double hinge[3] = {0, rest->hinge[i][0], rest->hinge[i][1]};
    point_in_space(m, m->arm[i].node, hinge, p);
    cat_text_addf(out, "%.9g %.9g %.9g\n", p[0], p[1], p[2]);
  }
}

static void add_cells(const CatLineModel *m, CatText *out) {
  int n = m->ncable + m->ndropper + m->narm;
  cat_text_addf(out, "LINES %d %d\n", n, 3 * n);
  for (int i = 0; i < m->ncable; i++) {
    cat_text_addf(out, "2 %d %d\n", m->cable[i].a, m->cable[i].b);
  }
  for (int i = 0; i < m->ndropper; i++) {
    cat_text_addf(out, "2 %d %d\n", m->dropper[i].low, m->dropper[i].high);
  }
  for (int i = 0; i < m->narm; i++) {
    cat_text_addf(out, "2 %d %d\n", m->arm[i].node, m->nnode + i);
  }
}

static void add_forces(const CatLineModel *m, const CatConfiguration *rest, CatText *out) {
  cat_text_addf(out, "CELL_DATA %d\nSCALARS axial_force_N double 1\nLOOKUP_TABLE default\n",
                m->ncable + m->ndropper + m->narm);
  for (int i = 0; i < m->ncable; i++)
    cat_text_addf(out, "%.9g\n", cat_cable_part_axial(m, rest, i, 0.5));
  for (int i = 0; i < m->ndropper; i++)
    cat_text_addf(out, "%.9g\n", cat_dropper_part_axial(m, rest, i));
  for (int i = 0; i < m->narm; i++) cat_text_addf(out, "%.9g\n", cat_arm_part_axial(m, rest, i));
}

CatStatus cat_rest_vtk(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  CatText out = cat_text_new(cat_record_context(rec));
  cat_text_add(&out, "# vtk DataFile Version 3.0\nOverhead line at rest\nASCII\n"
                     "DATASET POLYDATA\n");
  add_points(m, rest, &out);
  add_cells(m, &out);
  add_forces(m, rest, &out);
  CatStatus status = cat_text_ok(&out);
  if (!status) status = cat_record_attach(rec, "line.vtk", out.data, out.n);
  cat_text_free(&out);
  return status;
}
