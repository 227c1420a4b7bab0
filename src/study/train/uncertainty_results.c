// What is said of the numerical uncertainty: warnings where it is large, results, summary fields.
#include <math.h>

#include "resolution.h"
#include "uncertainty.h"

// Shares above which there is a warning: of the mean force, of the uplift itself; points of loss.
static const double large_force = 0.05, large_uplift = 0.05, large_loss = 0.5;

static const char *remedy(const CatTrain *r) {
  double time, space;
  cat_train_dominant(r, &time, &space);
  if (r->uncertain.chaotic) {
    return "the motion is chaotic, so that one run is a sample: several speeds or starts, or a "
           "longer window, tell more";
  }
  if (time > space) return "most of it comes from the step: a smaller time.step reduces it";
  return "most of it comes from the elements: a smaller line.element_size (or more "
         "elements_per_bay) reduces it";
}

static CatStatus warn_of_force(CatTrain *r, int i) {
  const CatTrainMeasure *m = &r->measure[i];
  const struct {
    const char *what;
    double u;
  } rows[] = {{"mean", m->u.mean},
              {"standard deviation", m->u.std},
              {"maximum", m->u.max},
              {"minimum", m->u.min}};
  int worst = 0;
  for (int k = 1; k < 4; k++) worst = rows[k].u > rows[worst].u ? k : worst;
  if (rows[worst].u > large_force * fabs(m->force.mean)) {
    CAT_TRY(cat_record_warn(r->rec,
                            "%s: the numerical uncertainty of the %s is %.2g N, %.2g %% of the "
                            "mean force; %s",
                            cat_train_label(r, i), rows[worst].what, rows[worst].u,
                            100 * rows[worst].u / fabs(m->force.mean), remedy(r)));
  }
  if (m->u.loss > large_loss) {
    CAT_TRY(cat_record_warn(r->rec,
                            "%s: the numerical uncertainty of the loss of contact, %.2g %%, is "
                            "%.2g points; %s",
                            cat_train_label(r, i), m->force.loss, m->u.loss, remedy(r)));
  }
  return CAT_OK;
}

static CatStatus warn(CatTrain *r) {
  double uplift = cat_train_uplift(r), u = r->uncertain.uplift[r->seen.nsupport];
  for (int i = 0; i < r->spec->npantograph; i++) CAT_TRY(warn_of_force(r, i));
  if (uplift > 0 && u > large_uplift * uplift) {
    CAT_TRY(cat_record_warn(r->rec,
                            "the numerical uncertainty of the uplift is %.2g mm, %.2g %% of it; %s",
                            1e3 * u, 100 * u / uplift, remedy(r)));
  }
  return CAT_OK;
}

static CatStatus add_result(CatTrain *r, const char *label, double value, const char *unit) {
  return cat_record_result(r->rec, (CatResult){.group = "Numerical uncertainty",
                                               .label = label,
                                               .value = value,
                                               .unit = unit,
                                               .note = ""});
}

// Root mean square of the difference of the filtered forces, the largest of all pantographs.
static double difference(const CatTrain *r, int which) {
  double most = 0;
  for (int i = 0; i < r->spec->npantograph; i++) {
    most = fmax(most, r->uncertain.difference[CAT_FURTHER_RUNS * i + which]);
  }
  return most;
}

static CatStatus add_change(CatTrain *r, int which, const char *what) {
  const char *label = cat_record_textf(r->rec, "rms change of the force, %s / %d", what,
                                       1 << r->uncertain.halvings[which]);
  return label ? add_result(r, label, difference(r, which), "N") : CAT_ERR_MEMORY;
}

static CatStatus warn_of_doubt(CatTrain *r) {
  if (!r->uncertain.doubtful) return CAT_OK;
  return cat_record_warn(r->rec,
                         "the numerical uncertainties are not to be trusted: even with step / %d "
                         "and elements / %d, the run does not resolve %g Hz",
                         1 << r->uncertain.halvings[0], 1 << r->uncertain.halvings[1],
                         cat_train_resolution(r).frequency);
}

static void fields(CatTrain *r) {
  static const char *const names[CAT_FURTHER_RUNS] = {"time", "space", "chaos"};
  CatRecord *rec = r->rec;
  const CatUncertain *u = &r->uncertain;
  cJSON *o = cat_summary_object(rec, cat_record_summary(rec), "uncertainty");
  cat_summary_text(rec, o, "mode", u->mode);
  if (u->why) cat_summary_text(rec, o, "reason", u->why);
  if (u->failed) cat_summary_text(rec, o, "reason", u->failed);
  if (!u->known) return;
  for (int i = 0; i < CAT_FURTHER_RUNS; i++) {
    cJSON *run = cat_summary_object(rec, o, names[i]);
    cat_summary_number(rec, run, "difference_rms_N", difference(r, i));
    if (i == 0) cat_summary_number(rec, run, "dt_s", ldexp(r->spec->time.step, -u->halvings[0]));
    if (i == 1) cat_summary_number(rec, run, "elements", u->elements);
    if (i < 2) continue;
    cat_summary_number(rec, run, "nudge_N", CAT_NUDGE);
    cat_summary_number(rec, run, "gain", u->gain);
    cat_summary_bool(rec, run, "chaotic", u->chaotic);
  }
  cat_summary_number(rec, o, "worst_percent", 100 * cat_train_worst(r));
}

CatStatus cat_train_uncertainty_results(CatTrain *r) {
  const CatUncertain *u = &r->uncertain;
  if (!u->mode) return CAT_OK;  // steps by hand: nobody was asked
  fields(r);
  if (u->failed) {
    return cat_record_warn(r->rec, "the numerical uncertainty is not known: %s", u->failed);
  }
  if (!u->known) return CAT_OK;
  CAT_TRY(add_result(r, "largest of a force / mean force", 100 * cat_train_worst(r), "%"));
  CAT_TRY(add_change(r, 0, "step"));
  CAT_TRY(add_change(r, 1, "elements"));
  CAT_TRY(add_result(r, "rms change / nudge of 0.001 N", u->gain, ""));
  CAT_TRY(warn_of_doubt(r));
  return warn(r);
}
