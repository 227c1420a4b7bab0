// The line in the coordinates of its components (Craig and Bampton, AIAA Journal 6, 1968, 1313):
// modes of each component with its border held, and the motion of the border, which each component
// follows statically. With all modes of all components nothing is approximated, and the matrices
// are arrows:
//
//   K = [Omega^2  0 ]   M = [ 1     M_qb ]      u_i = Phi q + H x,  H = -K_ii^-1 K_ib,
//       [   0    K_b]       [ M_bq  M_b  ]      M_qb = Phi' (M_ii H + M_ib).
//
// K - sigma M is solved by elimination of q, which is diagonal, and a band of the border's size.
#ifndef CAT_REDUCE_SYNTHESIS_H
#define CAT_REDUCE_SYNTHESIS_H

#include "components.h"

// Modes of one kind of component; matrices by columns.
typedef struct CatHeldModes {
  int n, nborder;
  double *omega2;  // ascending [1/s2] (n)
  double *phi;     // x' M x = 1 (n x n)
  double *hold;    // H (n x nborder)
  double *mass;    // M_qb (n x nborder)
} CatHeldModes;

typedef struct CatSynthesis {
  CatComponents cut;
  CatHeldModes *kind;  // (cut.nkind)
  CatBand K, M;        // of the border
} CatSynthesis;

CatStatus cat_synthesis_new(CatArena *a, const CatLineModel *m, const CatLinearSystem *t,
                            CatSynthesis *out);

#endif
