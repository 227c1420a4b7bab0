// Verdicts on a contact force and related quantities: EN 50367, and the ranges that EN 50318 gives
// for its reference models.
#ifndef CAT_POST_VERDICT_H
#define CAT_POST_VERDICT_H

#include "force.h"
#include "record/record.h"

enum { CAT_EN50367_ROWS = 4, CAT_RANGE_ROWS = 9 };

// Fills the rows that can be judged and returns how many: mean force by the speed [km/h] (above
// 200; NaN: not known), standard deviation at most 0.3 of the mean, maximum and minimum force. A
// force that is zero throughout gives a NaN: there is nothing to judge.
int cat_verdict_en50367(const CatForce *f, double v, CatVerdict rows[CAT_EN50367_ROWS]);

// The quantities for which EN 50318 has ranges.
typedef struct CatJudged {
  const CatForce *force;
  double height_range;  // of the contact point [m]
  double uplift;        // maximum at the supports of the window [m]
} CatJudged;

double cat_verdict_speed(CatRangeName range);  // that the range holds for [km/h]; NaN: none
// Fills one row for each quantity that the range names and returns how many.
int cat_verdict_en50318(const CatJudged *judged, CatRangeName range,
                        CatVerdict rows[CAT_RANGE_ROWS]);

// Adds rows to the record; who: which pantograph, NULL if there is only one.
CatStatus cat_verdict_record(CatRecord *rec, const CatVerdict *rows, int n, const char *who);

#endif
