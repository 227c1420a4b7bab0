// The lowest eigenpairs of K x = w M x with banded K and M, both positive definite, and the proof
// that none of them was missed.
//
// Shift-invert at zero: the Lanczos method of ARPACK on K^-1 M, whose largest eigenvalues are 1/w.
// A method that starts from one vector may miss copies of a multiple eigenvalue. So the eigenvalues
// are counted by Sylvester's law of inertia; what is missing is sought again, orthogonal to what is
// known, until the count agrees.
#ifndef CAT_LINALG_EIGEN_H
#define CAT_LINALG_EIGEN_H

#include "low_rank.h"

typedef struct CatEigen {
  int n;           // pairs: as many as asked for, and those that cannot be told from the last
  int size;        // of a vector
  double *value;   // w, ascending (n)
  double *vector;  // (size x n), column major; x' M x = 1
  double bound;    // between the last of them and the next
  int below;       // eigenvalues below the bound, by inertia: n, or the call fails
  int rounds;      // searches that it took
} CatEigen;

CatStatus cat_eigen_lowest(CatArena *a, const CatBand *K, const CatBand *M, int n, CatEigen *out);
// The same of K x = w (M + W W') x, which may be singular if W has columns: what has no mass has no
// eigenvalue.
CatStatus cat_eigen_lowest_with(CatArena *a, const CatBand *K, const CatBand *M,
                                const CatLowRank *W, int n, CatEigen *out);

#endif
