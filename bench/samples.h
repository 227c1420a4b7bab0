// Times that were measured, and what is said about them.
#ifndef CAT_BENCH_SAMPLES_H
#define CAT_BENCH_SAMPLES_H

#include <stddef.h>

typedef struct Samples {
  double *us;  // (room)
  size_t n, room;
} Samples;

void *bench_memory(size_t count, size_t size);  // zeroed, on a cache line; ends the program if none

Samples samples_new(size_t room);
void samples_free(Samples *s);
void samples_add(Samples *s, double seconds);  // what has no room is lost
double samples_quantile(const Samples *s, double share);
double samples_median(const Samples *s);
// How much longer one takes than another, turn by turn of so many samples: the median of that.
// Turns in which only one of them was measured do not count.
double samples_ratio(const Samples *s, const Samples *over, size_t turn);

#endif
