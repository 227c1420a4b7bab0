// The folder that results go to.
#ifndef CAT_APP_FOLDER_H
#define CAT_APP_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

// The folder given, or "results/<stem of the case file><suffix>" if that is NULL; to be freed, NULL
// if out of memory.
char *folder_of(const char *given, const char *case_path, const char *suffix);

// Whether the folder can be made and written to, asked before a long run and changing nothing.
// If not, the reason is put into text.
bool folder_usable(const char *dir, char *text, size_t size);

#endif
