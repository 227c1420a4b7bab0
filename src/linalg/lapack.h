// The few BLAS and LAPACK routines that are used, with their Fortran interfaces. The lengths of
// texts come last, as Fortran compilers pass them: some of them rely on these, and on the web a
// call that leaves out an argument is an error.
#ifndef CAT_LINALG_LAPACK_H
#define CAT_LINALG_LAPACK_H

#include <stddef.h>

void dsbmv_(const char *uplo, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *x, const int *incx, const double *beta, double *y,
            const int *incy, size_t uplo_length);
void dpbtrf_(const char *uplo, const int *n, const int *kd, double *ab, const int *ldab, int *info,
             size_t uplo_length);
void dpbtrs_(const char *uplo, const int *n, const int *kd, const int *nrhs, const double *ab,
             const int *ldab, double *b, const int *ldb, int *info, size_t uplo_length);
void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b,
            const int *ldb, int *info);
void dsbgv_(const char *jobz, const char *uplo, const int *n, const int *ka, const int *kb,
            double *ab, const int *ldab, double *bb, const int *ldbb, double *w, double *z,
            const int *ldz, double *work, int *info, size_t jobz_length, size_t uplo_length);

void dsygvd_(const int *type, const char *jobz, const char *uplo, const int *n, double *a,
             const int *lda, double *b, const int *ldb, double *w, double *work, const int *lwork,
             int *iwork, const int *liwork, int *info, size_t jobz_length, size_t uplo_length);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc, size_t transa_length,
            size_t transb_length);

void dgbtrf_(const int *m, const int *n, const int *kl, const int *ku, double *ab, const int *ldab,
             int *ipiv, int *info);
void dtbsv_(const char *uplo, const char *trans, const char *diag, const int *n, const int *k,
            const double *a, const int *lda, double *x, const int *incx, size_t uplo_length,
            size_t trans_length, size_t diag_length);
void dgbtrs_(const char *trans, const int *n, const int *kl, const int *ku, const int *nrhs,
             const double *ab, const int *ldab, const int *ipiv, double *b, const int *ldb,
             int *info, size_t trans_length);

// OpenBLAS itself
void openblas_set_num_threads(int n);
char *openblas_get_config(void);

#endif
