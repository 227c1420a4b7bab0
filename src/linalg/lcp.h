// The linear complementarity problem of unilateral constraints,
//   0 <= p  _|_  W p + q >= 0,   W symmetric positive definite,
// which has exactly one solution. Principal pivoting: all wrong signs are exchanged at once while
// that makes progress, and after that only the one with the least index (Murty 1974), which cannot
// cycle; so the search always ends.
#ifndef CAT_LINALG_LCP_H
#define CAT_LINALG_LCP_H

#include "base/context.h"

typedef struct CatLcp {
  int n;
  const double *W;  // (n x n), row major
  const double *q;  // (n)
  double *p;        // (n) out
  bool *active;     // (n) in: first guess; out: where p may be positive
  double *work;     // (n x n + n) scratch
  int *pivot;       // (n) scratch
  int rounds;       // out: linear systems solved
} CatLcp;

CatStatus cat_lcp_solve(CatContext *ctx, CatLcp *lcp);

// The order of exchanges, for who solves such a problem with a matrix of his own.
typedef struct CatLcpTurn {
  int best, patience;
} CatLcpTurn;
CatLcpTurn cat_lcp_turn_begin(int n);
bool cat_lcp_turn_all(CatLcpTurn *t, int wrong);  // all wrong places, or the one of least index?

#endif
