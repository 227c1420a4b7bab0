// Loops over ties for any processor.
#include "ties_kernel_body.h"

const CatTiesKernel *cat_ties_kernel_portable(void) {
  return &kernel;
}
