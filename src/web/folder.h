// The results that were opened: found when the viewer starts and each time the list is asked for. A
// client names them by number, never by a path. Files are opened below the folders that the user
// named, without following links.
#ifndef CAT_WEB_FOLDER_H
#define CAT_WEB_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

enum {
  FOLDER_ROOTS = 80,
  FOLDER_RESULTS = 2000,
  FOLDER_TEXTS = 500,
  FOLDER_DEPTH = 4,
  FOLDER_PATH = 256
};

typedef struct FolderEntry {
  int root;                // of which folder
  char path[FOLDER_PATH];  // below it: "." or "a/b"
  bool there;              // when it was looked for last
} FolderEntry;

typedef struct Folder {
  int nroot;
  int root[FOLDER_ROOTS];    // open directories
  char *name[FOLDER_ROOTS];  // as the user wrote them
  int nentry;
  FolderEntry *entry;  // folders that hold a summary.json
  bool more;           // there are some that are not listed
  bool reuse;          // while it looks for more than there were places for
  bool reused;         // a number was given to another one when it looked last
  int ntext;
  FolderEntry text[FOLDER_TEXTS];  // *.yaml in the folders that were named, not below them
} Folder;

// false: one of them cannot be opened; its number is *bad, errno the reason
bool folder_open(Folder *f, const char *const *dirs, int n, int *bad);
bool folder_add(Folder *f, const char *dir);  // one more; false: it cannot be opened
void folder_close(Folder *f);
// What was found before keeps its number, as long as there are numbers; then those of what is gone
// are used again. false: no memory
bool folder_scan(Folder *f);

// A whole file of an entry, with a NUL behind it; to be freed. NULL: there is none, it is no
// regular file, or it has more than `most` bytes
// (errno tells which).
char *folder_read(const Folder *f, int entry, const char *file, size_t most, size_t *n);
// A text by its number; to be freed. NULL: there is none, or not a regular file.
char *folder_text(const Folder *f, int text, size_t most, size_t *n);
// "name/path" for people; to be freed
char *folder_label(const Folder *f, const FolderEntry *e);

#endif
