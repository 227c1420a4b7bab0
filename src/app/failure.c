#include "failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "signals.h"

int failure_code(CatStatus status) {
  switch (status) {
  case CAT_OK: return EXIT_DONE;
  case CAT_ERR_ARG:
  case CAT_ERR_INPUT: return EXIT_USAGE;
  case CAT_ERR_SINGULAR:
  case CAT_ERR_DIVERGED: return EXIT_NUMERIC;
  case CAT_ERR_IO: return EXIT_OUTPUT;
  case CAT_ERR_INTERRUPTED: return 128 + signals_caught();
  default: return EXIT_INTERNAL;
  }
}

int failure_print(const CatContext *ctx, CatStatus status) {
  int n = cat_context_errors(ctx);
  for (int i = 0; i < n && i < CAT_MAX_ERRORS; i++) {
    char text[2048];
    fprintf(stderr, "%s\n", cat_error_text(cat_context_error(ctx, i), text, sizeof text));
  }
  if (n == 0) fprintf(stderr, "%s\n", cat_status_text(status));
  if (n > CAT_MAX_ERRORS) {
    int more = n - CAT_MAX_ERRORS;
    fprintf(stderr, "... and %d more error%s\n", more, more == 1 ? "" : "s");
  }
  return failure_code(status);
}

// Cuts ":12" off the end of text; returns the number, or 0 if there is none.
static int cut_number(char *text) {
  char *colon = strrchr(text, ':');
  if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1)) return 0;
  *colon = '\0';
  return (int)strtol(colon + 1, NULL, 10);
}

static void print_error_object(const char *input, const char *key, const char *message) {
  char file[256];
  snprintf(file, sizeof file, "%s", input);
  int column = cut_number(file);
  int line = cut_number(file);
  json_member(stdout, "    {", "file", file);
  printf(", \"line\": %d, \"column\": %d", line, column);
  json_member(stdout, ", ", "key", key);
  json_member(stdout, ", ", "message", message);
  printf("}");
}

void failure_json(const CatContext *ctx, CatStatus status) {
  int n = cat_context_errors(ctx);
  json_member(stdout, "{\n  ", "status", "error");
  printf(",\n  \"errors\": [\n");
  for (int i = 0; i < n && i < CAT_MAX_ERRORS; i++) {
    const CatError *e = cat_context_error(ctx, i);
    if (i > 0) printf(",\n");
    print_error_object(e->input, e->key, e->message);
  }
  if (n == 0) print_error_object("", "", cat_status_text(status));
  printf("\n  ],\n  \"found\": %d\n}\n", n > 0 ? n : 1);
}

int failure_plain(int code, bool json, const char *message) {
  fprintf(stderr, "%s\n", message);
  if (json) {
    json_member(stdout, "{\n  ", "status", "error");
    printf(",\n  \"errors\": [\n");
    print_error_object("", "", message);
    printf("\n  ],\n  \"found\": 1\n}\n");
  }
  return code;
}
