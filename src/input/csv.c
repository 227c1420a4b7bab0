#include "csv.h"

#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "bytes.h"
#include "quote.h"

enum { CELL = 64, HEAD = 200, CHUNK = 4096, MOST_COLUMNS = 10000, ROWS_PER_ASK = 4096 };

typedef struct Line {
  const CatCsv *csv;
  const char *start, *end;  // without the line end
  const char *next;         // where the next line starts; NULL: this is the last one
  const char *at;           // the next cell; NULL: none is left
  int number;               // from 1
} Line;

typedef struct Cell {
  const char *at;  // its first character, quote included
  size_t n;
  bool quoted;
} Cell;

//---------------------------------- lines and cells -----------------------------------------------

static Line line_from(const CatCsv *csv, const char *start, int number) {
  const char *stop = csv->text + csv->size;
  const char *end = start < stop ? memchr(start, '\n', (size_t)(stop - start)) : NULL;
  Line l = {csv, start, end ? end : stop, end ? end + 1 : NULL, start, number};
  if (l.end > start && l.end[-1] == '\r') l.end--;
  return l;
}

static Line line_first(const CatCsv *csv) {
  bool mark = csv->size >= 3 && memcmp(csv->text, "\xef\xbb\xbf", 3) == 0;
  return line_from(csv, csv->text + (mark ? 3 : 0), 1);
}

static CatPlace place_in(const Line *l, const char *at) {
  int column = 1;
  for (const char *c = l->start; c < at; c++) column += ((unsigned char)*c & 0xc0) != 0x80;
  return (CatPlace){l->csv->file, l->number, column};
}

static CatStatus take_quoted(Line *l, Cell *cell) {
  const char *p = cell->at + 1;
  while (p < l->end && (*p != '"' || (p + 1 < l->end && p[1] == '"'))) p += *p == '"' ? 2 : 1;
  if (p >= l->end) {
    return CAT_FAIL_AT(l->csv->ctx, place_in(l, cell->at), "",
                       "found a quote without end, expected one on the same line");
  }
  cell->n = (size_t)(++p - cell->at);
  cell->quoted = true;
  while (p < l->end && *p == ' ') p++;
  if (p < l->end && *p != l->csv->separator) {
    return CAT_FAIL_AT(l->csv->ctx, place_in(l, p), "",
                       "found more text behind a closing quote, expected the next cell");
  }
  l->at = p < l->end ? p + 1 : NULL;
  return CAT_OK;
}

// The next cell of the line, without blanks around it.
static CatStatus take_cell(Line *l, Cell *cell) {
  const char *p = l->at;
  while (p < l->end && *p == ' ') p++;
  *cell = (Cell){.at = p};
  if (p < l->end && *p == '"') return take_quoted(l, cell);
  const char *stop = p < l->end ? memchr(p, l->csv->separator, (size_t)(l->end - p)) : NULL;
  l->at = stop ? stop + 1 : NULL;
  if (!stop) stop = l->end;
  while (stop > p && stop[-1] == ' ') stop--;
  cell->n = (size_t)(stop - p);
  return CAT_OK;
}

// The content of the cell, quotes resolved, cut to size; returns its whole length.
static size_t cell_text(const Cell *cell, char *text, size_t size) {
  size_t n = 0, first = cell->quoted ? 1 : 0, last = cell->n - first;
  for (size_t i = first; i < last; i++, n++) {
    if (cell->quoted && cell->at[i] == '"') i++;
    if (n + 1 < size) text[n] = cell->at[i];
  }
  text[n + 1 < size ? n : size - 1] = '\0';
  return n;
}

CatPlace cat_csv_place(const CatCsv *csv, long row, int column) {
  Line l = line_first(csv);
  for (long i = -1; i < row && l.next; i++) l = line_from(csv, l.next, l.number + 1);
  Cell cell = {.at = l.start};
  for (int i = 0; i <= column && l.at; i++) {
    if (take_cell(&l, &cell) != CAT_OK) break;
  }
  return place_in(&l, cell.at);
}

//---------------------------------- the first row -------------------------------------------------

static CatStatus check_text(const CatCsv *csv) {
  Line l = line_first(csv);
  const char *stop = csv->text + csv->size;
  for (const char *c = l.start; c < stop; c++) {
    unsigned char byte = (unsigned char)*c;
    if (byte == '\n') l = line_from(csv, c + 1, l.number + 1);
    bool end = byte == '\r' && c + 1 < stop && c[1] == '\n';
    if (byte >= 0x20 ? byte != 0x7f : byte == '\t' || byte == '\n' || end) continue;
    return CAT_FAIL_AT(csv->ctx, place_in(&l, c), "",
                       "found a byte of value %d, expected a text file%s", byte,
                       byte == '\r' ? " with line ends LF or CR LF" : "");
  }
  return CAT_OK;
}

