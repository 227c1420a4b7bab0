// Loops over droppers for any processor.
#include "droppers_kernel_body.h"

const CatDroppersKernel *cat_droppers_kernel_portable(void) {
  return &kernel;
}
