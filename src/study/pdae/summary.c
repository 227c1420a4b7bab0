// Results of a run as a table and as fields of summary.json.
#include <math.h>

#include "run.h"

static CatStatus result(CatPdaeRun *r, const char *group, const char *label, double value,
                        const char *unit, const char *note) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = group, .label = label, .value = value, .unit = unit, .note = note});
}

static double slack_total(const CatPdaeOpenings *o) {
  double sum = 0;
  for (int k = 0; k < o->n; k++) sum += o->interval[k].to - o->interval[k].from;
  return sum;
}

static CatStatus contact_results(CatPdaeRun *r) {
  int nd = r->spec->ndropper;
  const CatPdaeExtremes *f = &r->measure.force[nd];
  const CatPdaeOpenings *o = &r->measure.openings[nd];
  CAT_TRY(result(r, "Contact", "mean force", r->measure.t > 0 ? f->integral / r->measure.t : f->min,
                 "N", ""));
  CAT_TRY(result(r, "Contact", "maximum force", f->max, "N",
                 cat_record_textf(r->rec, "at t = %.4f s", f->t_max)));
  CAT_TRY(result(r, "Contact", "minimum force", f->min, "N",
                 cat_record_textf(r->rec, "at t = %.4f s", f->t_min)));
  return result(r, "Contact", "contact lost", 1e3 * slack_total(o), "ms",
                o->count ? cat_record_textf(r->rec, "%ld times, first at t = %.4f s", o->count,
                                            o->interval[0].from)
                         : "never");
}

static CatStatus dropper_results(CatPdaeRun *r, int i) {
  const CatPdaeOpenings *o = &r->measure.openings[i];
  const CatPdaeDropper *d = &r->spec->droppers[i];
  const char *group = cat_record_textf(r->rec, "Dropper %d at %g m", i + 1, d->position);
  if (!group) return CAT_ERR_MEMORY;
  CAT_TRY(result(r, group, "force at rest", r->initial.dropper_force[i], "N", ""));
  const CatPdaeExtremes *f = &r->measure.force[i];
  double passes = (d->position - r->spec->run.from) / r->spec->run.speed;
  CAT_TRY(result(r, group, "minimum force", f->min, "N",
                 cat_record_textf(r->rec, "at t = %.4f s; the pantograph passes at %.4f s",
                                  f->t_min, passes)));
  CAT_TRY(result(r, group, "maximum force", f->max, "N",
                 cat_record_textf(r->rec, "at t = %.4f s", f->t_max)));
  return result(r, group, "slack", 1e3 * slack_total(o), "ms",
                o->count ? cat_record_textf(r->rec, "%ld times, first from t = %.4f s", o->count,
                                            o->interval[0].from)
                         : "never");
}

static CatStatus results(CatPdaeRun *r) {
  CAT_TRY(contact_results(r));
  for (int i = 0; i < r->spec->ndropper; i++) CAT_TRY(dropper_results(r, i));
  CAT_TRY(result(r, "Start", "height of the head", 1e3 * r->initial.w_p1, "mm", ""));
  if (r->m->nbody > 1)
    CAT_TRY(result(r, "Start", "velocity of the second body", r->initial.v_p2, "m/s", ""));
  if (r->m->linkage) {
    CAT_TRY(result(r, "Linkage", "largest opening of a joint", r->measure.open, "m", ""));
    CAT_TRY(result(r, "Linkage", "condition of its joints", r->condition, "", "largest"));
  }
  CAT_TRY(result(r, "Energy", "residual / throughput", cat_record_imbalance(r->rec), "", ""));
  CAT_TRY(result(r, "Computation", "unknowns", r->m->dae.nq, "", r->m->ops->name));
  return result(r, "Computation", "steps", (double)cat_dae_counts(r->stepper).steps, "",
                cat_record_textf(r->rec, "of %g s", r->spec->time.step));
}

