// A comparison as a page: the numbers of both, and their curves one over the other.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "report/common/escape.h"
#include "report/common/number.h"
#include "report/html/html.h"
#include "transaction.h"

enum { FIGURES = 24, NAME_TEXT = 128, PATH_TEXT = 4096, PANTOGRAPHS = 4 };

// One table of both.
typedef struct Pair {
  const CatTable *side[2];
} Pair;

//---------------------------------- curves --------------------------------------------------------

static CatStatus read_pair(const CatCompare *c, CatRecord *rec, const char *table, Pair *out) {
  *out = (Pair){{NULL, NULL}};
  for (int i = 0; i < 2; i++) {
    const CatResultsFile *file = cat_compare_results(c, i);
    const char *as = cat_record_textf(rec, "%s of %c", table, 'A' + i);
    if (!as) return CAT_ERR_MEMORY;
    if (!file) return CAT_OK;
    CAT_TRY(cat_results_file_table(file, rec, table, as, &out->side[i]));
    if (!out->side[i]) return CAT_OK;
  }
  return CAT_OK;
}

static bool is_rising(const CatChannel *x, size_t n) {
  for (size_t i = 1; i < n; i++) {
    if (!(x->data[i] > x->data[i - 1])) return false;
  }
  return n > 1;
}

// y over x at the place `at`, between the two samples around it; NaN beyond the ends. *k is where
// the last search ended.
static double value_at(const double *x, const double *y, size_t n, double at, size_t *k) {
  if (at < x[0] || at > x[n - 1]) return NAN;
  while (*k + 2 < n && x[*k + 1] < at) (*k)++;
  double part = (at - x[*k]) / (x[*k + 1] - x[*k]);
  return y[*k] + part * (y[*k + 1] - y[*k]);
}

typedef struct Curve {
  const char *x, *y;  // channels
  const char *title;
} Curve;

// A table with both curves at common places.
static CatStatus join(CatRecord *rec, const Pair *pair, const Curve *curve, const char *name) {
  const CatChannel *x[2], *y[2];
  size_t n[2], k[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    x[i] = cat_table_channel(pair->side[i], curve->x);
    y[i] = cat_table_channel(pair->side[i], curve->y);
    n[i] = pair->side[i]->n;
  }
  const CatColumn columns[] = {{curve->x, x[0]->unit, ""},
                               {"A", y[0]->unit, cat_record_textf(rec, "%s of A", curve->y)},
                               {"B", y[1]->unit, cat_record_textf(rec, "%s of B", curve->y)}};
  double low = fmin(x[0]->data[0], x[1]->data[0]);
  double high = fmax(x[0]->data[n[0] - 1], x[1]->data[n[1] - 1]);
  size_t rows = n[0] > n[1] ? n[0] : n[1];
  CatTable *t = cat_record_table(rec, name, columns, 3, rows);
  if (!t) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < rows; i++) {
    double at = i + 1 == rows ? high : low + (high - low) * (double)i / (double)(rows - 1);
    double a = value_at(x[0]->data, y[0]->data, n[0], at, &k[0]);
    cat_table_append(t, (double[]){at, a, value_at(x[1]->data, y[1]->data, n[1], at, &k[1])});
  }
  return CAT_OK;
}

static bool can_join(const Pair *pair, const Curve *curve) {
  for (int i = 0; i < 2; i++) {
    const CatChannel *x = cat_table_channel(pair->side[i], curve->x);
    bool good = x && cat_table_channel(pair->side[i], curve->y) && is_rising(x, pair->side[i]->n);
    if (!good) return false;
  }
  return true;
}

static CatStatus overlay(CatRecord *rec, const Pair *pair, const Curve *curve) {
  if (!can_join(pair, curve) || cat_record_figures(rec) >= FIGURES) return CAT_OK;
  const char *name = cat_record_textf(rec, "%s over %s", curve->title, curve->x);
  if (!name) return CAT_ERR_MEMORY;
  CAT_TRY(join(rec, pair, curve, name));
  CatFigure figure = {
      .title = curve->title, .table = name, .x = curve->x, .y = {"A", "B"}, .ny = 2};
  return cat_record_figure(rec, figure);
}

