#define _GNU_SOURCE
#include "dashboard.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 4 };

static void wait_for_refresh(void) {
  struct timespec t = {.tv_nsec = 100000000};
  nanosleep(&t, NULL);
}

// Flags of an answer that a user wants to know of: docs/rt.md.
static const char *state_text(unsigned flags) {
  if (!(flags & 1u)) return "running";
  if (flags & 2u) return "SAFE: force beyond its limit";
  if (flags & 4u) return "SAFE: wire beyond its limit";
  if (flags & 8u) return "SAFE: partner silent";
  if (flags & 4096u) return "SAFE: impossible position";
  return "SAFE: model failed";
}

static void draw(const CatRtSnapshot *s, bool first) {
  if (!first) fprintf(stderr, "\033[%dA", LINES);
  fprintf(stderr, "\033[K%10u steps  %9.3f s  %10.2f m  %s\n", s->steps, s->time, s->place,
          state_text(s->flags));
  fprintf(stderr, "\033[Kforce ");
  for (int i = 0; i < s->contacts; i++) fprintf(stderr, " %8.2f N", s->force[i]);
  fprintf(stderr, "   height ");
  for (int i = 0; i < s->contacts; i++) fprintf(stderr, " %9.4f m", s->height[i]);
  fprintf(stderr, "\n\033[Kcompute %7.1f us (most %7.1f)  wake-up %7.1f us (most %7.1f)\n",
          s->compute_us, s->most_compute_us, s->wake_us, s->most_wake_us);
  fprintf(stderr, "\033[Koverruns %lu  packets lost %lu, late %lu\n", s->overruns, s->lost,
          s->late);
  fflush(stderr);
}

static void watch(const CatRtLive *live) {
  bool first = true;
  for (;;) {
    CatRtSnapshot s = cat_rt_live_read(live);
    if (s.steps > 0) {
      draw(&s, first);
      first = false;
    }
    if (s.done) return;
    wait_for_refresh();
  }
}

pid_t dashboard_start(const CatRtLive *live) {
  if (!live || !isatty(STDERR_FILENO)) return 0;
  pid_t program = getpid(), pid = fork();
  if (pid == 0) {
    signal(SIGINT, SIG_IGN);  // it ends with the loop
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
    if (getppid() == program) watch(live);
    _exit(0);
  }
  return pid > 0 ? pid : 0;
}

void dashboard_end(pid_t pid) {
  if (pid <= 0) return;
  for (int i = 0; i < 3; i++) {
    if (waitpid(pid, NULL, WNOHANG) != 0) return;
    wait_for_refresh();
  }
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
}
