// Tables of numbers in files that a case names, CSV or HDF5: where they are, and their columns in
// SI units. What is wrong is said at line and column of the file, or by dataset and index.
//
// In an HDF5 file columns are datasets in one dimension, with a unit in the attribute "unit" if
// they have one; columns that have no names of their own are one dataset in two.
#ifndef CAT_BRIDGE_FILE_TABLE_H
#define CAT_BRIDGE_FILE_TABLE_H

#include "hdf5/hdf5_arrays.h"
#include "input/csv.h"
#include "spec/spec.h"

// A file that a case names: beside the one that names it.
typedef struct CatFileName {
  char path[1024];
  const char *key;  // that names it
} CatFileName;
// *field "": no file, and no path.
CatStatus cat_file_name(CatContext *ctx, const CatSpec *input, const char *const *field,
                        CatFileName *out);

// Names what is in the files, so that the hash of the input covers it: the SHA-256 of all (those
// with a path) into *content, a field of the input. Another one that stood there draws a warning.
CatStatus cat_file_content(CatContext *ctx, CatSpec *input, const CatFileName *const *file, int n,
                           const char **content);

typedef struct CatFileTable {
  CatContext *ctx;
  CatArena *a;       // of the numbers
  const char *path;  // must outlive it
  CatCsv *csv;       // one of them
  CatHdf5File *hdf5;
  size_t nrow;
} CatFileTable;

// first: a column that every such table has.
CatStatus cat_file_table_open(CatArena *a, const char *path, const char *first, CatFileTable *out);
void cat_file_table_close(CatFileTable *t);  // its numbers stay
// The numbers of a column (nrow); that it is missing is an error, or *out is NULL.
CatStatus cat_file_table_column(const CatFileTable *t, const char *name, const char *unit,
                                double **out);
CatStatus cat_file_table_column_or_none(const CatFileTable *t, const char *name, const char *unit,
                                        double **out);

// Columns without a unit beside those that are known by name: in CSV all others, in HDF5 those of
// the dataset `as`.
typedef struct CatFileRest {
  const char *known[2];  // NULL: none
  const char *as;
  int n;          // how many there are
  double *value;  // (nrow x n)
} CatFileRest;
CatStatus cat_file_table_rest(const CatFileTable *t, CatFileRest *rest);

typedef struct CatFileCell {
  CatPlace place;
  char key[64];  // "f", or "f[3]" of an HDF5 file
} CatFileCell;
// Row counts from 0; -1: of the column as a whole.
CatFileCell cat_file_table_cell(const CatFileTable *t, long row, const char *column);

#define CAT_FAIL_CELL(t, row, column, ...)                                                         \
  cat_fail_at((t)->ctx, CAT_ERR_INPUT, CAT_HERE,                                                   \
              cat_file_table_cell(t, (long)(row), column).place,                                   \
              cat_file_table_cell(t, (long)(row), column).key, __VA_ARGS__)

#endif
