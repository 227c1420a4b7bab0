// Every call of BLAS, LAPACK and ARPACK stands between these two: the serial build of OpenBLAS
// hands its working memory from call to call without a lock (docs/map.md says why that build).
#ifndef CAT_LINALG_BLAS_H
#define CAT_LINALG_BLAS_H

#include "base/context.h"

// Waits for calls of other threads. The first one asks for the working memory before OpenBLAS does,
// which would try for ever: CAT_ERR_MEMORY, and nothing to leave.
CatStatus cat_blas_enter(CatContext *ctx);
// For work that begins with a call that cannot fail, such as a product: asks once.
CatStatus cat_blas_ready(CatContext *ctx);
// The same as enter for what follows one that succeeded: a factor is there already.
void cat_blas_reenter(void);
void cat_blas_leave(void);

const char *cat_blas_version(void);

#endif