// "p1.x" for "p1.force"; otherwise x, otherwise t.
static const char *abscissa(CatRecord *rec, const CatTable *t, const char *name) {
  const char *dot = strchr(name, '.');
  const char *own = dot ? cat_record_textf(rec, "%.*s.x", (int)(dot - name), name) : "x";
  return own && cat_table_channel(t, own) ? own : "t";
}

// The raw form of something that both also have filtered, such as p1.force.
static bool has_filtered(const Pair *pair, const char *name) {
  size_t n = strlen(name);
  for (int i = 0; i < pair->side[0]->nchannel; i++) {
    const char *other = pair->side[0]->channel[i].name;
    if (strncmp(other, name, n) == 0 && other[n] == '_' && cat_table_channel(pair->side[1], other))
      return true;
  }
  return false;
}

static CatStatus overlay_time(const CatCompare *c, CatRecord *rec) {
  Pair pair;
  CAT_TRY(read_pair(c, rec, "time", &pair));
  if (!pair.side[0] || !pair.side[1]) return CAT_OK;
  for (int i = 0; i < pair.side[0]->nchannel; i++) {
    const char *name = pair.side[0]->channel[i].name, *x = abscissa(rec, pair.side[0], name);
    if (strcmp(name, x) == 0 || strcmp(name, "t") == 0 || has_filtered(&pair, name)) continue;
    CAT_TRY(overlay(rec, &pair, &(Curve){x, name, name}));
  }
  return CAT_OK;
}

static CatStatus overlay_table(const CatCompare *c, CatRecord *rec, const char *table,
                               const Curve *curve) {
  Pair pair;
  CAT_TRY(read_pair(c, rec, table, &pair));
  return pair.side[0] && pair.side[1] ? overlay(rec, &pair, curve) : CAT_OK;
}

static CatStatus overlay_all(const CatCompare *c, CatRecord *rec) {
  CAT_TRY(overlay_time(c, rec));
  CAT_TRY(
      overlay_table(c, rec, "supports", &(Curve){"x", "uplift", "Maximum uplift at the supports"}));
  CAT_TRY(overlay_table(c, rec, "droppers", &(Curve){"x", "slack", "Slack time of the droppers"}));
  CAT_TRY(overlay_table(c, rec, "spectrum", &(Curve){"frequency", "density", "Spectrum"}));
  for (int i = 1; i <= PANTOGRAPHS; i++) {
    const char *table = cat_record_textf(rec, "spectrum_p%d", i);
    const char *title = cat_record_textf(rec, "Spectrum of p%d.force", i);
    if (!table || !title) return CAT_ERR_MEMORY;
    CAT_TRY(overlay_table(c, rec, table, &(Curve){"frequency", "density", title}));
  }
  return cat_record_ok(rec);
}

//---------------------------------- numbers -------------------------------------------------------

static void add_element(CatText *out, const char *before, const char *text, const char *after) {
  cat_text_add(out, before);
  cat_escape_html(out, text);
  cat_text_add(out, after);
}

static void add_cell(CatText *out, double value, int digits) {
  char text[CAT_NUMBER_TEXT];
  cat_text_addf(out, "<td>%s</td>", isnan(value) ? "" : cat_number_rounded(value, digits, text));
}

static void add_value(CatText *out, double value, const char *word) {
  if (word) {
    add_element(out, "<td>", word, "</td>");
  } else {
    add_cell(out, value, 6);
  }
}

static void add_number_row(CatText *out, const CatCompared *r) {
  double relative = cat_compare_relative(r);
  cat_text_addf(out, "<tr%s>", r->beyond ? " class=\"beyond\"" : "");
  add_element(out, "<th scope=\"row\">", r->path, r->large ? " <b>*</b></th>" : "</th>");
  add_value(out, r->a, r->word_a);
  add_value(out, r->b, r->word_b);
  add_cell(out, relative > 0 ? r->b - r->a : NAN, 4);
  add_cell(out, isinf(relative) ? NAN : 100 * relative, 3);
  cat_text_add(out, "</tr>\n");
}

static bool is_main(const CatCompared *r) {
  if (strstr(r->path, ".x_m") || strstr(r->path, ".window_m")) return false;
  static const char *const heads[] = {"status",     "kind",    "pantographs[",
                                      "max_uplift", "energy.", "supports["};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    if (strncmp(r->path, heads[i], strlen(heads[i])) == 0) return true;
  }
  return r->large;
}

