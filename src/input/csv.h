// Tables of numbers in text files: comma, semicolon or tab between the cells, names in the first
// row with units in brackets, as our own channels.csv has them. Errors name file, line and column.
#ifndef CAT_INPUT_CSV_H
#define CAT_INPUT_CSV_H

#include "base/arena.h"

typedef struct CatCsvColumn {
  const char *name;  // "p1.force"
  const char *unit;  // "N"; "" if there are no brackets
  const char *head;  // both, as they stand in the file: "p1.force [N]"
} CatCsvColumn;

typedef struct CatCsv {
  CatContext *ctx;
  const char *file;  // as shown in messages
  const char *text;  // all of it, NUL behind the last byte
  size_t size;       // without empty lines at the end
  size_t whole;      // [bytes] of the file
  char *owned;       // the text, if it was read from a file
  CatArena *arena;
  char separator;
  int ncolumn;
  CatCsvColumn *column;  // (ncolumn)
  size_t nrow;           // behind the names
} CatCsv;

// Reads the file and its first row; the numbers follow by cat_csv_read.
CatStatus cat_csv_open(CatContext *ctx, const char *path, CatCsv **out);
// The same from memory that must live as long, for tests.
CatStatus cat_csv_parse(CatContext *ctx, const char *name, const char *text, size_t n,
                        CatCsv **out);
void cat_csv_free(CatCsv *csv);

// Fills out[i] (nrow) from column[i], i < n. Every row must have as many cells as there are names;
// cells of other columns may hold anything.
CatStatus cat_csv_read(const CatCsv *csv, const int *column, int n, double *const *out);

// The column with this name; -1: there is none.
int cat_csv_find(const CatCsv *csv, const char *name);
// The numbers of one column (nrow) in the SI unit of `unit`; one without brackets is in `unit`.
CatStatus cat_csv_column(const CatCsv *csv, int column, const char *unit, double *out);

// Where a cell stands; row counts from 0 behind the names, -1 is their row.
CatPlace cat_csv_place(const CatCsv *csv, long row, int column);

#endif
