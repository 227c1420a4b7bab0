#include "help.h"

#include <stdio.h>

#include "catenaria/catenaria.h"
#include "terminal.h"

static void heading(const char *text) {
  terminal_colour(stdout, COLOUR_BOLD, text);
  putchar('\n');
}

void help_program(const Command *const *commands, int n) {
  printf("catenaria %s: dynamics of overhead lines and what moves along them\n\n", cat_version());
  heading("Usage");
  printf("  catenaria COMMAND [arguments]\n\n");
  heading("Commands");
  for (int i = 0; i < n; i++) {
    printf("  %-8s %-8s  %s\n", commands[i]->name, commands[i]->operands, commands[i]->summary);
  }
  printf("\n");
  heading("Options");
  printf("  --version         version; with --json also what the program is made of\n"
         "  -h, --help        show this; 'catenaria COMMAND --help' shows a command\n\n");
  heading("First steps");
  printf("  catenaria cases                                what ships with the program\n"
         "  catenaria run pdae/arnold-simeon-48 -o out     run one of them\n"
         "  catenaria explain run.speed                    what an input key means\n");
}

static void print_options(const Option *list) {
  for (; list->name; list++) {
    char text[64];
    const char *value = list->value ? list->value : "";
    const char *space = list->value ? " " : "";
    if (list->letter) {
      snprintf(text, sizeof text, "-%c, --%s%s%s", list->letter, list->name, space, value);
    } else {
      snprintf(text, sizeof text, "    --%s%s%s", list->name, space, value);
    }
    printf("  %-*s  %s\n", ARGS_HELP_COLUMN, text, list->doc);
  }
}

void help_command(const Command *command) {
  printf("catenaria %s: %s\n\n", command->name, command->summary);
  heading("Usage");
  printf("  catenaria %s %s [options]\n\n", command->name, command->operands);
  printf("%s\n", command->details);
  heading("Options");
  print_options(command->options);
  print_options(args_common);
}
