// Writes a report of made-up curves, to look at and for the check in a browser:
//   made_up_report DIR [ok|failed|crowded]
#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "report/sample.h"

// What a report must bear: every curve in one figure, more marks than fit, gaps, a single point, a
// falling abscissa, large and tiny numbers.
static void crowd(CatRecord *rec) {
  enum { MARKS = 40 };
  CatMark mark[MARKS];
  CatFigure all = {.title = "Everything at once",
                   .caption = "",
                   .table = "time",
                   .x = "t",
                   .ny = 11,
                   .nmark = MARKS,
                   .mark = mark};
  const CatTable *table = cat_record_find(rec, "time");
  for (int i = 0; i < MARKS; i++) {
    mark[i] = (CatMark){i % 4 ? CAT_MARK_LINE : CAT_MARK_BAND, 0.27 * i, 0.27 * i + 0.5, "mark"};
  }
  for (int i = 0; i < 11; i++) all.y[i] = table->channel[i + 1].name;
  cat_record_figure(rec, all);

  const CatColumn columns[] = {{"s", "m", "falling"}, {"big", "Pa", ""}, {"tiny", "", "a < b"}};
  CatTable *odd = cat_record_table(rec, "odd", columns, 3, 300);
  CatTable *point = cat_record_table(rec, "point", columns, 3, 1);
  for (int i = 0; i < 300; i++) {
    double gap = i > 100 && i < 120 ? NAN : 1;
    cat_table_append(odd,
                     (double[]){100 - 0.1 * i, 2.1e11 * sin(0.1 * i), gap * 1e-7 * cos(0.1 * i)});
  }
  cat_table_append(point, (double[]){1, 2, 3});
  cat_record_figure(
      rec, (CatFigure){.title = "Odd", .table = "odd", .x = "s", .y = {"big", "tiny"}, .ny = 2});
  cat_record_figure(
      rec, (CatFigure){.title = "One point", .table = "point", .x = "s", .y = {"big"}, .ny = 1});
  cat_record_set_status(rec, CAT_RUN_INTERRUPTED, "stopped by the user at t = 3 s");
}

// Bars, segments over a curve, and two figures of one group, one of them with a level.
static void looks(CatRecord *rec) {
  const CatColumn columns[] = {{"y", "m", ""}, {"from", "s", ""}, {"to", "s", ""}};
  const CatLevel level = {20, 40, 1, 8, "between"};
  CatTable *segments = cat_record_table(rec, "segments", columns, 3, 50);
  for (int i = 0; i < 50; i++) {
    cat_table_append(segments, (double[]){2.0 * i, 0.2 * i, 0.2 * i + 0.05 * (i % 7)});
  }
  CatFigure figure = {.title = "Segments",
                      .table = "time",
                      .x = "t",
                      .y = {"p1.force"},
                      .ny = 1,
                      .segments = "segments"};
  cat_record_figure(rec, figure);
  figure.segments = NULL;
  figure.group = "pair";
  figure.title = "One of two";
  cat_record_figure(rec, figure);
  figure.title = "The other", figure.nlevel = 1, figure.level = &level;
  cat_record_figure(rec, figure);
  cat_record_figure(rec, (CatFigure){.title = "Bars",
                                     .table = "segments",
                                     .x = "y",
                                     .y = {"to"},
                                     .ny = 1,
                                     .look = CAT_LOOK_BARS});
  cat_record_listing(rec, (CatListing){"Segments", "As drawn.", "segments"});
}

// An axis whose ticks have many digits.
static void fine(CatRecord *rec) {
  const CatColumn columns[] = {{"x", "m", "place"}, {"v", "m", "far from nought, hardly changing"}};
  CatTable *table = cat_record_table(rec, "fine", columns, 2, 100);
  for (int i = 0; i < 100; i++)
    cat_table_append(table, (double[]){0.1 * i, -3.1 + 1e-6 * sin(0.1 * i)});
  cat_record_figure(rec,
                    (CatFigure){.title = "Fine", .table = "fine", .x = "x", .y = {"v"}, .ny = 1});
}

int main(int argc, char **argv) {
  const char *dir = argc > 1 ? argv[1] : "made-up-report", *how = argc > 2 ? argv[2] : "ok";
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = sample_spec_new(ctx, "Made-up line, 275 km/h </script><script>alert(1)</script>",
                                  "cases/made-up.yaml");
  CatRecord *rec = sample_record_new(ctx, 11000);
  if (!spec || !rec || cat_record_ok(rec) != CAT_OK) return 5;
  fine(rec);
  if (strcmp(how, "failed") == 0) {
    cat_record_set_status(rec, CAT_RUN_FAILED,
                          "no convergence at t = 8.412 s: residual <3.1e-2 N>");
  }
  if (strcmp(how, "crowded") == 0) {
    crowd(rec);
    looks(rec);
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
