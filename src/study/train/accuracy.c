// An accuracy that is asked for: step and elements are halved on trial until it is met. What is not
// to be met leaves the best of the trials, and the reason.
#include <math.h>

#include "base/c_locale.h"
#include "uncertainty.h"

enum { ROUNDS = 8 };

typedef struct Trial {
  double worst;        // of the uncertainties, of the mean force; infinite: not known
  double time, space;  // what halving step and elements changed
  bool chaotic;
  CatLine failed;  // why nothing is known; empty: it is
} Trial;

static void look(const CatTrain *r, Trial *t) {
  const CatUncertain *u = &r->uncertain;
  t->chaotic = u->chaotic;
  if (u->known) {
    t->worst = cat_train_worst(r);
    cat_train_dominant(r, &t->time, &t->space);
  }
  if (u->failed) cat_format(t->failed.s, sizeof t->failed.s, "%s", u->failed);
}

// A run of which only its uncertainties are kept. One that fails is a reason, not an error.
static CatStatus try_out(CatContext *parent, CatTrain *r, Trial *t) {
  CatContext *ctx = cat_context_derive(parent);
  *t = (Trial){.worst = INFINITY};
  if (!ctx) return CAT_ERR_MEMORY;
  r->ctx = ctx;
  r->rec = cat_record_new(ctx);
  CatStatus status = r->rec ? cat_train_whole(r) : CAT_ERR_MEMORY;
  if (status == CAT_OK) look(r, t);
  if (status == CAT_OK && cat_stop_asked(ctx)) {
    cat_context_time(ctx, NAN);
    status = CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped while the accuracy was looked for");
  }
  if (status == CAT_ERR_DIVERGED || status == CAT_ERR_SINGULAR) {
    char text[CAT_UNCERTAIN_TEXT];
    const CatError *e = cat_context_error(ctx, 0);
    cat_format(t->failed.s, sizeof t->failed.s, "%s",
               e ? cat_error_text(e, text, sizeof text) : "it failed");
    status = CAT_OK;
  } else if (status) {
    cat_context_hand_over(ctx, parent);
  }
  cat_train_close(r);
  cat_record_free(r->rec);
  cat_context_free(ctx);
  return status;
}

static void say(const CatTrainSpec *best, double found, const char *reason, CatLine *why) {
  CatLine with = {"no uncertainty is known"};
  if (isfinite(found)) {
    cat_format(with.s, sizeof with.s,
               "%.3g %% of the mean force with steps of %.4g ms and elements / %d", 100 * found,
               1e3 * best->time.step, 1 << best->line.halvings);
  }
  cat_format(why->s, sizeof why->s, "the accuracy of %g %% was not met: %s; %s",
             100 * best->accuracy, with.s, reason);
}

// Why there is no further trial after this one; false: there may be one.
static bool is_last(const CatTrainSpec *spec, const Trial *t, int k, CatLine *reason) {
  const char *end = NULL;
  if (t->failed.s[0]) {
    end = t->failed.s;
  } else if (t->chaotic) {
    end = "the motion is chaotic, so that a smaller step or element gives another sample, not a "
          "better one; a longer window, or several starts, tell more";
  } else if (k + 1 == ROUNDS) {
    end = "these are as many trials as are made";
  }
  if (!end) return cat_train_beyond(spec, 1, 1, reason);
  cat_format(reason->s, sizeof reason->s, "%s", end);
  return true;
}

CatStatus cat_train_refine(CatContext *ctx, const CatSpec *input, CatTrainSpec *spec,
                           CatLine *why) {
  CatTrainSpec trial = *spec, best = *spec;
  double found = INFINITY;
  CatLine reason = {""};
  Trial t = {0};
  trial.measure.energy = false;
  for (int k = 0; !reason.s[0]; k++) {
    CatTrain r = {.input = input, .spec = &trial};
    cat_format(r.trial, sizeof r.trial, "trial %d of at most %d", k + 1, ROUNDS);
    cat_context_time(ctx, NAN);
    CAT_TRY(try_out(ctx, &r, &t));
    if (t.worst < found) found = t.worst, best = trial;
    if (t.worst <= spec->accuracy) break;
    if (t.time >= t.space / 2) trial.time.step /= 2;
    if (t.space >= t.time / 2) trial.line.halvings++;
    (void)is_last(&trial, &t, k, &reason);
  }
  best.measure.energy = spec->measure.energy;
  *spec = best;
  if (reason.s[0]) say(spec, found, reason.s, why);
  return CAT_OK;
}
