// Results of a run as a table and as fields of summary.json.
#include "run.h"

static CatStatus result(CatCableRun *r, const char *group, const char *label, double value,
                        const char *unit, const char *note) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = group, .label = label, .value = value, .unit = unit, .note = note});
}

static CatStatus crest_results(CatCableRun *r) {
  for (int i = 0; i < r->ncrest; i++) {
    const CatCableCrest *c = &r->crest[i];
    const char *group = cat_record_textf(r->rec, "Pulse at t = %g s", c->t);
    if (!group) return CAT_ERR_MEMORY;
    if (!cat_cable_crest_clear(r->m, c)) {
      CAT_TRY(result(r, group, "from an end", c->end, "m", "too near for a crest and a shift"));
      continue;
    }
    CAT_TRY(result(r, group, "crest", c->x, "m", ""));
    CAT_TRY(result(r, group, "height", 1e3 * c->v, "mm", ""));
    CAT_TRY(result(r, group, "ahead of the linear string", c->shift, "m",
                   cat_record_textf(r->rec, "on this grid there: %.3f m", c->on_grid)));
    CAT_TRY(result(r, group, "grid and step alone", c->numerical, "m",
                   cat_record_textf(r->rec, "exact string there: %.3f m", c->linear)));
    CAT_TRY(result(r, group, "largest displacement elsewhere", 1e3 * c->away, "mm",
                   "farther than six pulse lengths"));
  }
  return CAT_OK;
}

static CatStatus term_results(CatCableRun *r) {
  for (int i = 0; i < r->nmost; i++) {
    const CatCableTerms *t = &r->most[i];
    const char *group = cat_record_textf(r->rec, "Largest terms at t = %g s", r->term_time[i]);
    if (!group) return CAT_ERR_MEMORY;
    CAT_TRY(result(r, group, "lt", t->lt, "N/m", "P0 v_xx"));
    CAT_TRY(result(r, group, "bt", t->bt, "N/m", "-EI v_xxxx"));
    CAT_TRY(result(r, group, "nlt1", t->nlt1, "N/m", "EA v_x u_xx"));
    CAT_TRY(result(r, group, "nlt2", t->nlt2, "N/m", "EA v_xx u_x"));
    CAT_TRY(result(r, group, "nlt3", t->nlt3, "N/m", "3/2 EA v_x^2 v_xx"));
    CAT_TRY(result(r, group, "nlt1 + nlt2 + nlt3", t->sum, "N/m", ""));
  }
  return CAT_OK;
}

static CatStatus wave_results(CatCableRun *r) {
  const CatDispersion *d = &r->dispersion;
  if (!r->spec->wave.given) return CAT_OK;
  CAT_TRY(result(r, "Dispersion", "linear frequency", d->linear, "rad/s", "(A.11)"));
  CAT_TRY(result(r, "Dispersion", "nonlinear frequency", d->nonlinear, "rad/s", "(A.21)"));
  CAT_TRY(result(r, "Dispersion", "exact frequency", d->exact, "rad/s", "with all harmonics"));
  CAT_TRY(result(r, "Dispersion", "measured frequency", cat_cable_measured_omega(r), "rad/s",
                 "of the time integration"));
  CAT_TRY(result(r, "Dispersion", "group velocity", d->group, "m/s", "(A.22)"));
  // what is asked for is in the fifth digit of the frequencies
  const char *rise = "Rise of the frequency with the amplitude";
  CAT_TRY(result(r, rise, "nonlinear", d->nonlinear - d->linear, "rad/s", "(A.21)"));
  CAT_TRY(result(r, rise, "exact", d->exact - d->linear, "rad/s", "with all harmonics"));
  CAT_TRY(result(r, rise, "measured", cat_cable_measured_omega(r) - d->linear - r->scheme, "rad/s",
                 "less grid and step"));
  return result(r, rise, "grid and step alone", r->scheme, "rad/s", "of a linear wave");
}

static CatStatus results(CatCableRun *r) {
  CAT_TRY(crest_results(r));
  CAT_TRY(term_results(r));
  CAT_TRY(wave_results(r));
  CAT_TRY(result(r, "Energy", "kinetic", r->energy.kinetic, "J", "at the end"));
  CAT_TRY(result(r, "Energy", "Ep", r->energy.Ep, "J", ""));
  CAT_TRY(result(r, "Energy", "Eb", r->energy.Eb, "J", ""));
  CAT_TRY(result(r, "Energy", "Enl", r->energy.Enl, "J", ""));
  CAT_TRY(result(r, "Computation", "unknowns", r->m->nq, "", r->m->ops->name));
  return result(r, "Computation", "steps", (double)r->done, "",
                cat_record_textf(r->rec, "of %g s", r->spec->time.step));
}

//------------------------------------------------------------------------------- summary.json

