// A state as bytes. Each object names the blocks of memory that make up its state in one function,
// which measures, saves or restores depending on the snapshot that it is given: the three cannot
// drift apart. Blocks hold plain numbers; pointers stay those of the object that is restored.
#ifndef CAT_BASE_SNAPSHOT_H
#define CAT_BASE_SNAPSHOT_H

#include <stddef.h>

typedef enum CatSnapshotMode {
  CAT_SNAPSHOT_MEASURE,
  CAT_SNAPSHOT_SAVE,
  CAT_SNAPSHOT_RESTORE
} CatSnapshotMode;

typedef struct CatSnapshot {
  CatSnapshotMode mode;
  unsigned char *bytes;  // NULL while measuring
  size_t used;           // so far
} CatSnapshot;

void cat_snapshot_block(CatSnapshot *s, void *block, size_t bytes);

// Some arrays of n numbers each.
void cat_snapshot_vectors(CatSnapshot *s, double *const *vector, int count, int n);

#define CAT_SNAPSHOT(s, value) cat_snapshot_block(s, &(value), sizeof(value))
#define CAT_SNAPSHOT_ARRAY(s, array, n) cat_snapshot_block(s, array, (size_t)(n) * sizeof *(array))

#endif
