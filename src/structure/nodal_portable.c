// Sums of the account of energy on nodes for any processor.
#include "nodal_kernel_body.h"

CatNodalSum *cat_nodal_sum_portable(void) {
  return sum;
}
