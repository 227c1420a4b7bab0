// Command-line arguments: long and short options before or after the operands, "--" ends them.
#ifndef CAT_APP_ARGS_H
#define CAT_APP_ARGS_H

#include <stdbool.h>

typedef struct Option {
  const char *name;   // "output", for --output
  char letter;        // 'o', for -o; 0: none
  const char *value;  // what follows it, as shown: "DIR"; NULL: nothing
  const char *doc;
} Option;

typedef struct Command Command;

// The arguments in order of appearance; a flag has the value "".
typedef struct Args {
  const Command *command;
  int nset;               // options that were given
  const Option **option;  // (nset)
  const char **value;     // (nset)
  int noperand;
  const char **operand;  // (noperand)
  char message[256];     // what is wrong with them
} Args;

enum { ARGS_HELP_COLUMN = 24 };

// Options that every command has: --json, --help.
extern const Option args_common[];

// Returns 0, or an exit code with args->message set. argv holds what follows the command.
int args_parse(Args *args, const Command *command, int argc, char **argv);
void args_free(Args *args);

bool args_has(const Args *args, const char *name);
const char *args_value(const Args *args, const char *name);  // the last one given, or NULL
int args_values(const Args *args, const char *name, const char **out);  // all; returns how many

bool args_mention(char **argv, const char *word);  // among words that are not parsed yet

#endif
