// Chains of masses fitted to a response.
#include <math.h>

#include "run.h"

// The largest error of a fitted chain's phase, over all frequencies of the response [rad].
static double phase_error(const CatPantographRun *r, const CatFittedChain *x) {
  const CatSampled *s = &r->response;
  double most = 0;
  for (int i = 0; i < s->n; i++) {
    double H[2];
    cat_chain_receptance(x, s->frequency[i], H);
    most = fmax(most, fabs(remainder(H[1] - s->phase[i], 2 * 3.14159265358979323846)));
  }
  return most;
}

// A chain that is far from the response, or has parts that are none, says little.
static CatStatus warn_of_chain(CatPantographRun *r, const CatFittedChain *x) {
  static const double FAR = 0.1, NO_MASS = 1e-3, STIFF = 1e8;  // of |H|; of all masses; [N/m]
  double all = 0;
  if (x->rms > FAR) {
    CAT_TRY(
        cat_record_warn(r->rec,
                        "the fitted chain of %d mass%s is off by %.3g %% (root mean square): it "
                        "does not stand for this response",
                        x->n, x->n > 1 ? "es" : "", 100 * x->rms));
  }
  for (int j = 0; j < x->n; j++) all += x->m[j];
  for (int j = 0; j < x->n; j++) {
    if (x->m[j] >= NO_MASS * all && fabs(x->k[j]) <= STIFF) continue;
    return cat_record_warn(r->rec,
                           "the fitted chain of %d masses has a mass of %.2g kg on a spring of "
                           "%.2g N/m: the response does not tell it from a chain of fewer masses",
                           x->n, x->m[j], x->k[j]);
  }
  return CAT_OK;
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

CatStatus cat_pantograph_fit(CatPantographRun *r) {
  const CatSampled *s = &r->response;
  CatResponse response = {s->n, s->frequency, s->amplitude, s->phase};
  cJSON *list = cat_summary_array(r->rec, r->fields, "fits");
  for (int n = r->spec->fit.least; n <= r->spec->fit.most; n++) {
    CatFittedChain *x = &r->fit[r->nfit];
    CAT_TRY(cat_chain_fit(r->ctx, &response, n, x));
    r->nfit++;
    double error = phase_error(r, x) * 180 / 3.14159265358979323846;
    chain_fields(r, list, x, error);
    CAT_TRY(chain_results(r, x, error));
    CAT_TRY(warn_of_chain(r, x));
  }
  return CAT_OK;
}
