// catenaria check: read and validate a case, say what was understood, compute nothing.
#include <stdio.h>

#include "app/command.h"
#include "app/json.h"
#include "app/session.h"

static const Option options[] = {
    OPTION_SET,
    {"quiet", 'q', NULL, "print nothing but faults"},
    {0},
};

static void print_json(const Session *s, const char *input) {
  json_member(stdout, "{\n  ", "status", "ok");
  json_member(stdout, ",\n  ", "case", cat_case_file(s->c));
  json_member(stdout, ",\n  ", "kind", cat_case_kind(s->c));
  json_member(stdout, ",\n  ", "title", cat_case_title(s->c));
  printf(",\n  \"warnings\": [");
  for (int i = 0; i < cat_case_warnings(s->c); i++) {
    fputs(i > 0 ? ", " : "", stdout);
    json_string(stdout, cat_case_warning(s->c, i));
  }
  json_member(stdout, "],\n  ", "input", input);
  printf("\n}\n");
}

static int print_case(Session *s) {
  char *input = NULL;
  CatStatus status = cat_case_print(s->ctx, s->c, &input);
  if (status != CAT_OK) return session_fail(s, status);
  if (s->json) {
    print_json(s, input);
  } else if (!s->quiet) {
    int n = cat_case_warnings(s->c);
    printf("# %s: a valid case of kind '%s', %d warning%s. As understood, defaults included:\n",
           cat_case_file(s->c), cat_case_kind(s->c), n, n == 1 ? "" : "s");
    fputs(input, stdout);
  }
  cat_string_free(s->ctx, input);
  return 0;
}

static int run(const Args *args) {
  Session s;
  int code = session_new(&s, args);
  if (!code) code = session_load(&s, args);
  if (!code) code = print_case(&s);
  session_free(&s);
  return code;
}

const Command command_check = {
    .name = "check",
    .operands = "CASE",
    .noperand_min = 1,
    .noperand_max = 1,
    .summary = "read a case, validate it, say what was understood",
    .details = "  Prints the complete input with all defaults: itself a valid case file.\n\n"
               "Examples\n"
               "  catenaria check my-line.yaml\n"
               "  catenaria check my-line.yaml --set run.speed=200km/h > resolved.yaml\n",
    .options = options,
    .run = run,
};
