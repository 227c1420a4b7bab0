// report.html: one file that needs nothing else.
#include "html.h"

#include "report/common/escape.h"

static void add_element(CatText *out, const char *before, const char *text, const char *after) {
  cat_text_add(out, before);
  cat_escape_html(out, text);
  cat_text_add(out, after);
}

//---------------------------------- top of the page -----------------------------------------------

static bool any_failed(const CatRecord *rec) {
  bool any = false;
  for (int i = 0; i < cat_record_verdicts(rec); i++) {
    any |= cat_record_verdict_at(rec, i)->result == CAT_VERDICT_FAIL;
  }
  return any;
}

static void add_verdict_count(CatText *out, const CatRecord *rec) {
  int n = cat_record_verdicts(rec), passed = 0;
  for (int i = 0; i < n; i++) passed += cat_record_verdict_at(rec, i)->pass;
  if (n == 0) return;
  const char *look = passed == n ? "good" : any_failed(rec) ? "bad" : "warn";
  cat_text_addf(out, "<span class=\"pill %s\">%d of %d verdicts passed</span>", look, passed, n);
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

static void add_header(CatText *out, const CatReportSource *m) {
  const CatCommon *common = cat_spec_common(m->spec);
  cat_text_add(out, "<header>\n<div class=\"brand\"><span>Catenaria</span>"
                    "<button type=\"button\" id=\"theme\" hidden>Dark</button></div>\n");
  add_element(out, "<h1>", cat_report_source_title(m), "</h1>\n");
  add_element(out, "<p class=\"sub\"><span>", cat_report_source_case(m), "</span>");
  add_element(out, "<span>kind ", cat_report_source_kind(m), "</span></p>\n<p class=\"pills\">");
  add_status(out, m->rec);
  add_verdict_count(out, m->rec);
  cat_text_add(out, "</p>\n");
  if (common->source && common->source[0]) {
    add_element(out, "<p class=\"source\">Source: ", common->source, "</p>\n");
  }
  if (common->notes && common->notes[0]) {
    add_element(out, "<p class=\"source\">", common->notes, "</p>\n");
  }
  const char *altered = cat_record_altered(m->rec);
  if (*altered) {
    add_element(out, "<p class=\"source\">Set by the program that ran it: ", altered, "</p>\n");
  }
  add_banner(out, m->rec);
  cat_text_add(out, "</header>\n");
}

static void add_warnings(CatText *out, const CatReportSource *m) {
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

//---------------------------------- below the figures ---------------------------------------------

static void add_row(CatText *out, const char *name, const char *value) {
  add_element(out, "<tr><th scope=\"row\">", name, "</th>");
  add_element(out, "<td>", value, "</td></tr>\n");
}

static void add_origin(CatText *out, const CatReportSource *m) {
  cat_text_add(out, "<section id=\"origin\">\n<h2>Provenance</h2>\n"
                    "<table class=\"origin\"><tbody>\n");
  add_row(out, "Program", "Catenaria");
  add_row(out, "Version", cat_build_version());
  add_row(out, "Commit", cat_build_commit());
  add_row(out, "Compiler", cat_build_compiler());
  add_row(out, "Build", cat_build_type());
  add_row(out, "Case", cat_report_source_case(m));
  add_row(out, "Input hash", m->input_hash);
  cat_text_add(out, "</tbody></table>\n</section>\n");
}

static void add_details(CatText *out, const CatReportSource *m) {
  cat_text_add(out, "<section id=\"input\">\n<h2>Input</h2>\n<details><summary>"
                    "The complete input, defaults included</summary>\n");
  add_element(out, "<pre>", m->input.data ? m->input.data : "", "</pre></details>\n</section>\n");
  add_origin(out, m);
  cat_html_licences(out);
}

CatStatus cat_html_write(const CatReportSource *m, CatText *out) {
  cat_html_head(cat_report_source_title(m), out);
  add_header(out, m);
  cat_text_add(out, "<main>\n");
  add_warnings(out, m);
  cat_html_verdicts(m->rec, out);
  cat_html_results(m->rec, out);
  // what marched is looked at in its curves, what rests in its drawings
  cat_html_passage(m->rec, out);
  bool marched = cat_record_find(m->rec, "time") != NULL;
  if (!marched) cat_html_drawings(m->rec, out);
  cat_html_figures(m->rec, out);
  if (marched) cat_html_drawings(m->rec, out);
  cat_html_listings(m->rec, out);
  add_details(out, m);
  cat_text_add(out, "</main>\n");
  return cat_html_end(m->rec, out);
}
