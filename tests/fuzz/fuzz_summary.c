// Any bytes as the summary.json of `catenaria compare`; a NUL parts those of A from those of B.
#include "fuzz.h"

#include <string.h>

#include "report/compare.h"

static void show(CatContext *ctx, const CatCompare *c) {
  CatText text = cat_text_new(ctx), json = cat_text_new(ctx), page = cat_text_new(ctx);
  int curves = 0;
  FUZZ_CHECK(cat_compare_text(c, &text) == CAT_OK);
  FUZZ_CHECK(cat_compare_json(c, &json) == CAT_OK);
  FUZZ_CHECK(cat_compare_page(c, &page, &curves) == CAT_OK && curves == 0);
  cat_text_free(&text);
  cat_text_free(&json);
  cat_text_free(&page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
  size_t na = nul ? (size_t)(nul - data) : size, skip = nul ? na + 1 : 0;
  const char *a = fuzz_file(0, data, na), *b = fuzz_file(1, data + skip, size - skip);
  CatContext *ctx = cat_context_new(NULL);
  CatCompare *c = NULL;
  CatStatus status = cat_compare_new(ctx, a, b, 1e-3, &c);
  FUZZ_CHECK((status == CAT_OK) == (c != NULL));
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  if (c) {
    FUZZ_CHECK(nul || cat_compare_beyond(c) == 0);  // the same file twice
    show(ctx, c);
  }
  cat_compare_free(c);
  cat_context_free(ctx);
  return 0;
}
