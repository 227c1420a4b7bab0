// A representative cell supplies the coefficients of its group. Separators and ties of the other
// cells are adjusted to it here.
#ifndef CAT_STRUCTURE_LANES_REPRESENTATIVE_H
#define CAT_STRUCTURE_LANES_REPRESENTATIVE_H

#include "internal.h"

// K at the node of each end of a bay, of the bay's last element there, in coordinates of nodes.
void cat_bay_end_nodes(const CatBayMatter *b, const double R[2][9], double out[2][CAT_BB]);

// A cell and its representative, which is the cell itself if it has coefficients of its own.
typedef struct CatRepresentative {
  const CatCells *cells;
  const CatCellBays *bays;  // (ncell)
  int cell, as;
} CatRepresentative;

// Adds the Schur complement of a cell after elimination of its knots to the separators' matrix
// (schur: that of the representative, with its bays' contributions). The representative's end nodes
// replace the cell's own, so that rigid-body motion of the cell remains free of forces.
void cat_representative_add(const CatRepresentative *s, const double *schur, CatBand *out);

// The same end nodes in the stiffness of the separators.
void cat_representative_ends(const CatRepresentative *s, CatBand *K);

// Ties of such a cell take the representative's stiffness: the correction force of a slack tie must
// cancel exactly what the matrix contains.
CatStatus cat_representative_ties(CatArena *a, CatLanes *s);

#endif
