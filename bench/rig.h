// Lines and runs under the stopwatch: a line at rest, and trains under it with one backend each,
// marched in blocks so that what is compared takes turns.
#ifndef CAT_BENCH_RIG_H
#define CAT_BENCH_RIG_H

#include <stdint.h>

#include "post/stats.h"
#include "samples.h"
#include "study/train/run.h"

enum { RIG_SETS = 10, RIG_BLOCK = 200 };

// Which line and train: a case of the library or of bench/cases, and what is overridden.
typedef struct Ask {
  const char *file;  // under the source folder
  int spans;         // of the first group of spans; 0: as the file says
  double speed;      // [km/h]; 0: as the file says
  bool held;         // messenger held along the track
  double force;      // static force [N]; 0: as the file says
  long most;         // steps at most; 0: the whole line
  double from, to;   // window of the statistics [m]; both 0: the middle half
} Ask;

typedef struct Line {
  Ask ask;
  CatContext *ctx;
  CatSpec *spec;
  const CatLineModel *m;
  CatConfiguration *rest;
  int spans;         // of all sections
  double window[2];  // [m]
} Line;

typedef struct Run {
  char name[40];
  const Line *line;
  CatSpec *spec;
  const CatTrainSpec *values;
  CatLineSim *c;
  CatRecord *rec;
  CatObserved seen;
  long steps, done;  // of the whole run
  Samples took;
  double *x, *force, *smooth;  // place [m], contact force raw and below 20 Hz [N] (steps)
  uint64_t *slack;             // bit by dropper (steps x words)
  int words;
  long nslack;  // slack droppers, summed over the steps
} Run;

// A failure to make a line ends the program: nothing could be measured.
void line_new(Line *line, const Ask *ask);
void line_free(Line *line);

// False, and nothing is made, if the program has no such solver or it cannot take the line. The
// solver "nonlinear": dynamics: nonlinear.
bool run_new(Run *r, const Line *line, const char *solver);
void run_free(Run *r);
void run_again(Run *r);                  // from the start, nothing recorded
void run_tighten(Run *r, double share);  // droppers' tension at rest, the line as it was; again
void run_block(Run *r, long n);          // timed and recorded, to the end of the run at most
void run_finish(Run *r);                 // filters what was recorded

// What is compared of two runs of the same train.
typedef struct Measures {
  CatStats force;  // of the filtered force in the window [N]
  double uplift;   // largest at the supports in the window [m]
} Measures;
Measures run_measures(const Run *r);
double run_cv(const Run *reference, const Run *r);  // real-time paper, eq. (53) [%]
double run_same_slack(const Run *a, const Run *b);  // share of steps with equal sets [-]
int run_dof(const Run *r);                          // coordinates that carry a state

#endif
