// A made-up input and record for the tests of the writers: smooth curves with known extremes.
#ifndef CAT_TESTS_REPORT_SAMPLE_H
#define CAT_TESTS_REPORT_SAMPLE_H

#include <math.h>

#include "record/record.h"
#include "spec/spec.h"

#define SAMPLE_PI 3.14159265358979323846

typedef struct SampleSpec {
  CatCommon common;
  double speed, span;
  int spans;
} SampleSpec;

static const CatKey sample_keys[] = {
    CAT_COMMON_KEYS(SampleSpec),
    {"speed", CAT_NUMBER, .unit = "km/h", .preset = "275 km/h", .max = 200,
     .offset = offsetof(SampleSpec, speed), .doc = "Speed of the train"},
    {"span", CAT_NUMBER, .unit = "m", .preset = "55 m", .max = 100,
     .offset = offsetof(SampleSpec, span), .doc = "Distance of the masts"},
    {"spans", CAT_INTEGER, .unit = "", .preset = "10", .max = 100,
     .offset = offsetof(SampleSpec, spans), .doc = "Number of spans"},
    {0},
};
static const CatSection sample_section = {"sample", "A made-up case", sizeof(SampleSpec),
                                          .keys = sample_keys};
static const CatKind sample_kind = {"sample", &sample_section, .check = NULL};

static inline CatSpec *sample_spec_new(CatContext *ctx, const char *title, const char *file) {
  CatSpec *spec = cat_spec_new(ctx, &sample_kind);
  if (!spec) return NULL;
  SampleSpec *values = cat_spec_root(spec);
  values->common.kind = "sample";
  values->common.title = title;
  values->common.source = "made up for the tests of the report";
  values->speed = 275 / 3.6;
  values->span = 55;
  values->spans = 10;
  cat_spec_set_file(spec, file);
  return spec;
}

static inline double sample_force(double t, double cut) {
  double span = 2 * SAMPLE_PI * 76.4 / 55, dropper = 2 * SAMPLE_PI * 76.4 / 8;
  double slow = 142 + 31 * sin(span * t) + 12 * sin(2 * span * t + 0.8) + 6 * sin(0.9 * t);
  double fast = 17 * sin(dropper * t) * (1 + 0.5 * sin(span * t)) + 9 * sin(2 * dropper * t + 1);
  return slow + (cut > 20 ? fast + 8 * sin(2 * SAMPLE_PI * 41 * t) : 0.6 * fast);
}

static inline void sample_time(CatRecord *rec, size_t rows) {
  const CatColumn columns[] = {
      {"t", "s", "time"},
      {"p1.x", "m", "position of the contact strip along the track"},
      {"p1.force", "N", "contact force"},
      {"p1.force_20Hz", "N", "contact force, low-pass at 20 Hz"},
      {"p1.height", "m", "height of the contact point above rail"},
      {"p1.uplift", "mm", "uplift of the contact wire at the strip"},
      {"d1", "N", "tension of dropper 1"},
      {"d2", "N", "tension of dropper 2"},
      {"d3", "N", "tension of dropper 3"},
      {"d4", "N", "tension of dropper 4"},
      {"head", "m", "height of the pan head"},
      {"work", "J", "work of the pantograph on the line"},
  };
  CatTable *table = cat_record_table(rec, "time", columns, 12, rows);
  for (size_t i = 0; i < rows; i++) {
    double t = (double)i * 1e-3, f = sample_force(t, 100), lift = 0.4 * (f - 60);
    double row[12] = {t, 76.4 * t, f, sample_force(t, 20), 5.30 + 1e-3 * lift, lift};
    for (int d = 0; d < 4; d++) {
      double near = (t - 2 - 1.8 * d) / 0.35;
      row[6 + d] = fmax(0, 150 + 10 * d - 120 * exp(-near * near) * cos(9 * near) -
                               25 * exp(-0.3 * fmax(0, near)) * sin(14 * t) * (near > 0));
    }
    row[10] = row[4] - 0.002 * sin(50 * t);
    row[11] = 90 * t + 20 * sin(t);
    cat_table_append(table, row);
  }
}

static inline void sample_shape(CatRecord *rec) {
  const CatColumn columns[] = {{"x", "m", "position along the track"},
                               {"carrier", "m", "height of the messenger wire"},
                               {"contact", "m", "height of the contact wire"}};
  CatTable *table = cat_record_table(rec, "shape", columns, 3, 1101);
  for (int i = 0; i <= 1100; i++) {
    double x = 0.5 * i, s = fmod(x, 55) / 55;
    double row[3] = {x, 6.70 - 3.4 * s * (1 - s), 5.30 - 0.11 * s * (1 - s)};
    cat_table_append(table, row);
  }
}

