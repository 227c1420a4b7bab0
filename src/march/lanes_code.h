// Which of the codes that a kernel was compiled for runs on this processor.
#ifndef CAT_MARCH_LANES_CODE_H
#define CAT_MARCH_LANES_CODE_H

#include <stdbool.h>

typedef enum CatLanesCode {
  CAT_LANES_AUTO,      // the widest that this processor has
  CAT_LANES_PORTABLE,  // vectors of 16 bytes, any processor
  CAT_LANES_AVX2,
  CAT_LANES_AVX512,
  CAT_LANES_CODES
} CatLanesCode;

// The code asked for, or the widest; CAT_LANES_AUTO: there is none that this processor has.
// there: which were compiled (CAT_LANES_CODES).
CatLanesCode cat_lanes_code(int asked, const bool *there);

#endif
