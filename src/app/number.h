// Numbers on the command line.
#ifndef CAT_APP_NUMBER_H
#define CAT_APP_NUMBER_H

#include <stdbool.h>

// A finite decimal number at the start of text, and what follows it; false if there is none.
bool number_read(const char *text, double *out, const char **rest);

#endif
