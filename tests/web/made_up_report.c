// Writes a report of made-up curves, to look at and for the check in a browser:
//   made_up_report DIR [ok|failed|plain]
#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "report/sample.h"

int main(int argc, char **argv) {
  const char *dir = argc > 1 ? argv[1] : "made-up-report", *how = argc > 2 ? argv[2] : "ok";
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = sample_spec_new(ctx, "Made-up line, 275 km/h </script><script>alert(1)</script>",
                                  "cases/made-up.yaml");
  CatRecord *rec = sample_record_new(ctx, 11000);
  if (!spec || !rec || cat_record_ok(rec) != CAT_OK) return 5;
  if (strcmp(how, "failed") == 0) {
    cat_record_set_status(rec, CAT_RUN_FAILED, "no convergence at t = 8.412 s: residual <3.1e-2 N>");
  }
  CatStatus status = cat_report_write(ctx, spec, rec, dir, true);
  char text[1024];
  for (int i = 0; i < cat_context_errors(ctx) && i < CAT_MAX_ERRORS; i++) {
    fprintf(stderr, "%s\n", cat_error_text(cat_context_error(ctx, i), text, sizeof text));
  }
  CatText table = cat_text_new(ctx);
  if (cat_report_table(rec, &table) == CAT_OK) fputs(table.data, stdout);
  cat_text_free(&table);
  cat_record_free(rec);
  cat_spec_free(spec);
  cat_context_free(ctx);
  return status == CAT_OK ? 0 : 1;
}
