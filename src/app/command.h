// A command of the program: a row of the dispatch table with its options and its help.
#ifndef CAT_APP_COMMAND_H
#define CAT_APP_COMMAND_H

#include "args.h"

// Exit codes: a closed list. A signal adds 128 + its number.
enum {
  EXIT_DONE = 0,
  EXIT_VERDICT = 1,   // computed, but a verdict failed and --strict was given
  EXIT_USAGE = 2,     // usage, or input that is bad or cannot be read
  EXIT_NUMERIC = 3,   // numerical failure
  EXIT_OUTPUT = 4,    // output could not be written
  EXIT_INTERNAL = 5,  // out of memory, internal fault
  EXIT_PIPE = 141,    // the reader of standard output went away
};

typedef struct Command {
  const char *name;
  const char *operands;  // as shown: "CASE", "[KEY]"
  int noperand_min, noperand_max;
  const char *summary;    // one line
  const char *details;    // paragraphs and examples
  const Option *options;  // ends with name == NULL
  int (*run)(const Args *args);
} Command;

extern const Command command_run;
extern const Command command_check;
extern const Command command_rest;
extern const Command command_modes;
extern const Command command_rt;
extern const Command command_measure;
extern const Command command_compare;
extern const Command command_explain;
extern const Command command_cases;
extern const Command command_view;

#endif
