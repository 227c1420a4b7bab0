#include "imported.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "akima.h"
#include "input/csv.h"
#include "input/quote.h"
#include "spec/origin.h"

#define PI 3.14159265358979323846

CatStatus cat_file_name(CatContext *ctx, const CatSpec *input, const char *const *field,
                        CatFileName *out) {
  CatWhere where = cat_spec_where(input, field);
  if (**field && !cat_spec_on_disk(input)) {
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found %s, expected no file: there are none beside this text",
                       cat_quote(*field).s);
  }
  const char *slash = where.place.file ? strrchr(where.place.file, '/') : NULL;
  int folder = slash && **field != '/' ? (int)(slash - where.place.file) + 1 : 0;
  int wrote = snprintf(out->path, sizeof out->path, "%.*s%s", folder,
                       folder ? where.place.file : "", *field);
  out->key = where.path;
  if (wrote < 0 || (size_t)wrote >= sizeof out->path) {
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found a path of %d bytes, expected less than %d", wrote,
                       (int)sizeof out->path);
  }
  if (!**field || access(out->path, R_OK) == 0) return CAT_OK;
  return CAT_FAIL_AT(ctx, where.place, where.path, "found %s, expected a file; looked for %s",
                     cat_quote(*field).s, out->path);
}

// A table of one of the files, and numbers of its columns.
typedef struct Table {
  CatContext *ctx;
  CatArena *a;
  CatCsv *csv;
} Table;

static CatStatus column(const Table *t, const char *name, const char *unit, double **out) {
  int at = cat_csv_find(t->csv, name);
  *out = NULL;
  if (at < 0) {
    return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, -1, 0), name,
                       "found no column %s, expected one, such as \"%s [%s]\"", cat_quote(name).s,
                       name, unit);
  }
  *out = CAT_ARENA(t->a, t->csv->nrow, double);
  return *out ? cat_csv_column(t->csv, at, unit, *out) : CAT_ERR_MEMORY;
}

static CatStatus column_or_none(const Table *t, const char *name, const char *unit, double **out) {
  *out = NULL;
  return cat_csv_find(t->csv, name) >= 0 ? column(t, name, unit, out) : CAT_OK;
}

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

static CatStatus fill_grid(const Table *t, const double *x, const double *y, CatDeckGrid *g) {
  size_t n = t->csv->nrow, cells = (size_t)g->nx * (size_t)g->ny, none = (size_t)-1;
  int along = cat_csv_find(t->csv, "x");
  for (size_t i = 0; i < cells; i++) g->at[i] = none;
  for (size_t i = 0; i < n; i++) {
    size_t k = (size_t)place_of(g->x, g->nx, x[i]) * (size_t)g->ny +
               (size_t)(y ? place_of(g->y, g->ny, y[i]) : 0);
    if (g->at[k] == none) {
      g->at[k] = i;
      continue;
    }
    return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, (long)i, along), "x",
                       "found the point x = %g m, y = %g m a second time, expected it once", x[i],
                       y ? y[i] : 0);
  }
  for (size_t k = 0; k < cells; k++) {
    if (g->at[k] != none) continue;
    size_t first = k / (size_t)g->ny * (size_t)g->ny, row = 0;
    for (size_t j = first; j < first + (size_t)g->ny; j++) row = g->at[j] != none ? g->at[j] : row;
    return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, (long)row, along), "x",
                       "found no point x = %g m, y = %g m, expected all combinations of %d places "
                       "along and %d across",
                       g->x[k / (size_t)g->ny], g->y[k % (size_t)g->ny], g->nx, g->ny);
  }
  return CAT_OK;
}

static CatStatus find_grid(const Table *t, double length, CatDeckGrid *g) {
  double *x = NULL, *y = NULL;
  size_t n = t->csv->nrow;
  CAT_TRY(column(t, "x", "m", &x));
  CAT_TRY(column_or_none(t, "y", "m", &y));
  g->x = CAT_ARENA(t->a, n, double), g->y = CAT_ARENA(t->a, n, double);
  if (!x || !g->x || !g->y) return CAT_ERR_MEMORY;
  g->nx = sort_places(x, n, g->x);
  g->ny = y ? sort_places(y, n, g->y) : 1;
  if (g->nx < 4 || fabs(g->x[0]) > 1e-3 || fabs(g->x[g->nx - 1] - length) > 1e-3) {
    return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, 0, cat_csv_find(t->csv, "x")), "x",
                       "found %d places from %g m to %g m, expected at least 4 from 0 m to the end "
                       "of the deck, bridge.length = %g m",
                       g->nx, g->x[0], g->x[g->nx - 1], length);
  }
  if ((double)g->nx * g->ny > 4.0 * (double)n + 1e6) {
    return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, 0, cat_csv_find(t->csv, "x")), "x",
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

static CatStatus read_modes(const Table *t, ModeTable *m) {
  m->n = t->csv->nrow;
  CAT_TRY(column(t, "f", "Hz", &m->f));
  CAT_TRY(column(t, "mass", "kg", &m->mass));
  CAT_TRY(column_or_none(t, "damping", "", &m->damping));
  for (size_t i = 0; i < m->n; i++) {
    bool ordered = m->f[i] > 0 && (i == 0 || m->f[i] >= m->f[i - 1]);
    if (!ordered) {
      return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, (long)i, cat_csv_find(t->csv, "f")), "f",
                         "found %g Hz, expected frequencies above 0 Hz that do not decrease",
                         m->f[i]);
    }
    if (!(m->mass[i] > 0)) {
      return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, (long)i, cat_csv_find(t->csv, "mass")),
                         "mass", "found %g kg, expected more than 0 kg", m->mass[i]);
    }
    if (m->damping && !(m->damping[i] >= 0 && m->damping[i] < 0.9)) {
      return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, (long)i, cat_csv_find(t->csv, "damping")),
                         "damping", "found a damping ratio of %g, expected 0 to 0.9",
                         m->damping[i]);
    }
  }
  return CAT_OK;
}

