// The benchmark of Arnold and Simeon, section 2.2, as plain values.
#ifndef CAT_TESTS_PDAE_BENCHMARK_SPEC_H
#define CAT_TESTS_PDAE_BENCHMARK_SPEC_H

#include "study/pdae/run.h"

static const CatChainMass fischer[2] = {{"head", 9, 7000, 30, 0, 0}, {"frame", 17, 0, 130, 0, 0}};
static const CatPdaeDropper two_droppers[2] = {{"d1", 5.5, 0.95}, {"d2", 14.5, 0.95}};

static inline CatPdaeSpec benchmark(double speed, CatPdaeSpace space, CatPdaeTime time,
                                    int intervals, double h) {
  CatPdaeSpec s = {.gravity = 9.81,
                   .length = 20,
                   .encumbrance = 1,
                   .carrier = {0.6, 15e3, 0, 0.03},
                   .contact_wire = {1.068, 15e3, 150, 0.03},
                   .dropper = {0.14, 0.25},
                   .ndropper = 2,
                   .droppers = two_droppers,
                   .pantograph = {.name = "fischer",
                                  .source = "",
                                  .static_force = 70,
                                  .nmass = 2,
                                  .masses = fischer},
                   .run = {speed, 2, 18, 0.2},
                   .start = {CAT_PDAE_START_FORCE, 8.75, speed > 40 ? 0.002 : 0},
                   .space = {(int)space, intervals},
                   .time = {(int)time, h, true, CAT_PDAE_STEP},
                   .record = {1}};
  return s;
}

#endif
