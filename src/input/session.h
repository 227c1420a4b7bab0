// State of reading one case: memory for the trees, and how much of the limits is used.
#ifndef CAT_INPUT_SESSION_H
#define CAT_INPUT_SESSION_H

#include "base/arena.h"
#include "input.h"

// The limits, stated in docs/input.md. They hold for a case and all the files that it uses.
enum {
  CAT_INPUT_FILE_BYTES = 4 * 1024 * 1024,
  CAT_INPUT_TOTAL_BYTES = 8 * 1024 * 1024,
  CAT_INPUT_SCALAR_BYTES = 64 * 1024,
  CAT_INPUT_DEPTH = 32,
  CAT_INPUT_NODES = 100000,
  CAT_INPUT_KEYS = 1000,     // in one mapping
  CAT_INPUT_ANCHORS = 1000,  // in one file
  CAT_INPUT_USES = 64,
  CAT_INPUT_USE_DEPTH = 8,
};

typedef struct CatSession {
  CatContext *ctx;
  CatArena *arena;  // dies when the case is read
  const CatInputOptions *options;
  const CatKind *const *kinds;  // that there are; NULL when the kind is given
  int errors;                   // in the context when reading began
  int nodes;                    // read so far, aliases counted expanded
  size_t bytes;                 // read so far
  int uses;
  bool files;  // those beside the case may be used
} CatSession;

// Whether an error was raised since reading began.
bool cat_session_failed(const CatSession *s);

#endif
