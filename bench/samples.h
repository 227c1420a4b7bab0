// Times that were measured, and what is said about them.
#ifndef CAT_BENCH_SAMPLES_H
#define CAT_BENCH_SAMPLES_H

#include <stddef.h>

// Machines are shared: another program beside ours on the same core makes arithmetic take up to 1.8
// times as long, and what waits for memory less than that. So samples are taken in turns, with a
// fixed piece of arithmetic before and after each, and only turns in which it took no more than 1.1
// times its best count.
typedef struct Samples {
  double *us;    // (room)
  double *pace;  // of that arithmetic in the turn of a sample [us]; 0: unknown, it counts (room)
  size_t n, room;
  size_t marked;  // those whose turns are over
} Samples;

void *bench_memory(size_t count, size_t size);  // zeroed, on a cache line; ends the program if none

Samples samples_new(size_t room);
void samples_free(Samples *s);
void samples_add(Samples *s, double seconds);  // what has no room is lost
void samples_forget(Samples *s);               // all of them
double samples_pace(void);                     // of the arithmetic, now [us]
void samples_wait(double most);                // until the machine is quiet, but no longer [s]
void samples_turn(Samples *s, double before);  // ends a turn, before which the pace was this
double samples_counted(const Samples *s);      // share of those that count
double samples_quantile(const Samples *s, double share);
double samples_median(const Samples *s);
// How much longer one takes than another, turn by turn of so many samples: the median of that.
// Turns in which only one of them was measured or one does not count are left out.
double samples_ratio(const Samples *s, const Samples *over, size_t turn);

#endif
