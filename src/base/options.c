#include "options.h"

#include <string.h>

CatStatus cat_options_take(CatContext *ctx, const char *type, const void *given, void *own,
                           size_t size) {
  size_t n = 0;
  if (!given) return CAT_OK;
  memcpy(&n, given, sizeof n);
  if (n < sizeof n || n > size || n % sizeof n != 0) {
    return CAT_FAIL(ctx, CAT_ERR_ARG, "%s.size: found %zu, expected sizeof(%s), at most %zu", type,
                    n, type, size);
  }
  memcpy(own, given, n);
  memcpy(own, &size, sizeof size);
  return CAT_OK;
}
