// An overhead line as nodes and elements: topology, materials, and conditions on its shape at rest.
// It never changes once cat_line_model_new has built it. Coordinates of nodes and undeformed
// lengths belong to a configuration (configuration.h).
#ifndef CAT_LINE_MODEL_H
#define CAT_LINE_MODEL_H

#include "base/arena.h"
#include "configuration.h"
#include "path.h"

typedef enum CatRole { CAT_CONTACT_WIRE, CAT_MESSENGER, CAT_AUXILIARY, CAT_STITCH } CatRole;

typedef struct CatLineNode {
  double s;       // place along the track [m]
  bool fixed[6];  // does not move
  int twin;       // node whose position it shares (end of a stitch wire), or -1
  int wire;       // index into the wires
} CatLineNode;

typedef struct CatWire {
  CatRole role;
  double EA, EI, mu, tension, ice;  // [N] [N m2] [kg/m] [N] [kg/m]
  int node, nnode;                  // its nodes, from left to right
  int cable, ncable;                // its elements, likewise
} CatWire;

typedef struct CatCablePart {
  int a, b;  // nodes
  int wire;
  bool opens;    // first element of a bay; all elements of a bay have one undeformed length
  CatJoin join;  // from the frame of a to that of b
} CatCablePart;

typedef struct CatDropperPart {
  int low, high;  // nodes
  int span;       // the support on its left
  double EA;      // [N]
  bool cut;       // length given, as built: the height of its lower end follows
} CatDropperPart;

typedef struct CatArmPart {
  int node;
  int support;  // number of the support
  double l0;    // undeformed length [m]
  double heel;  // hinge above the clamp at rest [m]; 0: found from the height of the wire
} CatArmPart;

typedef struct CatSupportPart {
  int node;
  int support;
} CatSupportPart;

// A tensioning weight at the end of a wire; its pull along the track is part of the shape.
typedef struct CatWeightPart {
  int node;
} CatWeightPart;

typedef struct CatMassPart {
  int node;
  double mass;  // [kg]
} CatMassPart;

// A condition on the shape: the value of a node's coordinate.
typedef struct CatTarget {
  int node, component;
  double value;  // [m]
} CatTarget;

struct CatLineModel {
  const CatLineSpec *spec;
  CatArena *arena;
  int nspan, nnode, nwire, ncable, ndropper, narm, nsupport, nweight, nmass, ntarget;
  int nmast;           // supports of all sections; the first nspan + 1 belong to the first one
  int second;          // contact wire of the second section, 0: there is none
  const double *mast;  // their places along the track (nmast) [m]
  const CatLineNode *node;
  const CatWire *wire;
  const CatCablePart *cable;
  const CatDropperPart *dropper;
  const CatArmPart *arm;
  const CatSupportPart *support;
  const CatWeightPart *weight;
  const CatMassPart *mass;
  const CatTarget *target;
  const CatConfiguration *guess;  // from which shape finding starts
};

CatStatus cat_line_model_new(CatContext *ctx, const CatLineSpec *spec, const CatLineModel **out);
void cat_line_model_free(const CatLineModel *m);

double cat_line_stagger(const CatLineSpec *spec, int support);  // at the n-th support [m]
// Sideways force that holds the contact wire at support k, from its polygon in plan [N]; x: places
// of the support before it, of itself and of the next [m].
double cat_line_radial(const CatLineSpec *spec, int k, const double x[3]);
const char *cat_role_name(CatRole role);

#endif
