// The reduced backend: a line in the coordinates of a basis (reduce/basis.h), one implicit step at
// a time. Online stage of the real-time modal method: docs/theory/modal.md.
//
// With M = [1 M_qb; M_bq M_b] and K diagonal for q, A = mm M + kk K is an arrow: q is eliminated
// by a diagonal D = mm + kk omega^2, and what remains is the border's matrix
//   S = A_b - mm^2 M_bq D^-1 M_qb.
// A port with row r and border part c acts through z = c - mm M_bq D^-1 r:
//   b_i' A^-1 b_j = r_i' D^-1 r_j (in one part) + z_i' S^-1 z_j.
#ifndef CAT_STRUCTURE_MODAL_H
#define CAT_STRUCTURE_MODAL_H

#include "line_parts.h"
#include "reduce/basis.h"

// The damping must be one alpha and beta for all of the line, dampers of supports on the border.
CatStatus cat_modal_new(CatArena *a, const CatLineParts *parts, const CatBasis *basis,
                        CatStructure **out);
// Whether the backend can represent the line, before a basis is computed; whole: of the whole line,
// not of components.
bool cat_modal_fits(const CatLineParts *parts, bool whole, const char **why);

#endif
