// The two routines of ARPACK that are used, with their Fortran interfaces: Lehoucq, Sorensen, Yang,
// ARPACK Users' Guide (1998). The lengths of texts come last, as Fortran compilers pass them.
#ifndef CAT_LINALG_ARPACK_H
#define CAT_LINALG_ARPACK_H

#include <stddef.h>

void dsaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev,
             const double *tol, double *resid, const int *ncv, double *v, const int *ldv,
             int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info,
             size_t bmat_length, size_t which_length);
void dseupd_(const int *rvec, const char *howmny, int *select, double *d, double *z, const int *ldz,
             const double *sigma, const char *bmat, const int *n, const char *which, const int *nev,
             const double *tol, double *resid, const int *ncv, double *v, const int *ldv,
             int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info,
             size_t howmny_length, size_t bmat_length, size_t which_length);

#endif
