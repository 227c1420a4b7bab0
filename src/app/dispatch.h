// From the words of a command line to a command with its arguments.
#ifndef CAT_APP_DISPATCH_H
#define CAT_APP_DISPATCH_H

#include "command.h"

// What is done with a command whose arguments are in order; returns the exit code.
typedef int (*Execute)(const Command *command, const Args *args);

// Finds the command and parses its arguments. Help, the version and faults are printed here;
// everything else is left to `execute`. Returns the exit code.
int dispatch(int argc, char **argv, Execute execute);

#endif
