// A controller in the loop: every 10 ms it looks at the contact force, smoothed, and changes the
// static force so that the mean comes nearer to a set value. Before and after are compared.
//
//   controller CASE.yaml [SET VALUE IN N]
#include <math.h>

#include "example.h"

typedef struct Controller {
  double wanted;            // [N]
  double smooth;            // contact force through a low-pass [N]
  double push, gain;        // static force [N], its rate per newton [1/s]
  double next;              // when it acts again [s]
  int force, static_force;  // handles
} Controller;

// After each step; not 0 would stop the run.
static int control(void *user, CatSimulation *sim) {
  Controller *k = user;
  double t = cat_simulation_time(sim), force = 0;
  if (t < k->next) return 0;
  cat_simulation_get(sim, k->force, &force);
  k->smooth += 0.1 * (force - k->smooth);
  k->push += 0.01 * k->gain * (k->wanted - k->smooth);
  k->push = fmin(fmax(k->push, 40), 300);  // what its bellows can do
  k->next = t + 0.01;
  return cat_simulation_set(sim, k->static_force, k->push) != CAT_OK;
}

static double mean_with(CatContext *ctx, CatModel *model, Controller *k, double *last) {
  CatSimulationOptions o = {.size = sizeof o, .on_step = k->gain > 0 ? control : NULL, .user = k};
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  must(ctx, cat_simulation_new(ctx, model, &o, &sim));
  k->force = cat_simulation_find(sim, "p1.force");
  k->static_force = cat_simulation_find(sim, "p1.static_force");
  must(ctx, cat_simulation_get(sim, k->static_force, &k->push));
  must(ctx, cat_simulation_start(sim));
  must(ctx, cat_simulation_get(sim, k->force, &k->smooth));
  must(ctx, cat_simulation_run_to(sim, INFINITY));
  must(ctx, cat_simulation_get(sim, k->static_force, last));
  must(ctx, cat_simulation_finish(sim, &rec));
  double mean = cat_record_result_find(rec, "Contact force", "mean")->value;
  cat_record_free(rec);
  cat_simulation_free(sim);
  return mean;
}

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = load(ctx, argc, argv);
  CatModel *model = NULL;
  double last;
  must(ctx, cat_model_new(ctx, c, &model));
  Controller k = {.wanted = argc > 2 ? atof(argv[2]) : 140};
  double open = mean_with(ctx, model, &k, &last);
  printf("without control: mean force %6.1f N, static force %6.1f N\n", open, last);
  k = (Controller){.wanted = k.wanted, .gain = 2};
  double closed = mean_with(ctx, model, &k, &last);
  printf("with control:    mean force %6.1f N, static force %6.1f N at the end\n", closed, last);
  cat_model_free(model);
  cat_case_free(c);
  cat_context_free(ctx);
  return fabs(closed - k.wanted) < fabs(open - k.wanted) ? 0 : 1;
}
