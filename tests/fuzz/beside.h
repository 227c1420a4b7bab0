// Any bytes as a file that a case names: what is accepted gives modes, or a run, that is finite.
#ifndef CAT_TESTS_FUZZ_BESIDE_H
#define CAT_TESTS_FUZZ_BESIDE_H

#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "catenaria/catenaria.h"
#include "record/record.h"

// A file of the folder; its path.
static inline const char *beside_put(const char *name, const void *data, size_t size) {
  static char path[4200];
  snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
  fuzz_write(path, data, size);
  return path;
}

typedef CatStatus BesideJob(CatContext *ctx, const CatCase *c, CatRecord **out);

// The case, beside files that were put there.
static inline void beside_try(const char *text, BesideJob *job) {
  const char *path = beside_put("deck.yaml", text, strlen(text));
  CatContext *ctx = cat_context_new(NULL);
  CatCaseSource source = {.size = sizeof source, .path = path};
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatStatus status = cat_case_load(ctx, &source, &c);
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  if (!status) status = job(ctx, c, &rec);
  FUZZ_CHECK(status != CAT_OK || !cat_record_bad_value(rec));
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

#endif