static char find_separator(const Line *l) {
  bool quoted = false, tab = false, semicolon = false;
  for (const char *c = l->start; c < l->end; c++) {
    if (*c == '"') quoted = !quoted;
    tab |= !quoted && *c == '\t';
    semicolon |= !quoted && *c == ';';
  }
  return tab ? '\t' : semicolon ? ';' : ',';
}

// As messages have it.
static const char *shown_text(CatCsv *csv, const char *head) {
  char text[HEAD * CAT_SHOWN];
  size_t n = 0;
  text[0] = '\0';
  while (*head) n += cat_show(text + n, &head);
  return cat_arena_text(csv->arena, text, n);
}

// "p1.force [N]" into its name and its unit
static CatStatus name_column(CatCsv *csv, const char *head, CatCsvColumn *out) {
  size_t n = strlen(head);
  const char *open = n > 0 && head[n - 1] == ']' ? strrchr(head, '[') : NULL;
  size_t name = open ? (size_t)(open - head) : n;
  while (name > 0 && head[name - 1] == ' ') name--;
  out->head = shown_text(csv, head);
  out->name = cat_arena_text(csv->arena, head, name);
  out->unit = open ? cat_arena_text(csv->arena, open + 1, (size_t)(head + n - open) - 2) : "";
  return out->head && out->name && out->unit ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus count_columns(CatCsv *csv) {
  Line l = line_first(csv);
  Cell cell;
  while (l.at) {
    CAT_TRY(take_cell(&l, &cell));
    if (++csv->ncolumn <= MOST_COLUMNS) continue;
    return CAT_FAIL_AT(csv->ctx, place_in(&l, cell.at), "", "found more columns than %d",
                       (int)MOST_COLUMNS);
  }
  return CAT_OK;
}

static CatStatus read_names(CatCsv *csv) {
  Line l = line_first(csv);
  csv->separator = find_separator(&l);
  CAT_TRY(count_columns(csv));
  csv->column = CAT_ARENA(csv->arena, csv->ncolumn, CatCsvColumn);
  if (!csv->column) return CAT_ERR_MEMORY;
  for (int i = 0; i < csv->ncolumn; i++) {
    Cell cell;
    char head[HEAD];
    CAT_TRY(take_cell(&l, &cell));
    if (cell_text(&cell, head, sizeof head) >= sizeof head) {
      return CAT_FAIL_AT(csv->ctx, place_in(&l, cell.at), "",
                         "found a name of %zu bytes, expected less than %d", cell.n, (int)HEAD);
    }
    CAT_TRY(name_column(csv, head, &csv->column[i]));
  }
  return CAT_OK;
}

// Lines behind the names, empty ones at the end left out.
static CatStatus count_rows(CatCsv *csv) {
  size_t n = csv->size;
  while (n > 0 && strchr("\r\n", csv->text[n - 1])) n--;
  csv->size = n;
  const char *c = csv->text, *stop = csv->text + n;
  while ((c = memchr(c, '\n', (size_t)(stop - c)))) {
    csv->nrow++;
    c++;
  }
  if (csv->nrow > 0) return CAT_OK;
  return CAT_FAIL_AT(csv->ctx, (CatPlace){.file = csv->file}, "",
                     "found %s, expected a row of names and rows of numbers",
                     n ? "one row only" : "nothing but line ends");
}

static CatStatus begin(CatCsv *csv) {
  if (csv->size == 0) {
    return CAT_FAIL_AT(csv->ctx, (CatPlace){.file = csv->file}, "",
                       "found an empty file, expected a row of names and rows of numbers");
  }
  CAT_TRY(check_text(csv));
  CAT_TRY(count_rows(csv));
  return read_names(csv);
}

//---------------------------------- the file ------------------------------------------------------

static CatCsv *csv_new(CatContext *ctx, const char *name) {
  CatCsv *csv = CAT_NEW(ctx, 1, CatCsv);
  if (!csv) return NULL;
  *csv = (CatCsv){.ctx = ctx, .file = name, .arena = cat_arena_new(ctx, CHUNK)};
  if (csv->arena) csv->file = cat_arena_text(csv->arena, name, strlen(name));
  if (csv->arena && csv->file) return csv;
  cat_csv_free(csv);
  return NULL;
}

static CatStatus hand_over(CatCsv *csv, CatStatus status, CatCsv **out) {
  if (status == CAT_OK) status = begin(csv);
  if (status == CAT_OK) {
    *out = csv;
  } else {
    cat_csv_free(csv);
  }
  return status;
}

CatStatus cat_csv_open(CatContext *ctx, const char *path, CatCsv **out) {
  *out = NULL;
  CatCsv *csv = csv_new(ctx, path);
  if (!csv) return CAT_ERR_MEMORY;
  CatStatus status = cat_bytes_read(ctx, csv->file, &csv->owned, &csv->size);
  csv->text = csv->owned;
  csv->whole = csv->size;
  return hand_over(csv, status, out);
}

CatStatus cat_csv_parse(CatContext *ctx, const char *name, const char *text, size_t n,
                        CatCsv **out) {
  *out = NULL;
  CatCsv *csv = csv_new(ctx, name);
  if (!csv) return CAT_ERR_MEMORY;
  csv->text = text;
  csv->size = csv->whole = n;
  return hand_over(csv, CAT_OK, out);
}

void cat_csv_free(CatCsv *csv) {
  if (!csv) return;
  CatContext *ctx = csv->ctx;
  cat_arena_free(csv->arena);
  cat_free(ctx, csv->owned);
  cat_free(ctx, csv);
}

//---------------------------------- the numbers ---------------------------------------------------

static const char *fault_text(CatNumberFault fault) {
  switch (fault) {
  case CAT_NUMBER_COMMA: return "a number with a decimal point";
  case CAT_NUMBER_NOT_FINITE:
  case CAT_NUMBER_OVERFLOW: return "a finite number";
  default: return "a number";
  }
}

static CatStatus read_number(const Line *l, const Cell *cell, const char *head, double *out) {
  char text[CELL];
  const char *rest = text;
  size_t n = cell_text(cell, text, sizeof text);
  CatNumberFault fault = n < sizeof text ? cat_number_parse(text, out, &rest) : CAT_NUMBER_SYNTAX;
  if (fault == CAT_NUMBER_OK && rest[strspn(rest, " ")]) fault = CAT_NUMBER_SYNTAX;
  if (fault == CAT_NUMBER_OK) return CAT_OK;
  return CAT_FAIL_AT(l->csv->ctx, place_in(l, cell->at), head, "found %s, expected %s",
                     n ? cat_quote(text).s : "nothing", fault_text(fault));
}

// want[k]: where the k-th cell goes, or NULL
static CatStatus read_row(Line *l, size_t row, double *const *want) {
  const CatCsv *csv = l->csv;
  int k = 0;
  for (; l->at && k <= csv->ncolumn; k++) {
    Cell cell;
    CAT_TRY(take_cell(l, &cell));
    if (k < csv->ncolumn && want[k]) {
      if (cell.n == 0 && !l->at && k + 1 < csv->ncolumn) continue;  // a short row, told below
      CAT_TRY(read_number(l, &cell, csv->column[k].head, want[k] + row));
    }
  }
  if (k == csv->ncolumn) return CAT_OK;
  return CAT_FAIL_AT(csv->ctx, place_in(l, l->end), "", "found %s%d cell%s, expected %d as above",
                     k > csv->ncolumn ? "at least " : "", k, k == 1 ? "" : "s", csv->ncolumn);
}

static CatStatus read_rows(const CatCsv *csv, double *const *want) {
  Line l = line_first(csv);
  for (size_t row = 0; row < csv->nrow && l.next; row++) {
    l = line_from(csv, l.next, l.number + 1);
    CAT_TRY(read_row(&l, row, want));
    if (row % ROWS_PER_ASK == 0 && cat_stop_asked(csv->ctx)) {
      return CAT_FAIL(csv->ctx, CAT_ERR_INTERRUPTED, "stopped while reading %s", csv->file);
    }
  }
  return CAT_OK;
}

CatStatus cat_csv_read(const CatCsv *csv, const int *column, int n, double *const *out) {
  double **want = CAT_NEW(csv->ctx, csv->ncolumn, double *);
  if (!want) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) want[column[i]] = out[i];
  CatStatus status = read_rows(csv, want);
  cat_free(csv->ctx, want);
  return status;
}

