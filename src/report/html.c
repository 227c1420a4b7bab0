// report.html: one file that needs nothing else. Scripts are allowed by their hash only, so that
// no text of the user's could ever run, and nothing is loaded from anywhere.
#include "html.h"

#include "escape.h"
#include "licences.h"

static void add_asset(CatText *out, const unsigned char *bytes, size_t n) {
  cat_text_add_bytes(out, bytes, n);
}

static void add_element(CatText *out, const char *before, const char *text, const char *after) {
  cat_text_add(out, before);
  cat_escape_html(out, text);
  cat_text_add(out, after);
}

//---------------------------------- head ----------------------------------------------------------

static void add_base64(CatText *out, const uint8_t *bytes, int n) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < n; i += 3) {
    uint32_t v = (uint32_t)bytes[i] << 16;
    if (i + 1 < n) v |= (uint32_t)bytes[i + 1] << 8;
    if (i + 2 < n) v |= bytes[i + 2];
    char quad[4] = {digits[v >> 18], digits[v >> 12 & 63], digits[v >> 6 & 63], digits[v & 63]};
    if (i + 1 >= n) quad[2] = '=';
    if (i + 2 >= n) quad[3] = '=';
    cat_text_add_bytes(out, quad, 4);
  }
}

static void add_script_hash(CatText *out, const unsigned char *script, size_t n) {
  uint8_t digest[CAT_HASH_BYTES];
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, script, n);
  cat_hash_end(&hash, digest);
  cat_text_add(out, " 'sha256-");
  add_base64(out, digest, CAT_HASH_BYTES);
  cat_text_add(out, "'");
}

static void add_head(CatText *out, const CatMaterial *m) {
  cat_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "img-src data: blob:; style-src 'unsafe-inline'; base-uri 'none'; "
                    "form-action 'none'; script-src");
  add_script_hash(out, cat_asset_dygraphs_js, cat_asset_dygraphs_js_size);
  add_script_hash(out, cat_asset_report_js, cat_asset_report_js_size);
  cat_text_add(out,
               "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n"
               "<meta name=\"referrer\" content=\"no-referrer\">\n");
  cat_text_add(out, "<meta name=\"generator\" content=\"Catenaria ");
  add_element(out, "", cat_build_version(), "\">\n");
  add_element(out, "<title>", cat_material_title(m), " - Catenaria</title>\n<style>\n");
  add_asset(out, cat_asset_dygraphs_css, cat_asset_dygraphs_css_size);
  add_asset(out, cat_asset_report_css, cat_asset_report_css_size);
  cat_text_add(out, "</style>\n</head>\n<body>\n");
}

//---------------------------------- top of the page -----------------------------------------------

static void add_verdict_count(CatText *out, const CatRecord *rec) {
  int n = cat_record_verdicts(rec), passed = 0;
  for (int i = 0; i < n; i++) passed += cat_record_verdict_at(rec, i)->pass;
  if (n == 0) return;
  cat_text_addf(out, "<span class=\"pill %s\">%d of %d verdicts passed</span>",
                passed == n ? "good" : "bad", passed, n);
}

static void add_status(CatText *out, const CatRecord *rec) {
  CatRunStatus status = cat_record_status(rec);
  static const char *const words[] = {"completed", "failed", "interrupted"};
  static const char *const looks[] = {"good", "bad", "warn"};
  cat_text_addf(out, "<span class=\"pill %s\">%s</span>", looks[status], words[status]);
}

static void add_banner(CatText *out, const CatRecord *rec) {
  CatRunStatus status = cat_record_status(rec);
  if (status == CAT_RUN_OK) return;
  cat_text_add(out,
               status == CAT_RUN_FAILED
                   ? "<div class=\"banner bad\" role=\"alert\"><strong>The run failed.</strong> "
                   : "<div class=\"banner warn\" role=\"alert\"><strong>The run was "
                     "interrupted.</strong> ");
  cat_escape_html(out, cat_record_message(rec));
  cat_text_add(out, "<br>What is shown here ends where the run ended; it is not a result.</div>\n");
}

static void add_header(CatText *out, const CatMaterial *m) {
  const CatCommon *common = cat_spec_common(m->spec);
  cat_text_add(out, "<header>\n<div class=\"brand\"><span>Catenaria</span>"
                    "<button type=\"button\" id=\"theme\" hidden>Dark</button></div>\n");
  add_element(out, "<h1>", cat_material_title(m), "</h1>\n");
  add_element(out, "<p class=\"sub\"><span>", cat_material_case(m), "</span>");
  add_element(out, "<span>kind ", cat_material_kind(m), "</span></p>\n<p class=\"pills\">");
  add_status(out, m->rec);
  add_verdict_count(out, m->rec);
  cat_text_add(out, "</p>\n");
  if (common->source && common->source[0]) {
    add_element(out, "<p class=\"source\">Source: ", common->source, "</p>\n");
  }
  if (common->notes && common->notes[0]) {
    add_element(out, "<p class=\"source\">", common->notes, "</p>\n");
  }
  add_banner(out, m->rec);
  cat_text_add(out, "</header>\n");
}

