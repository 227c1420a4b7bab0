// Statistics of a contact force: bands, losses, windows, histograms, verdicts of EN 50367.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "post/force.h"
#include "post/verdict.h"

enum { N = 8000 };
static const double step = 1e-3, pi = 3.14159265358979323846;

static CatForce measure(const double *force, size_t from, size_t to) {
  static double filtered[N];
  CatContext *ctx = cat_context_new(NULL);
  CatForceSignal s = {force, filtered, N, step, 20, from, to, CAT_FILTER_BUTTERWORTH};
  CatForce out;
  assert_int_equal(cat_force_measure(ctx, &s, &out), CAT_OK);
  cat_context_free(ctx);
  return out;
}

// 1 Hz, 3 Hz, 10 Hz and 50 Hz with different sizes: each band holds what belongs to it
static void bands(void **state) {
  (void)state;
  static double x[N];
  for (int i = 0; i < N; i++) {
    double w = 2 * pi * i * step;
    x[i] = 120 + 10 * sin(w) + 20 * sin(3 * w) + 30 * sin(10 * w) + 40 * sin(50 * w);
  }
  CatForce f = measure(x, 2000, 6000);  // whole periods
  assert_close(f.mean, 120, 1e-9, 0);
  assert_close(f.std_0_2, sqrt(50), 1e-9, 0);
  assert_close(f.std_0_5, sqrt(50 + 200), 1e-9, 0);
  assert_close(f.std_5_20, sqrt(450), 1e-9, 0);
  assert_true(f.exact_bands);
  assert_close(f.std, sqrt(50 + 200 + 450), 0.01, 0);
  assert_close(f.stat_max, f.mean + 3 * f.std, 1e-14, 0);
  assert_close(f.stat_min, f.mean - 3 * f.std, 1e-14, 0);
  assert_true(f.max < 181 && f.max > 150 && f.min > 59 && f.min < 90);
  assert_true(f.loss == 0 && f.losses == 0 && f.longest_loss == 0 && f.n == 4000);
}

// A line near the edge of a band belongs to it, to the last newton: 1.62 Hz, which a Butterworth
// filter at 2 Hz takes 15 % of. The band from 5 to 20 Hz ends there, whatever the cutoff.
static void band_edges(void **state) {
  (void)state;
  static double x[N], filtered[N];
  for (int i = 0; i < N; i++) {
    double w = 2 * pi * i * step;
    x[i] = 100 + 57 * sin(1.62 * w) + 9 * sin(5 * w) + 5 * sin(20 * w) + 30 * sin(40 * w);
  }
  CatContext *ctx = cat_context_new(NULL);
  CatForceSignal s = {x, filtered, N, step, 60, 1000, 6000, CAT_FILTER_BUTTERWORTH};
  CatForce f;
  s.to = s.from + 5000 / 81 * 81;  // about whole periods of 0.6173 s
  assert_int_equal(cat_force_measure(ctx, &s, &f), CAT_OK);
  assert_close(f.std_0_2, 57 / sqrt(2), 0.01, 0);
  s.to = s.from + 5000;
  for (int i = 0; i < N; i++) x[i] -= 57 * sin(1.62 * 2 * pi * i * step);
  assert_int_equal(cat_force_measure(ctx, &s, &f), CAT_OK);
  assert_close(f.std_0_2, 0, 0, 1e-9);
  assert_close(f.std_0_5, 9 / sqrt(2), 1e-9, 0);
  assert_close(f.std_5_20, 5 / sqrt(2), 1e-9, 0);
  cat_context_free(ctx);
}

static void losses(void **state) {
  (void)state;
  static double x[N];
  for (int i = 0; i < N; i++) x[i] = 100;
  for (int i = 100; i < 140; i++) x[i] = 0;  // outside the window
  for (int i = 2000; i < 2010; i++) x[i] = 0;
  for (int i = 3000; i < 3030; i++) x[i] = -1;
  x[3999] = 0;  // at the end of the window
  CatForce f = measure(x, 2000, 4000);
  assert_int_equal(f.losses, 3);
  assert_close(f.loss, 100.0 * 41 / 2000, 1e-14, 0);
  assert_close(f.longest_loss, 0.03, 1e-14, 0);
}