//------------------------------------------------------------------------------- summary.json

static void interval_fields(CatPdaeRun *r, cJSON *parent, const char *name,
                            const CatPdaeOpenings *o) {
  cJSON *list = cat_summary_array(r->rec, parent, name);
  for (int k = 0; k < o->n; k++) {
    cJSON *pair = cat_summary_array(r->rec, list, NULL);
    cat_summary_number(r->rec, pair, NULL, o->interval[k].from);
    cat_summary_number(r->rec, pair, NULL, o->interval[k].to);
  }
}

static void impact_fields(CatPdaeRun *r, cJSON *parent, const CatPdaeOpenings *o) {
  cJSON *list = cat_summary_array(r->rec, parent, "impacts");
  for (int k = 0; k < o->n; k++) {
    if (o->interval[k].impulse == 0) continue;
    cJSON *impact = cat_summary_object(r->rec, list, NULL);
    cat_summary_number(r->rec, impact, "t_s", o->interval[k].to);
    cat_summary_number(r->rec, impact, "impulse_Ns", o->interval[k].impulse);
    cat_summary_number(r->rec, impact, "closing_speed_m_s", o->interval[k].speed);
  }
}

static void force_fields(CatPdaeRun *r, cJSON *parent, const CatPdaeExtremes *f) {
  cat_summary_number(r->rec, parent, "min_N", f->min);
  cat_summary_number(r->rec, parent, "max_N", f->max);
  cat_summary_number(r->rec, parent, "mean_N",
                     r->measure.t > 0 ? f->integral / r->measure.t : f->min);
  cat_summary_number(r->rec, parent, "t_min_s", f->t_min);
  cat_summary_number(r->rec, parent, "t_max_s", f->t_max);
}

static void linkage_fields(CatPdaeRun *r, cJSON *parent) {
  const CatLinkage *l = r->m->linkage;
  cJSON *linkage = cat_summary_object(r->rec, parent, "linkage");
  cat_summary_number(r->rec, linkage, "bodies", l->nbody);
  cat_summary_number(r->rec, linkage, "constraints", l->ng);
  cat_summary_number(r->rec, linkage, "freedoms", l->nq - l->ng);
  cat_summary_number(r->rec, linkage, "max_constraint_m", r->measure.open);
  cat_summary_number(r->rec, linkage, "max_condition", r->condition);
  cat_summary_number(r->rec, linkage, "trials_per_step",
                     (double)cat_dae_counts(r->stepper).repeats /
                         fmax(1, (double)cat_dae_counts(r->stepper).steps));
}

static void pdae_fields(CatPdaeRun *r, cJSON *top) {
  const CatPdaeSpec *s = r->spec;
  CatRecord *rec = r->rec;
  cJSON *pdae = cat_summary_object(rec, top, "pdae");
  force_fields(r, cat_summary_object(rec, pdae, "lambda_p"), &r->measure.force[s->ndropper]);
  cJSON *initial = cat_summary_object(rec, pdae, "initial");
  cJSON *forces = cat_summary_array(rec, initial, "lambda_d_N");
  for (int i = 0; i < s->ndropper; i++)
    cat_summary_number(rec, forces, NULL, r->initial.dropper_force[i]);
  cat_summary_number(rec, initial, "lambda_p_N", r->initial.contact_force);
  cat_summary_number(rec, initial, "w_p1_m", r->initial.w_p1);
  cat_summary_number(rec, initial, "v_p1_m_s", r->initial.v_p1);
  if (r->m->nbody > 1) cat_summary_number(rec, initial, "v_p2_m_s", r->initial.v_p2);
  cJSON *droppers = cat_summary_array(rec, pdae, "droppers");
  for (int i = 0; i < s->ndropper; i++) {
    cJSON *dropper = cat_summary_object(rec, droppers, NULL);
    cat_summary_number(rec, dropper, "x_m", s->droppers[i].position);
    cat_summary_number(rec, dropper, "passed_s",
                       (s->droppers[i].position - s->run.from) / s->run.speed);
    force_fields(r, dropper, &r->measure.force[i]);
    interval_fields(r, dropper, "slack_s", &r->measure.openings[i]);
    impact_fields(r, dropper, &r->measure.openings[i]);
  }
  interval_fields(r, pdae, "contact_loss_s", &r->measure.openings[s->ndropper]);
  if (r->m->linkage) linkage_fields(r, pdae);
}

