// Texts that leave the library: made with CatText inside, owned by the caller outside.
#ifndef CAT_API_TEXT_OUT_H
#define CAT_API_TEXT_OUT_H

#include <cjson/cJSON.h>

#include "base/text.h"

// Passes the text on to the caller as *out, or frees it if it failed or status is an error.
CatStatus cat_text_out(CatText *text, CatStatus status, char **out);
// Prints the JSON tree for the caller and deletes it; a NULL tree is one that found no memory.
CatStatus cat_json_out(CatContext *ctx, cJSON *json, char **out);

#endif
