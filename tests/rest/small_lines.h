// Lines that are small enough to be solved by brute force, described by hand.
#ifndef CAT_TESTS_REST_SMALL_LINES_H
#define CAT_TESTS_REST_SMALL_LINES_H

#include "support/support.h"

#include "rest/rest.h"

// One span of a straight wire without weight, hinged at both ends.
static inline CatLineSpec one_wire(double bending_stiffness, int elements) {
  static const CatSpanSpec span = {.repeat = 1, .length = 60, .encumbrance = 1.2};
  return (CatLineSpec){.contact_wire = {.given = true,
                                        .axial_stiffness = 1e8,
                                        .bending_stiffness = bending_stiffness,
                                        .mass_per_length = 1.08,
                                        .tension = 20000},
                       .nspan = 1,
                       .spans = &span,
                       .elements_per_bay = elements};
}

// Its length over the undeformed one.
static inline double stretch(const CatLineModel *m, const CatConfiguration *rest) {
  return 60 / (rest->cable[0] * m->ncable);
}

// A few short spans of the benchmark line.
static inline CatLineSpec small_line(int elements) {
  static const double droppers[] = {4.5, 13.5, 22.5}, stagger[] = {0.2, -0.2}, sag[] = {0.01};
  static const CatSpanSpec spans = {.repeat = 3,
                                    .length = 27,
                                    .encumbrance = 1.2,
                                    .nposition = 3,
                                    .positions = droppers,
                                    .nsag = 1,
                                    .sag = sag};
  return (CatLineSpec){.gravity = 9.81,
                       .contact_wire = {true, 100e9, 150e-6, 0, 195, 1.35, 22000, 0},
                       .messenger = {true, 97e9, 120e-6, 0, 131.7, 1.08, 16000, 0},
                       .dropper = {.axial_stiffness = 200e3,
                                   .mass_per_length = 0.117,
                                   .contact_wire_clamp = 0.165,
                                   .messenger_clamp = 0.195},
                       .support = {.stiffness = 500e3, .mass = 3},
                       .steady_arm = {.given = true,
                                      .length = 1.2166,
                                      .axial_stiffness = 79280.07,
                                      .mass_per_length = 0.7727},
                       .nstagger = 2,
                       .stagger = stagger,
                       .nspan = 1,
                       .spans = &spans,
                       .elements_per_bay = elements};
}

typedef struct Found {
  CatContext *ctx;
  CatArena *arena;
  const CatLineModel *m;
  CatConfiguration *rest;
} Found;

static inline Found find_rest(const CatLineSpec *spec) {
  Found f = {.ctx = cat_context_new(NULL)};
  CatRestReport report;
  f.arena = cat_arena_new(f.ctx, 1 << 16);
  assert_int_equal(cat_line_model_new(f.ctx, spec, &f.m), CAT_OK);
  assert_int_equal(cat_rest_find(f.ctx, NULL, f.m, &f.rest, &report), CAT_OK);
  return f;
}

static inline void found_free(Found *f) {
  cat_configuration_free(f->rest);
  cat_line_model_free(f->m);
  cat_arena_free(f->arena);
  cat_context_free(f->ctx);
}

#endif
