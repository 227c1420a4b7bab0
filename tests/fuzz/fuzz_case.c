// Any bytes as a case file, through every check that comes before a run: what is accepted is
// printed so that it reads back to the same input. Comment lines "#--set key=value" are overrides.
#include "fuzz.h"

#include <string.h>

#include "api/kinds.h"
#include "input/input.h"

enum { MAX_SETS = 8 };

typedef struct Sets {
  char *text[MAX_SETS];
  int n;
} Sets;

static Sets find_sets(const char *text, size_t n) {
  static const char mark[] = "#--set ";
  size_t skip = sizeof mark - 1;
  Sets sets = {.n = 0};
  for (size_t i = 0; i + skip < n && sets.n < MAX_SETS; i++) {
    if ((i > 0 && text[i - 1] != '\n') || memcmp(text + i, mark, skip) != 0) continue;
    const char *end = memchr(text + i, '\n', n - i);
    size_t length = (end ? (size_t)(end - text) : n) - i - skip;
    char *set = malloc(length + 1);
    memcpy(set, text + i + skip, length);
    set[length] = '\0';
    sets.text[sets.n++] = set;
  }
  return sets;
}

static void print(CatContext *ctx, const CatSpec *spec, CatText *out) {
  *out = cat_text_new(ctx);
  FUZZ_CHECK(cat_spec_print(spec, out) == CAT_OK);
}

// Defaults are no longer marked the second time, so the comments are taken off.
static void without_comments(char *text) {
  static const char mark[] = "  # default\n";
  for (char *p = strstr(text, mark); p; p = strstr(p, mark)) {
    memmove(p, p + sizeof mark - 2, strlen(p + sizeof mark - 2) + 1);
  }
}

static void check_round_trip(CatContext *ctx, const CatSpec *spec) {
  CatText first, second;
  CatSpec *again = NULL;
  print(ctx, spec, &first);
  FUZZ_CHECK(cat_input_parse(ctx, cat_kind_list(), &(CatInputText){"printed", first.data, first.n},
                             NULL, &again) == CAT_OK);
  print(ctx, again, &second);
  without_comments(first.data);
  without_comments(second.data);
  FUZZ_CHECK(strcmp(first.data, second.data) == 0);
  cat_text_free(&first);
  cat_text_free(&second);
  cat_spec_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = size ? (const char *)data : "";
  Sets sets = find_sets(text, size);
  CatContext *ctx = cat_context_new(NULL);
  CatInputOptions options = {.sets = (const char *const *)sets.text, .nset = sets.n};
  CatSpec *spec = NULL;
  CatStatus status = cat_input_parse(ctx, cat_kind_list(), &(CatInputText){"fuzz.yaml", text, size},
                                     &options, &spec);
  FUZZ_CHECK((status == CAT_OK) == (spec != NULL));
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  if (spec) check_round_trip(ctx, spec);
  cat_spec_free(spec);
  cat_context_free(ctx);
  for (int i = 0; i < sets.n; i++) free(sets.text[i]);
  return 0;
}
