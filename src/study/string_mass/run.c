#include "run.h"

#include "base/clock.h"

static const char *const names[] = {"differences", "differences-spline", "modes", "linear", "cubic",
                                    "quintic"};

typedef struct Run {
  const CatStringMassSpec *spec;
  CatRecord *rec;
  CatStringModel m;
  CatStringReference reference;
  CatStringMarch march;
  CatStringStatics statics;
  double seconds;
} Run;

static CatStatus record(Run *r) {
  static const CatColumn columns[] = {{"t", "s", "time"},
                                      {"x", "m", "position of the mass"},
                                      {"force", "N", "force between string and mass"},
                                      {"reference", "N", "the same, exactly"},
                                      {"error", "N", "force - reference"}};
  CatTable *table = cat_record_table(r->rec, "time", columns, 5,
                                     (size_t)(r->march.n / r->spec->record.every) + 2);
  if (!table) return CAT_ERR_MEMORY;
  for (int k = 0; k <= r->march.n; k += r->spec->record.every) {
    double t = r->march.t[k], exact = cat_string_reference_force(&r->reference, t);
    double row[5] = {t, r->spec->run.speed * t, r->march.F[k], exact, r->march.F[k] - exact};
    cat_table_append(table, row);
  }
  CAT_TRY(cat_record_figure(r->rec, (CatFigure){.title = "Contact force",
                                                .caption = "Beside the exact one.",
                                                .table = "time",
                                                .x = "x",
                                                .y = {"force", "reference"},
                                                .ny = 2}));
  return cat_record_figure(r->rec, (CatFigure){.title = "Error of the contact force",
                                               .caption = "Less the exact one.",
                                               .table = "time",
                                               .x = "x",
                                               .y = {"error"},
                                               .ny = 1});
}

static CatStatus result(Run *r, const char *group, const char *label, double value,
                        const char *unit, const char *note) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = group, .label = label, .value = value, .unit = unit, .note = note});
}

// A run that ends before the first wave is back has no reflection to tell of.
static bool reflects(const Run *r) {
  return r->march.t[r->march.n] >= r->reference.arrival;
}

static CatStatus peak_results(Run *r, const char *group, CatStringPeak least, CatStringPeak most) {
  CAT_TRY(result(r, group, "minimum force", least.force, "N",
                 cat_record_textf(r->rec, "at %.3f m", least.x)));
  if (!reflects(r)) return CAT_OK;
  return result(r, group, "maximum after reflection", most.force, "N",
                cat_record_textf(r->rec, "at %.3f m", most.x));
}

static void peak_fields(Run *r, cJSON *parent, CatStringPeak least, CatStringPeak most) {
  cat_summary_number(r->rec, parent, "force_min_N", least.force);
  cat_summary_number(r->rec, parent, "force_min_x_m", least.x);
  if (!reflects(r)) return;
  cat_summary_number(r->rec, parent, "reflection_peak_N", most.force);
  cat_summary_number(r->rec, parent, "reflection_peak_x_m", most.x);
}

static CatStatus error_results(Run *r, cJSON *parent) {
  cJSON *norms = cat_summary_array(r->rec, parent, "error_norms");
  cJSON *windows = cat_summary_array(r->rec, parent, "error_windows_m");
  for (int i = 0; i < CAT_STRING_WINDOWS; i++) {
    const double *window = cat_string_window[i];
    double error = cat_string_error(&r->march, &r->reference, window);
    if (error < 0 || r->spec->run.to < window[1]) continue;
    cat_summary_number(r->rec, norms, NULL, error);
    cJSON *pair = cat_summary_array(r->rec, windows, NULL);
    cat_summary_number(r->rec, pair, NULL, window[0]);
    cat_summary_number(r->rec, pair, NULL, window[1]);
    CAT_TRY(result(r, "Error, root mean square",
                   cat_record_textf(r->rec, "%g to %g m", window[0], window[1]), error, "N", ""));
  }
  return CAT_OK;
}

