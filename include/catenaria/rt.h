// The line as a real-time partner of a rig: every period it takes a contact force and answers with
// the height of the wire over the moving strip. Packets, counters and limits: docs/rt.md.
#ifndef CATENARIA_RT_H
#define CATENARIA_RT_H

#include "catenaria/catenaria.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CatRtLive CatRtLive;  // state of a running loop, for other processes

// Simulated: by a thread of the library's own, which ends with the run. It blocks all signals.
typedef enum CatRtPartnerType { CAT_RT_EXTERNAL, CAT_RT_SIMULATED } CatRtPartnerType;
typedef enum CatRtWay { CAT_RT_UDP, CAT_RT_SHM } CatRtWay;
typedef enum CatRtInput { CAT_RT_FORCE, CAT_RT_POSITION } CatRtInput;
typedef enum CatRtOverrun { CAT_RT_SLIP, CAT_RT_DROP, CAT_RT_STOP } CatRtOverrun;
typedef enum CatRtShiftMode { CAT_RT_SHIFT_AUTO, CAT_RT_SHIFT_ON, CAT_RT_SHIFT_OFF } CatRtShiftMode;

enum { CAT_RT_MEASURED = -1 };  // a delay that is to be measured

typedef struct CatRtOptions {
  size_t size;                // sizeof(CatRtOptions)
  double seconds;             // length of the run; 0: until it is stopped
  CatRtPartnerType partner;   // who is at the other end
  CatRtWay way;               // how packets travel
  const char *address;        // UDP: "127.0.0.1:45318"; port 0: any
  const char *name;           // shared memory: "/catenaria-rt"
  double wait;                // for the partner's first packet [s]
  CatRtInput input;           // what the simulated partner sends
  bool unpaced;               // no clock: a step as soon as the partner's packet arrives
  CatRtOverrun overrun;       // reaction to a missed deadline
  CatRtShiftMode shift;       // the line repeats under the pantograph
  double shift_at;            // position at which it is moved back [m]; 0: chosen automatically
  double delay;               // of the rig, in steps, to be compensated; CAT_RT_MEASURED
  double max_force;           // beyond it the rig is brought to its safe state [N]
  double max_uplift;          // likewise of the wire [m]
  double silence;             // likewise without a packet [s]
  int priority;               // SCHED_FIFO; 0: not requested
  int cpu;                    // to run on; -1: any
  bool lock;                  // all memory stays in RAM
  bool awake;                 // processors do not enter sleep states (/dev/cpu_dma_latency)
  CatRtLive *live;            // NULL: not observed
  long (*allocations)(void);  // calls of malloc by this thread so far; NULL: ours only are known
  const char *plant;          // faults to inject in tests, as "stall@500,loss@800"; NULL: none
  bool rebind;                // UDP: another sender may take over from a silent partner
  const unsigned char *key;   // 16 bytes that authenticate packets both ways; NULL: none
  // CatHost.frame is called behind the answer of a step, 25 times a second, where there is time
  // for it: the record then holds the present frame alone, or none if it was left out. It must not
  // wait.
  bool frames;
} CatRtOptions;

// The defaults, which are not all zero, of a struct of this size: sizeof(CatRtOptions).
void cat_rt_options_init(CatRtOptions *options, size_t size);

static inline CatRtOptions cat_rt_options_default(void) {
  CatRtOptions options;
  cat_rt_options_init(&options, sizeof options);
  return options;
}

// Runs the loop. *out as for cat_case_run. CAT_ERR_ARG if the case holds no pantographs or an
// option is out of its range; the message names it with the range.
CatStatus cat_case_rt(CatContext *ctx, const CatCase *c, const CatRtOptions *options,
                      CatRecord **out);

enum { CAT_RT_CONTACTS = 4 };

// Bits of the flags of an answer, and of CatRtSnapshot.flags: there the safe state and its reasons.
enum {
  CAT_RT_SAFE = 1 << 0,        // safe state: height held, forces are ignored
  CAT_RT_BY_FORCE = 1 << 1,    // because of a force beyond the limit
  CAT_RT_BY_UPLIFT = 1 << 2,   // because of the wire's displacement
  CAT_RT_BY_SILENCE = 1 << 3,  // because the partner said nothing
  CAT_RT_BY_MODEL = 1 << 4,    // because the model failed
  CAT_RT_LAST = 1 << 5,        // the loop ends
  CAT_RT_LATE = 1 << 6,        // the step before missed its deadline
  CAT_RT_SHIFTED = 1 << 7,     // the line was moved under the pantograph
  CAT_RT_UNDER = 1 << 8,       // << i: there is a wire over strip i
  CAT_RT_BY_VALUE = 1 << 12    // because of an impossible position or force
};

typedef struct CatRtSnapshot {
  unsigned steps;
  unsigned flags;  // CAT_RT_SAFE and why, 0: not in the safe state
  int contacts;
  double time, place;                                      // [s] [m]
  double force[CAT_RT_CONTACTS], height[CAT_RT_CONTACTS];  // [N] [m]
  double compute_us, wake_us;                              // of the last step
  double most_compute_us, most_wake_us;
  unsigned long overruns, lost, late;
  bool done;
} CatRtSnapshot;

CatRtLive *cat_rt_live_new(void);  // shared with processes forked later; NULL: no memory
void cat_rt_live_free(CatRtLive *live);
CatRtSnapshot cat_rt_live_read(const CatRtLive *live);  // never blocks the loop

#ifdef __cplusplus
}
#endif

#endif
