// The curves of the report, thinned and rounded, as JSON for assets/report.js.
#include <math.h>
#include <string.h>

#include "html.h"
#include "report/common/decimate.h"
#include "report/common/escape.h"
#include "report/common/number.h"

enum { X_DIGITS = 9, Y_DIGITS = 7 };

// Rows to show of one figure.
typedef struct Rows {
  CatCurves curves;
  const size_t *keep;
  size_t n;
} Rows;

static void add_numbers(CatText *out, const double *data, const Rows *rows, int digits) {
  char text[CAT_NUMBER_TEXT];
  cat_text_add(out, "[");
  for (size_t i = 0; i < rows->n; i++) {
    double value = data[rows->keep[i]];
    if (i) cat_text_add(out, ",");
    cat_text_add(out, isfinite(value) ? cat_number_rounded(value, digits, text) : "null");
  }
  cat_text_add(out, "]");
}

static void add_channel(CatText *out, const CatChannel *c, const Rows *rows, int digits) {
  cat_escape_json_after(out, "{\"name\":", c->name);
  cat_escape_json_after(out, ",\"unit\":", c->unit);
  cat_escape_json_after(out, ",\"doc\":", c->doc);
  cat_text_add(out, ",\"data\":");
  add_numbers(out, c->data, rows, digits);
  cat_text_add(out, "}");
}

static void add_mark(CatText *out, const CatMark *mark) {
  char text[CAT_NUMBER_TEXT];
  static const char *const types[] = {"line", "band", "tick"};
  double x1 = mark->type == CAT_MARK_BAND ? mark->x1 : mark->x0;
  if (!isfinite(mark->x0) || !isfinite(x1)) return;
  if (out->n && out->data[out->n - 1] == '}') cat_text_add(out, ",");
  cat_text_addf(out, "{\"type\":\"%s\",\"x0\":", types[mark->type]);
  cat_text_add(out, cat_number_rounded(mark->x0, X_DIGITS, text));
  cat_text_add(out, ",\"x1\":");
  cat_text_add(out, cat_number_rounded(x1, X_DIGITS, text));
  cat_escape_json_after(out, ",\"text\":", mark->text);
  cat_text_add(out, "}");
}

static void add_level(CatText *out, const CatLevel *level) {
  const double at[4] = {level->low, level->high, level->x0, level->x1};
  static const char *const names[4] = {"low", "high", "x0", "x1"};
  char text[CAT_NUMBER_TEXT];
  for (int i = 0; i < 4; i++) {
    if (!isfinite(at[i])) return;
  }
  if (out->n && out->data[out->n - 1] == '}') cat_text_add(out, ",");
  cat_text_add(out, "{");
  for (int i = 0; i < 4; i++) {
    cat_text_addf(out, "\"%s\":%s,", names[i], cat_number_rounded(at[i], Y_DIGITS, text));
  }
  cat_escape_json_after(out, "\"text\":", level->text);
  cat_text_add(out, "}");
}

// Each as [height, begin, end].
static void add_segments(CatText *out, const CatTable *t) {
  char text[CAT_NUMBER_TEXT];
  for (size_t i = 0; t && i < t->n; i++) {
    cat_text_add(out, i ? ",[" : "[");
    for (int k = 0; k < 3; k++) {
      cat_text_addf(out, "%s%s", k ? "," : "",
                    cat_number_rounded(t->channel[k].data[i], Y_DIGITS, text));
    }
    cat_text_add(out, "]");
  }
}

static void add_looks(CatText *out, const CatFigure *f, const CatTable *segments) {
  cat_text_addf(out, ",\"bars\":%s,\"logarithmic\":%s,\"group\":",
                f->look == CAT_LOOK_BARS ? "true" : "false", f->logarithmic ? "true" : "false");
  cat_escape_json(out, f->group ? f->group : "");
  cat_text_add(out, ",\"levels\":[");
  for (int i = 0; i < f->nlevel; i++) add_level(out, &f->level[i]);
  cat_text_add(out, "],\"segments\":[");
  add_segments(out, segments);
  cat_text_add(out, "],\"marks\":[");
  for (int i = 0; i < f->nmark; i++) add_mark(out, &f->mark[i]);
  cat_text_add(out, "]}");
}

static void add_curves(CatText *out, const CatFigure *f, const CatTable *table, const Rows *rows) {
  cat_escape_json_after(out, "{\"title\":", f->title);
  cat_escape_json_after(out, ",\"table\":", f->table);
  cat_text_addf(out, ",\"rows\":%zu,\"x\":", table->n);
  add_channel(out, cat_table_channel(table, f->x), rows, X_DIGITS);
  cat_text_add(out, ",\"series\":[");
  for (int i = 0; i < f->ny; i++) {
    if (i) cat_text_add(out, ",\n");
    add_channel(out, cat_table_channel(table, f->y[i]), rows, Y_DIGITS);
  }
  cat_text_add(out, "]");
}

static Rows pick_rows(const CatFigure *f, const CatTable *table, size_t *keep) {
  Rows rows = {.keep = keep};
  rows.curves.x = cat_table_channel(table, f->x)->data;
  rows.curves.ny = f->ny;
  rows.curves.n = table->n;
  for (int i = 0; i < f->ny; i++) rows.curves.y[i] = cat_table_channel(table, f->y[i])->data;
  rows.n = cat_decimate(&rows.curves, CAT_FIGURE_POINTS, keep);
  return rows;
}

CatStatus cat_html_data(const CatRecord *rec, CatText *out) {
  CatContext *ctx = cat_record_context(rec);
  size_t *keep = CAT_NEW(ctx, CAT_FIGURE_POINTS, size_t);
  if (!keep) return CAT_ERR_MEMORY;
  cat_text_add(out, "{\"figures\":[");
  for (int i = 0; i < cat_record_figures(rec); i++) {
    const CatFigure *f = cat_record_figure_at(rec, i);
    const CatTable *table = cat_record_find(rec, f->table);
    Rows rows = pick_rows(f, table, keep);
    if (i) cat_text_add(out, ",\n");
    add_curves(out, f, table, &rows);
    add_looks(out, f, cat_record_find(rec, f->segments));
  }
  cat_text_add(out, "]}");
  cat_free(ctx, keep);
  return cat_text_ok(out);
}