static void general_fields(Run *r, cJSON *top) {
  CatRecord *rec = r->rec;
  cJSON *model = cat_summary_object(rec, top, "model");
  cat_summary_number(rec, model, "dof", r->m.nq + 1);
  cat_summary_number(rec, model, "elements", r->m.n);
  cJSON *march = cat_summary_object(rec, top, "march");
  cat_summary_text(rec, march, "method", "trapezoidal");
  cat_summary_text(rec, march, "solver", names[r->spec->space.method]);
  cat_summary_number(rec, march, "dt_s", r->march.t[1]);
  cat_summary_number(rec, march, "steps", r->march.n);
  cat_summary_number(rec, march, "simulated_s", r->march.t[r->march.n]);
  cJSON *timing = cat_summary_object(rec, top, "timing");
  cat_summary_number(rec, timing, "march_s", r->seconds);
}

static CatStatus energy(Run *r, cJSON *top) {
  const CatStringAccount *a = &r->march.account;
  cJSON *e = cat_summary_object(r->rec, top, "energy");
  cat_summary_number(r->rec, e, "work_J", a->propulsion + a->gravity);
  cat_summary_number(r->rec, e, "propulsion_J", a->propulsion);
  cat_summary_number(r->rec, e, "numerical_J", a->numerical);
  cat_summary_number(r->rec, e, "stored_J", a->stored);
  cat_summary_balance(r->rec, e, a->residual, a->throughput);
  return result(r, "Energy", "residual / throughput", cat_record_imbalance(r->rec), "", "");
}

static CatStatus summary(Run *r) {
  const CatStringReference *e = &r->reference;
  const CatStringMarch *x = &r->march;
  double c = r->spec->run.speed;
  CatStringPeak exact[2] = {cat_string_least(e->F, e->t, e->n, c),
                            cat_string_greatest(e, e->F, e->t, e->n)};
  CatStringPeak own[2] = {cat_string_least(x->F, x->t, x->n, c),
                          cat_string_greatest(e, x->F, x->t, x->n)};
  cJSON *top = cat_record_summary(r->rec);
  general_fields(r, top);
  cJSON *part = cat_summary_object(r->rec, top, "string_mass");
  peak_fields(r, part, exact[0], exact[1]);
  peak_fields(r, cat_summary_object(r->rec, part, "computed"), own[0], own[1]);
  cJSON *statics = cat_summary_object(r->rec, part, "statics");
  cat_summary_number(r->rec, statics, "deflection_mm", 1e3 * r->statics.v);
  cat_summary_number(r->rec, statics, "deflection_exact_mm", 1e3 * r->statics.exact);
  cat_summary_number(r->rec, statics, "spring_mm", 1e3 * r->statics.d);
  CAT_TRY(peak_results(r, "Exact", exact[0], exact[1]));
  CAT_TRY(peak_results(r, names[r->spec->space.method], own[0], own[1]));
  CAT_TRY(error_results(r, part));
  if (!reflects(r)) {
    CAT_TRY(cat_record_warn(r->rec,
                            "the run ends before the first wave is back, at %.4g m: no reflection",
                            c * e->arrival));
  }
  CAT_TRY(result(r, "At rest at mid-span", "deflection of the string", 1e3 * r->statics.v, "mm",
                 cat_record_textf(r->rec, "exact: %.6g mm", 1e3 * r->statics.exact)));
  CAT_TRY(
      result(r, "At rest at mid-span", "shortening of the spring", 1e3 * r->statics.d, "mm", ""));
  CAT_TRY(energy(r, top));
  CAT_TRY(result(r, "Computation", "unknowns of the string", r->m.nq, "", ""));
  return cat_record_ok(r->rec);
}

CatStatus cat_string_mass_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  Run r = {.spec = cat_spec_values(spec), .rec = rec};
  CatArena *a = cat_record_arena(rec);
  CAT_TRY(cat_string_reference(a, r.spec, &r.reference));
  CAT_TRY(cat_string_model(a, r.spec, &r.m));
  CAT_TRY(cat_string_statics(ctx, a, &r.m, &r.statics));
  double begin = cat_clock_now();
  CAT_TRY(cat_string_march(ctx, a, &r.m, &r.march));
  r.seconds = cat_clock_now() - begin;
  CAT_TRY(record(&r));
  return summary(&r);
}
