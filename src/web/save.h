// What a browser asks to be written, below an open folder and nowhere else: whole or not at all,
// and never over a file unless that is said.
#ifndef CAT_WEB_SAVE_H
#define CAT_WEB_SAVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SaveFile {
  const char *name;
  const char *bytes;
  size_t n;
} SaveFile;

enum { SAVE_NAME = 64 };

// Letters, digits, '-', '_' and single dots, no dot first: a name, and never a path.
bool save_name_good(const char *name);
// 0, or the status of the refusal: 400 a bad name, 409 there is one already, 500 cannot be written
// (errno tells why).
int save_file(int dir, const SaveFile *file, bool replace);
int save_folder(int dir, const char *name, const SaveFile *files, int n);  // a folder with files

#endif
