// The ledger of each solver beside the slow account (tests/support/slow_ledger.h), in Markdown:
// bench-ledger STEPS CASE...  Differences and residuals are those of the throughput.
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

int main(int argc, char **argv) {
  static const char *const solver[] = {"band", "lanes", "modal"};
  long steps = argc > 1 ? atol(argv[1]) : 0;
  if (argc < 3 || steps < 1) return 2;
  printf("| case | solver | largest difference | residual | slow account's "
         "|\n|---|---|---|---|---|\n");
  for (int i = 2; i < argc; i++) {
    const char *name = strstr(argv[i], "cases/");
    for (size_t k = 0; k < sizeof solver / sizeof *solver; k++) {
      CatContext *ctx = cat_context_new(NULL);
      Row row = {0};
      long some = k == 2 ? (steps + 9) / 10 : steps;  // showing all coordinates of a basis is slow
      CatStatus status = ctx ? compare(ctx, argv[i], solver[k], some, &row) : CAT_ERR_MEMORY;
      cat_context_free(ctx);
      if (status) {
        fprintf(stderr, "bench-ledger: %s: %s\n", argv[i], cat_status_text(status));
        return 2;
      }
      printf("| `%s` | %s | %.1e | %.1e | %.1e |\n", name ? name + strlen("cases/") : argv[i],
             solver[k], row.differs, row.residual, row.slow);
      fflush(stdout);
    }
  }
  return 0;
}