static void windows(void **state) {
  (void)state;
  const double x[6] = {0, 1, 2, 3, 4, 5}, back[4] = {3, 2, 1, 0};
  size_t from, to;
  cat_force_rows(x, 6, (double[]){1, 3}, &from, &to);
  assert_true(from == 1 && to == 4);
  cat_force_rows(x, 6, (double[]){-1, 9}, &from, &to);
  assert_true(from == 0 && to == 6);
  cat_force_rows(x, 6, (double[]){1.2, 1.8}, &from, &to);
  assert_true(from == 0 && to == 0);
  cat_force_rows(back, 4, (double[]){1, 2}, &from, &to);
  assert_true(from == 1 && to == 3);
}

// The line at half the rate has no twin: 7 N up and down there are 7 N. A line at 5 Hz is in the
// lower band alone, one at 20 Hz in the upper one.
static void lines_at_the_ends(void **state) {
  (void)state;
  static double x[N];
  CatContext *ctx = cat_context_new(NULL);
  CatForceSignal s = {x, x, 80, 0.0250, 60, 0, 80, CAT_FILTER_BUTTERWORTH};
  CatForce f;
  for (int i = 0; i < 80; i++) x[i] = 100 + 4 * cos(2 * pi * 5 * i * s.step) + (i % 2 ? -7 : 7);
  assert_int_equal(cat_force_measure(ctx, &s, &f), CAT_OK);
  assert_close(f.std_0_5, 4 / sqrt(2), 1e-9, 0);
  assert_close(f.std_5_20, 7, 1e-9, 0);
  cat_context_free(ctx);
}

// 10, 20, 50, 100, 200, 500 N
static void widths_of_bins(void **state) {
  (void)state;
  static const double widths[] = {10, 20, 50, 100, 200, 500, 1000};
  for (int i = 0; i < 7; i++) {
    const double x[2] = {0, (CAT_HISTOGRAM_BINS - 2) * widths[i]};
    assert_close(cat_force_histogram(x, 2).width, widths[i], 1e-14, 0);
  }
}

// Of a verdict on a ratio: u(s/m)^2 = (u_s/m)^2 + (s u_m/m^2)^2; of the others, that of the value.
static void uncertainty_of_verdicts(void **state) {
  (void)state;
  CatForce f = {.mean = 100, .std = 30}, u = {.mean = 4, .std = 0.5};
  CatVerdict rows[] = {{.quantity = "standard deviation / mean"}, {.quantity = "mean force"}};
  cat_verdict_uncertain(rows, 2, &(CatJudged){.force = &f}, &(CatJudged){.force = &u});
  assert_close(rows[0].u_num, hypot(0.005, 0.012), 1e-14, 0);
  assert_close(rows[1].u_num, 4, 0, 0);
}

// A low-pass may hide that contact was lost: the smallest force is zero there, beyond doubt if the
// loss is.
static void lost_contact(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatVerdict row[CAT_EN50367_ROWS];
  CatForce f = {.mean = 120, .std = 30, .max = 200, .min = 12, .loss = 0.9}, u = {.min = 3};
  CatCollection by = {.system = CAT_CURRENT_AC, .speed = {250, 250}};
  int n = cat_verdict_en50367(rec, &f, &by, row);
  assert_int_equal(n, 4);
  assert_true(!row[3].pass && row[3].value == 0);
  assert_non_null(strstr(row[3].note, "Contact was lost for 0.9 % of the window"));
  for (int doubtful = 0; doubtful < 2; doubtful++) {
    u.loss = doubtful ? 0.5 : 0.1;
    cat_verdict_uncertain(row, n, &(CatJudged){.force = &f}, &(CatJudged){.force = &u});
    assert_int_equal(cat_verdict_record(rec, row + 3, 1, NULL), CAT_OK);
    const CatVerdict *v = cat_record_verdict_at(rec, doubtful);
    assert_int_equal(v->result, doubtful ? CAT_VERDICT_UNDECIDED : CAT_VERDICT_FAIL);
  }
  f.loss = 0;
  cat_verdict_en50367(rec, &f, &by, row);
  assert_true(row[3].pass && row[3].value == 12);
  f.loss = 0.9, f.min = -8;  // what the low-pass makes of it stays
  cat_verdict_en50367(rec, &f, &by, row);
  assert_true(!row[3].pass && row[3].value == -8);
  by.system = CAT_CURRENT_OTHER;
  assert_int_equal(cat_verdict_en50367(rec, &f, &by, row), 0);
  cat_record_free(rec);
  cat_context_free(ctx);
}

