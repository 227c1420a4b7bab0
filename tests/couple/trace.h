// A run of a simulation as bits: shared by the tests of states and of threads.
#ifndef CAT_TESTS_COUPLE_TRACE_H
#define CAT_TESTS_COUPLE_TRACE_H

#include "support/scene.h"

#include <stdlib.h>

static const int solvers[] = {CAT_SOLVER_BAND, CAT_SOLVER_LANES, CAT_SOLVER_QUASI_AXIAL,
                              CAT_SOLVER_QUASI_AXIAL_F32, CAT_SOLVER_MODAL};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

// What a run leaves behind: forces of all steps, and its last state.
typedef struct Trace {
  int n;
  double *force;
  size_t bytes;
  void *state;
  long slack;  // ties, summed over the steps
} Trace;

static inline Trace trace(CatSim *sim, int steps) {
  Trace t = {.n = steps * sim->ncontact, .bytes = cat_sim_state_size(sim)};
  t.force = calloc((size_t)t.n, sizeof *t.force);
  t.state = calloc(1, t.bytes);
  for (int k = 0; k < steps; k++) {
    assert_int_equal(cat_sim_step(sim), CAT_OK);
    t.slack += sim->ports.nslack;
    for (int i = 0; i < sim->ncontact; i++) t.force[k * sim->ncontact + i] = sim->contact[i].force;
  }
  cat_sim_save(sim, t.state);
  return t;
}

static inline void trace_free(Trace *t) {
  free(t->force);
  free(t->state);
}

static inline void assert_same(const Trace *a, const Trace *b) {
  assert_int_equal(a->n, b->n);
  assert_memory_equal(a->force, b->force, (size_t)a->n * sizeof *a->force);
  assert_true(a->bytes == b->bytes);
  assert_memory_equal(a->state, b->state, a->bytes);
}

#endif
