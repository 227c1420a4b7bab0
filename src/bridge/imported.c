#include "imported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

//------------------------------------------------------------------------------- points

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Different values in ascending order; how many.
static int sort_places(const double *x, size_t n, double *out) {
  int kept = 0;
  memcpy(out, x, n * sizeof *out);
  qsort(out, n, sizeof *out, ascending);
  for (size_t i = 0; i < n; i++) {
    if (kept == 0 || out[i] - out[kept - 1] > 1e-6) out[kept++] = out[i];
  }
  return kept;
}

static int place_of(const double *places, int n, double x) {
  int low = 0, high = n;  // the last one that is not behind x
  while (high - low > 1) {
    int mid = (low + high) / 2;
    if (places[mid] <= x + 1e-6) {
      low = mid;
    } else {
      high = mid;
    }
  }
  return low;
}

static CatStatus fill_grid(const CatFileTable *t, const double *x, const double *y,
                           CatDeckGrid *g) {
  size_t cells = (size_t)g->nx * (size_t)g->ny, none = (size_t)-1;
  for (size_t i = 0; i < cells; i++) g->at[i] = none;
  for (size_t i = 0; i < t->nrow; i++) {
    size_t k = (size_t)place_of(g->x, g->nx, x[i]) * (size_t)g->ny +
               (size_t)(y ? place_of(g->y, g->ny, y[i]) : 0);
    if (g->at[k] == none) {
      g->at[k] = i;
      continue;
    }
    return CAT_FAIL_CELL(t, i, "x",
                         "found the point x = %g m, y = %g m a second time, expected it once", x[i],
                         y ? y[i] : 0);
  }
  for (size_t k = 0; k < cells; k++) {
    if (g->at[k] != none) continue;
    size_t first = k / (size_t)g->ny * (size_t)g->ny, row = 0;
    for (size_t j = first; j < first + (size_t)g->ny; j++) row = g->at[j] != none ? g->at[j] : row;
    return CAT_FAIL_CELL(t, row, "x",
                         "found no point x = %g m, y = %g m, expected all combinations of %d "
                         "places along and %d across",
                         g->x[k / (size_t)g->ny], g->y[k % (size_t)g->ny], g->nx, g->ny);
  }
  return CAT_OK;
}