// A range that reaches beyond the limit is a property of the model, one that does not is none.
static void range_beyond_the_limit(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatVerdict row[CAT_EN50367_ROWS];
  CatForce f = {.mean = 170, .std = 55, .max = 300, .min = 60};
  CatCollection by = {.system = CAT_CURRENT_AC, .speed = {320, 320}, .range = CAT_RANGE_2018_320};
  cat_verdict_en50367(rec, &f, &by, row);  // 62.9 N > 0.3 x 170 N
  assert_non_null(strstr(row[1].note, "property of the model"));
  by.range = CAT_RANGE_2018_275;  // 34.8 N
  cat_verdict_en50367(rec, &f, &by, row);
  assert_null(strstr(row[1].note, "property of the model"));
  cat_record_free(rec);
  cat_context_free(ctx);
}

static void histograms(void **state) {
  (void)state;
  const double x[5] = {101, 109, 111, 119.9, 135};
  CatHistogram h = cat_force_histogram(x, 5);
  assert_true(h.low == 100 && h.width == 10 && h.n == 4);
  assert_close(h.percent[0], 40, 1e-14, 0);
  assert_close(h.percent[1], 40, 1e-14, 0);
  assert_true(h.percent[2] == 0);
  assert_close(h.percent[3], 20, 1e-14, 0);
  assert_int_equal(cat_force_histogram(x, 0).n, 0);
  // wide, huge and tiny ranges stay within the bins and add up
  const double wide[][3] = {
      {-5e3, 0, 5e3}, {1e20, 1e20 + 1e5, 1e20}, {-1e300, 0, 1e300}, {7, 7, 7}};
  for (int k = 0; k < 4; k++) {
    double sum = 0;
    h = cat_force_histogram(wide[k], 3);
    assert_true(h.n >= 1 && h.n <= CAT_HISTOGRAM_BINS);
    for (int i = 0; i < h.n; i++) sum += h.percent[i];
    assert_close(sum, 100, 1e-12, 0);
  }
}

// Rows of EN 50367 for a speed [km/h]; texts live as long as the record.
static int judge(CatRecord *rec, const CatForce *f, CatCurrent system, double v, CatVerdict *row) {
  CatCollection by = {.system = system, .speed = {v, v}};
  return cat_verdict_en50367(rec, f, &by, row);
}

