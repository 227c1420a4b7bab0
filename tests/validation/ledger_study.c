// The ledger of each solver beside the slow account (tests/support/slow_ledger.h), a page in
// Markdown: ledger_study STEPS CASE...  Differences and residuals are those of the throughput. Ends
// with 1 if a limit is exceeded.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/case.h"
#include "study/train/line_case.h"
#include "study/train/static_force.h"
#include "support/slow_ledger.h"

typedef struct Row {
  double differs, residual, slow;
} Row;

static CatStatus march(CatLineCase *line, long steps, Row *out) {
  const CatTrainSpec *spec = line->c->spec;
  CatSim *sim = line->c->sim;
  double *force = CAT_ARENA(line->c->arena, spec->npantograph, double);
  CatLedger *ledger[2];
  if (!force) return CAT_ERR_MEMORY;
  for (int i = 0; i < spec->npantograph; i++) {
    force[i] = cat_train_static_force(spec, &spec->pantograph[i]);
  }
  CAT_TRY(cat_ledger_new(line->c->arena, sim, NULL, &ledger[0]));
  CAT_TRY(slow_ledger_new(line->c, &ledger[1]));
  CAT_TRY(cat_line_sim_start(line->c, force));
  for (int i = 0; i < 2; i++) cat_ledger_start(ledger[i]);
  for (long k = 0; k < steps; k++) {
    for (int i = 0; i < 2; i++) cat_ledger_before(ledger[i]);
    CAT_TRY(cat_sim_step(sim));
    for (int i = 0; i < 2; i++) cat_ledger_after(ledger[i]);
  }
  const CatAccount own = cat_ledger_account(ledger[0]), slow = cat_ledger_account(ledger[1]);
  *out = (Row){account_difference(&own, &slow), fabs(own.residual) / own.throughput,
               fabs(slow.residual) / slow.throughput};
  return CAT_OK;
}

static CatStatus compare(CatContext *ctx, const char *path, const char *solver, long steps,
                         Row *out) {
  char set[64];
  snprintf(set, sizeof set, "solver=%s", solver);
  const char *sets[] = {set, "modal.attachments=true", "modal.residual=true"};
  CatCaseSource source = {.size = sizeof source, .path = path, .sets = sets};
  source.nset = strcmp(solver, "modal") == 0 ? 3 : 1;
  CatCase *c = NULL;
  CatLineCase line = {0};
  CatStatus status = cat_case_load(ctx, &source, &c);
  if (status == CAT_OK) status = cat_line_case_build(ctx, c->spec, cat_spec_values(c->spec), &line);
  if (status == CAT_OK) status = march(&line, steps, out);
  cat_line_case_free(&line);
  cat_case_free(c);
  return status;
}

typedef struct Solver {
  const char *name;
  double limit;
} Solver;

static const char *short_name(const char *path) {
  const char *name = strstr(path, "cases/");
  return name ? name + strlen("cases/") : path;
}

// One row of the table; whether it is within its limit.
static CatStatus row(const char *path, const Solver *solver, long steps, bool *met) {
  CatContext *ctx = cat_context_new(NULL);
  Row x = {0};
  CatStatus status = ctx ? compare(ctx, path, solver->name, steps, &x) : CAT_ERR_MEMORY;
  cat_context_free(ctx);
  if (status) return status;
  bool here = x.differs <= solver->limit && x.residual <= solver->limit;
  printf("| `%s` | %s | %.1e | %.1e | %.1e | %.0e %s |\n", short_name(path), solver->name,
         x.differs, x.residual, x.slow, solver->limit, here ? "met" : "**missed**");
  fflush(stdout);
  *met = *met && here;
  return CAT_OK;
}

static void head(long steps) {
  printf(
      "# The ledger of each solver beside the slow account\n\n"
      "Written by `make validate` (tests/validation/ledger_study.c); do not edit. What the entries "
      "are: [train.md](../theory/train.md).\n\n"
      "Each solver counts energy in its own coordinates, several steps at a time. The slow account "
      "multiplies the state that the solver shows with M, C and K of the whole line, in every "
      "step. "
      "Both follow the first %ld steps of each case (modal: %ld, since showing all coordinates of "
      "a "
      "basis takes long) with the static force of its input. Difference: the largest of work, "
      "propulsion, dissipated, numerical, stored and residual; all over the throughput.\n\n"
      "| case | solver | largest difference | residual | slow account's | limit |\n"
      "|---|---|---|---|---|---|\n",
      steps, (steps + 9) / 10);
}

int main(int argc, char **argv) {
  static const Solver solver[] = {{"band", 1e-9}, {"lanes", 1e-6}, {"modal", 1e-9}};
  long steps = argc > 1 ? atol(argv[1]) : 0;
  bool met = true;
  if (argc < 3 || steps < 1) return 2;
  head(steps);
  for (int i = 2; i < argc; i++) {
    for (size_t k = 0; k < sizeof solver / sizeof *solver; k++) {
      CatStatus status = row(argv[i], &solver[k], k == 2 ? (steps + 9) / 10 : steps, &met);
      if (status == CAT_OK) continue;
      fprintf(stderr, "ledger_study: %s: %s\n", argv[i], cat_status_text(status));
      return 2;
    }
  }
  return met ? 0 : 1;
}
