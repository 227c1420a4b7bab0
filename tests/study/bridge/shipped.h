// Shipped cases of the kind bridge, run with some keys changed, and what their records say.
#ifndef CAT_TESTS_STUDY_BRIDGE_SHIPPED_H
#define CAT_TESTS_STUDY_BRIDGE_SHIPPED_H

#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "catenaria/catenaria.h"
#include "record/record.h"

typedef struct Shipped {
  CatContext *ctx;
  CatCase *c;
  CatRecord *rec;
} Shipped;

// Runs cases/bridge/NAME.yaml; keys ends with NULL. A run that fails may leave a record, too.
static inline Shipped shipped_try(const char *name, const char *const *keys, CatStatus *status) {
  char path[512];
  Shipped s = {.ctx = cat_context_new(NULL)};
  CatCaseSource source = {
      .size = sizeof source, .path = path, .sets = keys, .library = CAT_SOURCE_DIR "/cases"};
  snprintf(path, sizeof path, CAT_SOURCE_DIR "/cases/bridge/%s.yaml", name);
  while (keys && keys[source.nset]) source.nset++;
  *status = cat_case_load(s.ctx, &source, &s.c);
  if (!*status) *status = cat_case_run(s.ctx, s.c, &s.rec);
  return s;
}

static inline Shipped shipped_run(const char *name, const char *const *keys) {
  CatStatus status;
  Shipped s = shipped_try(name, keys, &status);
  if (status) {
    char text[1024];
    print_error("%s: %s\n", name, cat_error_text(cat_context_error(s.ctx, 0), text, sizeof text));
  }
  assert_int_equal(status, CAT_OK);
  return s;
}

static inline void shipped_free(Shipped *s) {
  cat_record_free(s->rec);
  cat_case_free(s->c);
  cat_context_free(s->ctx);
}

// "bridge.deflection.max_mm" of the summary
static inline const cJSON *shipped_field(const Shipped *s, const char *path) {
  const cJSON *at = cat_record_summary(s->rec);
  char part[64];
  while (*path && at) {
    size_t n = strcspn(path, ".");
    snprintf(part, sizeof part, "%.*s", (int)n, path);
    at = cJSON_GetObjectItem(at, part);
    path += n + (path[n] == '.');
  }
  if (!at) print_error("the summary has no %s\n", part);
  assert_non_null(at);
  return at;
}

static inline double shipped_number(const Shipped *s, const char *path) {
  return shipped_field(s, path)->valuedouble;
}

#endif
