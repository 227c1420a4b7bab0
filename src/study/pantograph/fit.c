// Chains of masses fitted to a response, and the response beside them.
#include <math.h>

#include "run.h"

static double level(double amplitude) {
  return 20 * log10(amplitude);
}

// Of a fitted chain against the response: the largest error of its phase from half to twice the
// first resonance, or everywhere if that is not known [rad].
static double phase_error(const CatPantographRun *r, const CatFittedChain *x) {
  const CatSampled *s = &r->response;
  double most = 0;
  for (int i = 0; i < s->n; i++) {
    double H[2], part = s->frequency[i] / r->resonance;
    if (r->resonance > 0 && (part < 0.5 || part > 2)) continue;
    cat_chain_receptance(x, s->frequency[i], H);
    most = fmax(most, fabs(remainder(H[1] - s->phase[i], 2 * 3.14159265358979323846)));
  }
  return most;
}

static CatStatus chain_results(CatPantographRun *r, const CatFittedChain *x, double error) {
  static const char *const unit[3] = {"kg", "N/m", "N s/m"};
  const char *group =
      cat_record_textf(r->rec, "Fitted chain of %d mass%s", x->n, x->n > 1 ? "es" : "");
  if (!group) return CAT_ERR_MEMORY;
  for (int j = 0; j < x->n; j++) {
    const double value[3] = {x->m[j], x->k[j], x->c[j]};
    for (int k = 0; k < 3; k++) {
      const char *label = cat_record_textf(r->rec, "%c%d", "mkc"[k], j + 1);
      if (!label) return CAT_ERR_MEMORY;
      CAT_TRY(cat_pantograph_result(r, group, label, value[k], unit[k]));
    }
  }
  CAT_TRY(cat_pantograph_result(r, group, "error, root mean square", 100 * x->rms, "%"));
  return cat_pantograph_result(r, group, "largest error of phase", error, "deg");
}

static void chain_fields(CatPantographRun *r, cJSON *list, const CatFittedChain *x, double error) {
  cJSON *fields = cat_summary_object(r->rec, list, NULL);
  cJSON *m = cat_summary_array(r->rec, fields, "m_kg");
  cJSON *k = cat_summary_array(r->rec, fields, "k_N_m");
  cJSON *c = cat_summary_array(r->rec, fields, "c_Ns_m");
  for (int j = 0; j < x->n; j++) {
    cat_summary_number(r->rec, m, NULL, x->m[j]);
    cat_summary_number(r->rec, k, NULL, x->k[j]);
    cat_summary_number(r->rec, c, NULL, x->c[j]);
  }
  cat_summary_number(r->rec, fields, "masses", x->n);
  cat_summary_number(r->rec, fields, "rms_percent", 100 * x->rms);
  cat_summary_number(r->rec, fields, "phase_error_deg", error);
}