static void verdicts(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatVerdict row[CAT_EN50367_ROWS];
  CatForce f = {.mean = 120, .std = 30, .max = 200, .min = 40};
  assert_int_equal(judge(rec, &f, CAT_CURRENT_NONE, 250, row), 4);
  assert_string_equal(row[0].standard, "EN 50367 (AC)");
  assert_close(row[0].high, 0.00097 * 250 * 250 + 70, 1e-14, 0);
  const double values[4] = {120, 0.25, 200, 40}, highs[4] = {row[0].high, 0.3, 350, NAN};
  const double lows[4] = {0.00047 * 250 * 250 + 60, NAN, NAN, 0};
  for (int i = 0; i < 4; i++) {
    assert_true(row[i].pass && strlen(row[i].note) > 20);
    assert_close(row[i].value, values[i], 1e-14, 0);
    if (isnan(lows[i])) {
      assert_true(isnan(row[i].low));  // there is none: 0 would be one
    } else {
      assert_close(row[i].low, lows[i], 1e-14, 0);
    }
    if (i < 3) assert_close(row[i].high, highs[i], 0, 0);
  }
  assert_true(isnan(row[3].high));
  // on the limits: all but the minimum may reach theirs
  f = (CatForce){.mean = row[0].high, .std = 0.3 * row[0].high, .max = 350, .min = 0};
  assert_int_equal(judge(rec, &f, CAT_CURRENT_AC, 250, row), 4);
  assert_true(row[0].pass && row[1].pass && row[2].pass && !row[3].pass);
  f = (CatForce){.mean = -1, .std = -1, .max = -0.5, .min = -2};  // a sensor the other way round
  judge(rec, &f, CAT_CURRENT_DC_3KV, 250, row);
  for (int i = 0; i < 4; i++) assert_false(row[i].pass);
  f = (CatForce){0};
  judge(rec, &f, CAT_CURRENT_AC, 250, row);
  for (int i = 0; i < 4; i++) assert_false(row[i].pass);
  f = (CatForce){.mean = 140, .std = 43, .max = 351, .min = -1};
  assert_int_equal(judge(rec, &f, CAT_CURRENT_AC, 250, row), 4);
  for (int i = 0; i < 4; i++) assert_false(row[i].pass);
  // what depends on the speed is not judged without it
  assert_int_equal(judge(rec, &f, CAT_CURRENT_AC, NAN, row), 2);
  assert_string_equal(row[0].quantity, "standard deviation / mean");
  assert_string_equal(row[1].quantity, "smallest force");
  cat_record_free(rec);
  cat_context_free(ctx);
}

// Speeds that come from places have rounding errors, and may straddle the end of a range.
static void no_row_is_lost_between_two_ranges(void **state) {
  (void)state;
  static const double speeds[][3] = {{200 - 1e-10, 200 + 1e-10, 300},
                                     {200 - 1e-10, 200 - 1e-10, 300},
                                     {200 + 1e-10, 200 + 1e-10, 300},
                                     {199.9, 200.1, 350}};
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatVerdict row[CAT_EN50367_ROWS];
  CatForce f = {.mean = 100, .std = 1, .max = 200, .min = 1};
  for (int i = 0; i < 4; i++) {
    CatCollection by = {.system = CAT_CURRENT_AC, .speed = {speeds[i][0], speeds[i][1]}};
    assert_int_equal(cat_verdict_en50367(rec, &f, &by, row), 4);
    assert_close(row[2].high, speeds[i][2], 0, 0);
  }
  cat_record_free(rec);
  cat_context_free(ctx);
}

