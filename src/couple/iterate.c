// The iteration around the small problem: nonlinear parts are linearised at the end of a trial, all
// of them at once, and the small problem is solved again (Newton's method with whatever matrix a
// part keeps). Forces at ports follow from the small problem in every trial, so that an accepted
// one meets the laws of contacts and ties exactly and equilibrium within the tolerance.
#include <math.h>

#include "sim.h"

bool cat_sim_find_nonlinear(const CatSim *s) {
  for (int i = 0; i < s->nstructure; i++) {
    if (cat_structure_is_nonlinear(s->structure[i])) return true;
  }
  for (int i = 0; i < s->nmechanism; i++) {
    if (s->mechanism[i]->ops->imbalance) return true;
  }
  return false;
}

// The part that misses equilibrium most.
typedef struct Worst {
  CatImbalance is;
  const char *part;
} Worst;

static void compare(Worst *w, CatImbalance with, const char *part) {
  if (with.force <= w->is.force || isnan(w->is.force)) return;  // what is no number is worst
  *w = (Worst){with, part};
}

static CatImbalance mechanism_imbalance(CatSim *s, int i) {
  CatMechanism *m = s->mechanism[i];
  if (!m->ops->imbalance) return (CatImbalance){0};
  double force = m->ops->imbalance(m, cat_sim_port_forces(s, i));
  return (CatImbalance){force, cat_sim_journey(s, i).x};
}

// With explicit coupling mechanisms are asked later, each by itself, and so are those that stand
// apart.
static Worst find_worst(CatSim *s) {
  Worst w = {0};
  for (int i = 0; i < s->nstructure; i++) {
    CatStructure *on = s->structure[i];
    if (cat_structure_is_nonlinear(on)) compare(&w, on->ops->imbalance(on), on->ops->name);
  }
  for (int i = 0; i < s->nmechanism && !s->explicit_coupling; i++) {
    if (!s->apart[i]) compare(&w, mechanism_imbalance(s, i), s->mechanism[i]->ops->name);
  }
  return w;
}

static void retry_mechanism(CatSim *s, int i) {
  CatMechanism *m = s->mechanism[i];
  if (!m->ops->imbalance) return;
  m->ops->retry(m, cat_sim_port_forces(s, i));
  m->ops->free_step(m, s->free_z[i]);
}

// Contacts are placed anew: where they are on a structure may depend on how it is displaced.
static CatStatus retry(CatSim *s) {
  for (int i = 0; i < s->nstructure; i++) {
    CatStructure *on = s->structure[i];
    if (cat_structure_is_nonlinear(on)) CAT_TRY(on->ops->retry(on, s->ctx));
  }
  for (int i = 0; i < s->nmechanism && !s->explicit_coupling; i++) {
    if (!s->apart[i]) retry_mechanism(s, i);
  }
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    if (cat_structure_is_nonlinear(s->structure[k->is.structure])) cat_sim_place(s, k);
  }
  cat_ties_free(s->ties);
  return CAT_OK;
}

static CatStatus give_up(const CatSim *s, Worst w, int trials) {
  if (!isfinite(w.is.force)) {  // nor is there a place where
    return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED,
                    "forces are beyond all numbers (%s) after %d iterations of the step to t = "
                    "%.6g s",
                    w.part, trials, s->t);
  }
  return CAT_FAIL(
      s->ctx, CAT_ERR_DIVERGED,
      "equilibrium is missed by %.3g N at x = %.2f m (%s) after %d iterations of the step "
      "to t = %.6g s",
      w.is.force, w.is.x, w.part, trials, s->t);
}

static void count(CatSim *s, int trials) {
  s->counts.trials += trials;
  if (trials > s->counts.most_trials) s->counts.most_trials = trials;
}

CatStatus cat_sim_iterate(CatSim *s, const CatTrial *of) {
  const CatIteration *limit = &s->iteration;
  CAT_TRY(of->solve(s));
  if (limit->needed) {
    int trials = 1;
    of->load(s, true);
    for (Worst w = find_worst(s); !(w.is.force <= limit->tolerance); w = find_worst(s), trials++) {
      if (trials == limit->most || !isfinite(w.is.force)) return give_up(s, w, trials);
      CatStatus status = retry(s);
      if (status == CAT_ERR_SINGULAR) return give_up(s, w, trials);  // a trial far off
      CAT_TRY(status);
      CAT_TRY(of->solve(s));
      of->load(s, true);
    }
    count(s, trials);
  }
  of->load(s, false);
  return CAT_OK;
}

CatStatus cat_sim_iterate_mechanism(CatSim *s, int i, CatStatus (*solve)(CatSim *s, int i)) {
  const CatIteration *limit = &s->iteration;
  CAT_TRY(solve(s, i));
  for (int trials = 1; s->mechanism[i]->ops->imbalance; trials++) {
    Worst w = {mechanism_imbalance(s, i), s->mechanism[i]->ops->name};
    if (w.is.force <= limit->tolerance) break;
    if (trials == limit->most || !isfinite(w.is.force)) return give_up(s, w, trials);
    retry_mechanism(s, i);
    CAT_TRY(solve(s, i));
  }
  return CAT_OK;
}
