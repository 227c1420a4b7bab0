// The few pieces of JSON that the program itself prints, straight to a stream.
#ifndef CAT_APP_JSON_H
#define CAT_APP_JSON_H

#include <stdio.h>

// A string in quotes, always valid: controls escaped, bytes that are not UTF-8 replaced.
void json_string(FILE *stream, const char *text);
// "name": "text", with the comma and line break before it that `separator` holds
void json_member(FILE *stream, const char *separator, const char *name, const char *text);

#endif
