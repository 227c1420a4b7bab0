#include "verdict.h"

#include <math.h>

//---------------------------------- EN 50367 ------------------------------------------------------

int cat_verdict_en50367(const CatForce *f, double v, CatVerdict rows[CAT_EN50367_ROWS]) {
  int n = 0;
  // a force that only pulls, as of a sensor mounted the other way round, passes nothing
  double limit = 0.00097 * v * v + 70;
  if (v > 200 && isfinite(v)) {  // the curve holds from there on
    rows[n++] = (CatVerdict){
        "EN 50367 (AC)", "mean force", "N", f->mean, 0, limit, f->mean > 0 && f->mean <= limit};
  }
  rows[n++] =
      (CatVerdict){"EN 50367", "standard deviation / mean",           "", f->std / f->mean, 0,
                   0.3,        f->mean > 0 && f->std <= 0.3 * f->mean};
  rows[n++] =
      (CatVerdict){"EN 50367", "largest force", "N", f->max, 0, 350, f->max > 0 && f->max <= 350};
  rows[n++] = (CatVerdict){"EN 50367", "smallest force", "N", f->min, 0, NAN, f->min > 0};
  return n;
}

//---------------------------------- EN 50318 ------------------------------------------------------

typedef enum Quantity {
  MEAN,
  STD,
  STD_0_5,
  STD_5_20,
  STAT_MAX,
  STAT_MIN,
  MAX,
  MIN,
  HEIGHT,
  UPLIFT,
  LOSS,
  QUANTITIES,
} Quantity;

static const struct {
  const char *name, *unit;
} quantities[QUANTITIES] = {
    [MEAN] = {"mean force", "N"},
    [STD] = {"standard deviation", "N"},
    [STD_0_5] = {"deviation 0 to 5 Hz", "N"},
    [STD_5_20] = {"deviation 5 to 20 Hz", "N"},
    [STAT_MAX] = {"mean + 3 deviations", "N"},
    [STAT_MIN] = {"mean - 3 deviations", "N"},
    [MAX] = {"largest force", "N"},
    [MIN] = {"smallest force", "N"},
    [HEIGHT] = {"range of contact height", "mm"},
    [UPLIFT] = {"largest uplift at supports", "mm"},
    [LOSS] = {"contact lost", "%"},
};

// 2002: as printed in the statement of methods of PACDIN, Table 2. 2018: as
// quoted in the literature; the standard itself was not at hand.
static const struct {
  const char *standard;
  double speed;  // [km/h]
  struct {
    Quantity what;
    double low, high;
  } row[CAT_RANGE_ROWS];
  int n;
} ranges[] = {
    [CAT_RANGE_2002_250] = {"EN 50318:2002",
                            250,
                            {{MEAN, 110, 120},
                             {STD, 26, 31},
                             {STAT_MAX, 190, 210},
                             {STAT_MIN, 20, 40},
                             {MAX, 175, 210},
                             {MIN, 50, 75},
                             {UPLIFT, 48, 55},
                             {LOSS, 0, 0}},
                            8},
    [CAT_RANGE_2002_300] = {"EN 50318:2002",
                            300,
                            {{MEAN, 110, 120},
                             {STD, 32, 40},
                             {STAT_MAX, 210, 230},
                             {STAT_MIN, -5, 20},
                             {MAX, 190, 225},
                             {MIN, 30, 55},
                             {UPLIFT, 55, 65},
                             {LOSS, 0, 0}},
                            8},
    [CAT_RANGE_2018_275] = {"EN 50318:2018 (quoted, not read)",
                            275,
                            {{MEAN, 141.5, 146.5},
                             {STD, 31.9, 34.8},
                             {STD_0_5, 26.4, 28.9},
                             {STD_5_20, 16.2, 22.4},
                             {MAX, 219, 244},
                             {MIN, 71, 86},
                             {HEIGHT, 39, 51},
                             {UPLIFT, 42, 52},
                             {LOSS, 0, 0}},
                            9},
    [CAT_RANGE_2018_320] = {"EN 50318:2018 (quoted, not read)",
                            320,
                            {{MEAN, 166.5, 171.5},
                             {STD, 49.5, 62.9},
                             {STD_0_5, 38.7, 44.4},
                             {STD_5_20, 29.0, 46.2},
                             {MAX, 295, 343},
                             {MIN, 55, 82},
                             {HEIGHT, 38, 49},
                             {UPLIFT, 59, 75},
                             {LOSS, 0, 0}},
                            9},
};

static double value_of(const CatJudged *j, Quantity what) {
  const CatForce *f = j->force;
  const double values[QUANTITIES] = {
      [MEAN] = f->mean,
      [STD] = f->std,
      [STD_0_5] = f->std_0_5,
      [STD_5_20] = f->std_5_20,
      [STAT_MAX] = f->stat_max,
      [STAT_MIN] = f->stat_min,
      [MAX] = f->max,
      [MIN] = f->min,
      [LOSS] = f->loss,
      [HEIGHT] = 1e3 * j->height_range,
      [UPLIFT] = 1e3 * j->uplift,
  };
  return values[what];
}

double cat_verdict_speed(CatRangeName range) {
  return range == CAT_RANGE_NONE ? NAN : ranges[range].speed;
}

int cat_verdict_en50318(const CatJudged *judged, CatRangeName range,
                        CatVerdict rows[CAT_RANGE_ROWS]) {
  if (range == CAT_RANGE_NONE) return 0;
  for (int i = 0; i < ranges[range].n; i++) {
    Quantity what = ranges[range].row[i].what;
    double value = value_of(judged, what);
    double low = ranges[range].row[i].low, high = ranges[range].row[i].high;
    bool pass = value >= low && value <= high;
    rows[i] = (CatVerdict){.standard = ranges[range].standard,
                           .quantity = quantities[what].name,
                           .unit = quantities[what].unit,
                           .value = value,
                           .low = low,
                           .high = high,
                           .pass = pass};
  }
  return ranges[range].n;
}

//---------------------------------- the record ----------------------------------------------------

CatStatus cat_verdict_record(CatRecord *rec, const CatVerdict *rows, int n, const char *who) {
  for (int i = 0; i < n; i++) {
    CatVerdict v = rows[i];
    if (who) v.quantity = cat_record_textf(rec, "%s, %s", who, v.quantity);
    if (!v.quantity) return CAT_ERR_MEMORY;
    CAT_TRY(cat_record_verdict(rec, v));
  }
  return CAT_OK;
}
