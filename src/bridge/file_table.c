#include "file_table.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/unit.h"
#include "input/bytes.h"
#include "input/quote.h"
#include "record/hash.h"
#include "spec/origin.h"

CatStatus cat_file_name(CatContext *ctx, const CatSpec *input, const char *const *field,
                        CatFileName *out) {
  CatWhere where = cat_spec_where(input, field);
  *out = (CatFileName){.key = where.path};
  if (!**field) return CAT_OK;
  if (!cat_spec_on_disk(input)) {
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found %s, expected no file: there are none beside this text",
                       cat_quote(*field).s);
  }
  const char *slash = where.place.file ? strrchr(where.place.file, '/') : NULL;
  int folder = slash && **field != '/' ? (int)(slash - where.place.file) + 1 : 0;
  int wrote = snprintf(out->path, sizeof out->path, "%.*s%s", folder,
                       folder ? where.place.file : "", *field);
  if (wrote < 0 || (size_t)wrote >= sizeof out->path) {
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found a path of %d bytes, expected less than %d", wrote,
                       (int)sizeof out->path);
  }
  if (access(out->path, R_OK) == 0) return CAT_OK;
  return CAT_FAIL_AT(ctx, where.place, where.path, "found %s, expected a file; looked for %s",
                     cat_quote(*field).s, out->path);
}

static CatStatus add_content(CatContext *ctx, const char *path, CatHash *hash) {
  char *text = NULL;
  size_t n = 0;
  CatStatus status = cat_bytes_read(ctx, path, &text, &n);
  if (!status) cat_hash_add_number(hash, (double)n), cat_hash_add(hash, text, n);
  cat_free(ctx, text);
  return status;
}

