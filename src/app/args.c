#include "args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catenaria/catenaria.h"
#include "command.h"

const Option args_common[] = {
    {"json", 0, NULL, "print one JSON object on standard output, the rest on standard error"},
    {"help", 'h', NULL, "show this"},
    {0},
};

static const Option *find_long(const Option *list, const char *name, size_t n) {
  for (; list->name; list++) {
    if (strlen(list->name) == n && strncmp(list->name, name, n) == 0) return list;
  }
  return NULL;
}

static const Option *find_letter(const Option *list, char letter) {
  for (; list->name; list++) {
    if (list->letter == letter) return list;
  }
  return NULL;
}

// "did you mean" for an option that does not exist
static int unknown_option(Args *args, const char *given, size_t n) {
  const char *names[32];
  int count = 0;
  const Option *lists[] = {args->command->options, args_common};
  for (int l = 0; l < 2; l++) {
    for (const Option *o = lists[l]; o->name && count < 32; o++) names[count++] = o->name;
  }
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)n, given);
  const char *near = cat_nearest_name(name, names, count);
  snprintf(args->message, sizeof args->message, "unknown option '--%s'%s%s%s", name,
           near ? " (did you mean '--" : "", near ? near : "", near ? "'?)" : "");
  return EXIT_USAGE;
}

static void keep(Args *args, const Option *option, const char *value) {
  args->option[args->nset] = option;
  args->value[args->nset] = value;
  args->nset++;
}

// An option with a value takes it from behind '=' or from the next argument.
static int take(Args *args, const Option *option, const char *attached, char ***next) {
  if (!option->value) {
    if (attached) {
      snprintf(args->message, sizeof args->message, "option '--%s' takes no value", option->name);
      return EXIT_USAGE;
    }
    keep(args, option, "");
    return 0;
  }
  const char *value = attached;
  if (!value && **next) value = *(*next)++;
  if (!value || !*value) {
    snprintf(args->message, sizeof args->message, "option '--%s' needs a value: %s", option->name,
             option->value);
    return EXIT_USAGE;
  }
  keep(args, option, value);
  return 0;
}

static int parse_long(Args *args, const char *text, char ***next) {
  const char *equals = strchr(text, '=');
  size_t n = equals ? (size_t)(equals - text) : strlen(text);
  const Option *option = find_long(args->command->options, text, n);
  if (!option) option = find_long(args_common, text, n);
  if (!option) return unknown_option(args, text, n);
  return take(args, option, equals ? equals + 1 : NULL, next);
}

// "-q", "-qo DIR", "-oDIR"
static int parse_letters(Args *args, const char *letters, char ***next) {
  for (const char *c = letters; *c; c++) {
    const Option *option = find_letter(args->command->options, *c);
    if (!option) option = find_letter(args_common, *c);
    if (!option) {
      snprintf(args->message, sizeof args->message, "unknown option '-%c'", *c);
      return EXIT_USAGE;
    }
    bool attached = option->value && c[1];
    int code = take(args, option, attached ? c + 1 : NULL, next);
    if (code || attached) return code;
  }
  return 0;
}

static int parse_all(Args *args, char **next) {
  bool only_operands = false;
  while (*next) {
    const char *text = *next++;
    int code = 0;
    if (only_operands || text[0] != '-' || !text[1]) {
      args->operand[args->noperand++] = text;
    } else if (strcmp(text, "--") == 0) {
      only_operands = true;
    } else if (text[1] == '-') {
      code = parse_long(args, text + 2, &next);
    } else {
      code = parse_letters(args, text + 1, &next);
    }
    if (code) return code;
  }
  return 0;
}

static int check_operands(Args *args) {
  const Command *command = args->command;
  if (args_has(args, "help")) return 0;
  if (args->noperand < command->noperand_min) {
    snprintf(args->message, sizeof args->message, "%s is missing", command->operands);
    return EXIT_USAGE;
  }
  if (args->noperand > command->noperand_max) {
    snprintf(args->message, sizeof args->message, "one argument too many: '%.100s'",
             args->operand[command->noperand_max]);
    return EXIT_USAGE;
  }
  return 0;
}

int args_parse(Args *args, const Command *command, int argc, char **argv) {
  *args = (Args){.command = command};
  size_t letters = (size_t)argc + 1;  // "-qq" holds several options in one argument
  for (int i = 0; i < argc; i++) letters += strlen(argv[i]);
  args->option = calloc(letters, sizeof *args->option);
  args->value = calloc(letters, sizeof *args->value);
  args->operand = calloc((size_t)argc + 1, sizeof *args->operand);
  if (!args->option || !args->value || !args->operand) {
    snprintf(args->message, sizeof args->message, "out of memory");
    return EXIT_INTERNAL;
  }
  int code = parse_all(args, argv);
  return code ? code : check_operands(args);
}

void args_free(Args *args) {
  free(args->option);
  free(args->value);
  free(args->operand);
}

const char *args_value(const Args *args, const char *name) {
  for (int i = args->nset - 1; i >= 0; i--) {
    if (strcmp(args->option[i]->name, name) == 0) return args->value[i];
  }
  return NULL;
}

bool args_has(const Args *args, const char *name) {
  return args_value(args, name) != NULL;
}

int args_values(const Args *args, const char *name, const char **out) {
  int n = 0;
  for (int i = 0; i < args->nset; i++) {
    if (strcmp(args->option[i]->name, name) == 0) out[n++] = args->value[i];
  }
  return n;
}

bool args_mention(char **argv, const char *word) {
  for (; *argv; argv++) {
    if (strcmp(*argv, word) == 0) return true;
  }
  return false;
}
