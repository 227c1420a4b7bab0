// The configuration of a line: how long its elements are cut, how its hinges, supports and weights
// are set, and where its nodes are. A model comes with a first guess; shape finding makes the
// equilibrium of it; a motion from there keeps everything but the coordinates.
//
// Coordinates of a node are in the frame of its own place along the track, so that they stay small
// and the same anywhere: along, across, up [m], and the slopes of these along the wire [-].
#ifndef CAT_LINE_CONFIGURATION_H
#define CAT_LINE_CONFIGURATION_H

#include "base/arena.h"

enum { CAT_ALONG, CAT_ACROSS, CAT_UP, CAT_NODE_DOF = 6 };

typedef struct CatModel CatModel;

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
CatStatus cat_configuration_new(CatContext *ctx, const CatModel *m, const CatConfiguration *from,
                                CatConfiguration **out);
void cat_configuration_free(CatConfiguration *x);

// Room for a model of at most so many parts, in an arena, all zero.
CatStatus cat_configuration_reserve(CatArena *a, const CatModel *most, CatConfiguration *out);

#endif
