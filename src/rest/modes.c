#include "modes.h"

#include <math.h>

#include "base/clock.h"
#include "linalg/dense.h"
#include "run.h"
#include "scene.h"

#define PI 3.14159265358979323846
enum { SHAPES = 6 };  // modes whose shape is shown

double cat_mode_frequency(const CatEigen *modes, int i) {
  return sqrt(modes->value[i]) / (2 * PI);
}

static const double *vector_of(const CatEigen *modes, int i) {
  return modes->vector + (size_t)i * (size_t)modes->size;
}

void cat_mode_fractions(const CatLineModel *m, const CatLinearSystem *t, const double *mode,
                        double *scratch, double fraction[3]) {
  cat_band_multiply(&t->M, 1, mode, 0, scratch);
  cat_low_rank_add(&t->along, NULL, 1, mode, scratch);
  double whole = cat_dot(t->n, mode, scratch);
  for (int k = 0; k < 3; k++) fraction[k] = 0;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      int dof = t->dof[i][k];
      if (dof >= 0) fraction[k % 3] += mode[dof] * scratch[dof] / whole;
    }
  }
}

// Results of a line's modes.
typedef struct View {
  const CatLineModel *m;
  const CatLinearSystem *t;
  const CatEigen *modes;
  double *work;           // (n)
  double (*fraction)[3];  // of each mode
  int shapes;
} View;

//------------------------------------------------------------------------------- tables

static CatStatus modes_table(const View *v, CatRecord *rec) {
  static const CatColumn columns[] = {{"n", "1", "number of the mode"},
                                      {"frequency", "Hz", "natural frequency"},
                                      {"vertical", "1", "fraction of the kinetic energy upwards"},
                                      {"lateral", "1", "fraction across the track"},
                                      {"along", "1", "fraction along the track"}};
  CatTable *table = cat_record_table(rec, "modes", columns, 5, (size_t)v->modes->n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < v->modes->n; i++) {
    const double *fraction = v->fraction[i];
    cat_table_append(table, (double[]){i + 1, cat_mode_frequency(v->modes, i), fraction[CAT_UP],
                                       fraction[CAT_ACROSS], fraction[CAT_ALONG]});
  }
  return CAT_OK;
}

// Largest displacement of any node in any direction, with the sign of the largest one.
static double largest(const View *v, const double *mode) {
  double most = 0;
  for (int i = 0; i < v->m->nnode; i++) {
    for (int k = 0; k < 3; k++) {
      int dof = v->t->dof[i][k];
      if (dof >= 0 && fabs(mode[dof]) > fabs(most)) most = mode[dof];
    }
  }
  return most;
}

static double displacement(const View *v, int node, int component, int mode) {
  int dof = v->t->dof[node][component];
  return dof < 0 ? 0 : vector_of(v->modes, mode)[dof];
}

