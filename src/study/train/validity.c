// Where a run leaves the range in which its model holds: steady arms that turn far, wires that
// meet, windows in which the start or the ends of the line are felt: docs/theory/validity.md.
#include <math.h>

#include "resolution.h"

// A rotation beyond which uplifts and extreme forces of the linear line are some 5 % wrong [rad].
static const double far_turn = 0.15;
// The start's waves are to be this many spans ahead of the pantograph.
static const double spans_ahead = 2;
// Below this part of the wave speed a train makes waves that do not matter.
static const double slow = 0.2;
// What may lie outside of a window's safe part.
static const double tolerated = 0.05;

//------------------------------------------------------------------------------- linear model

typedef struct Turn {
  double angle, uplift, x;  // [rad] [m] [m]
} Turn;

static Turn largest_turn(const CatTrain *r) {
  const CatLineModel *m = r->line.m;
  Turn most = {0};
  if (r->spec->line.steady_arm.kind == CAT_ARM_LIFT) return most;  // a force that does not turn
  for (int i = 0; i < m->narm; i++) {
    int k = m->arm[i].support;
    double angle = r->seen.uplift[k] / m->arm[i].l0;
    if (angle > most.angle) most = (Turn){angle, r->seen.uplift[k], m->mast[k]};
  }
  return most;
}

static CatStatus warn_of_turn(CatTrain *r, const Turn *t) {
  static const double degree = 0.017453292519943295;
  if (t->angle <= far_turn) return CAT_OK;
  return cat_record_warn(
      r->rec,
      "the contact wire rises by %.3g mm at the support at %g m, which turns its "
      "steady arm by %.3g degrees: beyond %.2g degrees uplifts and extreme forces of "
      "the linear line are some 5 %% wrong; dynamics: nonlinear has no such limit",
      1e3 * t->uplift, t->x, t->angle / degree, far_turn / degree);
}

// A dropper that is as short as its length is long: the wires at its ends have met.
static CatStatus warn_of_wires(CatTrain *r) {
  const CatLineModel *m = r->line.m;
  int met = 0, first = 0;
  for (int i = 0; i < r->seen.ntie && i < m->ndropper; i++) {
    if (-r->seen.shortest[i] < r->line.at_rest->dropper[i]) continue;
    if (met++ == 0) first = i;
  }
  if (met == 0) return CAT_OK;
  return cat_record_warn(r->rec,
                         "%d dropper%s shortened by more than its length, the first at %g m: the "
                         "contact wire would have met the messenger, which the model does not know",
                         met, met > 1 ? "s are" : " is", m->node[m->dropper[first].low].s);
}

//------------------------------------------------------------------------------- waves

// Group velocity of a stretched beam at a frequency [m/s]: w^2 mu = T k^2 + EI k^4.
static double group_velocity(const CatWire *w, double frequency) {
  double mu = w->mu + w->ice, omega = 2 * 3.14159265358979323846 * frequency;
  double root = sqrt(w->tension * w->tension + 4 * w->EI * mu * omega * omega);
  double k = sqrt(2 * mu / (w->tension + root)) * omega;
  return (w->tension * k + 2 * w->EI * k * k * k) / (mu * omega);
}

// Of the wires along the line, the fastest.
static double fastest(const CatTrain *r) {
  const CatLineModel *m = r->line.m;
  double most = 0;
  for (int i = 0; i < m->nwire; i++) {
    if (m->wire[i].role == CAT_STITCH) continue;
    most = fmax(most, group_velocity(&m->wire[i], r->spec->measure.cutoff));
  }
  return most;
}

typedef struct Safe {
  double from, to;  // of the window of one pantograph [m]
  double length;    // of a line for which the window ends early enough [m]
} Safe;

static double place_at(const CatTrain *r, double start, double t) {
  return start + cat_motion_distance(&r->line.c->motion, t);
}

