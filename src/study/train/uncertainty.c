// Which runs, and what of them becomes standard uncertainties (estimate.h).
#include "uncertainty.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/clock.h"
#include "estimate.h"
#include "input/check/check.h"
#include "linkage_results.h"
#include "resolution.h"
#include "spec/limits.h"

// The statistics of a force that have an uncertainty.
static const size_t fields[] = {
    offsetof(CatForce, mean),    offsetof(CatForce, std),      offsetof(CatForce, max),
    offsetof(CatForce, min),     offsetof(CatForce, stat_max), offsetof(CatForce, stat_min),
    offsetof(CatForce, std_0_2), offsetof(CatForce, std_0_5),  offsetof(CatForce, std_5_20),
};
enum { FIELDS = sizeof fields / sizeof *fields };

static double get(const CatForce *f, size_t field) {
  double value;
  memcpy(&value, (const char *)f + field, sizeof value);
  return value;
}

static void set(CatForce *f, size_t field, double value) {
  memcpy((char *)f + field, &value, sizeof value);
}

//------------------------------------------------------------------------------- further runs

typedef struct Variant {
  char stage[64];
  int step_halvings, element_halvings;
  double nudge;  // [N]
} Variant;

enum { TIME, SPACE, CHAOS, VARIANTS = CAT_FURTHER_RUNS };
static_assert(VARIANTS + 1 == CAT_SAMPLES, "what is estimated from");

// A step or a mesh too coarse for what the statistics are of is not compared with one that is, too:
// differences of two such runs do not fall as the order of the methods says.
static Variant variant(const CatUncertain *u, int which) {
  int step = 1 << u->halvings[TIME], element = 1 << u->halvings[SPACE];
  Variant v = {.stage = "uncertainty, nudged"};
  if (which == CHAOS) v.nudge = CAT_NUDGE;
  if (which == TIME) {
    v.step_halvings = u->halvings[TIME];
    cat_format(v.stage, sizeof v.stage, "uncertainty, step / %d", step);
  }
  if (which == SPACE) {
    v.element_halvings = u->halvings[SPACE];
    cat_format(v.stage, sizeof v.stage, "uncertainty, element size / %d", element);
  }
  return v;
}

// A further run while it exists.
typedef struct Further {
  CatTrainSpec spec;
  CatTrainModel model;  // of the run itself, with another spec
  CatTrainModel *own;   // with other elements
  CatTrain r;
} Further;

static CatStatus open_line(const CatTrain *base, const Variant *v, Further *f) {
  CatContext *ctx = f->r.ctx;
  f->spec = *base->spec;
  f->spec.time.step = ldexp(base->spec->time.step, -v->step_halvings);
  f->spec.line.halvings += v->element_halvings;
  f->spec.measure.energy = false;
  f->r.spec = &f->spec;
  f->model = *base->line.own;
  f->model.spec = &f->spec;
  if (v->element_halvings) CAT_TRY(cat_train_model_of(ctx, NULL, &f->spec, &f->own));
  cat_stage(ctx, "%s%s", f->r.trial, v->stage);
  return cat_line_case_open(ctx, f->own ? f->own : &f->model, &(CatLineSimOptions){0}, &f->r.line);
}

static CatStatus march(const CatTrain *base, const Variant *v, Further *f) {
  CatTrain *r = &f->r;
  CAT_TRY(open_line(base, v, f));
  CAT_TRY(cat_train_prepare(r));
  CAT_TRY(cat_train_halving_new(r, f->own ? f->own : &f->model));
  for (int i = 0; i < r->spec->npantograph; i++) {
    // nudged, a lift that makes its force itself has to be told one
    r->static_force[i] =
        v->nudge != 0 ? cat_train_pushed_with(base, i) + v->nudge : base->static_force[i];
  }
  CAT_TRY(cat_train_record(r, r->rec));
  CAT_TRY(cat_train_begin(r, NULL));
  CAT_TRY(cat_train_march(r, r->steps));
  return cat_train_measure(r);
}

//------------------------------------------------------------------------------- differences

// Of one statistic: this run, and each of the further ones.
static double *sample(CatUncertain *u, int quantity) {
  return u->sample + (size_t)quantity * (VARIANTS + 1);
}

// Root mean square of the difference of the filtered forces in the window; the further run may
// have more samples.
static double signal_difference(const CatTrain *a, const CatTrain *b, int contact) {
  CatForceSignal x = cat_train_signal(a, contact), y = cat_train_signal(b, contact);
  size_t stride = (size_t)lround(x.step / y.step), n = 0;
  double sum = 0;
  for (size_t i = x.from; i < x.to && i * stride < y.n; i++, n++) {
    double d = y.filtered[i * stride] - x.filtered[i];
    sum += d * d;
  }
  return n ? sqrt(sum / (double)n) : 0;
}

// Quantities are numbered: those of each pantograph, its loss and its range of heights, then the
// uplift of each support and the largest in the window.
enum { LOSS = FIELDS, HEIGHT, PER_CONTACT };