static void add_warnings(CatText *out, const CatMaterial *m) {
  int nspec = cat_spec_warnings(m->spec), n = nspec + cat_record_warnings(m->rec);
  if (n == 0) return;
  cat_text_addf(out, "<section class=\"warnings\">\n<h2>%s</h2>\n<ul>\n",
                n == 1 ? "Warning" : "Warnings");
  for (int i = 0; i < n; i++) {
    add_element(out, "<li>",
                i < nspec ? cat_spec_warning_at(m->spec, i)
                          : cat_record_warning_at(m->rec, i - nspec),
                "</li>\n");
  }
  cat_text_add(out, "</ul>\n</section>\n");
}

//---------------------------------- figures and what stands below ---------------------------------

static void add_figures(CatText *out, const CatRecord *rec) {
  int n = cat_record_figures(rec);
  if (n == 0) return;
  cat_text_add(out, "<section id=\"figures\">\n<h2>Figures</h2>\n<p class=\"hint\">"
                    "Drag to zoom, shift and drag to move, double-click for the whole range; "
                    "two fingers on a touch screen. Figures over the same axis move together.</p>\n"
                    "<noscript><p>The figures need JavaScript. All values are in results.h5.</p>"
                    "</noscript>\n");
  for (int i = 0; i < n; i++) {
    const CatFigure *f = cat_record_figure_at(rec, i);
    cat_text_addf(out, "<figure id=\"figure-%d\">\n<div class=\"title\">", i + 1);
    cat_text_addf(out, "<h3><span>Figure %d</span> ", i + 1);
    add_element(out, "", f->title, "</h3></div>\n");
    cat_text_add(out, "<div class=\"legend\"></div>\n<div class=\"plot\"></div>\n");
    if (f->caption[0]) add_element(out, "<figcaption>", f->caption, "</figcaption>\n");
    cat_text_add(out, "</figure>\n");
  }
  cat_text_add(out, "</section>\n");
}

static void add_row(CatText *out, const char *name, const char *value) {
  add_element(out, "<tr><th scope=\"row\">", name, "</th>");
  add_element(out, "<td>", value, "</td></tr>\n");
}

static void add_origin(CatText *out, const CatMaterial *m) {
  cat_text_add(out, "<section id=\"origin\">\n<h2>Provenance</h2>\n"
                    "<table class=\"origin\"><tbody>\n");
  add_row(out, "Program", "Catenaria");
  add_row(out, "Version", cat_build_version());
  add_row(out, "Compiler", cat_build_compiler());
  add_row(out, "Build", cat_build_type());
  add_row(out, "Case", cat_material_case(m));
  add_row(out, "Input hash", m->input_hash);
  cat_text_add(out, "</tbody></table>\n</section>\n");
}

static void add_details(CatText *out, const CatMaterial *m) {
  int n = 0;
  const CatLicence *licence = cat_report_licences(&n);
  cat_text_add(out, "<section id=\"input\">\n<h2>Input</h2>\n<details><summary>"
                    "The complete input, defaults included</summary>\n");
  add_element(out, "<pre>", m->input.data ? m->input.data : "", "</pre></details>\n</section>\n");
  add_origin(out, m);
  cat_text_add(out, "<section id=\"licences\">\n<h2>Licences</h2>\n");
  for (int i = 0; i < n; i++) {
    add_element(out, "<details><summary>This page contains ", licence[i].name, "");
    add_element(out, " (", licence[i].licence, ")</summary>\n");
    add_element(out, "<pre>", licence[i].text, "</pre></details>\n");
  }
  cat_text_add(out, "</section>\n");
}

static CatStatus add_scripts(CatText *out, const CatMaterial *m) {
  cat_text_add(out, "<script type=\"application/json\" id=\"data\">");
  CAT_TRY(cat_html_data(m, out));
  cat_text_add(out, "</script>\n<script>");
  add_asset(out, cat_asset_dygraphs_js, cat_asset_dygraphs_js_size);
  cat_text_add(out, "</script>\n<script>");
  add_asset(out, cat_asset_report_js, cat_asset_report_js_size);
  cat_text_add(out, "</script>\n");
  return CAT_OK;
}

CatStatus cat_html_write(const CatMaterial *m, CatText *out) {
  add_head(out, m);
  add_header(out, m);
  cat_text_add(out, "<main>\n");
  add_warnings(out, m);
  cat_html_verdicts(m->rec, out);
  cat_html_results(m->rec, out);
  cat_html_drawings(m->rec, out);
  add_figures(out, m->rec);
  add_details(out, m);
  cat_text_add(out, "</main>\n");
  CAT_TRY(add_scripts(out, m));
  cat_text_add(out, "</body>\n</html>\n");
  return cat_text_ok(out);
}