// Where a pantograph that starts at `start` meets the waves that the first one's start sent ahead
// and that come back from the end of the line.
static double meeting(const CatTrain *r, double start, double c) {
  const CatLineModel *m = r->line.m;
  double way = 2 * m->mast[m->nmast - 1] - r->spec->run.from, low = 0, high = way / c;
  for (int i = 0; i < 60; i++) {
    double t = (low + high) / 2;
    if (place_at(r, start, t) < way - c * t) {
      low = t;
    } else {
      high = t;
    }
  }
  return place_at(r, start, low);
}

static Safe safe_window(const CatTrain *r, int i, double c) {
  const CatTrainMeasure *m = &r->measure[i];
  const CatTrainPantograph *p = &r->spec->pantograph[i];
  const CatLineModel *line = r->line.m;
  double v = m->speed[1], start = r->spec->run.from - p->behind;
  double begun = p->raise.over > 0 ? p->raise.from + p->raise.over : start;
  double span = line->mast[line->nspan] / line->nspan;
  double then = cat_motion_time(&r->line.c->motion, m->window[1] - start);
  return (Safe){.from = begun + spans_ahead * span * v / (c - v),
                .to = meeting(r, start, c),
                .length = (m->window[1] + r->spec->run.from + c * then) / 2};
}

static CatStatus warn_of_window(CatTrain *r, int i, double c) {
  const CatTrainMeasure *m = &r->measure[i];
  double width = m->window[1] - m->window[0];
  Safe safe = safe_window(r, i, c);
  if (safe.from - m->window[0] > tolerated * width) {
    CAT_TRY(cat_record_warn(r->rec,
                            "%s: the window of the statistics begins at %.4g m, where the start of "
                            "the run is still felt: from about %.3g m on its waves are %g spans "
                            "ahead (they run at %.3g km/h)",
                            cat_train_label(r, i), m->window[0], safe.from, spans_ahead, 3.6 * c));
  }
  if (m->window[1] - safe.to > tolerated * width) {
    CAT_TRY(cat_record_warn(r->rec,
                            "%s: the window of the statistics ends at %.4g m, but waves of the "
                            "start come back from the end of the line at about %.3g m: a line of "
                            "at least %.4g m, or a window that ends there, is safe",
                            cat_train_label(r, i), m->window[1], safe.to, ceil(safe.length)));
  }
  return CAT_OK;
}

static void window_fields(CatTrain *r, cJSON *list, int i, double c) {
  Safe safe = safe_window(r, i, c);
  cJSON *pair = cat_summary_array(r->rec, list, NULL);
  cat_summary_number(r->rec, pair, NULL, safe.from);
  cat_summary_number(r->rec, pair, NULL, safe.to);
}

static CatStatus windows(CatTrain *r, cJSON *o) {
  double c = fastest(r);
  cat_summary_number(r->rec, o, "group_velocity_kmh", 3.6 * c);
  if (r->line.c->drive.set) return CAT_OK;  // by hand: nobody knows where it was when
  cJSON *list = cat_summary_array(r->rec, o, "safe_window_m");
  for (int i = 0; i < r->spec->npantograph; i++) {
    double v = r->measure[i].speed[1];
    if (r->measure[i].force.n == 0 || v < slow * c || v >= c) continue;
    window_fields(r, list, i, c);
    CAT_TRY(warn_of_window(r, i, c));
  }
  return CAT_OK;
}

CatStatus cat_train_validity(CatTrain *r) {
  Turn turn = largest_turn(r);
  cJSON *o = cat_summary_object(r->rec, cat_record_summary(r->rec), "validity");
  cat_summary_number(r->rec, o, "steady_arm_rotation_rad", turn.angle);
  cat_summary_number(r->rec, o, "steady_arm_rotation_limit_rad", far_turn);
  if (r->spec->dynamics == CAT_DYNAMICS_LINEAR) CAT_TRY(warn_of_turn(r, &turn));
  CAT_TRY(warn_of_wires(r));
  CAT_TRY(cat_train_resolution_results(r, o));
  return windows(r, o);
}
