#include "dispatch.h"

#include <stdio.h>
#include <string.h>

#include "catenaria/catenaria.h"
#include "failure.h"
#include "help.h"

static const Command *const commands[] = {
    &command_run,     &command_check,   &command_rest,    &command_modes, &command_rt,
    &command_measure, &command_compare, &command_explain, &command_cases, &command_view,
};
enum { NCOMMAND = sizeof commands / sizeof *commands };

static int print_version(bool json) {
  if (!json) {
    printf("catenaria %s (commit %s)\n", cat_version(), cat_commit());
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

static int run_command(const Command *command, int argc, char **argv, Execute execute) {
  Args args;
  int code = args_parse(&args, command, argc, argv);
  if (code) {
    char text[400];
    snprintf(text, sizeof text, "catenaria %s: %s; see catenaria %s --help", command->name,
             args.message, command->name);
    failure_plain(code, args_mention(argv, "--json"), text);
  } else if (args_has(&args, "help")) {
    help_command(command);
  } else {
    code = execute(command, &args);
  }
  args_free(&args);
  return code;
}

int dispatch(int argc, char **argv, Execute execute) {
  if (argc < 2) {
    return failure_plain(EXIT_USAGE, false,
                         "catenaria: a command is missing; see catenaria --help");
  }
  const char *word = argv[1];
  bool json = args_mention(argv, "--json");
  for (int i = 0; i < NCOMMAND; i++) {
    if (strcmp(commands[i]->name, word) != 0) continue;
    return run_command(commands[i], argc - 2, argv + 2, execute);
  }
  if (args_mention(argv + 1, "--version")) return print_version(json);
  if (strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0) return unknown_command(word, json);
  help_program(commands, NCOMMAND);
  return 0;
}