static void crest_fields(CatCableRun *r, cJSON *cable) {
  cJSON *list = cat_summary_array(r->rec, cable, "pulse");
  for (int i = 0; i < r->ncrest; i++) {
    const CatCableCrest *c = &r->crest[i];
    cJSON *item = cat_summary_object(r->rec, list, NULL);
    cat_summary_number(r->rec, item, "t_s", c->t);
    bool clear = cat_cable_crest_clear(r->m, c);
    cat_summary_bool(r->rec, item, "near_end", !clear);
    if (!clear) continue;
    cat_summary_number(r->rec, item, "peak_x_m", c->x);
    cat_summary_number(r->rec, item, "shift_m", c->shift);
    cat_summary_number(r->rec, item, "shift_numerical_m", c->numerical);
    cat_summary_number(r->rec, item, "peak_mm", 1e3 * c->v);
    cat_summary_number(r->rec, item, "away_mm", 1e3 * c->away);
  }
}

static void term_fields(CatCableRun *r, cJSON *item, const CatCableTerms *t) {
  cat_summary_number(r->rec, item, "lt", t->lt);
  cat_summary_number(r->rec, item, "bt", t->bt);
  cat_summary_number(r->rec, item, "nlt1", t->nlt1);
  cat_summary_number(r->rec, item, "nlt2", t->nlt2);
  cat_summary_number(r->rec, item, "nlt3", t->nlt3);
  cat_summary_number(r->rec, item, "sum", t->sum);
}

static void cable_fields(CatCableRun *r, cJSON *top) {
  CatRecord *rec = r->rec;
  cJSON *cable = cat_summary_object(rec, top, "cable");
  cat_summary_number(rec, cable, "wave_speed_m_s", cat_cable_wave_speed(r->spec));
  if (r->ncrest > 0) crest_fields(r, cable);
  if (cat_cable_stretches(r->spec)) {
    cat_summary_number(rec, cable, "mean_tension_rise_N",
                       cat_cable_tension_rise(r->m, r->stepper.x.q));
  }
  if (r->nmost > 0) {
    cat_summary_number(rec, cable, "terms_at_s", r->term_time[0]);
    term_fields(r, cat_summary_object(rec, cable, "terms_N_m"), &r->most[0]);
  }
  if (r->spec->wave.given) {
    const CatDispersion *d = &r->dispersion;
    cat_summary_number(rec, cable, "wave_number_1_m", d->k);
    cat_summary_number(rec, cable, "omega_linear_rad_s", d->linear);
    cat_summary_number(rec, cable, "omega_rad_s", d->nonlinear);
    cat_summary_number(rec, cable, "omega_exact_rad_s", d->exact);
    cat_summary_number(rec, cable, "omega_measured_rad_s", cat_cable_measured_omega(r));
    cat_summary_number(rec, cable, "omega_numerical_rad_s", r->scheme);
    cat_summary_number(rec, cable, "group_velocity_m_s", d->group);
  }
  cat_summary_number(rec, cable, "energy_drift", r->drift);
}

static void energy_fields(CatCableRun *r, cJSON *top) {
  CatRecord *rec = r->rec;
  cJSON *energy = cat_summary_object(rec, top, "energy");
  cat_summary_number(rec, energy, "work_J", r->stepper.work);
  cat_summary_number(rec, energy, "dissipated_J", 0);
  cat_summary_number(rec, energy, "numerical_J", r->numerical);
  cat_summary_number(rec, energy, "stored_J", r->stored);
  cat_summary_balance(rec, energy, r->stepper.work - r->stored - r->numerical, r->throughput);
  cat_summary_number(rec, energy, "kinetic_J", r->energy.kinetic);
  cat_summary_number(rec, energy, "Ep_J", r->energy.Ep);
  cat_summary_number(rec, energy, "Eb_J", r->energy.Eb);
  cat_summary_number(rec, energy, "Enl_J", r->energy.Enl);
}

static void general_fields(CatCableRun *r, cJSON *top) {
  CatRecord *rec = r->rec;
  cJSON *model = cat_summary_object(rec, top, "model");
  cat_summary_number(rec, model, "dof", r->m->nq);
  cat_summary_number(rec, model, "elements", r->m->n);
  cat_summary_number(rec, model, "nodes", r->m->nodes);
  cJSON *march = cat_summary_object(rec, top, "march");
  cat_summary_text(rec, march, "method", r->stepper.implicit ? "implicit" : "explicit");
  cat_summary_text(rec, march, "solver", r->m->ops->name);
  cat_summary_number(rec, march, "dt_s", r->spec->time.step);
  cat_summary_number(rec, march, "steps", (double)r->done);
  cat_summary_number(rec, march, "simulated_s", r->stepper.x.t);
  cJSON *timing = cat_summary_object(rec, top, "timing");
  cat_summary_number(rec, timing, "march_s", r->seconds);
  if (r->seconds > 0)
    cat_summary_number(rec, timing, "realtime_factor", r->stepper.x.t / r->seconds);
}

CatStatus cat_cable_summary(CatCableRun *r) {
  cJSON *top = cat_record_summary(r->rec);
  general_fields(r, top);
  energy_fields(r, top);
  cable_fields(r, top);
  CAT_TRY(results(r));
  return cat_record_ok(r->rec);
}
