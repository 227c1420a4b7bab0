// A constant force that moves along the line of a case in place of its pantograph, by the public
// interface alone:
//
//   moving_force CASE.yaml FORCE [KEY=VALUE ...]
//
// Prints, as JSON, where the wire is lifted most when the force comes to its end, how far it is
// lifted there and at the force, and the lift at the force along the way.
#include <stdio.h>
#include <stdlib.h>

#include "catenaria/catenaria.h"

static void must(CatContext *ctx, CatStatus status) {
  char text[1024];
  if (status == CAT_OK) return;
  for (int i = 0; cat_context_error(ctx, i); i++) {
    fprintf(stderr, "%s\n", cat_error_text(cat_context_error(ctx, i), text, sizeof text));
  }
  fprintf(stderr, "moving_force: %s\n", cat_status_text(status));
  exit(1);
}

typedef struct Wire {
  const double *x, *up;  // of its nodes [m]
  size_t n;
} Wire;

static Wire wire_now(CatContext *ctx, CatSimulation *sim) {
  Wire w;
  must(ctx, cat_simulation_array_named(sim, "wire.x", &w.x, &w.n));
  must(ctx, cat_simulation_array_named(sim, "wire.uplift", &w.up, &w.n));
  return w;
}

static double lift_at(const Wire *w, double x) {
  size_t i = 0;
  while (i + 2 < w->n && w->x[i + 1] < x) i++;
  double t = (x - w->x[i]) / (w->x[i + 1] - w->x[i]);
  return w->up[i] + t * (w->up[i + 1] - w->up[i]);
}

// The force is set before each step: with a force from outside it stays what it is.
static void run(CatContext *ctx, CatSimulation *sim, double force) {
  double x = 0, next = 0;
  must(ctx, cat_simulation_set_named(sim, "p1.force", force));
  must(ctx, cat_simulation_start(sim));
  printf("{\"lift_mm\": [");
  while (!cat_simulation_finished(sim)) {
    must(ctx, cat_simulation_set_named(sim, "p1.force", force));
    must(ctx, cat_simulation_step(sim));
    must(ctx, cat_simulation_get_named(sim, "p1.x", &x));
    if (x < next) continue;
    Wire w = wire_now(ctx, sim);
    printf("%s[%.4f, %.5f]", next > 0 ? ", " : "", x, 1e3 * lift_at(&w, x));
    next = x + 1;  // every metre
  }
  Wire w = wire_now(ctx, sim);
  size_t top = 0;
  for (size_t i = 0; i < w.n; i++) top = w.up[i] > w.up[top] ? i : top;
  printf("], \"x_m\": %.4f, \"peak_x_m\": %.4f, \"peak_mm\": %.4f, \"at_force_mm\": %.4f}\n", x,
         w.x[top], 1e3 * w.up[top], 1e3 * lift_at(&w, x));
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "moving_force: expected CASE.yaml FORCE [KEY=VALUE ...]\n");
    return 2;
  }
  CatContext *ctx = cat_context_new(NULL);
  CatCaseSource source = {.size = sizeof source,
                          .path = argv[1],
                          .sets = (const char *const *)argv + 3,
                          .nset = argc - 3};
  const CatPantographOptions outside = {.size = sizeof outside, .source = CAT_PANTOGRAPH_FORCE};
  const CatPantographOptions *all[] = {&outside};
  CatSimulationOptions options = {
      .size = sizeof options, .unlogged = true, .pantograph = all, .npantograph = 1};
  CatCase *c = NULL;
  CatModel *model = NULL;
  CatSimulation *sim = NULL;
  must(ctx, cat_case_load(ctx, &source, &c));
  must(ctx, cat_model_new(ctx, c, &model));
  must(ctx, cat_simulation_new(ctx, model, &options, &sim));
  run(ctx, sim, strtod(argv[2], NULL));
  cat_simulation_free(sim);
  cat_model_free(model);
  cat_case_free(c);
  cat_context_free(ctx);
  return 0;
}
