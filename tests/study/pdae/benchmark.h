// A march over the benchmark that tests can look into.
#ifndef CAT_TESTS_PDAE_BENCHMARK_H
#define CAT_TESTS_PDAE_BENCHMARK_H

#include "support/support.h"

#include <math.h>
#include <stdio.h>

#include "benchmark_spec.h"

// Everything a march needs, without input and record.
typedef struct March {
  CatContext *ctx;
  CatPdaeModel *m;
  CatDaeStepper *stepper;
  CatDaeState *x;
  CatPdaeInitial initial;
  CatPdaeMeasure measure;
} March;

static inline void march_check(const March *g, CatStatus status) {
  if (status == CAT_OK) return;
  char text[1024];
  const CatError *e = cat_context_error(g->ctx, 0);
  print_error("%s\n", e ? cat_error_text(e, text, sizeof text) : cat_status_text(status));
  fail();
}

static inline March march_new(const CatPdaeSpec *s) {
  March g = {.ctx = cat_context_new(NULL)};
  CatDaeOptions options = cat_pdae_options(s);
  march_check(&g, cat_pdae_model_new(g.ctx, s, &g.m));
  march_check(&g, cat_dae_new(g.ctx, &g.m->dae, &options, &g.stepper));
  g.x = cat_dae_state(g.stepper);
  march_check(&g, cat_pdae_start(g.ctx, NULL, g.m, g.x, &g.initial));
  march_check(&g, cat_pdae_measure_new(g.m, &g.measure));
  march_check(&g, cat_dae_begin(g.stepper));
  cat_pdae_measure_first(&g.measure, g.x);
  return g;
}

static inline void march_steps(March *g, long n) {
  for (long k = 0; k < n; k++) {
    cat_context_time(g->ctx, g->x->t);
    march_check(g, cat_dae_step(g->stepper));
    cat_pdae_measure_step(&g->measure, g->stepper, g->x);
  }
}

static inline void march_free(March *g) {
  cat_dae_free(g->stepper);
  cat_pdae_model_free(g->m);
  cat_context_free(g->ctx);
}

#endif
