// Any bytes as a matrix in the Matrix Market format: what is accepted is a square matrix with
// finite entries inside it.
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "bridge/market.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 4096);
  char *text = calloc(size + 1, 1);
  CatSparse A;
  FUZZ_CHECK(text);
  if (size) memcpy(text, data, size);
  CatStatus status = cat_market_parse(arena, "K.mtx", text, size, &A);
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  for (size_t k = 0; k < A.entries && !status; k++) {
    FUZZ_CHECK(A.row[k] >= 0 && A.row[k] < A.n && A.column[k] >= 0 && A.column[k] < A.n);
    FUZZ_CHECK(isfinite(A.value[k]));
  }
  free(text);
  cat_arena_free(arena);
  cat_context_free(ctx);
  return 0;
}
