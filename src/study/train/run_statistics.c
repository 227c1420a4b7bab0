// Energy balance and computing time of a run.
#include <math.h>

#include <stdlib.h>

#include "run.h"

static CatStatus result(CatTrain *r, const char *label, double value, const char *unit) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = "Energy", .label = label, .value = value, .unit = unit, .note = ""});
}

static bool is_active(const CatTrain *r) {
  bool any = false;
  for (int i = 0; i < r->spec->npantograph; i++) any |= r->spec->pantograph[i].parts.control.given;
  return any;
}

// Switching of droppers and contact within a step, and forces of the step before, can feed a motion
// that nothing damps. The ledger closes all the same: it books what the scheme adds.
static CatStatus warn_of_created(CatTrain *r, const CatAccount *a) {
  bool is_explicit = r->line.c->sim->explicit_coupling;
  return cat_record_created(r->rec, a->numerical, a->throughput,
                            is_explicit ? " or contact.coupling: implicit"
                                        : ", or damping.beta above 0");
}

static bool is_undamped(const CatTimeSpec *time) {
  switch (time->method) {
  case CAT_SCHEME_NEWMARK: return true;
  case CAT_SCHEME_ALPHA: return time->rho > 0.98;
  case CAT_SCHEME_HHT: return time->alpha > -0.01;
  default: return false;
  }
}

// Lanes find rates from displacements. An integrator that damps nothing keeps all rounding of
// these, in ever more of shorter steps.
static void set_remedy(CatTrain *r) {
  int solver = r->spec->solver;
  bool single = solver == CAT_SOLVER_QUASI_AXIAL_F32;
  if ((single || solver == CAT_SOLVER_LANES || solver == CAT_SOLVER_QUASI_AXIAL) &&
      is_undamped(&r->spec->time)) {
    cat_record_set_remedy(r->rec,
                          "an integrator that does not damp keeps the rounding of all steps in the "
                          "rates of lanes: try time.hht_alpha below 0, time.rho_infinity below 1, "
                          "solver: band, or measure.energy: false");
  } else if (single) {
    cat_record_set_remedy(r->rec,
                          "single precision leaves some 7e-5 with steps of 1 ms and more with "
                          "shorter ones: try solver: lanes-quasi-axial");
  }
}

static CatStatus energy(CatTrain *r, cJSON *top) {
  if (r->unbooked && r->spec->measure.energy) {
    return cat_record_warn(r->rec, "there is no energy balance, which measure.energy asks for: a "
                                   "pantograph of the program keeps no account of its energy");
  }
  if (!r->booked) return CAT_OK;  // none is kept, or the run ended before it was begun
  const CatAccount closed = cat_ledger_account(r->booked), *a = &closed;
  cJSON *e = cat_summary_object(r->rec, top, "energy");
  cat_summary_number(r->rec, e, "work_J", a->work);
  cat_summary_number(r->rec, e, "propulsion_J", a->propulsion);
  if (is_active(r)) cat_summary_number(r->rec, e, "control_J", a->control);
  cat_summary_number(r->rec, e, "dissipated_J", a->dissipated);
  cat_summary_number(r->rec, e, "numerical_J", a->numerical);
  cat_summary_number(r->rec, e, "stored_J", a->stored);
  cat_summary_balance(r->rec, e, a->residual, a->throughput);
  set_remedy(r);
  CAT_TRY(warn_of_created(r, a));
  CAT_TRY(result(r, "work on pantographs and line", a->work, "J"));
  CAT_TRY(result(r, "of which propulsion", a->propulsion, "J"));
  if (is_active(r)) CAT_TRY(result(r, "of which actuators", a->control, "J"));
  CAT_TRY(result(r, "dissipated by dampers", a->dissipated, "J"));
  CAT_TRY(result(r, "dissipated by the integrator", a->numerical, "J"));
  CAT_TRY(result(r, "stored", a->stored, "J"));
  CAT_TRY(result(r, "residual of the balance", a->residual, "J"));
  return result(r, "residual / throughput", cat_record_imbalance(r->rec), "");
}

CatStatus cat_train_check_created(CatTrain *r) {
  static const double MOST = 0.2;  // of the throughput
  if (!r->booked || r->partial) return CAT_OK;
  const CatAccount a = cat_ledger_account(r->booked);
  double share = cat_created_share(a.numerical, a.throughput);
  if (share <= MOST) return CAT_OK;
  cat_context_time(r->ctx, NAN);  // of the whole run
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED,
                  "the time integration created %.3g J, expected at most %g %% of the work that "
                  "was done, %.3g J: take a smaller time.step",
                  -a.numerical, 100 * MOST, a.throughput);
}

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

// Sorts the times of the steps: nothing needs them in order any more.
static void timing(CatTrain *r, cJSON *top) {
  long n = r->done - r->first;
  CatRecord *rec = r->rec;
  cJSON *t = cat_summary_object(rec, top, "timing");
  cat_summary_number(rec, t, "rest_s", r->line.rest_seconds);
  cat_summary_number(rec, t, "offline_s", r->line.offline_seconds);
  if (r->line.c->basis) cat_summary_number(rec, t, "basis_s", r->line.c->basis_seconds);
  cat_summary_number(rec, t, "march_s", r->seconds);
  if (r->uncertain.known) cat_summary_number(rec, t, "uncertainty_s", r->uncertain.seconds);
  if (r->booked) cat_summary_number(rec, t, "ledger_s", r->ledger_seconds);
  if (r->seconds > 0) cat_summary_number(rec, t, "realtime_factor", r->line.c->sim->t / r->seconds);
  if (n == 0) return;
  qsort(r->step_seconds, (size_t)n, sizeof *r->step_seconds, ascending);
  cJSON *us = cat_summary_object(rec, t, "step_us");
  cat_summary_number(rec, us, "median", 1e6 * (double)r->step_seconds[n / 2]);
  cat_summary_number(rec, us, "p99", 1e6 * (double)r->step_seconds[(n - 1) * 99 / 100]);
  cat_summary_number(rec, us, "p999", 1e6 * (double)r->step_seconds[(n - 1) * 999 / 1000]);
  cat_summary_number(rec, us, "max", 1e6 * (double)r->step_seconds[n - 1]);
}

CatStatus cat_train_statistics(CatTrain *r) {
  cJSON *top = cat_record_summary(r->rec);
  timing(r, top);
  return energy(r, top);
}
