#include "verdict.h"

#include <math.h>
#include <string.h>

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

static double range_high(CatRangeName range, Quantity what) {
  for (int i = 0; range != CAT_RANGE_NONE && i < ranges[range].n; i++) {
    if (ranges[range].row[i].what == what) return ranges[range].row[i].high;
  }
  return NAN;
}

// What a range means, and where one that is missed has a documented reading.
static const char *range_note(CatRangeName range, Quantity what, bool pass) {
  if (range == CAT_RANGE_2018_320 && what == HEIGHT && !pass) {
    return "For AC simple a reading of the model explains it: with the messenger held along the "
           "track at its supports (ac-simple/320-held) it is met; docs/validation.md has both.";
  }
  return "The range holds the results of other programs for this reference model: it judges the "
         "program, not the line.";
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
                           .pass = pass,
                           .note = range_note(range, what, pass)};
  }
  return ranges[range].n;
}

//---------------------------------- EN 50367 ------------------------------------------------------

// One quantity with what is known about its limits.
typedef struct Judged {
  const char *quantity, *unit, *note;
  double value, low, high;
  bool pass;
  const CatLimit *by[2];  // rows of the limits; NULL: there is none
} Judged;

// Limits that nobody read again are said to be so.
static const char *doubt(const Judged *j) {
  for (int i = 0; i < 2; i++) {
    if (j->by[i] && j->by[i]->mark == 'R') return " A limit is quoted, not read in the standard.";
    if (j->by[i] && j->by[i]->mark == '1') return " A limit was read in one public source only.";
  }
  return "";
}

static CatVerdict verdict_of(CatRecord *rec, const CatCollection *by, const Judged *j) {
  const char *system = cat_current_titles[by->system ? by->system : CAT_CURRENT_AC];
  const char *assumed = by->system ? "" : " AC is assumed: no system is named.";
  return (CatVerdict){.standard = cat_record_textf(rec, "EN 50367 (%s)", system),
                      .quantity = j->quantity,
                      .unit = j->unit,
                      .value = j->value,
                      .low = j->low,
                      .high = j->high,
                      .pass = j->pass,
                      .note = cat_record_textf(rec, "%s%s%s", j->note, doubt(j), assumed)};
}

static const CatLimit *limit(const CatCollection *by, CatLimited what, CatLimitSide side) {
  CatCurrent system = by->system ? by->system : CAT_CURRENT_AC;
  return cat_limit_find(what, system, side, by->speed);
}

// A force that only pulls, as of a sensor mounted the other way round, passes nothing.
static Judged judge_mean(const CatForce *f, const CatCollection *by) {
  const CatLimit *most = limit(by, CAT_LIMITED_MEAN, CAT_LIMIT_HIGH);
  const CatLimit *least = limit(by, CAT_LIMITED_MEAN, CAT_LIMIT_LOW);
  double high = cat_limit_value(most, by->speed[1]), low = cat_limit_value(least, by->speed[1]);
  double within = by->tuned > 0 ? CAT_TUNED_WITHIN : 0;
  const char *meaning = "A higher mean wears wire and strips, a lower one loses contact.";
  const char *tuned = "The static force was tuned to the mean that the case asks for, so this says "
                      "nothing about line and pantograph.";
  bool enough = isnan(low) || f->mean >= low - within;
  return (Judged){.quantity = "mean force",
                  .unit = "N",
                  .note = by->tuned > 0 ? tuned : meaning,
                  .value = f->mean,
                  .low = low,
                  .high = high,
                  .pass = f->mean > 0 && enough && f->mean <= high + within,
                  .by = {most, least}};
}

static Judged judge_deviation(const CatForce *f, const CatCollection *by) {
  const CatLimit *most = limit(by, CAT_LIMITED_STD_RATIO, CAT_LIMIT_HIGH);
  double high = cat_limit_value(most, NAN);
  bool model = range_high(by->range, STD) > high * f->mean;
  return (Judged){
      .quantity = "standard deviation / mean",
      .unit = "",
      .note = model ? "The range that EN 50318 gives for this reference model reaches beyond this "
                      "limit, so a failure is a property of the model's line at this speed."
                    : "Above it, three standard deviations take the force to a tenth of its mean: "
                      "losses of contact and arcs are to be expected.",
      .value = f->std / f->mean,
      .low = NAN,
      .high = high,
      .pass = f->mean > 0 && f->std <= high * f->mean,
      .by = {most}};
}

