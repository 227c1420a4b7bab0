// The table of results and verdicts for a terminal.
#include <math.h>
#include <string.h>

#include "report.h"
#include "report/common/escape.h"
#include "report/common/number.h"
#include "report/common/verdict.h"

enum { COLUMNS = 100, LABEL_MAX = 44, UNIT_MAX = 12, QUANTITY_MAX = 28 };

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

static void add_result(CatText *out, const CatResult *r, int label, int unit) {
  char number[CAT_NUMBER_TEXT];
  cat_text_add(out, "  ");
  add_cell(out, r->label, label);
  cat_text_addf(out, "  %12s ", cat_number_plain(r->value, number));
  add_cell(out, r->unit, unit);
  if (r->note[0]) {
    cat_text_add(out, "  ");
    add_cell(out, r->note, COLUMNS - 2 - label - 15 - unit - 2);
  }
  end_line(out);
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
    add_result(out, r, label, unit);
  }
}

static void add_verdict(CatText *out, const CatVerdict *v, int quantity) {
  char value[CAT_NUMBER_TEXT], margin[CAT_NUMBER_TEXT], limits[CAT_LIMITS_TEXT];
  cat_text_addf(out, "  %-4s  ", v->pass ? "pass" : "FAIL");
  add_cell(out, v->quantity, quantity);
  cat_text_addf(out, "  %10s ", cat_number_plain(v->value, value));
  add_cell(out, v->unit, 6);
  cat_text_add(out, "  ");
  add_cell(out, cat_verdict_limits(v, limits), 20);
  double room = cat_verdict_margin(v);
  if (isfinite(room)) cat_text_addf(out, "  margin %s", cat_number_plain(room, margin));
  end_line(out);
}

static void add_verdicts(CatText *out, const CatRecord *rec) {
  int quantity = 0, n = cat_record_verdicts(rec);
  for (int i = 0; i < n; i++) {
    quantity = widest(quantity, cat_record_verdict_at(rec, i)->quantity, QUANTITY_MAX);
  }
  const char *standard = NULL;
  for (int i = 0; i < n; i++) {
    const CatVerdict *v = cat_record_verdict_at(rec, i);
    if (!standard || strcmp(standard, v->standard) != 0) {
      add_heading(out, v->standard[0] ? v->standard : "Verdicts");
    }
    standard = v->standard;
    add_verdict(out, v, quantity);
  }
}

CatStatus cat_report_table(const CatRecord *rec, CatText *out) {
  cat_text_add(out, "");  // a text also when there is nothing to show
  add_results(out, rec);
  add_verdicts(out, rec);
  return cat_text_ok(out);
}
