// The tables of report.html: results in groups, verdicts with their limits.
#include <math.h>
#include <string.h>

#include "html.h"
#include "report/common/escape.h"
#include "report/common/number.h"
#include "report/common/verdict.h"

static void add_element(CatText *out, const char *before, const char *text, const char *after) {
  cat_text_add(out, before);
  cat_escape_html(out, text);
  cat_text_add(out, after);
}

static void add_quantity(CatText *out, double value, const char *unit) {
  char number[CAT_NUMBER_TEXT];
  add_element(out, "<td class=\"value\">", cat_number_plain(value, number), "</td>");
  add_element(out, "<td class=\"unit\">", unit, "</td>");
}

static void add_result(CatText *out, const CatResult *r) {
  add_element(out, "<tr><th scope=\"row\">", r->label, "");
  if (r->note[0]) add_element(out, "<small>", r->note, "</small>");
  cat_text_add(out, "</th>");
  add_quantity(out, r->value, r->unit);
  cat_text_add(out, "</tr>\n");
}

void cat_html_results(const CatRecord *rec, CatText *out) {
  const char *group = NULL;
  int n = cat_record_results(rec);
  if (n == 0) return;
  cat_text_add(out, "<section id=\"results\">\n<h2>Results</h2>\n<div class=\"groups\">\n");
  for (int i = 0; i < n; i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    bool next = !group || strcmp(group, r->group) != 0;
    if (next && group) cat_text_add(out, "</tbody></table>\n");
    if (next) {
      add_element(out, "<table class=\"results\"><caption>", r->group, "</caption><tbody>\n");
    }
    group = r->group;
    add_result(out, r);
  }
  cat_text_add(out, "</tbody></table>\n</div>\n</section>\n");
}

// Where the value lies between the limits: the bar is the allowed range with a tenth on each side.
static void add_gauge(CatText *out, const CatVerdict *v) {
  double low = isnan(v->low) ? fmin(0, v->value) : v->low,
         part = (v->value - low) / (v->high - low);
  char at[CAT_NUMBER_TEXT];
  if (!isfinite(part) || v->high <= low) {
    cat_text_add(out, "<td class=\"bar\"></td>");
    return;
  }
  double percent = 100 * fmin(fmax((part + 0.1) / 1.2, 0), 1);
  cat_number_rounded(percent, 4, at);
  cat_text_addf(out, "<td class=\"bar\"><span class=\"gauge%s\">", isnan(v->low) ? " open" : "");
  cat_text_addf(out, "<i style=\"left:%s%%\"></i></span></td>", at);
}

static void add_verdict(CatText *out, const CatVerdict *v) {
  static const char *const marks[] = {"&#10007; fail", "&#10003; pass", "? undecided"};
  char limits[CAT_LIMITS_TEXT], margin[CAT_NUMBER_TEXT];
  double room = cat_verdict_margin(v);
  cat_text_addf(out, "<tr class=\"%s\">", cat_verdict_word(v));
  add_element(out, "<th scope=\"row\">", v->quantity, "");
  add_element(out, "<small>", v->standard, "</small>");
  if (v->note[0]) add_element(out, "<small class=\"note\">", v->note, "</small>");
  cat_text_add(out, "</th>");
  add_quantity(out, v->value, v->unit);
  add_element(out, "<td class=\"limits\">", cat_verdict_limits(v, limits), "</td>");
  add_gauge(out, v);
  add_element(out, "<td class=\"value margin\">",
              isfinite(room) ? cat_number_plain(room, margin) : "", "");
  if (isfinite(room) && v->unit[0]) add_element(out, " ", v->unit, "");
  cat_text_add(out, "</td>");
  cat_text_addf(out, "<td class=\"verdict\"><span>%s</span></td></tr>\n", marks[v->result]);
}

void cat_html_verdicts(const CatRecord *rec, CatText *out) {
  int n = cat_record_verdicts(rec);
  if (n == 0) return;
  cat_text_add(out, "<section id=\"verdicts\">\n<h2>Verdicts</h2>\n<div class=\"scroll\">"
                    "<table class=\"verdicts\"><thead><tr><th scope=\"col\">Quantity</th>"
                    "<th scope=\"col\" class=\"value\">Value</th><td class=\"unit\"></td>"
                    "<th scope=\"col\" class=\"limits\">Limits</th><td class=\"bar\"></td>"
                    "<th scope=\"col\" class=\"value margin\">Margin</th>"
                    "<th scope=\"col\" class=\"verdict\">Verdict</th></tr></thead><tbody>\n");
  for (int i = 0; i < n; i++) add_verdict(out, cat_record_verdict_at(rec, i));
  cat_text_add(out, "</tbody></table></div>\n</section>\n");
}

//---------------------------------- tables row by row ---------------------------------------------

static void add_listing_head(CatText *out, const CatTable *t) {
  cat_text_add(out, "<div class=\"scroll\"><table class=\"listing\"><thead><tr>");
  for (int k = 0; k < t->nchannel; k++) {
    const CatChannel *c = &t->channel[k];
    add_element(out, "<th scope=\"col\" title=\"", c->doc, "\">");
    add_element(out, "", c->name, "");
    if (c->unit[0]) add_element(out, " <small>", c->unit, "</small>");
    cat_text_add(out, "</th>");
  }
  cat_text_add(out, "</tr></thead><tbody>\n");
}

static void add_listing(CatText *out, const CatListing *l, const CatTable *t) {
  char number[CAT_NUMBER_TEXT];
  add_element(out, "<details class=\"listed\"><summary>", l->title, "");
  cat_text_addf(out, " (%zu)</summary>\n", t->n);
  if (l->caption[0]) add_element(out, "<p class=\"hint\">", l->caption, "</p>\n");
  add_listing_head(out, t);
  for (size_t row = 0; row < t->n; row++) {
    cat_text_add(out, "<tr>");
    for (int k = 0; k < t->nchannel; k++) {
      double value = t->channel[k].data[row];
      add_element(out, "<td>", cat_number_plain(value, number), "</td>");
    }
    cat_text_add(out, "</tr>\n");
  }
  cat_text_add(out, "</tbody></table></div></details>\n");
}

void cat_html_listings(const CatRecord *rec, CatText *out) {
  int n = cat_record_listings(rec);
  if (n == 0) return;
  cat_text_add(out, "<section id=\"tables\">\n<h2>Tables</h2>\n");
  for (int i = 0; i < n; i++) {
    const CatListing *l = cat_record_listing_at(rec, i);
    add_listing(out, l, cat_record_find(rec, l->table));
  }
  cat_text_add(out, "</section>\n");
}
