// The table of results and verdicts for a terminal.
#include <math.h>
#include <string.h>

#include "report.h"
#include "report/common/escape.h"
#include "report/common/number.h"
#include "report/common/verdict.h"

enum { COLUMNS = 100, LABEL_MAX = 44, UNIT_MAX = 12, QUANTITY_MAX = 28, ROOM_FOR_MARGIN = 13 };

// One cell: cut to the width, filled with blanks on the right.
static void add_cell(CatText *out, const char *text, int width) {
  CatText cell = cat_text_new(out->ctx);
  cat_escape_plain(&cell, text);
  int wide = cell.data ? cat_escape_width(cell.data) : 0;
  size_t bytes = cell.n;
  if (wide > width) {
    bytes = 0;
    for (int i = 0; i < width - 3; i++) bytes += (size_t)cat_utf8_length(cell.data + bytes);
  }
  if (cell.failed) out->failed = true;
  if (cell.data) cat_text_add_bytes(out, cell.data, bytes);
  cat_text_addf(out, "%*s", wide > width ? 0 : width - wide, "");
  if (wide > width) cat_text_add(out, "...");
  cat_text_free(&cell);
}

// Ends a line without blanks at its end.
static void end_line(CatText *out) {
  while (out->n && out->data[out->n - 1] == ' ') out->data[--out->n] = '\0';
  cat_text_add(out, "\n");
}

static int widest(int width, const char *text, int limit) {
  int w = cat_escape_width(text);
  if (w > limit) w = limit;
  return w > width ? w : width;
}

static void add_heading(CatText *out, const char *text) {
  if (out->n) cat_text_add(out, "\n");
  add_cell(out, text, COLUMNS);
  end_line(out);
}

// A sentence in lines that fit, indented; `text` is fit for a terminal.
static void add_wrapped(CatText *out, const char *text) {
  enum { INDENT = 8 };
  char word[COLUMNS];
  for (int at = 0; *text;) {
    size_t n = strcspn(text, " ");
    size_t keep = n < sizeof word ? n : sizeof word - 1;
    memcpy(word, text, keep);
    word[keep] = '\0';
    int wide = cat_escape_width(word);
    if (at > 0 && at + 1 + wide > COLUMNS) {
      cat_text_add(out, "\n");
      at = 0;
    }
    cat_text_addf(out, "%*s%s", at ? 1 : INDENT, "", word);
    at = (at ? at + 1 : INDENT) + wide;
    text += n + (text[n] == ' ');
  }
  cat_text_add(out, "\n");
}

static void add_note(CatText *out, const char *note) {
  CatText plain = cat_text_new(out->ctx);
  cat_escape_plain(&plain, note);
  if (plain.failed) out->failed = true;
  if (plain.data && *note) add_wrapped(out, plain.data);
  cat_text_free(&plain);
}

// Whether its note found room.
static bool add_result(CatText *out, const CatResult *r, int label, int unit) {
  char number[CAT_NUMBER_TEXT];
  cat_text_add(out, "  ");
  add_cell(out, r->label, label);
  cat_text_addf(out, "  %12s ", cat_number_plain(r->value, number));
  add_cell(out, r->unit, unit);
  int room = COLUMNS - 2 - label - 15 - unit - 2;
  bool fits = cat_escape_width(r->note) <= room;
  if (fits && r->note[0]) {
    cat_text_add(out, "  ");
    add_cell(out, r->note, room);
  }
  end_line(out);
  return fits;
}

static void add_results(CatText *out, const CatRecord *rec) {
  int label = 0, unit = 0, n = cat_record_results(rec);
  for (int i = 0; i < n; i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    label = widest(label, r->label, LABEL_MAX);
    unit = widest(unit, r->unit, UNIT_MAX);
  }
  const char *group = NULL;
  for (int i = 0; i < n; i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    if (!group || strcmp(group, r->group) != 0)
      add_heading(out, r->group[0] ? r->group : "Results");
    group = r->group;
    bool told = add_result(out, r, label, unit);
    const CatResult *next = i + 1 < n ? cat_record_result_at(rec, i + 1) : NULL;
    // below the last that it is true of; an uncertainty stands with its own value
    bool same = next && strcmp(next->note, r->note) == 0 && strncmp(r->note, "+-", 2) != 0;
    if (same) continue;
    if (!told) add_note(out, r->note);
  }
}

static const char *shouted(const CatVerdict *v) {
  return v->result == CAT_VERDICT_FAIL ? "FAIL" : cat_verdict_word(v);
}

static void add_verdict(CatText *out, const CatVerdict *v, int word, int quantity) {
  char value[CAT_NUMBER_TEXT], margin[CAT_NUMBER_TEXT], limits[CAT_LIMITS_TEXT];
  cat_text_addf(out, "  %-*s  ", word, shouted(v));
  add_cell(out, v->quantity, quantity);
  cat_text_addf(out, "  %10s ", cat_number_plain(v->value, value));
  add_cell(out, v->unit, 6);
  cat_text_add(out, "  ");
  add_cell(out, cat_verdict_limits(v, limits), 20);
  double room = cat_verdict_margin(v);
  if (isfinite(room)) {
    cat_text_addf(out, "  margin %s ", cat_number_plain(room, margin));
    int left = ROOM_FOR_MARGIN - (int)strlen(margin);  // of the line
    if (cat_escape_width(v->unit) <= left) add_cell(out, v->unit, left);
  }
  end_line(out);
  if (!v->pass) add_note(out, v->note);
}

static void add_verdicts(CatText *out, const CatRecord *rec) {
  int word = 4, quantity = 0, n = cat_record_verdicts(rec);
  for (int i = 0; i < n; i++) {
    const CatVerdict *v = cat_record_verdict_at(rec, i);
    quantity = widest(quantity, v->quantity, QUANTITY_MAX);
    word = widest(word, shouted(v), COLUMNS);
  }
  const char *standard = NULL;
  for (int i = 0; i < n; i++) {
    const CatVerdict *v = cat_record_verdict_at(rec, i);
    if (!standard || strcmp(standard, v->standard) != 0) {
      add_heading(out, v->standard[0] ? v->standard : "Verdicts");
    }
    standard = v->standard;
    add_verdict(out, v, word, quantity);
  }
}

CatStatus cat_report_table(const CatRecord *rec, CatText *out) {
  cat_text_add(out, "");  // a text also when there is nothing to show
  add_results(out, rec);
  add_verdicts(out, rec);
  return cat_text_ok(out);
}
