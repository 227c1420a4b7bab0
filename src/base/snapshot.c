#include "snapshot.h"

#include <string.h>

void cat_snapshot_block(CatSnapshot *s, void *block, size_t bytes) {
  if (bytes == 0) return;
  if (s->mode == CAT_SNAPSHOT_SAVE) memcpy(s->bytes + s->used, block, bytes);
  if (s->mode == CAT_SNAPSHOT_RESTORE) memcpy(block, s->bytes + s->used, bytes);
  s->used += bytes;
}

void cat_snapshot_vectors(CatSnapshot *s, double *const *vector, int count, int n) {
  for (int i = 0; i < count; i++) cat_snapshot_block(s, vector[i], (size_t)n * sizeof **vector);
}
