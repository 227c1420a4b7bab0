#include "run.h"

#include "base/clock.h"
#include "windows.h"

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

// What is told of a force, the exact one or the method's.
typedef struct Peaks {
  CatStringPeak least, most;  // of the run
  CatStringPeak
      reflection;  // greatest within a twentieth of the string after the first wave is back
  double pulls;    // how far it pulls at the string [m]
} Peaks;

static Peaks peaks_of(const Run *r, const double *F, const double *t, int n) {
  double c = r->spec->run.speed;
  return (Peaks){.least = cat_string_least(F, t, n, c),
                 .most = cat_string_most(F, t, n, c),
                 .reflection = cat_string_greatest(&r->reference, F, t, n),
                 .pulls = cat_string_pull(F, t, n, c)};
}

static CatStatus peak(Run *r, const char *group, const char *label, CatStringPeak p, bool own) {
  double exact = cat_string_reference_force(&r->reference, p.x / r->spec->run.speed);
  const char *note = own ? cat_record_textf(r->rec, "at %.3f m; exact there: %.5g N", p.x, exact)
                         : cat_record_textf(r->rec, "at %.3f m", p.x);
  return result(r, group, label, p.force, "N", note);
}

static CatStatus peak_results(Run *r, const char *group, const Peaks *p, bool own) {
  CAT_TRY(peak(r, group, "minimum force", p->least, own));
  CAT_TRY(peak(r, group, "maximum force", p->most, own));
  if (reflects(r)) CAT_TRY(peak(r, group, "peak of the first reflection", p->reflection, own));
  return p->pulls > 0 ? result(r, group, "pulls at the string", p->pulls, "m", "") : CAT_OK;
}

static void peak_fields(Run *r, cJSON *parent, const Peaks *p) {
  cat_summary_number(r->rec, parent, "force_min_N", p->least.force);
  cat_summary_number(r->rec, parent, "force_min_x_m", p->least.x);
  cat_summary_number(r->rec, parent, "force_max_N", p->most.force);
  cat_summary_number(r->rec, parent, "force_max_x_m", p->most.x);
  cat_summary_number(r->rec, parent, "pulls_m", p->pulls);
  if (!reflects(r)) return;
  cat_summary_number(r->rec, parent, "reflection_peak_N", p->reflection.force);
  cat_summary_number(r->rec, parent, "reflection_peak_x_m", p->reflection.x);
}

static CatStatus warn_pull(Run *r, const Peaks *exact, const Peaks *own) {
  const Peaks *p = exact->pulls > 0 ? exact : own;
  if (p->pulls <= 0) return CAT_OK;
  return cat_record_warn(
      r->rec,
      "%s force pulls at the string over %.3g m, by %.4g N at %.2f m: the spring "
      "acts both ways, where a pantograph would lose contact",
      p == exact ? "the exact" : "only the method's", p->pulls, -p->least.force, p->least.x);
}

static CatStatus error_results(Run *r, cJSON *parent) {
  double c = r->spec->run.speed;
  CatStringWindows w =
      cat_string_windows(r->spec, c * r->reference.arrival, c * r->march.t[r->march.n]);
  cJSON *norms = cat_summary_array(r->rec, parent, "error_norms");
  cJSON *windows = cat_summary_array(r->rec, parent, "error_windows_m");
  for (int i = 0; i < w.n; i++) {
    double error = cat_string_error(&r->march, &r->reference, w.at[i]);
    if (error < 0) {
      CAT_TRY(cat_record_warn(r->rec,
                              "the window from %g to %g m has fewer than %d steps: no error is "
                              "told of it (record.windows, time.step)",
                              w.at[i][0], w.at[i][1], CAT_STRING_SAMPLES));
      continue;
    }
    cat_summary_number(r->rec, norms, NULL, error);
    cJSON *pair = cat_summary_array(r->rec, windows, NULL);
    cat_summary_number(r->rec, pair, NULL, w.at[i][0]);
    cat_summary_number(r->rec, pair, NULL, w.at[i][1]);
    CAT_TRY(result(r, "Error, root mean square",
                   cat_record_textf(r->rec, "%g to %g m", w.at[i][0], w.at[i][1]), error, "N", ""));
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

static CatStatus statics(Run *r, cJSON *part) {
  const CatStringStatics *x = &r->statics;
  cJSON *at_rest = cat_summary_object(r->rec, part, "statics");
  cat_summary_number(r->rec, at_rest, "deflection_mm", 1e3 * x->v);
  cat_summary_number(r->rec, at_rest, "deflection_exact_mm", 1e3 * x->exact);
  cat_summary_number(r->rec, at_rest, "spring_mm", 1e3 * x->d);
  const char *group = "At rest at mid-span";
  CAT_TRY(result(r, group, "deflection of the string", 1e3 * x->v, "mm",
                 cat_record_textf(r->rec, "exact: %.6g mm", 1e3 * x->exact)));
  return result(r, group, "shortening of the spring", 1e3 * x->d, "mm", "");
}

static CatStatus summary(Run *r) {
  const CatStringReference *e = &r->reference;
  const CatStringMarch *x = &r->march;
  Peaks exact = peaks_of(r, e->F, e->t, e->n), own = peaks_of(r, x->F, x->t, x->n);
  cJSON *top = cat_record_summary(r->rec);
  general_fields(r, top);
  cJSON *part = cat_summary_object(r->rec, top, "string_mass");
  peak_fields(r, part, &exact);
  peak_fields(r, cat_summary_object(r->rec, part, "computed"), &own);
  CAT_TRY(peak_results(r, "Exact", &exact, false));
  CAT_TRY(peak_results(r, names[r->spec->space.method], &own, true));
  CAT_TRY(warn_pull(r, &exact, &own));
  CAT_TRY(error_results(r, part));
  if (!reflects(r)) {
    CAT_TRY(cat_record_warn(r->rec,
                            "the run ends before the first wave is back, at %.4g m: no reflection",
                            r->spec->run.speed * e->arrival));
  }
  CAT_TRY(statics(r, part));
  CAT_TRY(energy(r, top));
  CAT_TRY(result(r, "Computation", "unknowns of the string", r->m.nq, "", ""));
  return cat_record_ok(r->rec);
}

// Of a run that was stopped, the exact force is told as far as it came.
static void shorten(Run *r) {
  double end = r->march.t[r->march.n] * (1 + 1e-9);
  while (r->reference.n > 1 && r->reference.t[r->reference.n] > end) r->reference.n--;
}

CatStatus cat_string_mass_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  Run r = {.spec = cat_spec_values(spec), .rec = rec};
  CatArena *a = cat_record_arena(rec);
  CAT_TRY(cat_string_reference_settle(ctx, a, r.spec, &r.reference));
  CAT_TRY(cat_string_model(a, r.spec, &r.m));
  CAT_TRY(cat_string_statics(ctx, a, &r.m, &r.statics));
  double begin = cat_clock_now();
  cat_stage(ctx, "run");
  CatStatus status = cat_string_march(ctx, a, &r.m, &r.march);
  if (status && status != CAT_ERR_INTERRUPTED) return status;
  r.seconds = cat_clock_now() - begin;
  shorten(&r);
  CAT_TRY(record(&r));
  CAT_TRY(summary(&r));
  return status;
}
