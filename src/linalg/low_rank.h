// A symmetric matrix of few columns beside a banded one: B + W G W', G diagonal. The band stays as
// narrow as it is, and a solution with B is corrected:
//
//   (B + W G W')^-1 b = x - Y (G^-1 + W'Y)^-1 W'x,  x = B^-1 b,  Y = B^-1 W
//
// W. W. Hager: Updating the inverse of a matrix, SIAM Review 31 (1989) 221, eq. (3).
#ifndef CAT_LINALG_LOW_RANK_H
#define CAT_LINALG_LOW_RANK_H

#include "band.h"

// Columns that are zero outside the same rows.
typedef struct CatLowRankPart {
  int nrow, ncolumn;
  int *row;   // (nrow)
  double *w;  // (nrow x ncolumn), column major
} CatLowRankPart;

// W; without columns it is nothing, and so is what is done with it.
typedef struct CatLowRank {
  int n, npart;  // columns of all parts together
  CatLowRankPart *part;
} CatLowRank;

// y += W G W'x, of vectors whose entries are `stride` apart; G NULL: ones (n).
void cat_low_rank_add(const CatLowRank *W, const double *G, int stride, const double *x, double *y);

// What turns a solution with B into one with B + W G W'.
typedef struct CatLowRankUpdate {
  const CatLowRank *W;
  int size;
  double *Y;  // (size x n), column major
  CatBand S;  // G^-1 + W'Y, factored; all of its band
  double *z;  // scratch (n)
} CatLowRankUpdate;

// U: the factor of B. G NULL: ones; all above zero.
CatStatus cat_low_rank_update_new(CatArena *a, const CatBand *U, const CatLowRank *W,
                                  const double *G, CatLowRankUpdate *out);
void cat_low_rank_update_solve(const CatLowRankUpdate *u, double *x);  // x = B^-1 b in place

// T = I - sigma W'Y with Y = B^-1 W, from a factor of B with signs (inertia.h).
CatStatus cat_low_rank_complement(CatArena *a, const CatBand *U, const double *d,
                                  const CatLowRank *W, double sigma, CatBand *T);

#endif
