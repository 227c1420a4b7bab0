// Any bytes as the two tables of a bridge from files, up to the first % and behind it: a case that
// is accepted has modes that are finite.
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "catenaria/catenaria.h"
#include "record/record.h"

static void put(const char *name, const void *data, size_t size, char path[256]) {
  snprintf(path, 256, "%s/%s", fuzz_folder(), name);
  fuzz_write(path, data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char text[] = "kind: bridge\nbridge:\n  length: 30 m\n  modes: 3\n"
                             "  imported: {modes: modes.csv, shapes: shapes.csv}\n";
  const uint8_t *cut = size ? memchr(data, '%', size) : NULL;
  size_t first = cut ? (size_t)(cut - data) : size, rest = cut ? size - first - 1 : 0;
  char path[256];
  put("modes.csv", data, first, path);
  put("shapes.csv", cut ? cut + 1 : data, rest, path);
  put("deck.yaml", text, sizeof text - 1, path);
  CatContext *ctx = cat_context_new(NULL);
  CatCaseSource source = {.size = sizeof source, .path = path};
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatStatus status = cat_case_load(ctx, &source, &c);
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  if (!status) status = cat_case_modes(ctx, c, &rec);
  FUZZ_CHECK(status != CAT_OK || !cat_record_bad_value(rec));
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return 0;
}
