// The program: finds the command, hands it its arguments, says how it ended.
#include <cblas.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "catenaria/catenaria.h"
#include "command.h"
#include "failure.h"
#include "help.h"
#include "signals.h"

static const Command *const commands[] = {
    &command_run,     &command_check,   &command_rest,    &command_modes, &command_rt,
    &command_measure, &command_compare, &command_explain, &command_cases,
};
enum { NCOMMAND = sizeof commands / sizeof *commands };

// Descriptors 0 to 2 exist, so that no file of results is mistaken for standard output.
static void open_standard_streams(void) {
  for (int fd = 0; fd <= 2; fd++) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
      if (open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd) _exit(EXIT_INTERNAL);
    }
  }
}

static bool has_word(char **argv, const char *word) {
  for (; *argv; argv++) {
    if (strcmp(*argv, word) == 0) return true;
  }
  return false;
}

static int print_version(bool json) {
  if (!json) {
    printf("catenaria %s\n", cat_version());
    return 0;
  }
  CatContext *ctx = cat_context_new(NULL);
  if (!ctx) return failure_plain(EXIT_INTERNAL, true, cat_status_text(CAT_ERR_MEMORY));
  char *about = NULL;
  CatStatus status = cat_about(ctx, &about);
  int code = status == CAT_OK ? 0 : failure_print(ctx, status);
  if (about) fputs(about, stdout);
  cat_string_free(ctx, about);
  cat_context_free(ctx);
  return code;
}

static int unknown_command(const char *name, bool json) {
  const char *names[NCOMMAND];
  for (int i = 0; i < NCOMMAND; i++) names[i] = commands[i]->name;
  const char *near = cat_nearest_name(name, names, NCOMMAND);
  char text[256];
  snprintf(text, sizeof text, "catenaria: unknown command '%.64s'%s%s%s; see catenaria --help",
           name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
  return failure_plain(EXIT_USAGE, json, text);
}

static int run_command(const Command *command, int argc, char **argv) {
  Args args;
  int code = args_parse(&args, command, argc, argv);
  if (code) {
    char text[400];
    snprintf(text, sizeof text, "catenaria %s: %s; see catenaria %s --help", command->name,
             args.message, command->name);
    failure_plain(code, has_word(argv, "--json"), text);
  } else if (args_has(&args, "help")) {
    help_command(command);
  } else {
    code = command->run(&args);
  }
  args_free(&args);
  return code;
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    return failure_plain(EXIT_USAGE, false,
                         "catenaria: a command is missing; see catenaria --help");
  }
  const char *word = argv[1];
  bool json = has_word(argv, "--json");
  for (int i = 0; i < NCOMMAND; i++) {
    if (strcmp(commands[i]->name, word) == 0) return run_command(commands[i], argc - 2, argv + 2);
  }
  if (has_word(argv + 1, "--version")) return print_version(json);
  if (strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0) return unknown_command(word, json);
  help_program(commands, NCOMMAND);
  return 0;
}

// What was printed counts as output too: a full disk behind standard output is exit code 4.
static int finish_stdout(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  if (poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP))) return EXIT_PIPE;
  fprintf(stderr, "catenaria: standard output could not be written\n");
  return code == 0 ? EXIT_OUTPUT : code;
}

int main(int argc, char **argv) {
  open_standard_streams();
  signals_install();
  openblas_set_num_threads(1);  // bands are narrow: threads would cost more than they bring
  return finish_stdout(dispatch(argc, argv));
}
