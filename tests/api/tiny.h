// A tiny line through the public interface, for the tests of this folder.
#ifndef CAT_TESTS_API_TINY_H
#define CAT_TESTS_API_TINY_H

#include "support/support.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catenaria/catenaria.h"

#define TINY_LINE CAT_SOURCE_DIR "/tests/robust/tiny-line.yaml"

typedef struct Tiny {
  CatContext *ctx;
  CatCase *c;
  CatModel *model;
} Tiny;

static inline void tiny_ok(CatContext *ctx, CatStatus status) {
  char text[1024];
  const CatError *error = cat_context_error(ctx, 0);
  if (status && error) fprintf(stderr, "%s\n", cat_error_text(error, text, sizeof text));
  assert_int_equal(status, CAT_OK);
}

static inline CatCase *tiny_load(CatContext *ctx, const char *path, const char *const *sets,
                                 int nset) {
  CatCaseSource source = {.size = sizeof source,
                          .path = path,
                          .sets = sets,
                          .nset = nset,
                          .library = CAT_SOURCE_DIR "/cases"};
  CatCase *c = NULL;
  tiny_ok(ctx, cat_case_load(ctx, &source, &c));
  return c;
}

static inline CatCase *tiny_case(CatContext *ctx, const char *const *sets, int nset) {
  return tiny_load(ctx, TINY_LINE, sets, nset);
}

// The summary of a run of a case, which is freed with its context.
static inline cJSON *tiny_summary(CatContext *ctx, CatCase *c) {
  CatRecord *rec = NULL;
  char *json = NULL;
  tiny_ok(ctx, cat_case_run(ctx, c, &rec));
  tiny_ok(ctx, cat_results_summary(ctx, c, rec, &json));
  cJSON *out = cJSON_Parse(json);
  assert_non_null(out);
  cat_string_free(ctx, json);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return out;
}

static inline Tiny tiny_with(const char *const *sets, int nset) {
  Tiny t = {.ctx = cat_context_new(NULL)};
  t.c = tiny_case(t.ctx, sets, nset);
  tiny_ok(t.ctx, cat_model_new(t.ctx, t.c, &t.model));
  return t;
}

static inline Tiny tiny_new(const char *set) {
  return tiny_with(&set, set != NULL);
}

static inline void tiny_free(Tiny *t) {
  cat_model_free(t->model);
  cat_case_free(t->c);
  cat_context_free(t->ctx);
}

// The words of the last error.
static inline void tiny_says(const CatContext *ctx, const char *words) {
  const CatError *error = cat_context_error(ctx, cat_context_errors(ctx) - 1);
  assert_non_null(error);
  if (!strstr(error->message, words)) fprintf(stderr, "%s\n", error->message);
  assert_non_null(strstr(error->message, words));
}

static inline void tiny_same_table(const CatRecord *a, const CatRecord *b, const char *name) {
  const CatTable *x = cat_record_find(a, name), *y = cat_record_find(b, name);
  assert_true(x && y && x->n > 0);
  assert_int_equal(x->n, y->n);
  assert_int_equal(x->nchannel, y->nchannel);
  for (int i = 0; i < x->nchannel; i++) {
    assert_memory_equal(x->channel[i].data, y->channel[i].data, x->n * sizeof(double));
  }
}

#endif
