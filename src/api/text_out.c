#include "text_out.h"

#include "base/c_locale.h"
#include "catenaria/catenaria.h"

CatStatus cat_text_out(CatText *text, CatStatus status, char **out) {
  *out = NULL;
  if (status == CAT_OK) {
    cat_text_add(text, "");  // so that an empty text is a text, not NULL
    status = cat_text_ok(text);
  }
  if (status == CAT_OK) {
    *out = text->data;
  } else {
    cat_text_free(text);
  }
  return status;
}

CatStatus cat_json_out(CatContext *ctx, cJSON *json, char **out) {
  *out = NULL;
  locale_t before = cat_locale_begin();
  char *printed = json ? cJSON_Print(json) : NULL;
  cat_locale_end(before);
  cJSON_Delete(json);
  if (!printed) return CAT_FAIL(ctx, CAT_ERR_MEMORY, "no memory for a JSON text");
  CatText text = cat_text_new(ctx);
  cat_text_add(&text, printed);
  cat_text_add(&text, "\n");
  cJSON_free(printed);
  return cat_text_out(&text, CAT_OK, out);
}

void cat_string_free(CatContext *ctx, char *text) {
  if (ctx) cat_free(ctx, text);
}
