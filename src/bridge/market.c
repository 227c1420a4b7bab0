#include "market.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/unit.h"
#include "input/bytes.h"
#include "input/quote.h"

enum { WORD = 48, MOST_UNKNOWNS = 1000000 };

typedef struct Scan {
  CatContext *ctx;
  const char *file;
  const char *at, *end;  // of the text
  const char *line;      // where the line begins
  int number;            // of the line, from 1
} Scan;

static CatPlace place_of(const Scan *s, const char *at) {
  return (CatPlace){s->file, s->number, (int)(at - s->line) + 1};
}

#define FAIL(s, where, ...) CAT_FAIL_AT((s)->ctx, place_of((s), (where)), "", __VA_ARGS__)

static bool ends_line(const Scan *s) {
  return s->at == s->end || *s->at == '\n';
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(Scan *s) {
  while (s->at < s->end && is_blank(*s->at)) s->at++;
}

static void next_line(Scan *s) {
  while (!ends_line(s)) s->at++;
  if (s->at < s->end) s->at++;
  s->line = s->at;
  s->number++;
}

// To the next line that is neither empty nor a comment; false: there is none.
static bool find_line(Scan *s) {
  for (; s->at < s->end; next_line(s)) {
    skip_blanks(s);
    if (!ends_line(s) && *s->at != '%') return true;
  }
  return false;
}

// The next word of the line, cut to its room; "" at its end.
static const char *take_word(Scan *s, char word[WORD]) {
  skip_blanks(s);
  const char *from = s->at;
  while (!ends_line(s) && !is_blank(*s->at)) s->at++;
  size_t n = (size_t)(s->at - from);
  if (n > WORD - 1) n = WORD - 1;
  memcpy(word, from, n);
  word[n] = '\0';
  return from;
}

static CatStatus take_number(Scan *s, const char *what, double *out) {
  char word[WORD];
  const char *from = take_word(s, word), *rest = word;
  if (*word && cat_number_parse(word, out, &rest) == CAT_NUMBER_OK && !*rest) return CAT_OK;
  return FAIL(s, from, "found %s, expected %s", *word ? cat_quote(word).s : "the end of the line",
              what);
}

static CatStatus take_whole(Scan *s, const char *what, double most, int *out) {
  const char *from = s->at;
  double x = 0;
  CAT_TRY(take_number(s, what, &x));
  if (!(x >= 1 && x <= most && x == floor(x))) {
    return FAIL(s, from, "found %g, expected %s, 1 to %.0f", x, what, most);
  }
  *out = (int)x;
  return CAT_OK;
}

static CatStatus end_line(Scan *s) {
  skip_blanks(s);
  if (!ends_line(s)) return FAIL(s, s->at, "found more on the line, expected its end");
  next_line(s);
  return CAT_OK;
}

static CatStatus read_banner(Scan *s) {
  static const char *const banner[] = {"%%matrixmarket", "matrix", "coordinate", "real",
                                       "symmetric"};
  for (int i = 0; i < 5; i++) {
    char word[WORD];
    const char *from = take_word(s, word);
    if (cat_same_caseless(word, banner[i])) continue;
    return FAIL(s, from,
                "found %s, expected the first line \"%%%%MatrixMarket matrix coordinate "
                "real symmetric\"",
                *word ? cat_quote(word).s : "the end of the line");
  }
  return end_line(s);
}

static CatStatus read_size(Scan *s, CatSparse *out) {
  int rows = 0, columns = 0, entries = 0;
  if (!find_line(s)) return FAIL(s, s->at, "found the end of the file, expected the matrix's size");
  const char *from = s->at;
  CAT_TRY(take_whole(s, "a number of rows", MOST_UNKNOWNS, &rows));
  CAT_TRY(take_whole(s, "a number of columns", MOST_UNKNOWNS, &columns));
  CAT_TRY(take_whole(s, "a number of entries", 2e8, &entries));
  if (rows != columns) {
    return FAIL(s, from, "found %d rows and %d columns, expected a square matrix", rows, columns);
  }
  // an entry takes six bytes at least: no more memory than the text can fill
  if ((size_t)entries > (size_t)(s->end - s->at) / 5 + 1) {
    return FAIL(s, from, "found %d entries announced, more than the file can hold", entries);
  }
  out->n = rows;
  out->entries = (size_t)entries;
  return end_line(s);
}

static CatStatus read_entry(Scan *s, size_t k, CatSparse *out) {
  int row = 1, column = 1;
  double value = 0;
  if (!find_line(s)) {
    return FAIL(s, s->at, "found %zu entries, expected %zu as the size says", k, out->entries);
  }
  CAT_TRY(take_whole(s, "a row", out->n, &row));
  CAT_TRY(take_whole(s, "a column", out->n, &column));
  CAT_TRY(take_number(s, "a number", &value));
  out->row[k] = row - 1, out->column[k] = column - 1, out->value[k] = value;
  out->line[k] = s->number;
  return end_line(s);
}

CatStatus cat_market_parse(CatArena *a, const char *file, const char *text, size_t n,
                           CatSparse *out) {
  Scan s = {cat_arena_context(a), file, text, text + n, text, 1};
  *out = (CatSparse){0};
  CAT_TRY(read_banner(&s));
  CAT_TRY(read_size(&s, out));
  out->row = CAT_ARENA(a, out->entries + 1, int);
  out->column = CAT_ARENA(a, out->entries + 1, int);
  out->line = CAT_ARENA(a, out->entries + 1, int);
  out->value = CAT_ARENA(a, out->entries + 1, double);
  if (!out->row || !out->column || !out->line || !out->value) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < out->entries; k++) CAT_TRY(read_entry(&s, k, out));
  if (!find_line(&s)) return CAT_OK;
  return FAIL(&s, s.at, "found more entries, expected %zu as the size says", out->entries);
}

CatStatus cat_market_read(CatArena *a, const char *path, CatSparse *out) {
  CatContext *ctx = cat_arena_context(a);
  char *text = NULL;
  size_t n = 0;
  CatStatus status = cat_bytes_read(ctx, path, &text, &n);
  if (!status) status = cat_market_parse(a, path, text, n, out);
  cat_free(ctx, text);
  return status;
}