static Judged judge_maximum(const CatForce *f, const CatCollection *by) {
  const CatLimit *most = limit(by, CAT_LIMITED_MAX, CAT_LIMIT_HIGH);
  double high = cat_limit_value(most, by->speed[1]);
  return (Judged){.quantity = "largest force",
                  .unit = "N",
                  .note = "A higher force lifts the wire too far and wears it where it occurs.",
                  .value = f->max,
                  .low = NAN,
                  .high = high,
                  .pass = f->max > 0 && f->max <= high,
                  .by = {most}};
}

// Where contact is lost the force is zero, however short that is: a low-pass would hide it.
static Judged judge_minimum(CatRecord *rec, const CatForce *f, const CatCollection *by) {
  const CatLimit *least = limit(by, CAT_LIMITED_MIN, CAT_LIMIT_LOW);
  const char *note = "At zero or below, the strip leaves the wire and an arc burns.";
  if (f->loss > 0 && f->min > 0) {
    note = cat_record_textf(rec,
                            "Contact was lost for %.2g %% of the window: there the force is zero, "
                            "though low-passed it stays above %.3g N.",
                            f->loss, f->min);
  }
  return (Judged){.quantity = "smallest force",
                  .unit = "N",
                  .note = note ? note : "",
                  .value = f->loss > 0 ? fmin(f->min, 0) : f->min,
                  .low = cat_limit_value(least, by->speed[1]),
                  .high = NAN,
                  .pass = f->min > 0 && !(f->loss > 0),
                  .by = {least}};
}

int cat_verdict_en50367(CatRecord *rec, const CatForce *f, const CatCollection *by,
                        CatVerdict rows[CAT_EN50367_ROWS]) {
  if (by->system == CAT_CURRENT_OTHER) return 0;
  const Judged all[CAT_EN50367_ROWS] = {judge_mean(f, by), judge_deviation(f, by),
                                        judge_maximum(f, by), judge_minimum(rec, f, by)};
  int n = 0;
  for (int i = 0; i < CAT_EN50367_ROWS; i++) {
    if (all[i].by[0]) rows[n++] = verdict_of(rec, by, &all[i]);
  }
  return n;
}

CatStatus cat_verdict_scope(CatRecord *rec, CatCurrent system) {
  if (system != CAT_CURRENT_OTHER) return CAT_OK;
  return cat_record_result(rec, (CatResult){.group = "Verdicts",
                                            .label = "limits of EN 50367 applied",
                                            .unit = "",
                                            .note = "system: none, for lines that it does not "
                                                    "cover, such as a tram's",
                                            .value = 0});
}

//---------------------------------- uncertainty ---------------------------------------------------

// Of a ratio, to first order.
static double ratio_uncertainty(const CatForce *f, const CatForce *u) {
  return hypot(u->std / f->mean, f->std * u->mean / (f->mean * f->mean));
}

// Of the smallest force of EN 50367: a loss that is beyond doubt leaves it none.
static double minimum_uncertainty(const CatForce *f, const CatForce *u) {
  return f->loss > 2 * u->loss ? 0 : u->min;
}

void cat_verdict_uncertain(CatVerdict *rows, int n, const CatJudged *judged, const CatJudged *u) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < QUANTITIES; k++) {
      if (strcmp(rows[i].quantity, quantities[k].name) == 0)
        rows[i].u_num = value_of(u, (Quantity)k);
    }
    if (strcmp(rows[i].quantity, "standard deviation / mean") == 0) {
      rows[i].u_num = ratio_uncertainty(judged->force, u->force);
    }
    if (strcmp(rows[i].quantity, quantities[MIN].name) == 0 && isnan(rows[i].high)) {
      rows[i].u_num = minimum_uncertainty(judged->force, u->force);
    }
  }
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
