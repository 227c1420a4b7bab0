// Help texts, put together from the tables of commands and options.
#ifndef CAT_APP_HELP_H
#define CAT_APP_HELP_H

#include "command.h"

void help_program(const Command *const *commands, int n);
void help_command(const Command *command);

#endif