static CatStatus find_grid(const CatFileTable *t, double length, CatDeckGrid *g) {
  double *x = NULL, *y = NULL;
  size_t n = t->nrow;
  CAT_TRY(cat_file_table_column(t, "x", "m", &x));
  CAT_TRY(cat_file_table_column_or_none(t, "y", "m", &y));
  g->x = CAT_ARENA(t->a, n, double), g->y = CAT_ARENA(t->a, n, double);
  if (!g->x || !g->y || !x) return CAT_ERR_MEMORY;
  g->nx = sort_places(x, n, g->x);
  g->ny = y ? sort_places(y, n, g->y) : 1;
  if (g->nx < 4 || fabs(g->x[0]) > 1e-3 || fabs(g->x[g->nx - 1] - length) > 1e-3) {
    return CAT_FAIL_CELL(t, 0, "x",
                         "found %d places from %g m to %g m, expected at least 4 from 0 m to the "
                         "end of the deck, bridge.length = %g m",
                         g->nx, g->x[0], g->x[g->nx - 1], length);
  }
  if ((double)g->nx * g->ny > 4.0 * (double)n + 1e6) {
    return CAT_FAIL_CELL(t, 0, "x",
                         "found %zu points at %d places along and %d across, expected all "
                         "combinations of them",
                         n, g->nx, g->ny);
  }
  g->at = CAT_ARENA(t->a, (size_t)g->nx * (size_t)g->ny, size_t);
  return g->at ? fill_grid(t, x, y, g) : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- modes

// Frequencies, masses and damping ratios, one mode in each row.
typedef struct ModeTable {
  size_t n;
  double *f, *mass, *damping;  // damping NULL: not there
} ModeTable;

static CatStatus read_modes(const CatFileTable *t, ModeTable *m) {
  *m = (ModeTable){.n = t->nrow};
  CAT_TRY(cat_file_table_column(t, "f", "Hz", &m->f));
  CAT_TRY(cat_file_table_column(t, "mass", "kg", &m->mass));
  CAT_TRY(cat_file_table_column_or_none(t, "damping", "", &m->damping));
  for (size_t i = 0; i < m->n; i++) {
    bool ordered = m->f[i] > 0 && (i == 0 || m->f[i] >= m->f[i - 1]);
    if (!ordered) {
      return CAT_FAIL_CELL(
          t, i, "f", "found %g Hz, expected frequencies above 0 Hz that do not decrease", m->f[i]);
    }
    if (!(m->mass[i] > 0)) {
      return CAT_FAIL_CELL(t, i, "mass", "found %g kg, expected more than 0 kg", m->mass[i]);
    }
    if (m->damping && !(m->damping[i] >= 0 && m->damping[i] < 0.9)) {
      return CAT_FAIL_CELL(t, i, "damping", "found a damping ratio of %g, expected 0 to 0.9",
                           m->damping[i]);
    }
  }
  return CAT_OK;
}

// Displacements of the first n modes at each row of the table, their masses made 1 (rows x n).
static CatStatus read_shapes(const CatFileTable *t, const ModeTable *m, int n, double **value) {
  CatFileRest rest = {.known = {"x", "y"}, .as = "shapes"};
  *value = NULL;
  CAT_TRY(cat_file_table_rest(t, &rest));
  if ((size_t)rest.n != m->n) {
    const char *last = t->csv ? t->csv->column[t->csv->ncolumn - 1].name : rest.as;
    return CAT_FAIL_AT(t->ctx, cat_file_table_cell(t, -1, last).place, "",
                       "found shapes of %d modes, expected %zu, one for each row of the file of "
                       "modes",
                       rest.n, m->n);
  }
  double *v = *value = CAT_ARENA(t->a, t->nrow * (size_t)n + 1, double);
  if (!v) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < t->nrow; i++) {
    for (size_t k = 0; k < (size_t)n; k++) {
      v[i * (size_t)n + k] = rest.value[i * m->n + k] / sqrt(m->mass[k]);
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- the bridge

// Values of all modes at the points of the grid, of rows of a table (rows x n).
static CatStatus keep(CatArena *a, const CatDeckGrid *g, const double *value, CatBridge *out) {
  size_t n = (size_t)out->n, ny = (size_t)g->ny, cells = (size_t)g->nx * ny;
  double *grid = CAT_ARENA(a, cells * n, double), *y = CAT_ARENA(a, g->ny, double);
  double *x = CAT_ARENA(a, g->nx, double);
  bool *twists = CAT_ARENA(a, n, bool);
  if (!grid || !x || !y || !twists || !g->at) return CAT_ERR_MEMORY;
  memcpy(x, g->x, (size_t)g->nx * sizeof *x), memcpy(y, g->y, ny * sizeof *y);
  for (size_t k = 0; k < cells; k++) {
    memcpy(grid + k * n, value + g->at[k] * n, n * sizeof *grid);
  }
  out->across = (CatAcross){g->ny, y, grid};
  out->shapes = (CatShapes){.n = out->n, .stations = g->nx, .x = x};
  out->twists = twists;
  return cat_bridge_track(a, out, 0, &out->shapes);
}

static CatStatus import_tables(const CatFileTable *modes, const CatFileTable *shapes, CatArena *a,
                               const CatDeckSpec *spec, CatBridge *out) {
  ModeTable m;
  CatDeckGrid grid = {0};
  double *value = NULL;
  CAT_TRY(read_modes(modes, &m));
  out->n = spec->modes < (int)m.n ? spec->modes : (int)m.n;
  double *omega = CAT_ARENA(a, out->n, double), *zeta = CAT_ARENA(a, out->n, double);
  if (!omega || !zeta) return CAT_ERR_MEMORY;
  for (int i = 0; i < out->n; i++) {
    omega[i] = 2 * PI * m.f[i];
    zeta[i] = m.damping ? m.damping[i] : 0;
  }
  out->omega = omega;
  out->zeta = m.damping ? zeta : NULL;
  out->unknowns = (int)m.n;
  out->method = "modes of a file";
  CAT_TRY(find_grid(shapes, spec->length, &grid));
  CAT_TRY(read_shapes(shapes, &m, out->n, &value));
  return keep(a, &grid, value, out);
}

// Which unknown each point is: from 1, 0 of a point that is held.
static CatStatus read_points(const CatFileTable *points, const CatDeckSpec *spec, CatDeckGrid *grid,
                             CatDeckMatrices *of) {
  double *unknown = NULL;
  CAT_TRY(find_grid(points, spec->length, grid));
  CAT_TRY(cat_file_table_column(points, "unknown", "", &unknown));
  if (!unknown) return CAT_ERR_MEMORY;
  of->npoint = points->nrow, of->unknown = unknown, of->points = points;
  for (size_t i = 0; i < of->npoint; i++) {
    if (unknown[i] >= 0 && unknown[i] == floor(unknown[i]) && unknown[i] < 1e9) continue;
    return CAT_FAIL_CELL(points, i, "unknown",
                         "found %g, expected the number of an unknown, from 1, or 0: held",
                         unknown[i]);
  }
  return CAT_OK;
}

static CatStatus import_matrices(const CatFileTable *points, const CatFileName file[2], CatArena *a,
                                 const CatDeckSpec *spec, CatBridge *out) {
  CatDeckGrid grid = {0};
  CatDeckMatrices of = {.file = {file[0], file[1]}, .modes = spec->modes};
  double *value = NULL;
  CAT_TRY(read_points(points, spec, &grid, &of));
  CAT_TRY(cat_bridge_reduce(a, &of, out, &value));
  return keep(a, &grid, value, out);
}

typedef struct Files {
  CatFileName modes, shapes, matrix[2], points;
} Files;

static CatStatus import(Files *f, CatFileTable t[2], CatArena *scratch, CatArena *a,
                        const CatDeckSpec *spec, CatBridge *out) {
  bool tables = *spec->imported.modes;
  CAT_TRY(cat_file_table_open(scratch, tables ? f->shapes.path : f->points.path, "x", &t[1]));
  if (!tables) return import_matrices(&t[1], f->matrix, a, spec, out);
  CAT_TRY(cat_file_table_open(scratch, f->modes.path, "f", &t[0]));
  return import_tables(&t[0], &t[1], a, spec, out);
}

static CatStatus find_files(CatContext *ctx, const CatSpec *input, Files *f) {
  const CatImportedSpec *s = &((const CatBridgeSpec *)cat_spec_values(input))->bridge.imported;
  CAT_TRY(cat_file_name(ctx, input, &s->modes, &f->modes));
  CAT_TRY(cat_file_name(ctx, input, &s->shapes, &f->shapes));
  CAT_TRY(cat_file_name(ctx, input, &s->stiffness, &f->matrix[0]));
  CAT_TRY(cat_file_name(ctx, input, &s->mass, &f->matrix[1]));
  return cat_file_name(ctx, input, &s->points, &f->points);
}

CatStatus cat_bridge_import(CatContext *ctx, CatArena *a, const CatSpec *input,
                            const CatDeckSpec *spec, CatBridge *out) {
  Files f;
  CAT_TRY(find_files(ctx, input, &f));
  CatArena *scratch = cat_arena_new(ctx, 1 << 16);
  if (!scratch) return CAT_ERR_MEMORY;
  CatFileTable t[2] = {0};
  *out = (CatBridge){.length = spec->length, .span = spec->length};
  CatStatus status = import(&f, t, scratch, a, spec, out);
  cat_file_table_close(&t[0]), cat_file_table_close(&t[1]);
  cat_arena_free(scratch);
  return status;
}

// Points and matrices as they are; that the matrices are positive definite is found with the modes.
static CatStatus check_matrices(CatArena *a, const Files *f, const CatDeckSpec *spec) {
  CatFileTable points = {0};
  CatDeckGrid grid = {0};
  CatDeckMatrices of = {.file = {f->matrix[0], f->matrix[1]}};
  CatStatus status = cat_file_table_open(a, f->points.path, "x", &points);
  if (!status) status = read_points(&points, spec, &grid, &of);
  if (!status) status = cat_bridge_reduce_check(a, &of);
  cat_file_table_close(&points);
  return status;
}

static CatStatus name_content(CatContext *ctx, CatSpec *input, const Files *f) {
  const CatFileName *all[5] = {&f->modes, &f->shapes, &f->matrix[0], &f->matrix[1], &f->points};
  CatImportedSpec *spec = &((CatBridgeSpec *)cat_spec_root(input))->bridge.imported;
  return cat_file_content(ctx, input, all, 5, &spec->content);
}

CatStatus cat_bridge_import_check(CatContext *ctx, CatSpec *input) {
  const CatDeckSpec *spec = &((const CatBridgeSpec *)cat_spec_values(input))->bridge;
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  CatBridge b;
  if (!a) return CAT_ERR_MEMORY;
  Files f;
  CatStatus status = find_files(ctx, input, &f);
  if (!status && *spec->imported.modes) {
    status = cat_bridge_import(ctx, a, input, spec, &b);
  } else if (!status) {
    status = check_matrices(a, &f, spec);
  }
  if (!status) status = name_content(ctx, input, &f);
  cat_arena_free(a);
  return status;
}
