// The loop: every period a request is taken, the line makes one step, an answer is sent.
//
// Inside of it nothing is allocated, logged or touched for the first time; what happens is counted.
#ifndef CAT_RT_LOOP_H
#define CAT_RT_LOOP_H

#include "heard.h"
#include "histogram.h"
#include "link.h"
#include "machine.h"
#include "mechanism/outside.h"
#include "partner.h"
#include "record/record.h"
#include "safety.h"
#include "shift.h"

typedef struct CatRtCounts {
  long steps;       // taken
  long held;        // steps for which no packet was there: the force before was held
  long silent;      // such steps in a row
  long overruns;    // steps that ended behind their deadline
  long by_compute;  // of these, those by computing: see cat_rt_loop_run
  long dropped;     // periods in which no step began (policy drop)
  int64_t slipped;  // by which the clock of the loop was moved (policy slip) [ns]
  long unsent;      // answers that could not be sent
  long allocations, page_faults;
  int64_t length;  // of the loop [ns]
} CatRtCounts;

// The moments of one step [ns].
typedef struct CatRtMoments {
  int64_t due, begin, end;  // when it should begin, when it did, when the answer was sent
  int64_t computed;         // by this thread in between
} CatRtMoments;

typedef struct CatRtLoop {
  CatContext *ctx;
  const CatRtOptions *options;
  CatLineSim *line;
  CatSim *sim;      // of the line
  CatOutside *rig;  // what takes the place of its pantographs (ncontact)
  CatRtLink link;
  CatRtShift shift;
  CatRtMachine machine;
  CatRtHeard heard;
  CatRtSafety safety;
  CatRtPlants plants;
  CatRtCounts counts;
  CatRtMoments now;
  CatRtHistogram compute, wake, response;  // computing, late wake-up, due to answered
  int64_t period;                          // [ns]
  long steps;                              // to be taken; 0: until it is stopped
  double end;                              // of the line, where it does not repeat [m]
  bool at_end;                             // it was reached
  CatRtRequest request;                    // the newest
  bool pending;                            // it is for the step to come, whatever arrives
  bool bound;                              // the partner is known, and kept
  uint32_t session;                        // of the rig, for the answers
  unsigned stranger[2];                    // who sent the last foreign packet
  double force[CAT_RT_CONTACTS];           // that the line feels next [N]
  double gap[CAT_RT_CONTACTS];             // of a rig's strip [m]
  double strip[CAT_RT_CONTACTS];           // its height [m]; NaN: not known
  long taken;                              // step that used values last
  double delay;                            // in steps, of the answers
  double delay_sum;                        // while it is measured
  long delay_count;
  long work;                  // of this step: systems solved, packets taken, a shift
  long proven;                // most work that was done within half a period
  bool shifted, late;         // what the next answer tells
  unsigned char *fresh_page;  // for the planted page fault
  CatTable *table;            // "time"; NULL: not recorded
  double row[1 + 5 * CAT_RT_CONTACTS + 2];
} CatRtLoop;

enum { CAT_RT_COLUMNS = 5 };  // of each contact in a row

// The line, with a rig in the place of its pantographs: it feels forces that come from elsewhere,
// whatever the case says of its coupling.
CatStatus cat_rt_loop_connect(CatRtLoop *l, CatLineSim *line);
// The line at rest with pantographs of ours (static forces [N]), which then make room for the rig.
CatStatus cat_rt_loop_start(CatRtLoop *l, const double *static_force);
// Takes some steps, a shift among them, so that code and data are in memory, then starts anew.
CatStatus cat_rt_loop_warm(CatRtLoop *l, const double *static_force);
// Waits for the partner, then runs. CAT_ERR_DIVERGED: stopped by an overrun, a silent partner or
// the model; CAT_ERR_INTERRUPTED: asked to stop.
//
// An overrun is one by computing if the step computed for longer than a period and no step before
// it did as much work in half of one. The clock of a thread also counts interrupts and, in a
// virtual machine, what the host takes away; equal work that was done in time tells them apart.
CatStatus cat_rt_loop_run(CatRtLoop *l);

#endif
