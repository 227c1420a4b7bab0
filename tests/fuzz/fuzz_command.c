// Any bytes as a command line, a NUL behind each word: every command is found, its arguments are
// parsed and the values of its options are read; it is not run.
#include "fuzz.h"

#include <string.h>

#include "app/dispatch.h"
#include "app/options.h"
#include "rt/fault_injection.h"

enum { WORDS = 64 };

static bool is_among(const char *value, char *const *words) {
  for (; *words; words++) {
    if (value >= *words && value <= *words + strlen(*words)) return true;
  }
  return false;
}

static char *words[WORDS + 2];

static void read_text(const Command *command, const Args *args) {
  CatContext *ctx = cat_context_new(NULL);
  const char *text = args->noperand ? args->operand[0] : "";
  if (command == &command_explain) {
    char *manual = NULL;
    CatStatus status = cat_manual_key(ctx, text, &manual);
    FUZZ_CHECK((status == CAT_OK) == (manual != NULL));
    cat_string_free(ctx, manual);
  } else {
    CatRtFaultInjection faults;
    CatStatus status = cat_rt_fault_injection_read(ctx, text, &faults);
    FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  }
  cat_context_free(ctx);
}

static int read_options(const Command *command, const Args *args) {
  CatCompareOptions compare;
  CatMeasureOptions measure;
  CatRtOptions rt;
  FUZZ_CHECK(args->noperand >= command->noperand_min && args->noperand <= command->noperand_max);
  for (int i = 0; i < args->noperand; i++) FUZZ_CHECK(is_among(args->operand[i], words));
  for (int i = 0; i < args->nset; i++) {
    bool takes = args->option[i]->value != NULL;
    FUZZ_CHECK(takes ? is_among(args->value[i], words) : !*args->value[i]);
  }
  read_text(command, args);
  if (command == &command_compare) return compare_options(args, &compare);
  if (command == &command_measure) return measure_options(args, &measure);
  return command == &command_rt ? rt_options(args, &rt) : EXIT_DONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char name[] = "catenaria";
  char *text = malloc(size + 1);
  FUZZ_CHECK(text);
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  int n = 0;
  words[n++] = name;
  for (char *at = text; at < text + size && n <= WORDS; at += strlen(at) + 1) words[n++] = at;
  words[n] = NULL;
  int code = dispatch(n, words, read_options);
  FUZZ_CHECK(code == EXIT_DONE || code == EXIT_USAGE);
  free(text);
  return 0;
}
