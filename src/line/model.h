// An overhead line as nodes and elements. Built by cat_line_model_new, brought to rest by the layer
// above (the last writer), and read by everything after it.
//
// Coordinates of a node are in the frame of its own place along the track, so that they stay small
// and the same anywhere: along, across, up [m], and the slopes of these along the wire [-].
#ifndef CAT_LINE_MODEL_H
#define CAT_LINE_MODEL_H

#include "base/arena.h"
#include "path.h"

typedef enum CatRole { CAT_CONTACT_WIRE, CAT_MESSENGER, CAT_AUXILIARY, CAT_STITCH } CatRole;
enum { CAT_ALONG, CAT_ACROSS, CAT_UP, CAT_NODE_DOF = 6 };

typedef struct CatLineNode {
  double s;        // place along the track [m]
  double q[6];     // coordinates and slopes at rest
  bool fixed[6];   // does not move
  int twin;        // node whose position it shares (end of a stitch wire), or -1
  int wire;        // index into the wires
  double load[3];  // constant force, such as that of a weight [N]
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
  double l0;     // undeformed length [m]
} CatCablePart;

typedef struct CatDropperPart {
  int low, high;  // nodes
  int span;       // the support on its left
  double EA;      // [N]
  double l0;      // [m]
  bool cut;       // length given, as built: the height of its lower end follows
} CatDropperPart;

typedef struct CatArmPart {
  int node;
  int support;     // number of the support
  double heel[2];  // of the hinge: across and up, in the frame of the node [m]
  double l0;       // [m]
} CatArmPart;

typedef struct CatSupportPart {
  int node;
  int support;
  double reference;  // height at which the spring is without force [m]
} CatSupportPart;

typedef struct CatMassPart {
  int node;
  double mass;  // [kg]
} CatMassPart;

// What the shape must meet: a coordinate of a node.
typedef struct CatTarget {
  int node, component;
  double value;  // [m]
} CatTarget;

typedef struct CatModel {
  const CatLineSpec *spec;
  CatArena *arena;
  int nspan, nnode, nwire, ncable, ndropper, narm, nsupport, nmass, ntarget;
  int nmast;     // supports of all sections; the first nspan + 1 belong to the first one
  int second;    // contact wire of the second section, 0: there is none
  double *mast;  // their places along the track (nmast) [m]
  CatLineNode *node;
  CatWire *wire;
  CatCablePart *cable;
  CatDropperPart *dropper;
  CatArmPart *arm;
  CatSupportPart *support;
  CatMassPart *mass;
  CatTarget *target;
} CatModel;

CatStatus cat_line_model_new(CatContext *ctx, const CatLineSpec *spec, CatModel **out);
void cat_line_model_free(CatModel *m);

double cat_line_stagger(const CatLineSpec *spec, int support);  // at the n-th support [m]
// Sideways force that holds the contact wire at support k, from its polygon in plan [N]; x: places
// of the support before it, of itself and of the next [m].
double cat_line_radial(const CatLineSpec *spec, int k, const double x[3]);
const char *cat_role_name(CatRole role);

#endif
