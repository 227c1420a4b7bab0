// A step whose changes of the active set are found in time: the step is cut where a gap closes or a
// force vanishes, an impact is applied there as an impulse, and the rest of the step starts anew.
#include <math.h>
#include <string.h>

#include "dae_internal.h"

static bool closes(const CatDaeState *x, int i) {
  return !x->active[i] && x->gap[i] < -CAT_GAP_NOISE;
}

static bool opens(const CatDae *d, const CatDaeState *x, int i) {
  return x->active[i] && x->lambda[i] < -CAT_FORCE_NOISE && !cat_row_holds(d, i);
}

// The quantity whose zero is the event: the gap of an open constraint, the force of a closed one.
static double signal(const CatDaeState *x, int i, bool gap) {
  return gap ? x->gap[i] : x->lambda[i];
}

static CatStatus try_part(CatDaeStepper *s, double h, CatDaeState *out) {
  memcpy(out->active, s->now.active, (size_t)s->dae->ng * sizeof(bool));
  memcpy(out->impulse, s->now.impulse, (size_t)s->dae->ng * sizeof(double));
  return cat_stage_start(s, h, out);
}

// Finds the time within (0, h] at which constraint i changes, by the Illinois rule; the state there
// is left in trial. *found is h if the restarted step sees no change at all.
static CatStatus locate(CatDaeStepper *s, int i, bool gap, double h, double *found) {
  double lo = 0, hi = h, f_lo = signal(&s->now, i, gap);
  CAT_TRY(try_part(s, h, &s->trial));
  double f_hi = signal(&s->trial, i, gap);
  *found = h;
  if (f_hi >= 0) return CAT_OK;
  if (f_lo <= 0) {  // it has begun already
    *found = 0;
    return CAT_OK;
  }
  for (int round = 0, side = 0; round < 60 && hi - lo > 1e-9 * s->opt.h; round++) {
    double at = (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
    CAT_TRY(try_part(s, at, &s->trial));
    double f = signal(&s->trial, i, gap);
    *found = at;
    if (fabs(f) <= 1e-3 * (gap ? CAT_GAP_NOISE : CAT_FORCE_NOISE)) break;
    if (f > 0) {
      lo = at, f_lo = f;
      if (side == 1) f_hi /= 2;
      side = 1;
    } else {
      hi = at, f_hi = f;
      if (side == -1) f_lo /= 2;
      side = -1;
    }
  }
  return CAT_OK;
}

// Among everything that changes in trial, the constraint that does so first.
static CatStatus earliest(CatDaeStepper *s, double h, int *which, double *when) {
  *which = -1;
  *when = h;
  bool *candidate = s->saved;
  for (int i = 0; i < s->dae->ng; i++) {
    candidate[i] = closes(&s->trial, i) || opens(s->dae, &s->trial, i);
  }
  for (int i = 0; i < s->dae->ng; i++) {
    if (!candidate[i]) continue;
    double at;
    CAT_TRY(locate(s, i, !s->now.active[i], h, &at));
    if (at < *when || (*which < 0 && at < h)) {
      *which = i;
      *when = at;
    }
  }
  return CAT_OK;
}

static double closing_speed(CatDaeStepper *s, const CatDaeState *x, int i) {
  cat_rowset_fill(s, &s->set, x->t);
  return -cat_rowset_dot(s, &s->set, s->set.rows.G, i, x->v) -
         cat_rowset_dot(s, &s->set, s->set.rows.Gt, i, x->q);
}

// Work that the impulses so far would do on constraints that move here: G v = -Gt q of each.
static double impulse_work(CatDaeStepper *s, const CatDaeState *x) {
  double work = 0;
  for (int i = 0; i < s->dae->ng; i++) {
    if (s->dae->moves[i] && !cat_row_bends(s->dae, i)) {
      work -= x->impulse[i] * cat_rowset_dot(s, &s->set, s->set.rows.Gt, i, x->q);
    }
  }
  return work;
}

// The state where the event is becomes `now`; the set changes, velocities jump.
static CatStatus apply(CatDaeStepper *s, int i, double when) {
  CatDaeState *x = &s->now;
  bool gap = !x->active[i];
  if (when > 0) {
    CAT_TRY(try_part(s, when, &s->trial));
    cat_balance_part(s, &s->trial, true);
    cat_state_copy(s, x, &s->trial);
  }
  s->has_old = false;
  CatDaeEvent event = {.t = x->t, .i = i, .closes = gap};
  if (gap) {
    event.speed = closing_speed(s, x, i);
    double before = x->impulse[i], work = impulse_work(s, x);
    x->active[i] = true;
    CAT_TRY(cat_impact(s, x));
    event.impulse = x->impulse[i] - before;
    s->balance.sum.impact += event.impulse * event.speed / 2;
    s->balance.sum.work += impulse_work(s, x) - work;
  }
  cat_event_note(s, event);
  return cat_acceleration(s, x, gap ? -1 : i);
}

static bool any_change(const CatDaeStepper *s) {
  for (int i = 0; i < s->dae->ng; i++) {
    if (closes(&s->trial, i) || opens(s->dae, &s->trial, i)) return true;
  }
  return false;
}

static void finish(CatDaeStepper *s, double end, bool same_set) {
  s->trial.t = end;
  cat_balance_part(s, &s->trial, same_set);
  cat_state_copy(s, &s->now, &s->trial);
  s->has_old = false;
  s->counts.steps++;
}

// Bounces faster than the time step, at the pace of single grid points, cannot be followed one by
// one: for the rest of this step the set is the one that holds at its end, as in section 5.3.
static CatStatus finish_unresolved(CatDaeStepper *s, double end) {
  CAT_TRY(cat_set_iterate(s, end - s->now.t));
  s->counts.unresolved++;
  finish(s, end, false);
  return CAT_OK;
}

CatStatus cat_step_localised(CatDaeStepper *s) {
  double end = s->now.t + s->opt.h;
  cat_state_copy(s, &s->trial, &s->now);
  CAT_TRY(cat_step_main(s, &s->trial));
  if (!any_change(s)) {
    cat_step_accept(s, &s->trial);
    return CAT_OK;
  }
  memset(s->changes, 0, (size_t)s->dae->ng * sizeof(int));
  for (;;) {
    double rest = end - s->now.t, when;
    int which;
    CAT_TRY(earliest(s, rest, &which, &when));
    if (which >= 0) {
      bool parts = when == 0 && !s->now.active[which] && closing_speed(s, &s->now, which) <= 0;
      if (parts || s->changes[which]++ >= 2) return finish_unresolved(s, end);
      CAT_TRY(apply(s, which, when));
      rest = end - s->now.t;
      if (rest <= 1e-9 * s->opt.h) rest = 1e-9 * s->opt.h;
    }
    CAT_TRY(try_part(s, rest, &s->trial));
    if (which < 0 || !any_change(s)) {
      finish(s, end, true);
      return CAT_OK;
    }
  }
}
