// Loops of the reduced backend for any processor.
#include "modal_kernel_body.h"

const CatModalKernel *cat_modal_kernel_portable(void) {
  return &kernel;
}
