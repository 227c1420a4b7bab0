// How a line is cut into cells, and in which order a cell is eliminated.
#ifndef CAT_MARCH_LANES_CELLS_H
#define CAT_MARCH_LANES_CELLS_H

#include "structure.h"

// Coordinates of a node, entries of a block, and of one in a bay: 4 x 4 in its plane, 2 x 2 across.
enum { CAT_B = 6, CAT_BB = CAT_B * CAT_B, CAT_FLAT = 20 };

// Nodes in a row between two others: each is joined to the one before and the one after it.
typedef struct CatBay {
  int first, count;  // in the plan's numbers
  int left, right;   // knots or ghosts
} CatBay;

// The order of elimination, the same for all cells of one structure. Nodes are numbered: those of
// bays, knots, then ghosts: the separators that the cell touches, which it shares with others.
typedef struct CatPlan {
  int nnode;  // bays and knots
  int nknot, nghost;
  int nbay;
  CatBay *bay;
  int *row_start;  // (nknot + 1)
  int *row;        // later knots and ghosts that a knot is joined to once it is eliminated
  int nlink;
  int (*link)[2];             // pairs of knots, or of knot and ghost, that an element joins
  bool plain;                 // mass of knots and links joins equal components only, all alike
  int nfactor, nmass, nmore;  // coefficients of a cell
} CatPlan;

typedef struct CatCell {
  int plan;
  int *node;  // the model's, by number of the plan; m->nnode: a pad (nnode + nghost)
  int home;   // its first coordinate in the order of responses
  int group, lane;
  double sign;  // -1: held mirrored, left and right of the track exchanged
} CatCell;

typedef struct CatCells {
  const CatModel *m;
  int ncell, nplan, nseparator, nborder;
  CatCell *cell;
  CatPlan *plan;
  int *separator;     // nodes, by place (nseparator)
  int (*dof)[CAT_B];  // of each node's own coordinates; -1: held, or another node's (nnode + 1)
  int *border;        // number of a coordinate among those of separators, or -1 (n)
} CatCells;

// pad: cells that differ in the lengths of bays only get one plan. Shorter bays end in pads: nodes
// that are where the right end is, and hand on to it what they get.
CatStatus cat_cells_new(CatArena *a, const CatModel *m, const CatTangent *t, bool pad,
                        CatCells *out);

// The bay of a cell without its pads.
CatBay cat_cells_bay(const CatCells *c, const CatCell *cell, const CatBay *b);

// By how much the frame of a bay is turned from that of one of its nodes, its ends included [rad].
double cat_cells_turn(const CatCells *c, const CatCell *cell, const CatBay *b, int number);

static inline int cat_plan_bays(const CatPlan *p) {  // nodes in bays
  return p->nnode - p->nknot;
}

#endif
