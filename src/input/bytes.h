// All bytes of a file that a case or a command names. It must be a regular file.
#ifndef CAT_INPUT_BYTES_H
#define CAT_INPUT_BYTES_H

#include <sys/types.h>

#include "base/context.h"

// A file, and where messages say that it was asked for: itself (line 0), or the value that names
// it.
typedef struct CatAsked {
  CatContext *ctx;
  const char *name;
  CatPlace place;
  const char *key;
} CatAsked;

// An open file: which one it is, whatever its name, and how long.
typedef struct CatOpened {
  int fd;
  dev_t device;
  ino_t inode;
  size_t n;
} CatOpened;

// "found ..., expected ...", with the file's name unless the place is the file itself.
CatStatus cat_bytes_refuse(const CatAsked *asked, const char *found, const char *expected);
// The caller closes out->fd.
CatStatus cat_bytes_open(const CatAsked *asked, CatOpened *out);
// Its n bytes and a NUL behind them into text[n + 2]; the file must end there.
CatStatus cat_bytes_take(const CatAsked *asked, const CatOpened *from, char *text);

// All at once, at most 1 GiB. *text: the caller's, by cat_free, also if it fails; a NUL stands
// behind the last byte. Errors name the file.
CatStatus cat_bytes_read(CatContext *ctx, const char *path, char **text, size_t *n);

#endif
