#include "summary_fields.h"

static void newton_fields(const CatLineSim *c, CatRecord *rec, cJSON *march) {
  const CatSimCounts *n = &c->sim->counts;
  cJSON *newton = cat_summary_object(rec, march, "newton");
  cat_summary_number(rec, newton, "mean", n->steps ? (double)n->trials / (double)n->steps : 0);
  cat_summary_number(rec, newton, "max", (double)n->most_trials);
  cat_summary_number(rec, newton, "tolerance_N", c->sim->iteration.tolerance);
}

cJSON *cat_line_sim_summary(const CatLineSim *c, long steps, CatRecord *rec) {
  static const char *const methods[] = {
      "hht",        "newmark", "generalised-alpha", "energy-momentum", "central-differences",
      "runge-kutta"};
  cJSON *march = cat_summary_object(rec, cat_record_summary(rec), "march");
  cat_summary_text(rec, march, "method", methods[c->spec->time.method]);
  cat_summary_text(rec, march, "dynamics", c->nonlinear ? "nonlinear" : "linear");
  cat_summary_text(rec, march, "solver", c->structure->ops->name);
  cat_summary_text(rec, march, "solver_reason", c->why);
  cat_summary_number(rec, march, "dt_s", c->spec->time.step);
  cat_summary_number(rec, march, "steps", (double)steps);
  cat_summary_number(rec, march, "simulated_s", c->sim->t);
  if (c->sim->iteration.needed) newton_fields(c, rec, march);
  return march;
}

CatStatus cat_line_sim_results(const CatLineSim *c, CatRecord *rec) {
  const char *label = cat_record_textf(rec, "%s, unknowns", c->structure->ops->name);
  if (!label) return CAT_ERR_MEMORY;
  int unknowns = c->basis ? c->basis->n : c->system.n;
  return cat_record_result(rec, (CatResult){"Solver", label, "", c->why, unknowns});
}