static CatStatus shapes_table(const View *v, CatRecord *rec) {
  CatColumn columns[1 + 2 * SHAPES] = {{"x", "m", "distance along the track"}};
  double row[1 + 2 * SHAPES], scale[SHAPES];
  const CatWire *w = &v->m->wire[0];
  for (int i = 0; i < v->shapes; i++) {
    scale[i] = largest(v, vector_of(v->modes, i));
    const char *up = cat_record_textf(rec, "z_%d", i + 1);
    const char *across = cat_record_textf(rec, "y_%d", i + 1);
    if (!up || !across) return CAT_ERR_MEMORY;
    columns[1 + i] = (CatColumn){up, "1", "contact wire upwards, in this mode"};
    columns[1 + v->shapes + i] = (CatColumn){across, "1", "contact wire sideways, in this mode"};
  }
  CatTable *table =
      cat_record_table(rec, "mode_shapes", columns, 1 + 2 * v->shapes, (size_t)w->nnode);
  if (!table) return CAT_ERR_MEMORY;
  for (int j = 0; j < w->nnode; j++) {
    row[0] = v->m->node[w->node + j].s;
    for (int i = 0; i < v->shapes; i++) {
      row[1 + i] = displacement(v, w->node + j, CAT_UP, i) / scale[i];
      row[1 + v->shapes + i] = displacement(v, w->node + j, CAT_ACROSS, i) / scale[i];
    }
    cat_table_append(table, row);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- frames

static void frame_direction(const View *v, int mode, const int *dof, float *out) {
  const double *x = vector_of(v->modes, mode);
  double most = largest(v, x);
  for (int i = 0; i < cat_scene_points(v->m); i++) {
    out[i] = dof[i] >= 0 ? (float)(x[dof[i]] / most) : 0;
  }
}

// The shapes of all wires, for the picture that moves.
static CatStatus frames(CatArena *a, const View *v, CatRecord *rec) {
  size_t n = (size_t)cat_scene_points(v->m);
  CatFramesSetup setup = {
      .kind = CAT_FRAMES_MODES, .npoint = (int)n, .capacity = (size_t)v->shapes, .sideways = true};
  CatFrames *f = cat_record_frames_new(rec, &setup);
  int *up = CAT_ARENA(a, n, int), *across = CAT_ARENA(a, n, int);
  if (!f || !up || !across) return CAT_ERR_MEMORY;
  cat_scene_coordinates(v->m, v->t->dof, CAT_UP, up);
  cat_scene_coordinates(v->m, v->t->dof, CAT_ACROSS, across);
  for (int i = 0; i < v->shapes; i++, f->n++) {
    f->at[i] = cat_mode_frequency(v->modes, i);
    frame_direction(v, i, up, f->up + (size_t)i * n);
    frame_direction(v, i, across, f->sideways + (size_t)i * n);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- figures

static CatStatus shapes_figure(const View *v, CatRecord *rec, const char *axis, const char *title) {
  CatFigure figure = {.title = title,
                      .caption = "Contact wire, over the largest displacement of any wire in any "
                                 "direction.",
                      .table = "mode_shapes",
                      .x = "x",
                      .ny = v->shapes};
  for (int i = 0; i < v->shapes; i++) {
    figure.y[i] = cat_record_textf(rec, "%s_%d", axis, i + 1);
    if (!figure.y[i]) return CAT_ERR_MEMORY;
  }
  return cat_record_figure(rec, figure);
}

static CatStatus figures(const View *v, CatRecord *rec) {
  CatFigure frequencies = {.title = "Natural frequencies",
                           .caption = "About the line at rest, all droppers taut.",
                           .table = "modes",
                           .x = "n",
                           .y = {"frequency"},
                           .ny = 1};
  CatFigure shares = {.title = "Directions of the modes",
                      .caption = "Shares of the kinetic energy.",
                      .table = "modes",
                      .x = "n",
                      .y = {"vertical", "lateral", "along"},
                      .ny = 3};
  CAT_TRY(cat_record_figure(rec, frequencies));
  CAT_TRY(cat_record_figure(rec, shares));
  CAT_TRY(shapes_figure(v, rec, "z", "First modes, upwards"));
  if (v->m->spec->form == CAT_LINE_2D) return CAT_OK;
  return shapes_figure(v, rec, "y", "First modes, sideways");
}

//------------------------------------------------------------------------------- results

static CatStatus results(const View *v, CatRecord *rec) {
  const CatEigen *modes = v->modes;
  for (int i = 0; i < modes->n && i < 10; i++) {
    const double *fraction = v->fraction[i];
    const char *label = cat_record_textf(rec, "mode %d", i + 1);
    const char *note = cat_record_textf(rec, "vertical %.0f %%, lateral %.0f %%, along %.0f %%",
                                        100 * fraction[CAT_UP], 100 * fraction[CAT_ACROSS],
                                        100 * fraction[CAT_ALONG]);
    if (!label || !note) return CAT_ERR_MEMORY;
    CAT_TRY(cat_record_result(rec, (CatResult){.group = "Natural frequencies",
                                               .label = label,
                                               .value = cat_mode_frequency(modes, i),
                                               .unit = "Hz",
                                               .note = note}));
  }
  const char *label = cat_record_textf(rec, "modes below %.6g Hz", sqrt(modes->bound) / (2 * PI));
  const char *note = cat_record_textf(rec, "by inertia; %d found, none is missing", modes->n);
  if (!label || !note) return CAT_ERR_MEMORY;
  return cat_record_result(
      rec, (CatResult){
               .group = "Proof", .label = label, .value = modes->below, .unit = "", .note = note});
}

static void summary_fields(const View *v, CatRecord *rec) {
  cJSON *modes = cat_summary_object(rec, cat_record_summary(rec), "modes");
  cJSON *list = cat_summary_array(rec, modes, "frequencies_Hz");
  for (int i = 0; i < v->modes->n; i++) {
    cat_summary_number(rec, list, NULL, cat_mode_frequency(v->modes, i));
  }
  cat_summary_number(rec, modes, "inertia_count", v->modes->below);
  cat_summary_number(rec, modes, "inertia_bound_Hz", sqrt(v->modes->bound) / (2 * PI));
  cat_summary_bool(rec, modes, "complete", v->modes->below == v->modes->n);
  cat_summary_number(rec, modes, "dof", v->t->n);
}

static CatStatus add_all(CatArena *a, View *v, CatRecord *rec) {
  int n = v->modes->n;
  v->work = CAT_ARENA(a, v->t->n, double);
  v->fraction = cat_arena_alloc(a, (size_t)n, sizeof *v->fraction);
  v->shapes = n < SHAPES ? n : SHAPES;
  if (!v->work || !v->fraction) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    cat_mode_fractions(v->m, v->t, vector_of(v->modes, i), v->work, v->fraction[i]);
  }
  CAT_TRY(modes_table(v, rec));
  CAT_TRY(shapes_table(v, rec));
  CAT_TRY(frames(a, v, rec));
  CAT_TRY(figures(v, rec));
  CAT_TRY(results(v, rec));
  summary_fields(v, rec);
  return cat_record_ok(rec);
}

//------------------------------------------------------------------------------- the job

static CatStatus modes_of(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                          CatRecord *rec) {
  CatLinearSystem t;
  CatEigen modes;
  double begin = cat_clock_now();
  CAT_TRY(cat_linear_system_new(a, m, rest, &t));
  CAT_TRY(cat_eigen_lowest_with(a, &t.K, &t.M, &t.along, CAT_MODES, &modes));
  cJSON *timing = cat_summary_object(rec, cat_record_summary(rec), "timing");
  cat_summary_number(rec, timing, "modes_s", cat_clock_now() - begin);
  View v = {.m = m, .t = &t, .modes = &modes};
  return add_all(a, &v, rec);
}

CatStatus cat_rest_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatRestSpec *values = cat_spec_values(spec);
  return cat_line_modes(ctx, spec, &values->line, rec);
}

CatStatus cat_line_modes(CatContext *ctx, const CatSpec *spec, const CatLineSpec *line,
                         CatRecord *rec) {
  const CatLineModel *m = NULL;
  CatConfiguration *rest = NULL;
  CatRestReport report;
  if (line->axial == CAT_AXIAL_QUASI_STATIC && line->axial_modes == 0) {
    CatWhere where = cat_spec_where(spec, &line->axial);
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found quasi-static, expected full or none, or line.axial_modes above 0: "
                       "modes are those of motions with inertia");
  }
  CAT_TRY(cat_line_model_new(ctx, line, &m));
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatStatus status = a ? cat_rest_find(ctx, spec, m, &rest, &report) : CAT_ERR_MEMORY;
  if (!status) cat_rest_summary_fields(m, rest, &report, rec);
  if (!status) status = cat_rest_scene(m, rest, rec);
  if (!status) status = modes_of(a, m, rest, rec);
  cat_arena_free(a);
  cat_configuration_free(rest);
  cat_line_model_free(m);
  return status;
}
