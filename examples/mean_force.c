// What the program does for target_mean_force, from outside: the run is repeated, each time with the
// static force moved by what the mean force misses, until it misses 0.1 N at most. The program's own
// result is beside it.
//
//   mean_force CASE.yaml
#include <math.h>

#include "example.h"

static double result(CatRecord *rec, const char *label) {
  return cat_record_result_find(rec, "Contact force", label)->value;
}

static double mean_of(CatContext *ctx, CatSimulation *sim, double push) {
  CatRecord *rec = NULL;
  must(ctx, cat_simulation_set_named(sim, "p1.static_force", push));
  must(ctx, cat_simulation_start(sim));
  must(ctx, cat_simulation_run_to(sim, INFINITY));
  must(ctx, cat_simulation_finish(sim, &rec));
  double mean = result(rec, "mean");
  cat_record_free(rec);
  return mean;
}

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = load(ctx, argc, argv);
  CatModel *model = NULL;
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  double push, target, mean;
  must(ctx, cat_model_new(ctx, c, &model));
  must(ctx, cat_simulation_new(ctx, model, NULL, &sim));
  must(ctx, cat_simulation_get_named(sim, "p1.static_force", &push));
  must(ctx, cat_simulation_get_named(sim, "p1.target_force", &target));
  for (int run = 1; run <= 8; run++) {
    mean = mean_of(ctx, sim, push);
    printf("run %d: static force %.9f N, mean force %.9f N\n", run, push, mean);
    if (fabs(target - mean) <= 0.1) break;
    push += target - mean;
  }

  must(ctx, cat_case_run(ctx, c, &rec));
  double apart[] = {push - result(rec, "static force"), mean - result(rec, "mean")};
  printf("built in:%13.9f N,%23.9f N: %.1e N and %.1e N apart\n", result(rec, "static force"),
         result(rec, "mean"), apart[0], apart[1]);
  cat_record_free(rec);
  cat_simulation_free(sim);
  cat_model_free(model);
  cat_case_free(c);
  cat_context_free(ctx);
  return fabs(apart[0]) < 1e-9 && fabs(apart[1]) < 1e-9 ? 0 : 1;
}