static CatStatus fit_all(CatPantographRun *r) {
  const CatSampled *s = &r->response;
  CatResponse response = {s->n, s->frequency, s->amplitude, s->phase};
  cJSON *list = cat_summary_array(r->rec, r->fields, "fits");
  for (int n = r->spec->fit.least; n <= r->spec->fit.most; n++) {
    CatFittedChain *x = &r->fit[r->nfit];
    CAT_TRY(cat_chain_fit(r->ctx, &response, n, x));
    r->nfit++;
    double error = cat_pantograph_degrees(-phase_error(r, x));
    chain_fields(r, list, x, -error);
    CAT_TRY(chain_results(r, x, -error));
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- table, figures

enum { COLUMNS = 4 + 3 * CAT_FIT_MASSES + CAT_LINKAGE_BODIES };

// Columns: the response, each fitted chain, the phase of each body.
static int name_columns(CatPantographRun *r, CatColumn *c) {
  int n = 0;
  c[n++] = (CatColumn){"f", "Hz", "frequency"};
  c[n++] = (CatColumn){"amplitude", "m/N", "displacement of the head over the force on it"};
  c[n++] = (CatColumn){"level", "dB", "20 log10 of it"};
  c[n++] = (CatColumn){"phase", "deg", "of the head, over the force on it"};
  for (int k = 0; k < r->nfit; k++) {
    int masses = r->fit[k].n;
    c[n++] = (CatColumn){cat_record_textf(r->rec, "level_%d", masses), "dB",
                         cat_record_textf(r->rec, "fitted chain, masses: %d", masses)};
    c[n++] = (CatColumn){cat_record_textf(r->rec, "phase_%d", masses), "deg",
                         cat_record_textf(r->rec, "fitted chain, masses: %d", masses)};
  }
  for (int b = 0; r->response.bodies && b < r->linkage.nbody; b++) {
    const char *name = r->spec->linkage.bodies[b].name;
    c[n++] =
        (CatColumn){cat_record_textf(r->rec, "phase.%s", name), "deg",
                    cat_record_textf(r->rec, "height of %s, over the force on the head", name)};
  }
  return n;
}

static void fill_row(CatPantographRun *r, int i, double *row) {
  const CatSampled *s = &r->response;
  int n = 0;
  row[n++] = s->frequency[i];
  row[n++] = s->amplitude[i];
  row[n++] = level(s->amplitude[i]);
  row[n++] = cat_pantograph_degrees(s->phase[i]);
  for (int k = 0; k < r->nfit; k++) {
    double H[2];
    cat_chain_receptance(&r->fit[k], s->frequency[i], H);
    row[n++] = level(H[0]);
    row[n++] = cat_pantograph_degrees(H[1]);
  }
  for (int b = 0; s->bodies && b < r->linkage.nbody; b++) {
    row[n++] = cat_pantograph_degrees(s->bodies[i * r->linkage.nbody + b]);
  }
}

static CatStatus figure(CatPantographRun *r, const char *table, const char *title,
                        const char *first) {
  CatMark mark = {CAT_MARK_LINE, r->resonance, 0, "first resonance"};
  CatFigure f = {.title = title,
                 .caption = "Of the head under a force on it, and of the chains fitted to it.",
                 .table = table,
                 .x = "f",
                 .y = {first},
                 .ny = 1};
  if (r->resonance > 0) f.nmark = 1, f.mark = &mark;
  for (int k = 0; k < r->nfit; k++) {
    f.y[f.ny++] = cat_record_textf(r->rec, "%s_%d", first, r->fit[k].n);
  }
  return cat_record_figure(r->rec, f);
}

static CatStatus body_figure(CatPantographRun *r, const char *table) {
  CatFigure f = {.title = "Phases of the bodies",
                 .caption = "Of the height of each body, over the force on the head: 0, in phase.",
                 .table = table,
                 .x = "f"};
  for (int b = 0; b < r->linkage.nbody && f.ny < CAT_MAX_SERIES; b++) {
    f.y[f.ny++] = cat_record_textf(r->rec, "phase.%s", r->spec->linkage.bodies[b].name);
  }
  return cat_record_figure(r->rec, f);
}

CatStatus cat_pantograph_record(CatPantographRun *r, const char *name) {
  CatColumn columns[COLUMNS];
  double row[COLUMNS];
  int n = name_columns(r, columns);
  for (int i = 0; i < n; i++) {
    if (!columns[i].name || !columns[i].doc) return CAT_ERR_MEMORY;
  }
  CatTable *table = cat_record_table(r->rec, name, columns, n, (size_t)r->response.n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < r->response.n; i++) {
    fill_row(r, i, row);
    cat_table_append(table, row);
  }
  CAT_TRY(figure(r, name, "Amplitude of the response", "level"));
  CAT_TRY(figure(r, name, "Phase of the response", "phase"));
  return r->response.bodies ? body_figure(r, name) : CAT_OK;
}

CatStatus cat_pantograph_fit(CatPantographRun *r) {
  CAT_TRY(fit_all(r));
  return cat_pantograph_record(r, *r->spec->fit.measured ? "measured" : "response");
}
