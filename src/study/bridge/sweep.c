// A range of speeds in one run. The modes are shared. The bridge is linear and forces that are
// given do not feel it: the answer to a train of forces is the sum of the answers to its axles,
// each that of one unit force, shifted in time. So one force crosses at each speed, by the same
// simulation as in a single run, and all trains are sums of it (exact but for the interpolation
// between steps, cubic). Trains with springs cross by themselves.
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "run.h"

// Deflection and acceleration at the point, step by step.
typedef struct Signal {
  size_t n;
  double *deflection, *acceleration;  // (n) [m] [m/s2]
} Signal;

typedef struct Sweep {
  CatBridgeRun *r;
  Signal unit, train;
  double *filtered;
} Sweep;

static size_t samples(const CatBridgeRun *r, const CatBridgeTraffic *traffic) {
  return (size_t)ceil(cat_bridge_duration(r->spec, traffic) / r->spec->time.step - 1e-9) + 1;
}

//------------------------------------------------------------------------------- crossings

// The account of a crossing that closes worst is that of the range.
static void keep_worst(CatBridgeRun *r, const CatLedger *ledger) {
  CatAccount a = cat_ledger_account(ledger);
  if (r->worked == 0 || a.numerical * r->worked < r->numerical * a.throughput) {
    r->numerical = a.numerical, r->worked = a.throughput;
  }
  if (fabs(a.residual) * r->throughput < fabs(r->residual) * a.throughput) return;
  r->residual = a.residual, r->throughput = a.throughput;
}

static CatStatus march(Sweep *s, CatBridgeSim *c, CatLedger *ledger, Signal *out) {
  CatBridgeRun *r = s->r;
  CAT_TRY(cat_bridge_sim_start(c));
  if (ledger) cat_ledger_start(ledger);
  for (size_t i = 0; i < out->n; i++) {
    if (i > 0 && ledger) cat_ledger_before(ledger);
    if (i > 0) CAT_TRY(cat_sim_step(c->sim));
    if (i > 0 && ledger) cat_ledger_after(ledger);
    cat_bridge_watch_motion(&r->watch, c);
    out->deflection[i] = r->watch.now.deflection;
    out->acceleration[i] = r->watch.now.acceleration;
  }
  if (ledger) keep_worst(r, ledger);
  return CAT_OK;
}

static CatStatus cross(Sweep *s, const CatBridgeTraffic *traffic, Signal *out) {
  CatBridgeRun *r = s->r;
  CatBridgeSim *c = NULL;
  CAT_TRY(cat_bridge_sim_new(r->ctx, r->spec, &r->bridge, traffic, &c));
  CatArena *arena = cat_arena_new(r->ctx, 1 << 14);
  CatLedger *ledger = NULL;
  CatStatus status = arena ? CAT_OK : CAT_ERR_MEMORY;
  if (!status && r->spec->measure.energy) status = cat_ledger_new(arena, c->sim, NULL, &ledger);
  if (!status) status = march(s, c, ledger, out);
  cat_arena_free(arena);
  cat_bridge_sim_free(c);
  return status;
}

// The response to one unit force that enters the bridge at t = 0.
static CatStatus cross_unit(Sweep *s, double speed, size_t n) {
  static const double zero = 0, one = 1;
  CatLoadSpec force = {
      .name = "unit force", .naxle = 1, .axles = &zero, .nforce = 1, .forces = &one};
  s->unit.n = n;
  return cross(s, &(CatBridgeTraffic){&force, 1, speed, 0}, &s->unit);
}

//------------------------------------------------------------------------------- sums

// y(i) += factor x(i - shift), cubic between samples; before its beginning x is zero.
static void add_shifted(const Signal *from, const double *x, double shift, double factor, size_t n,
                        double *y) {
  double whole = floor(shift), p = 1 - (shift - whole);
  double w[4] = {-p * (p - 1) * (p - 2) / 6, (p + 1) * (p - 1) * (p - 2) / 2,
                 -(p + 1) * p * (p - 2) / 2, (p + 1) * p * (p - 1) / 6};
  size_t begin = (size_t)whole;
  for (size_t i = begin; i < n; i++) {
    size_t k = i - begin;
    if (k >= 2 && k + 1 < from->n) break;
    double sum = k + 1 < from->n ? w[3] * x[k + 1] : 0;
    sum += w[2] * x[k] + (k >= 1 ? w[1] * x[k - 1] : 0) + (k >= 2 ? w[0] * x[k - 2] : 0);
    y[i] += factor * sum;
  }
  for (size_t i = begin + 2; i < n && i - begin + 1 < from->n; i++) {
    const double *at = x + (i - begin) - 2;
    y[i] += factor * (w[0] * at[0] + w[1] * at[1] + w[2] * at[2] + w[3] * at[3]);
  }
}

