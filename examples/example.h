// What all examples begin with: a context, and the case that the command line names.
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdio.h>
#include <stdlib.h>

#include "catenaria/catenaria.h"

// Ends the program with the reasons if something failed.
static inline void must(CatContext *ctx, CatStatus status) {
  char text[1024];
  if (status == CAT_OK) return;
  for (int i = 0; cat_context_error(ctx, i); i++) {
    fprintf(stderr, "%s\n", cat_error_text(cat_context_error(ctx, i), text, sizeof text));
  }
  fprintf(stderr, "%s\n", cat_status_text(status));
  exit(1);
}

static inline CatCase *load(CatContext *ctx, int argc, char **argv) {
  CatCaseSource source = {.size = sizeof source, .path = argc > 1 ? argv[1] : "case.yaml"};
  CatCase *c = NULL;
  must(ctx, cat_case_load(ctx, &source, &c));
  return c;
}

#endif
