// Monotonic time, for durations only: it never jumps when the wall clock is set.
#ifndef CAT_BASE_CLOCK_H
#define CAT_BASE_CLOCK_H

double cat_clock_now(void);  // [s] since an arbitrary start

#endif
