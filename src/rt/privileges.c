#define _GNU_SOURCE
#include "privileges.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

const char *const cat_rt_privilege_names[CAT_RT_PRIVILEGE_COUNT] = {
    "sched_fifo", "mlockall", "cpu_pinning", "cpu_dma_latency"};

//------------------------------------------------------------------------------- privileges

static void grant(CatRtPrivilege *w, bool obtained) {
  *w = (CatRtPrivilege){.asked = true, .obtained = obtained, .why = obtained ? 0 : errno};
}

bool cat_rt_set_priority(int priority) {
  struct sched_param p = {.sched_priority = priority};
  return sched_setscheduler(0, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &p) == 0;
}

static bool pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu >= CPU_SETSIZE) {
    errno = EINVAL;
    return false;
  }
  CPU_SET((size_t)cpu, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

// As long as the file is open with 0 in it, no processor enters a state that it leaves slowly.
static bool stay_awake(CatRtPrivileges *m) {
  int32_t latency = 0;
  m->latency_fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
  return m->latency_fd >= 0 && write(m->latency_fd, &latency, sizeof latency) == sizeof latency;
}

// The stack that the loop may need is there before it starts.
static void touch_stack(void) {
  enum { BYTES = 256 * 1024, PAGE = 4096 };
  volatile unsigned char room[BYTES];
  for (int i = 0; i < BYTES; i += PAGE) room[i] = 0;
  (void)room[0];
}

void cat_rt_privileges_acquire(CatRtPrivileges *m, const CatRtOptions *o) {
  *m = (CatRtPrivileges){.latency_fd = -1};
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);  // 1 ns instead of 50 us
  if (o->awake) grant(&m->list[CAT_RT_PRIVILEGE_AWAKE], stay_awake(m));
  if (o->cpu >= 0) grant(&m->list[CAT_RT_PRIVILEGE_CPU], pin(o->cpu));
  if (o->lock) grant(&m->list[CAT_RT_PRIVILEGE_LOCK], mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
  touch_stack();
  if (o->priority > 0) {
    grant(&m->list[CAT_RT_PRIVILEGE_PRIORITY], cat_rt_set_priority(o->priority));
  }
}

void cat_rt_privileges_release(CatRtPrivileges *m) {
  if (m->list[CAT_RT_PRIVILEGE_PRIORITY].obtained) cat_rt_set_priority(0);
  if (m->list[CAT_RT_PRIVILEGE_LOCK].obtained) munlockall();
  if (m->latency_fd >= 0) close(m->latency_fd);
  m->latency_fd = -1;
}

//------------------------------------------------------------------------------- clocks

static int64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t cat_rt_now(void) {
  return read_clock(CLOCK_MONOTONIC);
}

int64_t cat_rt_computed(void) {
  return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void cat_rt_sleep_until(int64_t due) {
  struct timespec t = {.tv_sec = (time_t)(due / 1000000000), .tv_nsec = (long)(due % 1000000000)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

long cat_rt_page_faults(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) != 0) return 0;
  return usage.ru_minflt + usage.ru_majflt;
}
