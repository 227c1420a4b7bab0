// Lines at rest with pantographs under them, for tests of the physics: the benchmark line in small,
// and one straight string.
#ifndef CAT_TESTS_SCENE_H
#define CAT_TESTS_SCENE_H

#include "support.h"

#include "mechanism/chain.h"
#include "monitor/ledger.h"
#include "structure/banded.h"
#include "study/train/line_sim.h"

typedef struct Scene {
  CatContext *ctx;
  const CatLineModel *m;
  CatConfiguration *rest;
  CatArena *arena;  // of a model that was edited
  CatLineSim *c;
  CatBanded *b;       // structure of c
  CatLedger *ledger;  // if the spec asks for one
} Scene;

static inline CatChain *scene_chain(const CatLineSim *c, int i) {  // a pantograph
  return (CatChain *)c->pantograph[i];
}

// The benchmark line AC simple with its pantograph: spans of 55 m, HHT, 1 ms.
extern const CatTrainPantograph scene_benchmark;  // three masses, 150 N, held by a spring
extern const CatTrainPantograph scene_floating;   // two masses, 100 N, held by nothing
CatSpanSpec scene_spans(int n);
CatTrainSpec scene_ac_simple(const CatSpanSpec *span, double speed);

// One straight wire without weight: 20 kN, 1.08 kg/m, no bending stiffness; Newmark.
enum { SCENE_TENSION = 20000 };
extern const double scene_mu, scene_wave, scene_impedance;  // [kg/m] [m/s] [N s/m]
CatTrainSpec scene_string(const CatSpanSpec *span, int elements, double step);

// The line at rest; then pantographs under it, each with the static force of its spec.
Scene scene_line(const CatTrainSpec *s);
void scene_couple(Scene *g, const CatTrainSpec *s);
Scene scene_new(const CatTrainSpec *s);
void scene_free(Scene *g);
void scene_steps(Scene *g, long n);
// The scene has a copy of its model from here on, and these are arrays of it.
typedef struct SceneEdits {
  CatLineNode *node;
  CatDropperPart *dropper;
  double *mast;
} SceneEdits;
SceneEdits scene_edit(Scene *g);
// Nodes do not move along the track: half the unknowns of a straight wire, and the same answer.
void scene_hold_along(Scene *g);
// The wire undisturbed, the pantograph's head touching it without force, moving up at a speed.
void scene_touch(Scene *g, double speed);

// A line that single forces act on, without pantographs.
typedef struct Driven {
  CatLinearSystem system;
  CatWireGuide guide;
  CatWireSeat seat;
  CatDamping damping;
  CatBanded *b;
  CatArena *arena;
  double force, height;  // acting last [N], displacement there [m]
} Driven;

Driven *driven_new(Scene *g, CatStep step, double bed);  // bed: stiffness under the wire [N/m2]
void driven_free(Driven *d);
void driven_step(Driven *d, double x, double force);
double driven_at(const Driven *d, double x);  // displacement of the wire [m]

#endif
