// The secret of catenaria rt: read from a file, since a command line is visible to everybody.
#ifndef CAT_APP_KEY_H
#define CAT_APP_KEY_H

#include <stdbool.h>
#include <stddef.h>

enum { KEY_BYTES = 16 };

// False: why says what is wrong with the file.
bool key_read(const char *path, unsigned char *key, char *why, size_t n);

#endif
