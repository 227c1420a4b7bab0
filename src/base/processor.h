// Which of the instruction sets that a kernel was compiled for this processor has. A kernel is
// compiled once per set, in files of its own, and chosen when an object is made: compilers' own
// dispatch (target_clones) is resolved by the loader, before sanitizers and some linkers are ready.
#ifndef CAT_BASE_PROCESSOR_H
#define CAT_BASE_PROCESSOR_H

#include <stdbool.h>

typedef enum CatProcessor {
  CAT_PROCESSOR_AUTO,      // the widest that this processor has
  CAT_PROCESSOR_PORTABLE,  // vectors of 16 bytes, any processor
  CAT_PROCESSOR_AVX2,
  CAT_PROCESSOR_AVX512,
  CAT_PROCESSORS
} CatProcessor;

// The set asked for, or the widest; CAT_PROCESSOR_AUTO: there is none that this processor has.
// compiled: which there are (CAT_PROCESSORS).
CatProcessor cat_processor_choose(int asked, const bool *compiled);

#endif
