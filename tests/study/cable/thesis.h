// The cable of section 4.2 as plain values.
#ifndef CAT_TESTS_CABLE_THESIS_H
#define CAT_TESTS_CABLE_THESIS_H

#include "study/cable/run.h"

static inline CatCableSpec thesis(CatCableModelKind model, CatCableEnds ends) {
  return (CatCableSpec){.model = (int)model,
                        .length = 1560,
                        .wire = {0.91, 12000, 98.6, 1.24e7, 3e6, 7e-6},
                        .ends = (int)ends,
                        .pulse = {.given = true, .amplitude = 0.1, .length = 30, .distance = 100},
                        .space = {CAT_CABLE_DIFFERENCES, 780},
                        .time = {CAT_CABLE_EXPLICIT, 4e-4, 10},
                        .record = {.every = 100}};
}

// One context for all tests of a program.
static inline int new_context(void **state) {
  *state = cat_context_new(NULL);
  return *state ? 0 : -1;
}

static inline int free_context(void **state) {
  cat_context_free(*state);
  return 0;
}

#endif