// Displacement of mode i at each row of the table, its mass made 1.
static CatStatus read_shapes(const Table *t, const ModeTable *m, int n, double *value) {
  int mode = 0, x = cat_csv_find(t->csv, "x"), y = cat_csv_find(t->csv, "y");
  int shapes = t->csv->ncolumn - 1 - (y >= 0);
  size_t rows = t->csv->nrow;
  if ((size_t)shapes != m->n) {
    return CAT_FAIL_AT(t->ctx, cat_csv_place(t->csv, -1, t->csv->ncolumn - 1), "",
                       "found shapes of %d modes beside x%s, expected %zu, one for each row of the "
                       "file of modes",
                       shapes, y >= 0 ? " and y" : "", m->n);
  }
  double *one = CAT_ARENA(t->a, rows, double);
  if (!one) return CAT_ERR_MEMORY;
  for (int c = 0; c < t->csv->ncolumn && mode < n; c++) {
    if (c == x || c == y) continue;
    CAT_TRY(cat_csv_column(t->csv, c, "", one));
    double scale = 1 / sqrt(m->mass[mode]);
    for (size_t i = 0; i < rows; i++) value[i * (size_t)n + (size_t)mode] = scale * one[i];
    mode++;
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

static CatStatus import_tables(Table *modes, Table *shapes, CatArena *a, const CatDeckSpec *spec,
                               CatBridge *out) {
  ModeTable m;
  CatDeckGrid grid = {0};
  CAT_TRY(read_modes(modes, &m));
  out->n = spec->modes < (int)m.n ? spec->modes : (int)m.n;
  double *omega = CAT_ARENA(a, out->n, double), *zeta = CAT_ARENA(a, out->n, double);
  double *value = CAT_ARENA(shapes->a, (size_t)out->n * shapes->csv->nrow, double);
  if (!omega || !zeta || !value) return CAT_ERR_MEMORY;
  for (int i = 0; i < out->n; i++) {
    omega[i] = 2 * PI * m.f[i];
    zeta[i] = m.damping ? m.damping[i] : 0;
  }
  out->omega = omega;
  out->zeta = m.damping ? zeta : NULL;
  out->unknowns = (int)m.n;
  out->method = "modes of a file";
  CAT_TRY(find_grid(shapes, spec->length, &grid));
  CAT_TRY(read_shapes(shapes, &m, out->n, value));
  return keep(a, &grid, value, out);
}

static CatStatus import_matrices(Table *points, const CatFileName file[2], CatArena *a,
                                 const CatDeckSpec *spec, CatBridge *out) {
  CatDeckGrid grid = {0};
  double *unknown = NULL, *value = NULL;
  CAT_TRY(find_grid(points, spec->length, &grid));
  CAT_TRY(column(points, "unknown", "", &unknown));
  if (!unknown) return CAT_ERR_MEMORY;
  CatDeckMatrices of = {{file[0], file[1]}, points->csv->nrow, unknown, spec->modes};
  for (size_t i = 0; i < of.npoint; i++) {
    if (unknown[i] >= 1 && unknown[i] == floor(unknown[i]) && unknown[i] < 1e9) continue;
    return CAT_FAIL_AT(
        points->ctx, cat_csv_place(points->csv, (long)i, cat_csv_find(points->csv, "unknown")),
        "unknown", "found %g, expected the number of an unknown, from 1", unknown[i]);
  }
  CAT_TRY(cat_bridge_reduce(a, &of, out, &value));
  return keep(a, &grid, value, out);
}

typedef struct Files {
  CatFileName modes, shapes, matrix[2], points;
} Files;

static CatStatus open_table(const CatFileName *file, Table *t) {
  return cat_csv_open(t->ctx, file->path, &t->csv);
}

static CatStatus import(Files *f, Table t[2], CatArena *a, const CatDeckSpec *spec,
                        CatBridge *out) {
  bool tables = *spec->imported.modes;
  CAT_TRY(open_table(tables ? &f->shapes : &f->points, &t[1]));
  if (!tables) return import_matrices(&t[1], f->matrix, a, spec, out);
  CAT_TRY(open_table(&f->modes, &t[0]));
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
  Table t[2] = {{ctx, scratch, NULL}, {ctx, scratch, NULL}};
  *out = (CatBridge){.length = spec->length, .span = spec->length};
  CatStatus status = import(&f, t, a, spec, out);
  cat_csv_free(t[0].csv), cat_csv_free(t[1].csv);
  cat_arena_free(scratch);
  return status;
}

CatStatus cat_bridge_import_check(CatContext *ctx, const CatSpec *input) {
  const CatDeckSpec *spec = &((const CatBridgeSpec *)cat_spec_values(input))->bridge;
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  CatBridge b;
  if (!a) return CAT_ERR_MEMORY;
  Files f;
  CatStatus status = find_files(ctx, input, &f);
  if (!status && *spec->imported.modes) {
    status = cat_bridge_import(ctx, a, input, spec, &b);
  } else if (!status) {
    status = cat_bridge_reduce_check(ctx, f.matrix);
  }
  cat_arena_free(a);
  return status;
}
