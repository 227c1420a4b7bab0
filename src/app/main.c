// The program: sets up the process, runs the command, says how it ended.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "dispatch.h"
#include "failure.h"
#include "signals.h"

// Descriptors 0 to 2 exist, so that no file of results is mistaken for standard output.
static void open_standard_streams(void) {
  for (int fd = 0; fd <= 2; fd++) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
      if (open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd) _exit(EXIT_INTERNAL);
    }
  }
}

static int execute(const Command *command, const Args *args) {
  return command->run(args);
}

// What was printed counts as output too: a full disk behind standard output is exit code 4.
static int finish_stdout(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  if (poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP))) return EXIT_PIPE;
  fprintf(stderr, "catenaria: standard output could not be written\n");
  return code == 0 ? EXIT_OUTPUT : code;
}

typedef struct Start {
  int argc;
  char **argv;
  int code;
} Start;

static void *start(void *arg) {
  Start *s = arg;
  s->code = dispatch(s->argc, s->argv, execute);
  return NULL;
}

// Frames are small, but those of a library need not be: where the user allows only a small stack,
// as by ulimit -s 64, the command runs on one of its own.
static int dispatch_on_stack(int argc, char **argv) {
  enum { ENOUGH = 1 << 20, OWN = 8 << 20 };  // [bytes]
  Start s = {argc, argv, EXIT_INTERNAL};
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= ENOUGH) {
    return dispatch(argc, argv, execute);
  }
  pthread_attr_t own;
  pthread_t thread;
  bool made = pthread_attr_init(&own) == 0 && pthread_attr_setstacksize(&own, OWN) == 0 &&
              pthread_create(&thread, &own, start, &s) == 0;
  if (!made || pthread_join(thread, NULL) != 0) {
    return failure_plain(EXIT_INTERNAL, args_mention(argv, "--json"),
                         "out of memory: no room for a stack of 8 MB");
  }
  return s.code;
}

int main(int argc, char **argv) {
  open_standard_streams();
  signals_install();
  return finish_stdout(dispatch_on_stack(argc, argv));
}
