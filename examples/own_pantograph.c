// A pantograph of one's own under a line of the library: one mass on a damper, pushed up by the
// static force. Backward Euler: (m/h + d) v1 = m/h v0 + F - f,  z1 = z0 + h v1.
//
//   own_pantograph CASE.yaml
#include <math.h>

#include "example.h"

typedef struct Plunger {
  double mass, damping, push, h;  // [kg] [N s/m] [N] [s]
  double z, v, free_v;            // height of the head [m], its rate, that of a free step [m/s]
} Plunger;

static double dv_df(const Plunger *p) {
  return 1 / (p->mass / p->h + p->damping);
}

// Held by nothing but the wire, which bears the static force.
static int rest(void *user, CatPantographRest *out) {
  out->force = ((Plunger *)user)->push;
  return 0;
}

static double start(void *user, double height, double force) {
  Plunger *p = user;
  (void)force;
  p->v = 0;
  return p->z = isnan(height) ? 0 : height;
}

static double free_step(void *user) {
  Plunger *p = user;
  p->free_v = dv_df(p) * (p->mass / p->h * p->v + p->push);
  return p->z + p->h * p->free_v;
}

static double compliance(void *user) {
  return ((Plunger *)user)->h * dv_df(user);
}

static double commit(void *user, double force) {
  Plunger *p = user;
  p->v = p->free_v - dv_df(p) * force;
  return p->z += p->h * p->v;
}

static void set_static_force(void *user, double force) {
  ((Plunger *)user)->push = force;
}

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = load(ctx, argc, argv);
  CatModel *model = NULL;
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  must(ctx, cat_model_new(ctx, c, &model));
  Plunger plunger = {.mass = 12, .damping = 120, .h = cat_model_step(model)};
  CatPantographCallbacks callbacks = {.size = sizeof callbacks,
                                      .name = "plunger",
                                      .user = &plunger,
                                      .rest = rest,
                                      .start = start,
                                      .free_step = free_step,
                                      .compliance = compliance,
                                      .commit = commit,
                                      .set_static_force = set_static_force};
  CatPantographOptions mine = {
      .size = sizeof mine, .source = CAT_PANTOGRAPH_CALLBACKS, .callbacks = &callbacks};
  const CatPantographOptions *list[] = {&mine};
  CatSimulationOptions o = {.size = sizeof o, .pantograph = list, .npantograph = 1};
  must(ctx, cat_simulation_new(ctx, model, &o, &sim));
  must(ctx, cat_simulation_start(sim));
  must(ctx, cat_simulation_run_to(sim, INFINITY));
  must(ctx, cat_simulation_finish(sim, &rec));
  for (int i = 0; i < 12; i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    printf("%-30s %10.3g %s\n", r->label, r->value, r->unit);
  }
  cat_record_free(rec);
  cat_simulation_free(sim);
  cat_model_free(model);
  cat_case_free(c);
  cat_context_free(ctx);
  return 0;
}