// Upper limits of mean and maximum by system, below, at and above 200 km/h.
static void systems(void **state) {
  (void)state;
  static const struct {
    CatCurrent system;
    double speed, mean, max, low;
  } known[] = {
      {CAT_CURRENT_AC, 160, 0.00047 * 160 * 160 + 90, 300, 0.00047 * 160 * 160 + 60},
      {CAT_CURRENT_AC, 200, 108.8, 300, 78.8},
      {CAT_CURRENT_AC, 200.1, 0.00097 * 200.1 * 200.1 + 70, 350, 0.00047 * 200.1 * 200.1 + 60},
      {CAT_CURRENT_DC_3KV, 160, 0.00097 * 160 * 160 + 110, 300, NAN},
      {CAT_CURRENT_DC_3KV, 250, 0.00097 * 250 * 250 + 110, 400, NAN},
      {CAT_CURRENT_DC_1500V, 250, 0.00097 * 250 * 250 + 140, 400, NAN},
  };
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatVerdict row[CAT_EN50367_ROWS];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    CatForce f = {.mean = known[i].mean, .std = 1, .max = known[i].max, .min = 1};
    assert_int_equal(judge(rec, &f, known[i].system, known[i].speed, row), 4);
    assert_close(row[0].high, known[i].mean, 1e-14, 0);
    if (isnan(known[i].low)) {
      assert_true(isnan(row[0].low));
    } else {
      assert_close(row[0].low, known[i].low, 1e-14, 0);
    }
    assert_close(row[2].high, known[i].max, 0, 0);
    assert_true(row[0].pass && row[2].pass);
    f.mean += 0.05;
    f.max += 0.05;
    judge(rec, &f, known[i].system, known[i].speed, row);
    assert_false(row[0].pass || row[2].pass);
    // a static force that was tuned to the limit meets it as well as tuning does
    CatCollection by = {known[i].system, {known[i].speed, known[i].speed}, known[i].mean, 0};
    cat_verdict_en50367(rec, &f, &by, row);
    assert_true(row[0].pass && strstr(row[0].note, "tuned"));
  }
  // the speed varies: the curve is not judged, the maximum is where one limit holds throughout
  CatForce f = {.mean = 120, .std = 1, .max = 340, .min = 1};
  CatCollection by = {CAT_CURRENT_AC, {210, 250}, 0, 0};
  assert_int_equal(cat_verdict_en50367(rec, &f, &by, row), 3);
  by.speed[0] = 190;
  assert_int_equal(cat_verdict_en50367(rec, &f, &by, row), 2);
  cat_record_free(rec);
  cat_context_free(ctx);
}

// The other filter leaves 10 Hz as it is and takes away all of 21 Hz, which the first lets through
// in part.
static void other_filter(void **state) {
  (void)state;
  static double x[N];
  for (int i = 0; i < N; i++)
    x[i] = 100 + 30 * sin(20 * pi * i * step) + 16 * sin(42 * pi * i * step);
  CatForce f = measure(x, 2000, 6000);
  assert_int_equal(f.filter, CAT_FILTER_BUTTERWORTH);
  assert_int_equal(f.other.n, 4000);
  assert_close(f.other.mean, 100, 1e-12, 0);
  assert_close(f.other.std, sqrt(450), 1e-9, 0);
  assert_close(f.other.max, 130, 1e-9, 0);
  assert_true(f.std > f.other.std + 0.1);
}

static CatVerdict find(const CatVerdict *rows, int n, const char *quantity) {
  for (int i = 0; i < n; i++) {
    if (strcmp(rows[i].quantity, quantity) == 0) return rows[i];
  }
  fail_msg("no verdict on %s", quantity);
  return rows[0];
}

static void ranges(void **state) {
  (void)state;
  CatVerdict row[CAT_RANGE_ROWS];
  CatForce f = {
      .mean = 119.6, .std = 28.5, .stat_max = 205.1, .stat_min = 34.1, .max = 178.3, .min = 56.4};
  CatJudged judged = {&f, 0, 0.052};  // PACDIN's own values at 250 km/h
  int n = cat_verdict_en50318(&judged, CAT_RANGE_2002_250, row);
  assert_int_equal(n, 8);
  for (int i = 0; i < n; i++) assert_true(row[i].pass);
  assert_close(find(row, n, "largest uplift at supports").value, 52, 1e-12, 0);
  f.loss = 0.1;
  f.min = 49.9;
  n = cat_verdict_en50318(&judged, CAT_RANGE_2002_250, row);
  assert_false(find(row, n, "contact lost").pass);
  assert_false(find(row, n, "smallest force").pass);
  assert_int_equal(cat_verdict_en50318(&judged, CAT_RANGE_2018_275, row), 9);
  assert_non_null(strstr(row[0].standard, "quoted, not read"));
  assert_int_equal(cat_verdict_en50318(&judged, CAT_RANGE_NONE, row), 0);
  assert_close(cat_verdict_speed(CAT_RANGE_2018_320), 320, 0, 0);
}

