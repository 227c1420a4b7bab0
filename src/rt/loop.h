// The loop: in every period it takes a request, advances the line by one step and sends an answer.
//
// Inside the loop nothing is allocated or logged and no page is touched for the first time; events
// are counted.
#ifndef CAT_RT_LOOP_H
#define CAT_RT_LOOP_H

#include "histogram.h"
#include "mechanism/outside.h"
#include "partner.h"
#include "picture.h"
#include "privileges.h"
#include "record/record.h"
#include "rt/link/link.h"
#include "rt/link/packet_stats.h"
#include "safety.h"
#include "shift.h"

typedef struct CatRtCounts {
  long steps;       // taken
  long held;        // steps without a new packet: the last force was held
  long silent;      // consecutive such steps
  long overruns;    // steps that missed their deadline
  long by_compute;  // of these, those caused by computing: see cat_rt_loop_run
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
  CatOutside *rig;  // replaces its pantographs (ncontact)
  CatRtLink link;
  CatRtShift shift;
  CatRtPrivileges privileges;
  CatRtPacketStats packets;
  CatRtSafety safety;
  CatRtFaultInjection faults;
  CatRtCounts counts;
  CatRtMoments now;
  CatRtHistogram compute, wake, response;  // computing, wake-up latency, due to answered
  int64_t period;                          // [ns]
  long steps;                              // to be taken; 0: until it is stopped
  double end;                              // of the line, where it does not repeat [m]
  bool at_end;                             // it was reached
  CatRtRequest request;                    // the newest
  bool pending;                            // it is for the step to come, whatever arrives
  bool bound;                              // to the partner, which is known
  uint32_t session;                        // of the rig, for the answers
  unsigned stranger[2];                    // sender of the last foreign packet
  double force[CAT_RT_CONTACTS];           // on the line in the next step [N]
  double gap[CAT_RT_CONTACTS];             // of a rig's strip [m]
  double strip[CAT_RT_CONTACTS];           // its height [m]; NaN: not known
  long taken;                              // step that used values last
  double delay;                            // in steps, of the answers
  double delay_sum;                        // while it is measured
  long delay_count;
  long work;                  // of this step: systems solved, packets taken, a shift
  long proven;                // most work that was done within half a period
  bool shifted, late;         // flags of the next answer
  unsigned char *fresh_page;  // for the injected page fault
  CatTable *table;            // "time"; NULL: not recorded
  CatRtPicture picture;       // for who watches
  double row[1 + 5 * CAT_RT_CONTACTS + 2];
} CatRtLoop;

enum { CAT_RT_COLUMNS = 5 };  // of each contact in a row

// Replaces the line's pantographs by a rig: the forces on the line come from outside, whatever the
// case says about coupling.
CatStatus cat_rt_loop_connect(CatRtLoop *l, CatLineSim *line);
// Puts the line at rest under simulated pantographs (static forces [N]); the rig then replaces
// them.
CatStatus cat_rt_loop_start(CatRtLoop *l, const double *static_force);
// Takes some steps, including a shift, so that code and data are in memory, then restarts.
CatStatus cat_rt_loop_warm(CatRtLoop *l, const double *static_force);
// Waits for the partner, then runs. CAT_ERR_DIVERGED: stopped by an overrun, a silent partner or
// the model; CAT_ERR_INTERRUPTED: stopped on request.
//
// An overrun counts as caused by computing if the step used more than a period of CPU time and no
// earlier step did as much work in half a period. A thread's CPU clock also counts interrupts and,
// in a virtual machine, time taken by the host; equal work done in time tells the two apart.
CatStatus cat_rt_loop_run(CatRtLoop *l);

#endif
