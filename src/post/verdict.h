// Verdicts on a contact force and related quantities: EN 50367 with EN 50119 (spec/en50367.def),
// and the ranges that EN 50318 gives for its reference models.
#ifndef CAT_POST_VERDICT_H
#define CAT_POST_VERDICT_H

#include "force.h"
#include "record/record.h"

enum { CAT_EN50367_ROWS = 4, CAT_RANGE_ROWS = 9 };

// What the limits of a force depend on.
typedef struct CatCollection {
  CatCurrent system;   // NONE: AC
  double speed[2];     // lowest and highest [km/h]; NaN: not known
  double tuned;        // mean force that the static force was tuned to [N]; 0: it was not
  CatRangeName range;  // by which the same run is judged as a reference model
} CatCollection;
// How near a tuned mean comes to what was asked for [N]; a mean asked for at a limit meets it.
#define CAT_TUNED_WITHIN 0.1

// Fills the rows that can be judged and returns how many: mean force, standard deviation by mean,
// maximum and minimum force, each where a limit is known for this system and speed. Texts are the
// record's. A force that is zero throughout gives a NaN: there is nothing to judge. A system that
// the standard does not cover has no rows.
int cat_verdict_en50367(CatRecord *rec, const CatForce *f, const CatCollection *by,
                        CatVerdict rows[CAT_EN50367_ROWS]);

// Says of a system that the standard does not cover why there are no verdicts.
CatStatus cat_verdict_scope(CatRecord *rec, CatCurrent system);

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

// Gives rows the uncertainties of their values: u holds those of the quantities of `judged`.
void cat_verdict_uncertain(CatVerdict *rows, int n, const CatJudged *judged, const CatJudged *u);

// Adds rows to the record; who: which pantograph, NULL if there is only one.
CatStatus cat_verdict_record(CatRecord *rec, const CatVerdict *rows, int n, const char *who);

#endif
