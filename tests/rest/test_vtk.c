// line.vtk read back: points where the line is, lines between the right ones, forces of each.
#include "small_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assemble/elements.h"
#include "rest/run.h"

enum { MOST = 400 };

typedef struct File {
  int npoint, nline, nforce;
  double point[MOST][3], force[MOST];
  int line[MOST][2];
} File;

static const char *behind(const char *text, const char *word) {
  const char *at = strstr(text, word);
  assert_non_null(at);
  return at + strlen(word);
}

static void read_back(const CatRecord *rec, File *out) {
  assert_int_equal(cat_record_attachments(rec), 1);
  const CatAttachment *file = cat_record_attachment_at(rec, 0);
  assert_string_equal(file->name, "line.vtk");
  assert_int_equal(strlen(file->text), file->n);
  assert_true(strncmp(file->text, "# vtk DataFile Version 3.0\n", 27) == 0);
  int used = 0, numbers = 0, two = 0;
  const char *at = behind(file->text, "\nASCII\nDATASET POLYDATA\nPOINTS ");
  assert_int_equal(sscanf(at, "%d double%n", &out->npoint, &used), 1);
  assert_true(out->npoint <= MOST);
  at += used;
  for (int i = 0; i < out->npoint; i++, at += used) {
    double *p = out->point[i];
    assert_int_equal(sscanf(at, "%lf %lf %lf%n", &p[0], &p[1], &p[2], &used), 3);
  }
  assert_int_equal(sscanf(at, " LINES %d %d%n", &out->nline, &numbers, &used), 2);
  assert_true(out->nline <= MOST && numbers == 3 * out->nline);
  at += used;
  for (int i = 0; i < out->nline; i++, at += used) {
    assert_int_equal(sscanf(at, "%d %d %d%n", &two, &out->line[i][0], &out->line[i][1], &used), 3);
    assert_int_equal(two, 2);
  }
  assert_int_equal(sscanf(at, " CELL_DATA %d", &out->nforce), 1);
  at = behind(at, "SCALARS axial_force_N double 1\nLOOKUP_TABLE default\n");
  for (int i = 0; i < out->nforce; i++, at += used) {
    assert_int_equal(sscanf(at, "%lf%n", &out->force[i], &used), 1);
  }
  assert_string_equal(at, "\n");
}

// Nine digits are written. A place in space: s along an arc, then across and up.
static void assert_place(const double p[3], double curvature, double s, const double q[3]) {
  double a = curvature * s, x = s, y = 0;
  if (curvature > 0) x = sin(a) / curvature, y = (1 - cos(a)) / curvature;
  assert_close(p[0], x + q[0] * cos(a) - q[1] * sin(a), 6e-9, 1e-9);
  assert_close(p[1], y + q[0] * sin(a) + q[1] * cos(a), 6e-9, 1e-9);
  assert_close(p[2], q[2], 6e-9, 1e-9);
}

static void assert_points(const CatLineModel *m, const CatConfiguration *rest, const File *file,
                          double curvature) {
  assert_int_equal(file->npoint, m->nnode + m->narm);
  for (int i = 0; i < m->nnode; i++) {
    int twin = m->node[i].twin;
    assert_place(file->point[i], curvature, m->node[i].s, rest->q[twin < 0 ? i : twin]);
  }
  for (int i = 0; i < m->narm; i++) {
    const double heel[3] = {0, rest->hinge[i][0], rest->hinge[i][1]};
    assert_place(file->point[m->nnode + i], curvature, m->node[m->arm[i].node].s, heel);
  }
}

static void assert_line(const File *file, int i, int a, int b, double force) {
  assert_int_equal(file->line[i][0], a);
  assert_int_equal(file->line[i][1], b);
  assert_close(file->force[i], force, 6e-9, 1e-9);
}

static void assert_lines(const CatLineModel *m, const CatConfiguration *rest, const File *file) {
  int n = 0;
  assert_int_equal(file->nline, m->ncable + m->ndropper + m->narm);
  assert_int_equal(file->nforce, file->nline);
  for (int i = 0; i < m->ncable; i++) {
    assert_line(file, n++, m->cable[i].a, m->cable[i].b, cat_cable_part_axial(m, rest, i, 0.5));
  }
  for (int i = 0; i < m->ndropper; i++) {
    assert_line(file, n++, m->dropper[i].low, m->dropper[i].high,
                cat_dropper_part_axial(m, rest, i));
  }
  for (int i = 0; i < m->narm; i++) {
    assert_line(file, n++, m->arm[i].node, m->nnode + i, cat_arm_part_axial(m, rest, i));
  }
}

// As a picture, too: wires go from left to right, droppers hang, arms are as long as they are.
static void assert_picture(const CatLineModel *m, const File *file) {
  for (int i = 0; i < file->nline; i++) {
    const double *a = file->point[file->line[i][0]], *b = file->point[file->line[i][1]];
    double length = sqrt(pow(b[0] - a[0], 2) + pow(b[1] - a[1], 2) + pow(b[2] - a[2], 2));
    if (i < m->ncable) {
      assert_true(b[0] > a[0]);
    } else if (i < m->ncable + m->ndropper) {
      assert_true(b[2] > a[2] + 0.5 && fabs(b[0] - a[0]) < 0.1);
    } else {
      assert_close(length, 1.2166, 0.02, 0);  // stretched by the wire's pull
    }
  }
}

static void check_line(double curvature) {
  static File file;
  const CatPathSpec path = {.length = 1000, .curvature0 = curvature, .curvature1 = curvature};
  CatLineSpec spec = small_line(2);
  if (curvature > 0) spec.npath = 1, spec.path = &path;
  Found f = find_rest(&spec);
  CatRecord *rec = cat_record_new(f.ctx);
  assert_int_equal(cat_rest_vtk(f.m, f.rest, rec), CAT_OK);
  read_back(rec, &file);
  assert_true(f.m->ncable > 0 && f.m->ndropper == 9 && f.m->narm > 0);
  assert_points(f.m, f.rest, &file, curvature);
  assert_lines(f.m, f.rest, &file);
  assert_picture(f.m, &file);
  cat_record_free(rec);
  found_free(&f);
}

static void straight(void **state) {
  (void)state;
  check_line(0);
}

static void in_a_curve(void **state) {
  (void)state;
  check_line(1.0 / 800);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(straight), cmocka_unit_test(in_a_curve)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
