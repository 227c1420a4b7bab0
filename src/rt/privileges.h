// Real-time privileges that the loop requests from the operating system. Each is optional: a
// refusal is reported and is not an error. Clocks of the loop.
#ifndef CAT_RT_PRIVILEGES_H
#define CAT_RT_PRIVILEGES_H

#include <stdbool.h>
#include <stdint.h>

#include "catenaria/rt.h"

typedef enum CatRtPrivilegeName {
  CAT_RT_PRIVILEGE_PRIORITY,  // SCHED_FIFO
  CAT_RT_PRIVILEGE_LOCK,      // mlockall
  CAT_RT_PRIVILEGE_CPU,       // on one processor
  CAT_RT_PRIVILEGE_AWAKE,     // /dev/cpu_dma_latency held at 0
  CAT_RT_PRIVILEGE_COUNT
} CatRtPrivilegeName;

typedef struct CatRtPrivilege {
  bool asked, obtained;
  int why;  // errno where it was refused
} CatRtPrivilege;

typedef struct CatRtPrivileges {
  CatRtPrivilege list[CAT_RT_PRIVILEGE_COUNT];
  int latency_fd;  // open as long as processors are to stay awake; -1: not
} CatRtPrivileges;

extern const char *const cat_rt_privilege_names[CAT_RT_PRIVILEGE_COUNT];

void cat_rt_privileges_acquire(CatRtPrivileges *m, const CatRtOptions *o);
void cat_rt_privileges_release(CatRtPrivileges *m);  // restores priority and memory locking
bool cat_rt_set_priority(int priority);              // of the calling thread; 0: none

// Times in nanoseconds: monotonic, and CPU time of this thread.
int64_t cat_rt_now(void);
int64_t cat_rt_computed(void);
void cat_rt_sleep_until(int64_t due);  // returns early on a signal
long cat_rt_page_faults(void);         // of this thread, minor and major

#endif