static int uplift_at(const CatTrain *r, int support) {
  return PER_CONTACT * r->spec->npantograph + support;
}

static void take(const CatTrain *of, CatUncertain *u, int which) {
  for (int i = 0; i < of->spec->npantograph; i++) {
    const CatTrainMeasure *m = &of->measure[i];
    int first = PER_CONTACT * i;
    for (int k = 0; k < FIELDS; k++) sample(u, first + k)[which] = get(&m->force, fields[k]);
    sample(u, first + LOSS)[which] = m->force.loss;
    sample(u, first + HEIGHT)[which] = m->height_range;
  }
  int n = of->seen.nsupport;
  for (int k = 0; k < n; k++) sample(u, uplift_at(of, k))[which] = of->seen.uplift[k];
  sample(u, uplift_at(of, n))[which] = cat_train_uplift(of);
}

static CatStatus run_variant(CatTrain *r, int which) {
  CatStatus status = CAT_ERR_MEMORY;
  CatUncertain *u = &r->uncertain;
  CatContext *ctx = cat_context_derive(r->ctx);  // what fails there is no failure of the run
  if (!ctx) return CAT_ERR_MEMORY;
  Variant v = variant(u, which);
  Further f = {.r = {.ctx = ctx, .input = r->input, .rec = cat_record_new(ctx), .unseen = true}};
  memcpy(f.r.trial, r->trial, sizeof f.r.trial);
  if (f.r.rec) status = march(r, &v, &f);
  if (status == CAT_OK) {
    take(&f.r, u, which + 1);
    if (which == SPACE) u->elements = f.r.line.m->ncable;
    for (int i = 0; i < r->spec->npantograph; i++) {
      u->difference[VARIANTS * i + which] = signal_difference(r, &f.r, i);
    }
  } else if (status == CAT_ERR_DIVERGED || status == CAT_ERR_SINGULAR) {
    char text[CAT_UNCERTAIN_TEXT];
    const CatError *e = cat_context_error(ctx, 0);
    u->failed = cat_record_textf(r->rec, "%s: %s", v.stage,
                                 e ? cat_error_text(e, text, sizeof text) : "it failed");
    status = u->failed ? CAT_OK : CAT_ERR_MEMORY;
  } else if (status == CAT_ERR_INTERRUPTED) {  // the run itself is whole
    u->failed = "the estimate was interrupted";
    status = CAT_OK;
  } else {
    cat_context_hand_over(ctx, r->ctx);
  }
  cat_train_close(&f.r);
  cat_train_model_free(f.own);
  cat_record_free(f.r.rec);
  cat_context_free(ctx);
  return status;
}

//------------------------------------------------------------------------------- estimate

static bool is_extreme(int field) {
  return fields[field] == offsetof(CatForce, max) || fields[field] == offsetof(CatForce, min);
}

static void estimate_contact(CatTrain *r, int i) {
  CatUncertain *u = &r->uncertain;
  CatTrainMeasure *m = &r->measure[i];
  const double *difference = u->difference + VARIANTS * i;
  for (int k = 0; k < FIELDS; k++) {
    double least = cat_estimate_least(difference, m->force.std, is_extreme(k));
    set(&m->u, fields[k], cat_estimate(sample(u, PER_CONTACT * i + k), u->chaotic, least));
  }
  m->u.loss = cat_estimate(sample(u, PER_CONTACT * i + LOSS), u->chaotic, 0);
  m->u_height = cat_estimate(sample(u, PER_CONTACT * i + HEIGHT), u->chaotic, 0);
}

static void find_chaos(CatTrain *r) {
  CatUncertain *u = &r->uncertain;
  u->gain = 0;
  for (int i = 0; i < r->spec->npantograph; i++) {
    u->gain = fmax(u->gain, u->difference[VARIANTS * i + CHAOS] / CAT_NUDGE);
  }
  u->chaotic = cat_estimate_chaotic(u->gain);
}

static void estimate_all(CatTrain *r) {
  CatUncertain *u = &r->uncertain;
  int n = r->seen.nsupport;
  double most = 0;
  find_chaos(r);
  for (int i = 0; i < r->spec->npantograph; i++) estimate_contact(r, i);
  for (int k = 0; k <= n; k++) {
    u->uplift[k] = cat_estimate(sample(u, uplift_at(r, k)), u->chaotic, 0);
    most = fmax(most, u->uplift[k]);
  }
  // one support may have its difference near zero by chance
  for (int k = 0; k <= n; k++) u->uplift[k] = fmax(u->uplift[k], cat_estimate_floor(most));
  u->known = true;
}

