// Whether the motion is that of bridge and trains, or that of the steps.
//
// Contacts that are stiff for the step, or far apart in time (co-simulation), can feed a motion
// that grows. The account of energy closes all the same: it books as numerical what
// the scheme adds.
#include <math.h>

#include "run.h"

// Energy created, of the throughput; estimated error of a co-simulation.
static const double most_created = 0.2, doubtful_error = 0.05, most_error = 0.5;

// The stiffest contact that a wheel with mass has [N/m]; 0: there is none.
static double stiffest(const CatBridgeSpec *s) {
  double most = 0;
  for (int i = 0; i < s->ntrain; i++) {
    const CatLoadSpec *t = &s->trains[i];
    if (t->sprung.given) most = fmax(most, t->sprung.contact_stiffness);
    for (int k = 0; k < t->ncar; k++) {
      if (t->cars[k].wheels == CAT_CAR_HERTZ) most = fmax(most, t->cars[k].contact_stiffness);
    }
  }
  return most;
}

static CatStatus judge_energy(CatBridgeRun *r) {
  double most = stiffest(r->spec), step = 1e3 * r->spec->time.step;
  const char *softer =
      most > 0 ? cat_record_textf(r->rec, ", or a contact_stiffness below %.3g N/m", most) : "";
  if (!softer) return CAT_ERR_MEMORY;
  if (-r->numerical <= most_created * r->worked) {
    return cat_record_created(r->rec, r->numerical, r->worked, softer);
  }
  return CAT_FAIL(
      r->ctx, CAT_ERR_DIVERGED,
      "the time integration created %.3g J, %.3g %% of the work that was done, expected "
      "below %g %%: try a time.step below %g ms%s%s",
      -r->numerical, -100 * r->numerical / r->worked, 100 * most_created, step, softer,
      r->spec->cosim.given ? ", or a smaller cosim.macro_step" : "");
}

static CatStatus judge_exchange(CatBridgeRun *r) {
  double error = r->exchange.error, H = 1e3 * r->spec->cosim.macro_step;
  if (!r->spec->cosim.given || !(error > doubtful_error)) return CAT_OK;
  const char *remedy = r->spec->cosim.corrector ? "" : ", or cosim.corrector: true";
  if (error <= most_error) {
    return cat_record_warn(r->rec,
                           "co-simulation: the estimated error of the deflection is %.3g %%: try "
                           "a cosim.macro_step below %g ms%s",
                           100 * error, H, remedy);
  }
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED,
                  "co-simulation: the estimated error of the deflection is %.3g %%, expected below "
                  "%g %%: try a cosim.macro_step below %g ms%s",
                  100 * error, 100 * most_error, H, remedy);
}

CatStatus cat_bridge_trust(CatBridgeRun *r) {
  CAT_TRY(judge_exchange(r));
  return judge_energy(r);
}
