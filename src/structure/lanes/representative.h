// Cells that stand for others: what separators and droppers have to know of it.
#ifndef CAT_STRUCTURE_LANES_REPRESENTATIVE_H
#define CAT_STRUCTURE_LANES_REPRESENTATIVE_H

#include "internal.h"

// K at the node of each end of a bay, of the bay's last element there, in coordinates of nodes.
void cat_bay_end_nodes(const CatBayMatter *b, const double R[2][9], double out[2][CAT_BB]);

// A cell among others, and the one whose coefficients it uses (itself, if it has its own).
typedef struct CatStand {
  const CatCells *cells;
  const CatCellBays *bays;  // (ncell)
  int cell, as;
} CatStand;

// Adds to the matrix of the separators what is left of a cell when its knots are eliminated (schur:
// of the one that stands for it, with what bays add at separators). Separators get the end nodes of
// that one in place of the cell's own: what moves it as a whole still does so freely.
void cat_stand_leave(const CatStand *s, const double *schur, CatBand *out);

// Droppers of such cells are those of the one that stands for them: what undoes a slack dropper
// must undo all of it.
CatStatus cat_stand_droppers(CatArena *a, CatLanes *s);

#endif
