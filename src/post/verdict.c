#include "verdict.h"

#include <math.h>

int cat_verdict_en50367(const CatForce *f, double v, CatVerdict rows[CAT_EN50367_ROWS]) {
  int n = 0;
  double limit = 0.00097 * v * v + 70;
  if (v > 200 && isfinite(v)) {  // the curve holds from there on
    rows[n++] =
        (CatVerdict){"EN 50367 (AC)", "mean force", "N", f->mean, 0, limit, f->mean <= limit};
  }
  rows[n++] = (CatVerdict){"EN 50367", "standard deviation / mean", "", f->std / f->mean, 0,
                           0.3,        f->std <= 0.3 * f->mean};
  rows[n++] = (CatVerdict){"EN 50367", "largest force", "N", f->max, 0, 350, f->max <= 350};
  rows[n++] = (CatVerdict){"EN 50367", "smallest force", "N", f->min, 0, NAN, f->min > 0};
  return n;
}

CatStatus cat_verdict_record(CatRecord *rec, const CatForce *f, double speed_kmh) {
  CatVerdict rows[CAT_EN50367_ROWS];
  int n = cat_verdict_en50367(f, speed_kmh, rows);
  for (int i = 0; i < n; i++) CAT_TRY(cat_record_verdict(rec, rows[i]));
  return CAT_OK;
}
