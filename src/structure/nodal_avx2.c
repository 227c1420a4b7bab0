// Sums of the account of energy on nodes for processors with AVX2.
#include "nodal_kernel.h"

#ifdef __AVX2__
#include "nodal_kernel_body.h"

CatNodalSum *cat_nodal_sum_avx2(void) {
  return sum;
}
#else
CatNodalSum *cat_nodal_sum_avx2(void) {
  return NULL;
}
#endif
