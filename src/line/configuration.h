// The configuration of a line: undeformed lengths of its elements, settings of hinges, supports and
// weights, and coordinates of its nodes. A model comes with a first guess; shape finding turns it
// into the equilibrium; a motion from there changes the coordinates only.
//
// Coordinates of a node are in the frame at its own position along the track, so that they stay
// small anywhere on the line: along, across, up [m], and the slopes of these along the wire [-].
#ifndef CAT_LINE_CONFIGURATION_H
#define CAT_LINE_CONFIGURATION_H

#include "base/arena.h"

enum { CAT_ALONG, CAT_ACROSS, CAT_UP, CAT_NODE_DOF = 6 };

typedef struct CatLineModel CatLineModel;

typedef struct CatConfiguration {
  CatArena *arena;     // owns it; NULL: the model does
  double *cable;       // undeformed lengths of cables [m] (ncable)
  double *dropper;     // undeformed lengths of droppers [m] (ndropper)
  double (*hinge)[2];  // of arms: across and up, in the frame of the arm's node [m] (narm)
  double *support;     // heights at which the springs of supports carry nothing [m] (nsupport)
  double *weight;      // pulls of weights along the track [N] (nweight)
  double (*q)[6];      // coordinates and slopes of nodes (nnode)
} CatConfiguration;

// A copy of another one.
CatStatus cat_configuration_new(CatContext *ctx, const CatLineModel *m,
                                const CatConfiguration *from, CatConfiguration **out);
void cat_configuration_free(CatConfiguration *x);

// Room for a model of at most so many parts, in an arena, all zero.
CatStatus cat_configuration_reserve(CatArena *a, const CatLineModel *most, CatConfiguration *out);

#endif
