// The frame of every page: head, figures, scripts. Scripts are allowed by their hash only, so that
// no text of the user's could ever run, and nothing is loaded from anywhere.
#include <string.h>

#include "base64.h"
#include "html.h"
#include "licences.h"
#include "report/common/escape.h"

static void add_asset(CatText *out, const unsigned char *bytes, size_t n) {
  cat_text_add_bytes(out, bytes, n);
}

static void add_element(CatText *out, const char *before, const char *text, const char *after) {
  cat_text_add(out, before);
  cat_escape_html(out, text);
  cat_text_add(out, after);
}

//---------------------------------- head ----------------------------------------------------------

static void add_script_hash(CatText *out, const unsigned char *script, size_t n) {
  uint8_t digest[CAT_HASH_BYTES];
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, script, n);
  cat_hash_end(&hash, digest);
  cat_text_add(out, " 'sha256-");
  CatBase64 to = cat_base64_new(out);
  for (int i = 0; i < CAT_HASH_BYTES; i++) cat_base64_add(&to, digest[i]);
  cat_base64_end(&to);
  cat_text_add(out, "'");
}

void cat_html_head(const char *title, CatText *out) {
  cat_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "img-src data: blob:; style-src 'unsafe-inline'; base-uri 'none'; "
                    "form-action 'none'; script-src");
  add_script_hash(out, cat_asset_dygraphs_js, cat_asset_dygraphs_js_size);
  add_script_hash(out, cat_asset_report_js, cat_asset_report_js_size);
  add_script_hash(out, cat_asset_passage_js, cat_asset_passage_js_size);
  cat_text_add(out,
               "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n"
               "<meta name=\"referrer\" content=\"no-referrer\">\n");
  cat_text_add(out, "<meta name=\"generator\" content=\"Catenaria ");
  add_element(out, "", cat_build_version(), "\">\n");
  add_element(out, "<title>", title, " - Catenaria</title>\n<style>\n");
  add_asset(out, cat_asset_dygraphs_css, cat_asset_dygraphs_css_size);
  add_asset(out, cat_asset_report_css, cat_asset_report_css_size);
  cat_text_add(out, "</style>\n</head>\n<body>\n");
}

//---------------------------------- figures -------------------------------------------------------

static void add_figure(CatText *out, const CatFigure *f, int number) {
  cat_text_addf(out, "<figure id=\"figure-%d\">\n<div class=\"title\">", number);
  cat_text_addf(out, "<h3><span>Figure %d</span> ", number);
  add_element(out, "", f->title, "</h3></div>\n");
  cat_text_add(out, "<div class=\"legend\"></div>\n<div class=\"plot\"></div>\n");
  if (f->caption[0]) add_element(out, "<figcaption>", f->caption, "</figcaption>\n");
  cat_text_add(out, "</figure>\n");
}

static bool same_group(const CatFigure *a, const CatFigure *b) {
  return a && b && a->group && b->group && strcmp(a->group, b->group) == 0;
}

// Neighbours of one group stand in a box of their own.
static void add_all_figures(CatText *out, const CatRecord *rec) {
  int n = cat_record_figures(rec);
  for (int i = 0; i < n; i++) {
    const CatFigure *f = cat_record_figure_at(rec, i);
    const CatFigure *last = i > 0 ? cat_record_figure_at(rec, i - 1) : NULL;
    const CatFigure *next = i + 1 < n ? cat_record_figure_at(rec, i + 1) : NULL;
    bool before = same_group(last, f), behind = same_group(f, next);
    if (!before && behind) cat_text_add(out, "<div class=\"multiples\">\n");
    add_figure(out, f, i + 1);
    if (before && !behind) cat_text_add(out, "</div>\n");
  }
}

void cat_html_figures(const CatRecord *rec, CatText *out) {
  if (cat_record_figures(rec) == 0) return;
  cat_text_add(out, "<section id=\"figures\">\n<h2>Figures</h2>\n<p class=\"hint\">"
                    "Drag to zoom, shift and drag to move, double-click for the whole range; "
                    "two fingers on a touch screen. Figures over the same axis move together.</p>\n"
                    "<noscript><p>The figures need JavaScript. All values are in results.h5.</p>"
                    "</noscript>\n");
  add_all_figures(out, rec);
  cat_text_add(out, "</section>\n");
}

//---------------------------------- end -----------------------------------------------------------

void cat_html_licences(CatText *out) {
  int n = 0;
  const CatLicence *licence = cat_report_licences(&n);
  cat_text_add(out, "<section id=\"licences\">\n<h2>Licences</h2>\n");
  for (int i = 0; i < n; i++) {
    add_element(out, "<details><summary>This page contains ", licence[i].name, "");
    add_element(out, " (", licence[i].licence, ")</summary>\n");
    add_element(out, "<pre>", licence[i].text, "</pre></details>\n");
  }
  cat_text_add(out, "</section>\n");
}

CatStatus cat_html_end(const CatRecord *rec, CatText *out) {
  cat_text_add(out, "<script type=\"application/json\" id=\"data\">");
  CAT_TRY(cat_html_data(rec, out));
  cat_text_add(out, "</script>\n<script>");
  add_asset(out, cat_asset_dygraphs_js, cat_asset_dygraphs_js_size);
  cat_text_add(out, "</script>\n<script>");
  add_asset(out, cat_asset_report_js, cat_asset_report_js_size);
  if (cat_html_has_passage(rec)) {
    cat_text_add(out, "</script>\n<script>");
    add_asset(out, cat_asset_passage_js, cat_asset_passage_js_size);
  }
  cat_text_add(out, "</script>\n</body>\n</html>\n");
  return cat_text_ok(out);
}
