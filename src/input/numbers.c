#include "numbers.h"

#include <string.h>

bool cat_numbers_fit(const CatKey *key, int count) {
  int most = key->max_count > 0 ? key->max_count : CAT_NUMBERS_MOST;
  return count >= key->min_count && count <= most;
}

static CatStatus add_item(CatSession *s, CatNode *list, const char *text, size_t n) {
  while (n > 0 && text[n - 1] == ' ') n--;
  CatNode *item = cat_node_new(s, CAT_NODE_SCALAR, list->place);
  if (!item) return CAT_ERR_MEMORY;
  item->quoted = true;
  item->text = cat_arena_text(s->arena, text, n);
  if (!item->text) return CAT_ERR_MEMORY;
  return cat_node_add(s, list, (CatEntry){.place = list->place, .value = item});
}

CatStatus cat_numbers_preset(CatSession *s, const CatKey *key, CatPlace place,
                             const CatNode **out) {
  CatNode *list = cat_node_new(s, CAT_NODE_LIST, place);
  if (!list) return CAT_ERR_MEMORY;
  const char *p = key->preset ? key->preset : "";
  p += strspn(p, "[ ");
  while (*p && *p != ']') {
    size_t n = strcspn(p, ",]");
    CAT_TRY(add_item(s, list, p, n));
    p += n;
    p += strspn(p, ", ");
  }
  *out = list;
  return CAT_OK;
}
