// What the loop asks of the machine, and what it gets: each is optional, and none is an error.
#ifndef CAT_RT_MACHINE_H
#define CAT_RT_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "catenaria/rt.h"

typedef enum CatRtWishName {
  CAT_RT_WISH_PRIORITY,  // SCHED_FIFO
  CAT_RT_WISH_LOCK,      // mlockall
  CAT_RT_WISH_CPU,       // on one processor
  CAT_RT_WISH_AWAKE,     // /dev/cpu_dma_latency held at 0
  CAT_RT_WISHES
} CatRtWishName;

typedef struct CatRtWish {
  bool asked, obtained;
  int why;  // errno where it was refused
} CatRtWish;

typedef struct CatRtMachine {
  CatRtWish wish[CAT_RT_WISHES];
  int latency_fd;  // open as long as processors are to stay awake; -1: not
} CatRtMachine;

extern const char *const cat_rt_wish_names[CAT_RT_WISHES];

void cat_rt_machine_ask(CatRtMachine *m, const CatRtOptions *o);
void cat_rt_machine_leave(CatRtMachine *m);  // priority and memory as before
bool cat_rt_machine_priority(int priority);  // of the calling thread; 0: none

// Times in nanoseconds: monotonic, and what this thread has computed.
int64_t cat_rt_now(void);
int64_t cat_rt_computed(void);
void cat_rt_sleep_until(int64_t due);  // returns early if a signal comes
long cat_rt_page_faults(void);         // of this thread, minor and major

#endif
