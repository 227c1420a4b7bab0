// catenaria explain: what an input key means, out of the schema that the reader follows.
#include <stdio.h>

#include "app/command.h"
#include "app/session.h"

static const Option options[] = {
    {"markdown", 0, NULL, "the whole reference, as in docs/input.md"},
    {0},
};

static int run(const Args *args) {
  Session s;
  int code = session_new(&s, args);
  if (code) return code;
  const char *key = args->noperand > 0 ? args->operand[0] : NULL;
  char *text = NULL;
  CatStatus status = s.json                       ? cat_manual_json(s.ctx, key, &text)
                     : args_has(args, "markdown") ? cat_manual_markdown(s.ctx, &text)
                                                  : cat_manual_key(s.ctx, key, &text);
  if (status == CAT_OK) {
    fputs(text, stdout);
  } else {
    code = session_fail(&s, status);
  }
  cat_string_free(s.ctx, text);
  session_free(&s);
  return code;
}

const Command command_explain = {
    .name = "explain",
    .operands = "[KEY]",
    .noperand_max = 1,
    .summary = "what an input key means; without KEY, the kinds and their sections",
    .details = "Examples\n"
               "  catenaria explain\n"
               "  catenaria explain run.speed\n"
               "  catenaria explain pantograph.masses.mass\n"
               "  catenaria explain linearised              keys that speak of it\n",
    .options = options,
    .run = run,
};