static void general_fields(CatPdaeRun *r, cJSON *top) {
  static const char *const methods[] = {"bdf2", "half-explicit", "half-explicit-printed"};
  const CatPdaeSpec *s = r->spec;
  CatRecord *rec = r->rec;
  CatDaeCounts counts = cat_dae_counts(r->stepper);
  cJSON *model = cat_summary_object(rec, top, "model");
  cat_summary_number(rec, model, "dof", r->m->dae.nq);
  cat_summary_number(rec, model, "elements", 2.0 * s->space.intervals);
  cat_summary_number(rec, model, "nodes", 2.0 * (s->space.intervals + 1));
  cat_summary_number(rec, model, "droppers", s->ndropper);
  cat_summary_number(rec, model, "spans", 1);
  cJSON *march = cat_summary_object(rec, top, "march");
  cat_summary_text(rec, march, "method", methods[s->time.method]);
  cat_summary_text(rec, march, "solver", r->m->ops->name);
  cat_summary_number(rec, march, "dt_s", s->time.step);
  cat_summary_number(rec, march, "steps", (double)counts.steps);
  cat_summary_number(rec, march, "simulated_s", r->measure.t);
  cat_summary_number(rec, march, "events", (double)counts.events);
  cat_summary_number(rec, march, "unresolved_steps", (double)counts.unresolved);
  cat_summary_number(rec, march, "forced_steps", (double)counts.forced);
  const CatPdaeMeasure *e = &r->measure;
  cJSON *energy = cat_summary_object(rec, top, "energy");
  cat_summary_number(rec, energy, "work_J", e->spent.work);
  cat_summary_number(rec, energy, "dissipated_J", e->spent.dissipated);
  cat_summary_number(rec, energy, "impact_J", e->spent.impact);
  cat_summary_number(rec, energy, "numerical_J", cat_pdae_measure_numerical(e));
  cat_summary_number(rec, energy, "stored_J", e->energy - e->energy0);
  cat_summary_balance(rec, energy, cat_pdae_measure_residual(e), e->throughput);
  cJSON *timing = cat_summary_object(rec, top, "timing");
  cat_summary_number(rec, timing, "march_s", r->seconds);
  if (r->seconds > 0) cat_summary_number(rec, timing, "realtime_factor", e->t / r->seconds);
}

// A pantograph that is off the wire for most of a run is not that of a train.
static CatStatus warn_of_loss(CatPdaeRun *r) {
  static const double MOST = 0.5;  // of the time
  double lost = slack_total(&r->measure.openings[r->spec->ndropper]);
  if (!(lost > MOST * r->measure.t)) return CAT_OK;
  return cat_record_warn(r->rec,
                         "contact is lost for %.4g of %.4g ms: is the pantograph pushed up, and "
                         "is it drawn as it is to start?",
                         1e3 * lost, 1e3 * r->measure.t);
}

CatStatus cat_pdae_summary(CatPdaeRun *r) {
  cJSON *top = cat_record_summary(r->rec);
  general_fields(r, top);
  pdae_fields(r, top);
  CAT_TRY(results(r));
  CAT_TRY(warn_of_loss(r));
  if (cat_dae_counts(r->stepper).forced > 0) {
    CAT_TRY(cat_record_warn(r->rec, "in %ld steps the set of closed constraints did not settle",
                            cat_dae_counts(r->stepper).forced));
  }
  return cat_record_ok(r->rec);
}
