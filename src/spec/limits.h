// Limits on the size of a case. A larger one is refused before it runs, and the manual
// states these numbers.
#ifndef CAT_SPEC_LIMITS_H
#define CAT_SPEC_LIMITS_H

#define CAT_MOST_STEPS 2e7     // of one run
#define CAT_MOST_UNKNOWNS 5e6  // of a line at rest
#define CAT_MOST_MEMORY 8.0    // of a run [GiB]
#define CAT_MOST_RECORD 2.0    // of the recorded rows of the kind pdae [GiB]
#define CAT_GIB 1073741824.0   // [bytes]

#endif
