// The two tables of a bridge from files, up to the first % and behind it.
#include "beside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *cut = size ? memchr(data, '%', size) : NULL;
  size_t first = cut ? (size_t)(cut - data) : size, rest = cut ? size - first - 1 : 0;
  beside_put("modes.csv", data, first);
  beside_put("shapes.csv", cut ? cut + 1 : data, rest);
  beside_try("kind: bridge\nbridge:\n  length: 30 m\n  modes: 3\n"
             "  imported: {modes: modes.csv, shapes: shapes.csv}\n",
             cat_case_modes);
  return 0;
}