static inline void sample_figures(CatRecord *rec) {
  CatMark mark[8] = {{CAT_MARK_BAND, 2.2, 8.6, "evaluated"}};
  for (int i = 0; i < 7; i++) {
    mark[i + 1] = (CatMark){.type = CAT_MARK_LINE, .x0 = 0.72 * (i + 2) + 0.1};
    mark[i + 1].text = cat_record_textf(rec, "mast %d", i + 3);
  }
  const CatLevel level[2] = {{60, 220, 2.2, 8.6, "mean \u00b1 3\u03c3"},
                             {140, 140, 2.2, 8.6, "mean"}};
  cat_record_figure(rec, (CatFigure){.title = "Contact force",
                                     .caption = "Raw and low-pass filtered at 20 Hz; the "
                                                "statistics are taken in the shaded part.",
                                     .table = "time",
                                     .x = "t",
                                     .y = {"p1.force", "p1.force_20Hz"},
                                     .ny = 2,
                                     .nmark = 8,
                                     .mark = mark,
                                     .nlevel = 2,
                                     .level = level});
  cat_record_figure(rec, (CatFigure){.title = "Uplift and contact force",
                                     .table = "time",
                                     .x = "t",
                                     .y = {"p1.force_20Hz", "p1.uplift"},
                                     .ny = 2});
  cat_record_figure(rec, (CatFigure){.title = "Dropper tensions",
                                     .caption = "A tension of zero is a slack dropper.",
                                     .table = "time",
                                     .x = "t",
                                     .y = {"d1", "d2", "d3", "d4"},
                                     .ny = 4});
  const CatMark masts[] = {{CAT_MARK_LINE, 55, 0, "mast 2"}, {CAT_MARK_LINE, 110, 0, "mast 3"}};
  cat_record_figure(rec, (CatFigure){.title = "Shape at rest",
                                     .table = "shape",
                                     .x = "x",
                                     .y = {"carrier", "contact"},
                                     .ny = 2,
                                     .nmark = 2,
                                     .mark = masts});
}

static inline void sample_results(CatRecord *rec) {
  cat_record_result(rec, (CatResult){"Contact force", "mean", "N", "filtered at 20 Hz", 142.0312});
  cat_record_result(rec, (CatResult){"Contact force", "standard deviation", "N", "", 26.93});
  cat_record_result(rec, (CatResult){"Contact force", "maximum", "N", "", 209.114});
  cat_record_result(rec, (CatResult){"Contact force", "minimum", "N", "", 71.42});
  cat_record_result(rec,
                    (CatResult){"Contact force", "loss of contact", "%", "of the raw force", 0});
  cat_record_result(rec, (CatResult){"Line", "largest uplift at a support", "mm", "mast 6", 58.31});
  cat_record_result(rec, (CatResult){"Line", "range of the contact height", "mm", "", 41.7});
  cat_record_result(rec, (CatResult){"Computation", "unknowns", "", "", 1806});
  cat_record_result(rec, (CatResult){"Computation", "steps", "", "", 550000});
  cat_record_result(
      rec, (CatResult){"Computation", "energy residual", "J", "work - stored - lost", 3.1e-9});
  cat_record_verdict(rec, (CatVerdict){"EN 50367, table 6", "mean contact force", "N", 142.0312,
                                       60.2, 143.6, true, "", 0, CAT_VERDICT_PASS});
  cat_record_verdict(rec, (CatVerdict){"EN 50367, table 6", "standard deviation", "N", 26.93, NAN,
                                       42.6, true, "", 0, CAT_VERDICT_PASS});
  cat_record_verdict(rec, (CatVerdict){"EN 50367, table 6", "smallest force", "N", 71.42, 0, NAN,
                                       true, "", 0, CAT_VERDICT_PASS});
  cat_record_verdict(rec,
                     (CatVerdict){"EN 50367, 7.3", "uplift at the support", "mm", 58.31, NAN, 55,
                                  false, "The wire rises beyond the space.", 0, CAT_VERDICT_FAIL});
}

static inline void sample_summary(CatRecord *rec) {
  cJSON *root = cat_record_summary(rec);
  cJSON *timing = cat_summary_object(rec, root, "timing");
  cat_summary_number(rec, timing, "march_s", 1.25);
  cJSON *model = cat_summary_object(rec, root, "model");
  cat_summary_number(rec, model, "dof", 1806);
  cat_summary_number(rec, root, "max_uplift_mm", 58.31);
  cJSON *forces = cat_summary_array(rec, cat_summary_object(rec, root, "rest"), "dropper_forces_N");
  for (int span = 0; span < 2; span++) {
    cJSON *row = cat_summary_array(rec, forces, NULL);
    for (int i = 0; i < 3; i++) cat_summary_number(rec, row, NULL, 150.1 + i);
  }
  cat_summary_text(rec, root, "remark", "quote \" and backslash \\");
  cat_summary_bool(rec, root, "settled", true);
}

// Always a record as far as memory went; cat_record_ok tells.
static inline CatRecord *sample_record_new(CatContext *ctx, size_t rows) {
  CatRecord *rec = cat_record_new(ctx);
  if (!rec) return NULL;
  sample_time(rec, rows);
  sample_shape(rec);
  sample_figures(rec);
  sample_results(rec);
  sample_summary(rec);
  cat_record_warn(rec, "dropper %d is slack for %.1f ms", 3, 12.5);
  return rec;
}

#endif
