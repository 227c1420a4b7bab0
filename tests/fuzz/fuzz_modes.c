// Any bytes as a file of the mode cache. The hash that names the model is taken from the file, as
// another one would be turned away at once; a checksum that begins with zeros is made right.
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "reduce/mode_cache.h"

enum { HASH_AT = 16, SUM_AT = 64, HEAD = 96 };  // [bytes] hash of the model, checksum, whole head

static void seal(uint8_t *file, size_t size) {
  static const uint8_t none[8] = {0};
  if (size < HEAD || memcmp(file + SUM_AT, none, sizeof none) != 0) return;
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, file, SUM_AT);
  cat_hash_add(&hash, file + HEAD, size - HEAD);
  cat_hash_end(&hash, file + SUM_AT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 4096);
  CatModeCache store = {.path = ""};
  uint8_t *file = malloc(size + 1);
  FUZZ_CHECK(file);
  if (size) memcpy(file, data, size);
  seal(file, size);
  snprintf(store.path, sizeof store.path, "%s", fuzz_file(0, file, size));
  free(file);
  if (size >= HASH_AT + sizeof store.hash) memcpy(store.hash, data + HASH_AT, sizeof store.hash);
  CatCachedModes modes = {0};
  if (cat_mode_cache_read(arena, &store, 1, &modes)) {
    size_t n = (size_t)modes.n, nrow = (size_t)modes.nrow, numbers = n * (2 + nrow);
    FUZZ_CHECK(modes.n >= 1 && modes.nrow >= 1 && numbers * sizeof(double) < size);
    // the last numbers of the file are those of the last mode
    size_t last = nrow * sizeof(double);
    FUZZ_CHECK(memcmp(modes.row + (n - 1) * nrow, data + size - last, last) == 0);
  }
  cat_arena_free(arena);
  cat_context_free(ctx);
  return 0;
}