int cat_csv_find(const CatCsv *csv, const char *name) {
  for (int i = 0; i < csv->ncolumn; i++) {
    if (strcmp(csv->column[i].name, name) == 0) return i;
  }
  return -1;
}

CatStatus cat_csv_column(const CatCsv *csv, int column, const char *unit, double *out) {
  const CatCsvColumn *c = &csv->column[column];
  CatUnit found, expected;
  cat_unit_parse(unit, &expected, NULL, 0);
  if (!c->unit[0]) {
    found = expected;
  } else if (!cat_unit_parse(c->unit, &found, NULL, 0) ||
             !cat_unit_same_dimension(found, expected)) {
    return CAT_FAIL_AT(csv->ctx, cat_csv_place(csv, -1, column), c->name,
                       "found the unit %s, expected one such as %s", cat_quote(c->unit).s,
                       *unit ? unit : "none");
  }
  CAT_TRY(cat_csv_read(csv, &column, 1, &out));
  for (size_t i = 0; i < csv->nrow; i++) {
    double as_found = out[i];
    out[i] *= found.factor;
    if (isfinite(out[i])) continue;
    return CAT_FAIL_AT(csv->ctx, cat_csv_place(csv, (long)i, column), c->name,
                       "found %g %s, expected a finite number of %s", as_found, c->unit, unit);
  }
  return CAT_OK;
}