// The ranges as printed, a second time: each value passes on its limits and fails beyond.
static void every_range(void **state) {
  (void)state;
  static const struct {
    CatRangeName range;
    const char *standard;
    double speed, low[11], high[11];  // in the order of `names`; NaN: not judged
  } printed[] = {{CAT_RANGE_2002_250,
                  "EN 50318:2002",
                  250,
                  {110, 26, NAN, NAN, 190, 20, 175, 50, NAN, 48, 0},
                  {120, 31, NAN, NAN, 210, 40, 210, 75, NAN, 55, 0}},
                 {CAT_RANGE_2002_300,
                  "EN 50318:2002",
                  300,
                  {110, 32, NAN, NAN, 210, -5, 190, 30, NAN, 55, 0},
                  {120, 40, NAN, NAN, 230, 20, 225, 55, NAN, 65, 0}},
                 {CAT_RANGE_2018_275,
                  "EN 50318:2018 (quoted, not read)",
                  275,
                  {141.5, 31.9, 26.4, 16.2, NAN, NAN, 219, 71, 39, 42, 0},
                  {146.5, 34.8, 28.9, 22.4, NAN, NAN, 244, 86, 51, 52, 0}},
                 {CAT_RANGE_2018_320,
                  "EN 50318:2018 (quoted, not read)",
                  320,
                  {166.5, 49.5, 38.7, 29, NAN, NAN, 295, 55, 38, 59, 0},
                  {171.5, 62.9, 44.4, 46.2, NAN, NAN, 343, 82, 49, 75, 0}}};
  static const char *const names[11] = {"mean force",
                                        "standard deviation",
                                        "deviation 0 to 5 Hz",
                                        "deviation 5 to 20 Hz",
                                        "mean + 3 deviations",
                                        "mean - 3 deviations",
                                        "largest force",
                                        "smallest force",
                                        "range of contact height",
                                        "largest uplift at supports",
                                        "contact lost"};
  for (int r = 0; r < 4; r++) {
    CatVerdict row[CAT_RANGE_ROWS];
    CatForce f = {0};
    CatJudged judged = {.force = &f};
    double *value[11] = {&f.mean,     &f.std, &f.std_0_5, &f.std_5_20,          &f.stat_max,
                         &f.stat_min, &f.max, &f.min,     &judged.height_range, &judged.uplift,
                         &f.loss};
    assert_close(cat_verdict_speed(printed[r].range), printed[r].speed, 0, 0);
    for (int k = 0; k < 11; k++) {
      double low = printed[r].low[k], high = printed[r].high[k], mm = k == 8 || k == 9 ? 1e-3 : 1;
      if (isnan(low)) continue;
      const double tried[4] = {low - 1e-6, low + 1e-9, high - 1e-9, high + 1e-6};
      for (int i = 0; i < 4; i++) {
        *value[k] = (k == 10 && (i == 1 || i == 2) ? 0 : tried[i]) * mm;
        int n = cat_verdict_en50318(&judged, printed[r].range, row);
        CatVerdict v = find(row, n, names[k]);
        assert_int_equal(v.pass, i == 1 || i == 2);
        assert_close(v.value, *value[k] / mm, 1e-14, 0);
        assert_close(v.low, low, 0, 0);
        assert_close(v.high, high, 0, 0);
        assert_string_equal(v.standard, printed[r].standard);
        assert_string_equal(v.unit, k == 10 ? "%" : mm < 1 ? "mm" : "N");
      }
    }
  }
  assert_true(isnan(cat_verdict_speed(CAT_RANGE_NONE)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bands),          cmocka_unit_test(band_edges),
      cmocka_unit_test(losses),         cmocka_unit_test(windows),
      cmocka_unit_test(histograms),     cmocka_unit_test(verdicts),
      cmocka_unit_test(systems),        cmocka_unit_test(no_row_is_lost_between_two_ranges),
      cmocka_unit_test(other_filter),   cmocka_unit_test(ranges),
      cmocka_unit_test(every_range),    cmocka_unit_test(lines_at_the_ends),
      cmocka_unit_test(widths_of_bins), cmocka_unit_test(uncertainty_of_verdicts),
      cmocka_unit_test(lost_contact),   cmocka_unit_test(range_beyond_the_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
