// Verdicts of EN 50367 on a contact force.
#ifndef CAT_POST_VERDICT_H
#define CAT_POST_VERDICT_H

#include "force.h"
#include "record/record.h"

enum { CAT_EN50367_ROWS = 4 };

// Fills the rows that can be judged and returns how many: mean force by the speed [km/h] (above
// 200; NaN: not known), deviation at most 0.3 of the mean, largest force, smallest force. A
// force that is zero throughout gives a NaN: there is nothing to judge.
int cat_verdict_en50367(const CatForce *f, double v, CatVerdict rows[CAT_EN50367_ROWS]);

// The same rows added to the record.
CatStatus cat_verdict_record(CatRecord *rec, const CatForce *f, double speed_kmh);

#endif
