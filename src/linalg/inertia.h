// Sylvester's law of inertia: K - sigma M has as many negative eigenvalues as its factors L D L'
// have negative pivots, and so many eigenvalues of K x = w M x lie below sigma. A count of signs
// proves that none was missed. Parlett, The Symmetric Eigenvalue Problem (1980), section 3.3.
#ifndef CAT_LINALG_INERTIA_H
#define CAT_LINALG_INERTIA_H

#include "low_rank.h"

typedef struct CatInertia {
  double sigma;  // where it was counted, in the unit of the eigenvalues
  int below;     // eigenvalues below sigma
  double
      growth;  // largest subtraction in a pivot over the diagonal of K: rounding is that much worse
} CatInertia;

// Counts at one place within a range: in the middle, or beside it if a pivot is too small there to
// have a certain sign, since the factors are taken without exchanges. K positive definite.
CatStatus cat_inertia_between(CatContext *ctx, const CatBand *K, const CatBand *M,
                              const double range[2], CatInertia *out);
// The same of M + W W'. By both Schur complements of (B, s W; s W', I), s^2 = sigma, negative
// eigenvalues of B - sigma W W' are those of B = K - sigma M and of I - sigma W' B^-1 W together.
CatStatus cat_inertia_between_with(CatContext *ctx, const CatBand *K, const CatBand *M,
                                   const CatLowRank *W, const double range[2], CatInertia *out);

// A = U' D U in place without exchanges, U with ones on its diagonal, D in d (n). The number of
// negative pivots, or -1 if one is too small to have a certain sign (the factor can be used all the
// same).
int cat_band_factor_signed(CatBand *A, double *d);
void cat_band_solve_signed(const CatBand *U, const double *d, double *b);

#endif
