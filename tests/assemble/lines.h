// Lines with every kind of element, and configurations of them far from rest.
#ifndef CAT_TESTS_ASSEMBLE_LINES_H
#define CAT_TESTS_ASSEMBLE_LINES_H

#include "rest/found.h"

// Shipped lines cut short: straight, in the plane, with stitch wires, compound, in a curve, with
// weights, two sections, a trolley wire.
typedef struct ShortLine {
  const char *name;
  const char *const *sets;
} ShortLine;

static const char *const short_sets[] = {"line.spans[0].repeat=2", "line.elements_per_bay=2", NULL};
static const char *const curve_sets[] = {
    "line.spans[0].repeat=2", "line.elements_per_bay=2", "line.stagger=[-0.2]",
    "line.path=[{length: 110, curvature: 0.0005, curvature_end: 0.0008}]", NULL};
// A lift is a bar while the shape is found, but has no part in the linear system.
static const char *const bar_sets[] = {"line.spans[0].repeat=2", "line.elements_per_bay=2",
                                       "line.steady_arm.kind=bar", NULL};
static const char *const iced_sets[] = {"line.spans[0].repeat=2",
                                        "line.elements_per_bay=2",
                                        "line.contact_wire.ice=0.4",
                                        "line.messenger.ice=0.3",
                                        "line.masses=[{position: 24.05, mass: 5}]",
                                        NULL};

static const ShortLine short_lines[] = {
    {"ac-simple/rest", short_sets},  {"ac-simple/2d", short_sets},
    {"stitched/rest", short_sets},   {"compound/rest", short_sets},
    {"curve/rest", curve_sets},      {"section-1200/rest", short_sets},
    {"en50318-2002/rest", bar_sets}, {"ac-simple/rest", iced_sets},
    {"tram/rest", short_sets},
};
enum { SHORT_LINES = sizeof short_lines / sizeof *short_lines };

static inline double dice(uint64_t *seed) {  // -1 to 1, the same everywhere
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

// The first guess, every free coordinate moved at random by up to 3 cm and 0.01 of slope; twins
// stay where their nodes are.
static inline CatConfiguration *moved_guess(const Found *f, uint64_t seed) {
  CatConfiguration *x = NULL;
  assert_int_equal(cat_configuration_new(f->ctx, f->m, f->m->guess, &x), CAT_OK);
  for (int i = 0; i < f->m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (!f->m->node[i].fixed[k]) x->q[i][k] += (k < 3 ? 0.03 : 0.01) * dice(&seed);
    }
  }
  return x;
}

#endif