CatStatus cat_file_content(CatContext *ctx, CatSpec *input, const CatFileName *const *file, int n,
                           const char **content) {
  CatHash hash = cat_hash_new();
  char text[CAT_HASH_TEXT];
  for (int i = 0; i < n; i++) {
    if (*file[i]->path) CAT_TRY(add_content(ctx, file[i]->path, &hash));
  }
  cat_hash_end_text(&hash, text);
  if (**content && strcmp(*content, text) != 0) {
    CAT_TRY(cat_spec_warn(input, content, "the files are others than those that this was said of"));
  }
  *content = cat_arena_text(cat_spec_arena(input), text, strlen(text));
  return *content ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- the file

static CatStatus open_hdf5(CatFileTable *t, void *bytes, size_t n, const char *first) {
  CatHdf5Array array;
  CAT_TRY(cat_hdf5_open(t->ctx, t->path, bytes, n, &t->hdf5));
  CAT_TRY(cat_hdf5_look(t->hdf5, first, &array));
  t->nrow = array.rows;
  if (array.found) return CAT_OK;
  return CAT_FAIL_AT(t->ctx, (CatPlace){.file = t->path}, first,
                     "found no dataset %s, expected one", cat_quote(first).s);
}

CatStatus cat_file_table_open(CatArena *a, const char *path, const char *first, CatFileTable *out) {
  CatContext *ctx = cat_arena_context(a);
  char *text = NULL;
  size_t n = 0;
  *out = (CatFileTable){.ctx = ctx, .a = a, .path = path};
  CatStatus status = cat_bytes_read(ctx, path, &text, &n);
  if (!status && cat_hdf5_is(text, n)) {
    status = open_hdf5(out, text, n, first);
  } else if (!status) {
    status = cat_csv_open(ctx, path, &out->csv);
    if (!status) out->nrow = out->csv->nrow;
  }
  cat_free(ctx, text);
  return status;
}

void cat_file_table_close(CatFileTable *t) {
  cat_csv_free(t->csv);
  cat_hdf5_close(t->hdf5);
  t->csv = NULL, t->hdf5 = NULL;
}

CatFileCell cat_file_table_cell(const CatFileTable *t, long row, const char *column) {
  CatFileCell cell = {.place = {.file = t->path}};
  if (t->csv) {
    int at = cat_csv_find(t->csv, column);
    cell.place = cat_csv_place(t->csv, row, at < 0 ? 0 : at);
  }
  if (t->csv || row < 0) {
    snprintf(cell.key, sizeof cell.key, "%s", column);
  } else {
    snprintf(cell.key, sizeof cell.key, "%s[%ld]", column, row);
  }
  return cell;
}

//------------------------------------------------------------------------------- columns

// Numbers of a dataset into those of the unit, finite ones.
static CatStatus convert(const CatFileTable *t, const char *name, const CatHdf5Array *array,
                         const char *unit, double *x) {
  CatUnit found, expected;
  cat_unit_parse(unit, &expected, NULL, 0);
  if (!array->unit[0]) {
    found = expected;
  } else if (!cat_unit_parse(array->unit, &found, NULL, 0) ||
             !cat_unit_same_dimension(found, expected)) {
    return CAT_FAIL_CELL(t, -1, name, "found the unit %s, expected one such as %s",
                         cat_quote(array->unit).s, *unit ? unit : "none");
  }
  for (size_t i = 0; i < array->rows * array->columns; i++) {
    x[i] *= found.factor;
    if (isfinite(x[i])) continue;
    return CAT_FAIL_CELL(t, i / array->columns, name, "found %g, expected a finite number", x[i]);
  }
  return CAT_OK;
}

static CatStatus read_dataset(const CatFileTable *t, const char *name, const CatHdf5Array *array,
                              const char *unit, double **out) {
  if (array->rows != t->nrow) {
    return CAT_FAIL_CELL(t, -1, name, "found %zu rows, expected %zu", array->rows, t->nrow);
  }
  *out = CAT_ARENA(t->a, array->rows * array->columns, double);
  if (!*out) return CAT_ERR_MEMORY;
  CAT_TRY(cat_hdf5_read(t->hdf5, name, *out));
  return convert(t, name, array, unit, *out);
}

static CatStatus read_column(const CatFileTable *t, const char *name, const char *unit,
                             double **out) {
  CatHdf5Array array;
  int at = t->csv ? cat_csv_find(t->csv, name) : -1;
  *out = NULL;
  if (t->csv && at < 0) return CAT_OK;
  if (t->csv) {
    *out = CAT_ARENA(t->a, t->nrow, double);
    return *out ? cat_csv_column(t->csv, at, unit, *out) : CAT_ERR_MEMORY;
  }
  CAT_TRY(cat_hdf5_look(t->hdf5, name, &array));
  if (!array.found) return CAT_OK;
  if (array.columns == 1) return read_dataset(t, name, &array, unit, out);
  return CAT_FAIL_CELL(t, -1, name, "found %zu columns, expected one", array.columns);
}

CatStatus cat_file_table_column_or_none(const CatFileTable *t, const char *name, const char *unit,
                                        double **out) {
  return read_column(t, name, unit, out);
}

CatStatus cat_file_table_column(const CatFileTable *t, const char *name, const char *unit,
                                double **out) {
  CAT_TRY(read_column(t, name, unit, out));
  if (*out) return CAT_OK;
  if (!t->csv) {
    return CAT_FAIL_CELL(t, -1, name, "found no dataset %s, expected one", cat_quote(name).s);
  }
  return CAT_FAIL_CELL(t, -1, name, "found no column %s, expected one, such as \"%s%s%s%s\"",
                       cat_quote(name).s, name, *unit ? " [" : "", unit, *unit ? "]" : "");
}

static bool is_known(const CatFileRest *rest, const char *name) {
  for (int k = 0; k < 2; k++) {
    if (rest->known[k] && strcmp(name, rest->known[k]) == 0) return true;
  }
  return false;
}

static CatStatus rest_of_csv(const CatFileTable *t, CatFileRest *rest) {
  int n = 0, at = 0;
  for (int c = 0; c < t->csv->ncolumn; c++) n += !is_known(rest, t->csv->column[c].name);
  double *one = CAT_ARENA(t->a, t->nrow + 1, double);
  rest->n = n, rest->value = CAT_ARENA(t->a, t->nrow * (size_t)n + 1, double);
  if (!one || !rest->value) return CAT_ERR_MEMORY;
  for (int c = 0; c < t->csv->ncolumn; c++) {
    if (is_known(rest, t->csv->column[c].name)) continue;
    CAT_TRY(cat_csv_column(t->csv, c, "", one));
    for (size_t i = 0; i < t->nrow; i++) rest->value[i * (size_t)n + (size_t)at] = one[i];
    at++;
  }
  return CAT_OK;
}

CatStatus cat_file_table_rest(const CatFileTable *t, CatFileRest *rest) {
  CatHdf5Array array;
  if (t->csv) return rest_of_csv(t, rest);
  CAT_TRY(cat_hdf5_look(t->hdf5, rest->as, &array));
  rest->n = array.columns < INT_MAX ? (int)array.columns : 0;
  if (array.found) return read_dataset(t, rest->as, &array, "", &rest->value);
  return CAT_FAIL_CELL(t, -1, rest->as, "found no dataset %s, expected one", cat_quote(rest->as).s);
}