bool cat_train_beyond(const CatTrainSpec *spec, int step, int element, CatLine *why) {
  CatTrainSpec finer = *spec;
  finer.time.step = ldexp(spec->time.step, -step);
  CatTrainSize steps = cat_train_size(&finer);
  finer.time.step = spec->time.step;
  finer.line.halvings += element;
  CatTrainSize line = cat_train_size(&finer);
  double gib = fmax(steps.bytes, line.bytes) / CAT_GIB;
  const struct {
    const char *unit;
    double value, most;
  } rows[] = {{"steps", steps.steps, CAT_MOST_STEPS},
              {"unknowns", line.unknowns, CAT_MOST_UNKNOWNS},
              {"GiB of memory", gib, CAT_MOST_MEMORY}};
  for (int i = 0; i < 3; i++) {
    if (rows[i].value <= rows[i].most) continue;
    cat_format(why->s, sizeof why->s, "a further run would need %.3g %s, expected at most %g",
               rows[i].value, rows[i].unit, rows[i].most);
    return true;
  }
  return false;
}

// A case within the limits may have further runs that are not: they are not made.
static CatStatus check_limits(CatTrain *r) {
  CatUncertain *u = &r->uncertain;
  CatLine why;
  if (!cat_train_beyond(r->spec, u->halvings[TIME], u->halvings[SPACE], &why)) return CAT_OK;
  u->failed = cat_record_textf(r->rec, "%s", why.s);
  return u->failed ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_train_uncertainty(CatTrain *r) {
  CatUncertain *u = &r->uncertain;
  CatArena *a = cat_record_arena(r->rec);
  double begin = cat_clock_now();
  int n = uplift_at(r, r->seen.nsupport) + 1;
  *u = (CatUncertain){.sample = CAT_ARENA(a, n * (VARIANTS + 1), double),
                      .difference = CAT_ARENA(a, VARIANTS * r->spec->npantograph, double),
                      .uplift = CAT_ARENA(a, r->seen.nsupport + 1, double)};
  if (!u->sample || !u->difference || !u->uplift) return CAT_ERR_MEMORY;
  CatResolution fine = cat_train_resolution(r);
  u->halvings[TIME] = fine.step_halvings;
  u->halvings[SPACE] = fine.element_halvings;
  u->doubtful = !fine.enough;
  CAT_TRY(check_limits(r));
  take(r, u, 0);
  for (int i = 0; i < VARIANTS && !u->failed; i++) CAT_TRY(run_variant(r, i));
  if (!u->failed) estimate_all(r);
  u->seconds = cat_clock_now() - begin;
  return CAT_OK;
}

//------------------------------------------------------------------------------- how much, how long

double cat_train_run_seconds(const CatTrain *r) {
  // of a step, per unknown: as measured with lanes, with the band, with a reduced basis, with
  // large displacements, and in explicit stages
  static const double lanes = 1.7e-9, band = 4e-8, modal = 3e-9, nonlinear = 2.6e-7,
                      staged = 1.2e-7;  // [s]
  const CatLineSim *c = r->line.c;
  int solver = r->spec->solver;
  double unknowns = c->basis ? c->basis->n : c->system.n;
  double each = c->basis ? modal : solver == CAT_SOLVER_BAND ? band : lanes;
  if (r->spec->dynamics == CAT_DYNAMICS_NONLINEAR) each = nonlinear;
  if (c->staged) each = staged;
  return (double)r->steps * unknowns * each;
}

double cat_train_expected_seconds(const CatTrain *r) {
  CatResolution fine = cat_train_resolution(r);
  double smaller = ldexp(1, fine.element_halvings);
  double further = ldexp(1, fine.step_halvings) + smaller + 1;
  double shape = (1 + smaller) * 4e-6 * r->line.c->system.n;  // at rest, and matrices
  return (r->tuning + 1 + further) * cat_train_run_seconds(r) + shape;
}

double cat_train_worst(const CatTrain *r) {
  double worst = 0;
  for (int i = 0; i < r->spec->npantograph; i++) {
    const CatTrainMeasure *m = &r->measure[i];
    for (int k = 0; k < FIELDS; k++) {
      worst = fmax(worst, get(&m->u, fields[k]) / fabs(m->force.mean));
    }
  }
  return worst;
}

void cat_train_dominant(const CatTrain *r, double *time, double *space) {
  const CatUncertain *u = &r->uncertain;
  *time = *space = 0;
  for (int i = 0; i < r->spec->npantograph; i++) {
    for (int k = 0; k < FIELDS; k++) {
      const double *s = u->sample + (size_t)(PER_CONTACT * i + k) * (VARIANTS + 1);
      *time = fmax(*time, fabs(s[TIME + 1] - s[0]) / fabs(r->measure[i].force.mean));
      *space = fmax(*space, fabs(s[SPACE + 1] - s[0]) / fabs(r->measure[i].force.mean));
    }
    *time = fmax(*time, cat_estimate_floor(u->difference[VARIANTS * i + TIME]) /
                            fabs(r->measure[i].force.mean));
    *space = fmax(*space, cat_estimate_floor(u->difference[VARIANTS * i + SPACE]) /
                              fabs(r->measure[i].force.mean));
  }
}
