// Step by step: the contact force as it comes, drawn on the terminal, and where the wire is highest.
//
//   step_by_step CASE.yaml
#include <string.h>

#include "example.h"

enum { WIDTH = 60 };  // of the plot, in characters

static void draw(double t, double force, double top_x, double top) {
  char bar[WIDTH + 1] = "";
  int n = (int)(force / 400 * WIDTH);  // 400 N at its right end
  memset(bar, '=', n < 0 ? 0 : n > WIDTH ? WIDTH : (size_t)n);
  printf("%5.2f s %6.1f N |%-*s| wire up %4.1f mm at %6.1f m\n", t, force, WIDTH, bar, 1e3 * top,
         top_x);
}

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = load(ctx, argc, argv);
  CatModel *model = NULL;
  CatSimulation *sim = NULL;
  must(ctx, cat_model_new(ctx, c, &model));
  must(ctx, cat_simulation_new(ctx, model, NULL, &sim));
  cat_case_free(c);  // the model has what it needs

  // handles first: names are looked up once, not in the loop
  int force_i = cat_simulation_find(sim, "p1.force");
  int uplift_i = cat_simulation_find(sim, "wire.uplift"), x_i = cat_simulation_find(sim, "wire.x");
  int every = (int)(0.05 / cat_model_step(model));

  must(ctx, cat_simulation_start(sim));
  for (long k = 0; !cat_simulation_finished(sim); k++) {
    must(ctx, cat_simulation_step(sim));
    if (k % every != 0) continue;
    const double *uplift, *x;  // the simulation's own numbers, until the next step
    size_t n, top = 0;
    double force;
    must(ctx, cat_simulation_get(sim, force_i, &force));
    must(ctx, cat_simulation_array(sim, uplift_i, &uplift, &n));
    must(ctx, cat_simulation_array(sim, x_i, &x, NULL));
    for (size_t i = 0; i < n; i++) top = uplift[i] > uplift[top] ? i : top;
    draw(cat_simulation_time(sim), force, x[top], uplift[top]);
  }
  cat_simulation_free(sim);
  cat_model_free(model);
  cat_context_free(ctx);
  return 0;
}
