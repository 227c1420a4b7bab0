// A line brought to rest, for tests.
#ifndef CAT_TESTS_REST_FOUND_H
#define CAT_TESTS_REST_FOUND_H

#include <stdio.h>
#include <string.h>

#include "api/kinds.h"
#include "input/input.h"
#include "rest/rest.h"
#include "support/support.h"

typedef struct Found {
  CatContext *ctx;
  CatSpec *spec;
  const CatLineModel *m;
  CatConfiguration *rest;
  CatRestReport report;
} Found;

// A shipped case with overrides, read and meshed; sets ends with NULL.
static inline Found read_case(const char *name, const char *const *sets) {
  Found f = {.ctx = cat_context_new(NULL)};
  char path[300];
  int n = 0;
  while (sets && sets[n]) n++;
  snprintf(path, sizeof path, "%s/cases/%s.yaml", CAT_SOURCE_DIR, name);
  CatInputOptions options = {.sets = sets, .nset = n, .library = CAT_SOURCE_DIR "/cases"};
  assert_int_equal(cat_input_load(f.ctx, cat_kind_list(), path, &options, &f.spec), CAT_OK);
  const CatRestSpec *values = cat_spec_values(f.spec);
  assert_int_equal(cat_line_model_new(f.ctx, &values->line, &f.m), CAT_OK);
  return f;
}

static inline Found find_case(const char *name, const char *const *sets) {
  Found f = read_case(name, sets);
  assert_int_equal(cat_rest_find(f.ctx, f.spec, f.m, &f.rest, &f.report), CAT_OK);
  return f;
}

static inline void found_free(Found *f) {
  cat_configuration_free(f->rest);
  cat_line_model_free(f->m);
  cat_spec_free(f->spec);
  cat_context_free(f->ctx);
}

// Dropper of a span (as the model counts them), j-th from the left; -1 if there is none.
static inline int dropper_of(const CatLineModel *m, int span, int j) {
  for (int i = 0; i < m->ndropper; i++) {
    if (m->dropper[i].span == span && j-- == 0) return i;
  }
  return -1;
}

#endif