static void superpose(Sweep *s, const CatLoadSpec *t, double speed) {
  double per_metre = 1 / (speed * s->r->spec->time.step);
  size_t n = s->train.n;
  memset(s->train.deflection, 0, n * sizeof(double));
  memset(s->train.acceleration, 0, n * sizeof(double));
  for (int i = 0; i < t->naxle; i++) {
    double shift = (t->start + t->axles[i]) * per_metre, force = cat_load_force(t, i);
    if (shift >= (double)n) continue;
    add_shifted(&s->unit, s->unit.deflection, shift, force, n, s->train.deflection);
    add_shifted(&s->unit, s->unit.acceleration, shift, force, n, s->train.acceleration);
  }
}

static bool is_sum(const CatBridgeTraffic *traffic) {
  const CatLoadSpec *t = traffic->trains;
  return traffic->n == 1 && cat_load_is_forces(t) && t->heading == CAT_HEADING_FORWARDS &&
         t->track == 0;
}

//------------------------------------------------------------------------------- the range

static CatStatus measure(Sweep *s, CatSweepPoint *point) {
  for (size_t i = 0; i < s->train.n; i++) {
    point->deflection = fmax(point->deflection, fabs(s->train.deflection[i]));
  }
  return cat_bridge_largest(s->r, s->train.acceleration, s->train.n, s->filtered,
                            &point->acceleration);
}

// All trains at one speed: which = i of every nspeed points.
static CatStatus at_speed(Sweep *s, int i, int nspeed, int nrun) {
  CatBridgeRun *r = s->r;
  const CatBridgeSpec *spec = r->spec;
  double speed = cat_bridge_speed(spec, i);
  bool separate = spec->run.trains == CAT_TRAINS_ONE_BY_ONE;
  size_t longest = 0;
  for (int k = 0; k < nrun; k++) {
    CatBridgeTraffic traffic = {spec->trains + k, separate ? 1 : spec->ntrain, speed, 0};
    size_t n = is_sum(&traffic) ? samples(r, &traffic) : 0;
    longest = n > longest ? n : longest;
  }
  if (longest > 0) CAT_TRY(cross_unit(s, speed, longest));
  for (int k = 0; k < nrun; k++) {
    CatBridgeTraffic traffic = {spec->trains + k, separate ? 1 : spec->ntrain, speed, 0};
    CatSweepPoint *point = &r->point[k * nspeed + i];
    *point = (CatSweepPoint){.train = separate ? k : -1, .speed = speed};
    s->train.n = samples(r, &traffic);
    if (is_sum(&traffic)) {
      superpose(s, traffic.trains, speed);
    } else {
      CAT_TRY(cross(s, &traffic, &s->train));
    }
    CAT_TRY(measure(s, point));
  }
  return CAT_OK;
}

static CatStatus signal_new(CatArena *a, size_t n, Signal *out) {
  out->deflection = CAT_ARENA(a, n, double);
  out->acceleration = CAT_ARENA(a, n, double);
  return out->deflection && out->acceleration ? CAT_OK : CAT_ERR_MEMORY;
}

// Room for the slowest speed.
static CatStatus reserve(Sweep *s) {
  CatBridgeRun *r = s->r;
  CatBridgeTraffic all = {r->spec->trains, r->spec->ntrain, cat_bridge_speed(r->spec, 0), 0};
  size_t most = samples(r, &all);
  CAT_TRY(signal_new(r->arena, most, &s->unit));
  CAT_TRY(signal_new(r->arena, most, &s->train));
  s->filtered = CAT_ARENA(r->arena, most, double);
  return s->filtered ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_bridge_sweep(CatBridgeRun *r) {
  Sweep s = {.r = r};
  int nspeed = cat_bridge_speeds(r->spec);
  int nrun = r->spec->run.trains == CAT_TRAINS_ONE_BY_ONE ? r->spec->ntrain : 1;
  double begin = cat_clock_now();
  r->npoint = nspeed * nrun;
  r->point = CAT_ARENA(r->arena, r->npoint, CatSweepPoint);
  if (!r->point) return CAT_ERR_MEMORY;
  CAT_TRY(reserve(&s));
  for (int i = 0; i < nspeed; i++) {
    CAT_TRY(at_speed(&s, i, nspeed, nrun));
    cat_progress(r->ctx, (double)(i + 1) / nspeed, 0);
    if (cat_stop_asked(r->ctx)) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %d of %d speeds", i + 1, nspeed);
    }
  }
  r->seconds = cat_clock_now() - begin;
  return CAT_OK;
}
