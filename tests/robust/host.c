// A program that uses the library and, as many do, takes over the locale of its user.
//
//   host CASE PDAE CSV   does all kinds of jobs; files into folders here, texts to stdout
#include <locale.h>
#include <stdio.h>

#include "catenaria/catenaria.h"

typedef CatStatus (*Job)(CatContext *ctx, const CatCase *c, CatRecord **out);

// What a function handed out, or why it did not; returns the number of failures. The text by its
// address: arguments are evaluated in any order.
static int show(CatContext *ctx, const char *what, CatStatus status, char **text) {
  printf("== %s: %s\n", what, cat_status_text(status));
  for (int i = 0; i < cat_context_errors(ctx); i++) {
    char line[2048];
    printf("%s\n", cat_error_text(cat_context_error(ctx, i), line, sizeof line));
  }
  if (text && *text) {
    fputs(*text, stdout);
    cat_string_free(ctx, *text);
    *text = NULL;
  }
  cat_context_clear(ctx);
  return status != CAT_OK;
}

static int deliver(CatContext *ctx, const char *what, const CatCase *c, CatRecord *rec) {
  char *text = NULL;
  int bad = show(ctx, what, cat_results_table(ctx, rec, &text), &text);
  for (int i = 0; i < cat_case_warnings(c); i++) printf("%s\n", cat_case_warning(c, i));
  return bad + show(ctx, what,
                    cat_results_write(ctx, c, rec, &(CatOutput){sizeof(CatOutput), what, true}),
                    NULL);
}

static int run(CatContext *ctx, const char *what, Job job, const char *path, const char *set) {
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  char *text = NULL;
  CatCaseSource source = {.size = sizeof source, .path = path, .sets = &set, .nset = set ? 1 : 0};
  int bad = show(ctx, what, cat_case_load(ctx, &source, &c), NULL);
  if (!bad) bad = show(ctx, what, cat_case_print(ctx, c, &text), &text);
  if (!bad) bad = show(ctx, what, job(ctx, c, &rec), NULL);
  if (!bad) bad = deliver(ctx, what, c, rec);
  cat_record_free(rec);
  cat_case_free(c);
  return bad;
}

static int measure(CatContext *ctx, const char *what, const char *csv) {
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatMeasureOptions options = {.size = sizeof options, .path = csv, .cutoff = 12.5};
  int bad = show(ctx, what, cat_measure_file(ctx, &options, &c, &rec), NULL);
  if (!bad) bad = deliver(ctx, what, c, rec);
  cat_record_free(rec);
  cat_case_free(c);
  return bad;
}

static int compare(CatContext *ctx, bool json) {
  char *text = NULL;
  int beyond = 0;
  CatCompareOptions options = {sizeof options, "train", "faster",
                               0.125,          json,    json ? NULL : "compare/page.html"};
  CatStatus status = cat_results_compare(ctx, &options, &text, &beyond);
  return show(ctx, "compare", status, &text);
}

int main(int argc, char **argv) {
  if (argc != 4 || !setlocale(LC_ALL, "")) {
    fprintf(stderr, "usage: host CASE PDAE CSV, in a locale that exists\n");
    return 2;
  }
  fprintf(stderr, "%.1f\n", 1.5);  // as this locale has it
  CatContext *ctx = cat_context_new(NULL);
  char *text = NULL;
  int bad = run(ctx, "train", cat_case_run, argv[1], NULL);
  bad += run(ctx, "faster", cat_case_run, argv[1], "run.speed=81.25 m/s");
  bad += run(ctx, "modal", cat_case_run, argv[1], "solver=modal");
  bad += run(ctx, "rest", cat_case_rest, argv[1], NULL);
  bad += run(ctx, "modes", cat_case_modes, argv[1], NULL);
  bad += run(ctx, "pdae", cat_case_run, argv[2], NULL);
  bad += measure(ctx, "measure", argv[3]);
  bad += compare(ctx, false) + compare(ctx, true);
  bad += show(ctx, "manual", cat_manual_json(ctx, NULL, &text), &text);
  // a comma is no decimal point anywhere, and messages have none; I is the capital of i
  bad += !run(ctx, "comma", cat_case_run, argv[1], "run.speed=81,25 m/s");
  bad += !run(ctx, "range", cat_case_run, argv[1], "time.step=1e-9 s");
  bad += !run(ctx, "infinite", cat_case_run, argv[1], "run.speed=INF m/s");
  cat_context_free(ctx);
  return bad != 0;
}
