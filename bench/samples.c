#include "samples.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "kernels.h"

void *bench_memory(size_t count, size_t size) {
  enum { LINE = 64 };
  size_t bytes = (count * size / LINE + 1) * LINE;
  void *p = aligned_alloc(LINE, bytes);
  if (!p) {
    fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
    exit(5);
  }
  return memset(p, 0, bytes);
}

Samples samples_new(size_t room) {
  return (Samples){bench_memory(room, sizeof(double)), bench_memory(room, sizeof(double)), 0, room,
                   0};
}

void samples_free(Samples *s) {
  free(s->us), free(s->pace);
  *s = (Samples){0};
}

void samples_add(Samples *s, double seconds) {
  if (s->n < s->room) s->us[s->n++] = 1e6 * seconds;
}

void samples_forget(Samples *s) {
  s->n = s->marked = 0;
}

//------------------------------------------------------------------------------- turns

static const double QUIET = 1.1;  // of the best pace

static double best_seen = INFINITY;  // of all paces [us]

double samples_pace(void) {
  enum { ROUNDS = 5000 };
  static volatile double x;
  double begin = cat_clock_now();
  x = kernel_side_by_side(x, ROUNDS);
  double pace = 1e6 * (cat_clock_now() - begin);
  best_seen = fmin(best_seen, pace);
  return pace;
}

void samples_turn(Samples *s, double before) {
  double after = samples_pace();
  for (; s->marked < s->n; s->marked++) s->pace[s->marked] = after > before ? after : before;
}

// Until the pace is near the best that was seen, most of the time.
void samples_wait(double most) {
  enum { TRIES = 400 };
  const struct timespec pause = {0, 5000000};
  double begin = cat_clock_now(), quiet = 0;
  for (int i = 0; i < TRIES; i++) samples_pace();
  while (quiet < 0.8 && cat_clock_now() - begin < most) {
    nanosleep(&pause, NULL);
    samples_pace();  // wakes the processor up
    quiet += 0.02 * ((samples_pace() <= QUIET * best_seen) - quiet);
  }
  double waited = cat_clock_now() - begin;
  if (waited > 2) {
    printf("%s after %.0f s\n", quiet < 0.8 ? "the machine is still busy" : "the machine is quiet",
           waited);
  }
}

static double best_pace(const Samples *s) {
  double best = INFINITY;
  for (size_t i = 0; i < s->n; i++) best = fmin(best, s->pace[i]);
  return best;
}

static bool counts(const Samples *s, size_t i, double best) {
  return s->pace[i] <= QUIET * best;
}

double samples_counted(const Samples *s) {
  size_t n = 0;
  double best = best_pace(s);
  for (size_t i = 0; i < s->n; i++) n += counts(s, i, best);
  return s->n ? (double)n / (double)s->n : 0;
}

//------------------------------------------------------------------------------- quantiles

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(double *us, size_t n, double share) {  // which are sorted then
  if (n == 0) return 0;
  qsort(us, n, sizeof *us, ascending);
  return us[(size_t)(share * (double)(n - 1) + 0.5)];
}

double samples_quantile(const Samples *s, double share) {
  double *some = bench_memory(s->n, sizeof *some), best = best_pace(s);
  size_t n = 0;
  for (size_t i = 0; i < s->n; i++) {
    if (counts(s, i, best)) some[n++] = s->us[i];
  }
  double q = quantile(some, n, share);
  free(some);
  return q;
}

double samples_median(const Samples *s) {
  return samples_quantile(s, 0.5);
}

static double turn_median(const Samples *s, size_t from, size_t turn, double *room) {
  memcpy(room, s->us + from, turn * sizeof *room);
  return quantile(room, turn, 0.5);
}

double samples_ratio(const Samples *s, const Samples *over, size_t turn) {
  size_t turns = (s->n < over->n ? s->n : over->n) / turn, n = 0;
  double *ratio = bench_memory(turns, sizeof *ratio), *room = bench_memory(turn, sizeof *room);
  double best = fmin(best_pace(s), best_pace(over));
  for (size_t i = 0; i < turns * turn; i += turn) {
    if (!counts(s, i, best) || !counts(over, i, best)) continue;
    ratio[n++] = turn_median(s, i, turn, room) / turn_median(over, i, turn, room);
  }
  double median = quantile(ratio, n, 0.5);
  free(ratio), free(room);
  return median;
}
