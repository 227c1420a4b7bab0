#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

// The one variable of the program: a handler can reach nothing else.
static volatile sig_atomic_t caught;

static void on_signal(int number) {
  if (caught) _exit(128 + number);
  caught = number;
}

static void catch_signal(int number) {
  struct sigaction old;
  // under nohup, or in the background of a plain shell, an ignored signal stays ignored
  if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN) return;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void signals_install(void) {
  catch_signal(SIGINT);
  catch_signal(SIGTERM);
  catch_signal(SIGHUP);
  // a closed pipe and a file beyond its limit show up as a failed write, so that it can be told and
  // nothing half is left
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGPIPE, &ignore, NULL);
  sigaction(SIGXFSZ, &ignore, NULL);
}

int signals_caught(void) {
  return caught;
}
