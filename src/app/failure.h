// What the user sees when something went wrong, and the exit code that goes with it.
#ifndef CAT_APP_FAILURE_H
#define CAT_APP_FAILURE_H

#include <stdbool.h>

#include "catenaria/catenaria.h"

int failure_code(CatStatus status);
// One line on standard error per error of the context; returns the exit code.
int failure_print(const CatContext *ctx, CatStatus status);
// The same errors as one JSON object on standard output.
void failure_json(const CatContext *ctx, CatStatus status);
// An error that no context knows of; one line, and one object with --json. Returns code.
int failure_plain(int code, bool json, const char *message);

#endif