static void add_numbers(CatText *out, const CatCompare *c, bool all) {
  cat_text_add(
      out,
      "<div class=\"scroll\"><table class=\"listing\"><thead><tr>"
      "<th scope=\"col\" class=\"name\">Field</th><th scope=\"col\">A</th><th scope=\"col\">B</th>"
      "<th scope=\"col\">B &minus; A</th><th scope=\"col\">relative "
      "<small>%</small></th></tr></thead><tbody>\n");
  for (int i = 0; i < cat_compare_count(c); i++) {
    const CatCompared *r = cat_compare_at(c, i);
    if (all || is_main(r)) add_number_row(out, r);
  }
  cat_text_add(out, "</tbody></table></div>\n");
}

//---------------------------------- the page ------------------------------------------------------

static void add_header(CatText *out, const CatCompare *c) {
  cat_text_add(out, "<header>\n<div class=\"brand\"><span>Catenaria</span>"
                    "<button type=\"button\" id=\"theme\" hidden>Dark</button></div>\n"
                    "<h1>Two results compared</h1>\n");
  add_element(out, "<p class=\"sub\"><b>A</b> ", cat_compare_file(c, 0), "</p>\n");
  add_element(out, "<p class=\"sub\"><b>B</b> ", cat_compare_file(c, 1), "</p>\n");
  if (cat_compare_tolerance(c) >= 0) {
    int n = cat_compare_beyond(c);
    cat_text_addf(out,
                  "<p class=\"pills\"><span class=\"pill %s\">%d beyond the tolerance of %g"
                  "</span></p>\n",
                  n ? "bad" : "good", n, cat_compare_tolerance(c));
  }
  cat_text_add(out, "</header>\n");
}

static CatStatus write_page(const CatCompare *c, const CatRecord *rec, CatText *out) {
  cat_html_head("Two results compared", out);
  add_header(out, c);
  cat_text_add(out, "<main>\n");
  cat_html_figures(rec, out);
  if (cat_record_figures(rec) == 0) {
    cat_text_add(out, "<p class=\"hint\">There is no results.h5 beside both summaries that holds "
                      "the same channels: no curves are shown.</p>\n");
  }
  cat_text_add(out, "<section id=\"numbers\">\n<h2>Numbers</h2>\n");
  add_numbers(out, c, false);
  cat_text_add(out, "<p class=\"hint\">* marks the largest relative differences, "
                    "|a &minus; b| / max(|a|, |b|).</p>\n<details><summary>All numbers of both "
                    "summaries</summary>\n");
  add_numbers(out, c, true);
  cat_text_add(out, "</details>\n</section>\n");
  cat_html_licences(out);
  cat_text_add(out, "</main>\n");
  return cat_html_end(rec, out);
}

CatStatus cat_compare_page(const CatCompare *c, CatText *out, int *curves) {
  CatRecord *rec = cat_record_new(cat_compare_context(c));
  if (!rec) return CAT_ERR_MEMORY;
  CatStatus status = overlay_all(c, rec);
  *curves = cat_record_figures(rec);
  if (status == CAT_OK) status = write_page(c, rec, out);
  cat_record_free(rec);
  return status;
}

static CatStatus stage_page(CatContext *ctx, const char *dir, const char *name,
                            const CatText *page) {
  CatTransaction *transaction = NULL;
  CAT_TRY(cat_transaction_open(ctx, dir, &transaction));
  CatStatus status = cat_transaction_add(transaction, name, page->data, page->n);
  if (status == CAT_OK) status = cat_transaction_commit(transaction);
  cat_transaction_free(transaction);
  return status;
}

CatStatus cat_compare_write(const CatCompare *c, const char *path) {
  CatContext *ctx = cat_compare_context(c);
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  char dir[PATH_TEXT];
  int n = snprintf(dir, sizeof dir, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
  if (slash == path) n = snprintf(dir, sizeof dir, "/");
  if (n < 1 || n >= PATH_TEXT || !name[0] || name[0] == '.') {
    return CAT_FAIL(ctx, CAT_ERR_IO, "%.200s: not the name of a file that can be written", path);
  }
  int curves = 0;
  CatText page = cat_text_new(ctx);
  CatStatus status = cat_compare_page(c, &page, &curves);
  if (status == CAT_OK) status = stage_page(ctx, dir, name, &page);
  cat_text_free(&page);
  return status;
}
