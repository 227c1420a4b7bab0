// Opens and reads an input file without trusting it: it must be a regular file of bounded size.
#ifndef CAT_INPUT_FILE_H
#define CAT_INPUT_FILE_H

#include <sys/types.h>

#include "session.h"

typedef struct CatFile {
  const char *name;  // as shown in messages
  const char *text;  // NUL behind the last byte
  size_t n;
  dev_t device;  // which file it is, whatever its name
  ino_t inode;
} CatFile;

// The part in memory that has this name; NULL: there is none.
const CatInputText *cat_file_in_memory(const CatSession *s, const char *name);

// A part in memory, or else a file on the disk. Says what is wrong at the given place and key: the
// file itself (line 0), or the value that names it.
CatStatus cat_file_read(CatSession *s, const char *name, CatPlace place, const char *key,
                        CatFile *out);

#endif
