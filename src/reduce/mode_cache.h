// Cache on disk for the modes of a whole line. A file is named by the hash of the matrices and of
// the rows kept, so that it either fits or is not found. Its folder is CATENARIA_CACHE, else
// XDG_CACHE_HOME/catenaria, else HOME/.cache/catenaria; without any of them nothing is cached.
#ifndef CAT_REDUCE_MODE_CACHE_H
#define CAT_REDUCE_MODE_CACHE_H

#include "assemble/ports.h"
#include "record/hash.h"

// The lowest modes, and of each the rows kept.
typedef struct CatCachedModes {
  int n, nrow;
  double *omega2;    // ascending [1/s2] (n)
  double *vertical;  // sum of the absolute values of vertical coordinates and slopes: eq. (55) (n)
  double *row;       // mode by mode (n x nrow)
} CatCachedModes;

typedef struct CatModeCache {
  char path[512];  // "": there is none
  uint8_t hash[CAT_HASH_BYTES];
} CatModeCache;

// keep: coordinates whose rows are kept (nrow).
CatModeCache cat_mode_cache_of(const CatLinearSystem *t, int nrow, const int *keep);
// At least n modes, if the file exists and is intact; otherwise false.
bool cat_mode_cache_read(CatArena *a, const CatModeCache *s, int n, CatCachedModes *out);
// Appears under its name when complete. A folder that cannot be written is not an error.
void cat_mode_cache_write(CatContext *ctx, const CatModeCache *s, const CatCachedModes *modes);

#endif
