// How a line is cut into cells, and in which order a cell is eliminated.
#ifndef CAT_STRUCTURE_LANES_CELLS_H
#define CAT_STRUCTURE_LANES_CELLS_H

#include "structure/line_parts.h"

// Coordinates of a node, entries of a block; families of a bay's modes (bay.h).
enum { CAT_B = 6, CAT_BB = CAT_B * CAT_B, CAT_BAY_FAMILIES = 4 };

// Nodes in a row between two others: each is joined to the one before and the one after it.
typedef struct CatBay {
  int first, count;  // in the plan's numbers
  int left, right;   // knots or ghosts
  // set once its modes are known: the same for all cells of a plan, that of the longest bay
  int form;                           // a CatBayForm, what all of them have in common
  bool loose;                         // its ends pass nothing on to each other within a step
  int mode, nmode[CAT_BAY_FAMILIES];  // place of the first; in each family
  int frame_at;                       // where its coefficients begin (kernel.h)
  int ncoef;                          // of its modes
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
  bool *tall;      // of each row: joined to their slopes, too, not to their places only
  int *knot_at;    // where the coefficients of each knot begin (nknot)
  int nlink;
  int (*link)[2];  // pairs of knots, or of knot and ghost, that an element joins
  bool plain;  // mass of knots joins equal components only, all alike, that of links places only
  bool apart;  // no knot is joined to a ghost
  int nfactor, nmass, nextra;  // coefficients of a cell's knots
  int nmode;                   // modes of all bays
  int nframe;                  // coefficients of bays
} CatPlan;

typedef struct CatCell {
  int plan;
  int *node;  // the model's, by number of the plan; m->nnode: a pad (nnode + nghost)
  int home;   // its first coordinate in the order of responses
  int group, lane;
  double sign;  // -1: held mirrored, left and right of the track exchanged
} CatCell;

typedef struct CatCells {
  const CatLineModel *m;
  const CatConfiguration *rest;
  int ncell, nplan, nseparator, nborder;
  CatCell *cell;
  CatPlan *plan;
  int *separator;     // nodes, by place (nseparator)
  int (*dof)[CAT_B];  // of each node's own coordinates; -1: held, or another node's (nnode + 1)
  int *border;        // number of a coordinate among those of separators, or -1 (n)
} CatCells;

// pad: cells that differ in the lengths of bays only get one plan. Shorter bays end in pads: nodes
// that are not there, with modes that do nothing.
CatStatus cat_cells_new(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                        const CatLinearSystem *t, bool pad, CatCells *out);

// Rows anew, once it is known which bays are loose; cat_factor_pack says which are tall.
CatStatus cat_plan_rows(CatArena *a, CatPlan *p);

// The bay of a cell without its pads.
CatBay cat_cells_bay(const CatCells *c, const CatCell *cell, const CatBay *b);

// The first cable of a bay.
int cat_cells_cable(const CatCells *c, const CatCell *cell, const CatBay *b);

static inline int cat_bay_modes(const CatBay *b) {  // of all families
  int n = 0;
  for (int f = 0; f < CAT_BAY_FAMILIES; f++) n += b->nmode[f];
  return n;
}

static inline int cat_plan_bays(const CatPlan *p) {  // nodes in bays
  return p->nnode - p->nknot;
}

#endif
