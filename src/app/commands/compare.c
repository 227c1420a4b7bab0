// catenaria compare: the numbers of two results side by side.
#include <stdio.h>

#include "app/command.h"
#include "app/failure.h"
#include "app/number.h"
#include "app/options.h"
#include "app/session.h"

static const Option options[] = {
    {"output", 'o', "FILE", "page with the curves of both; default: results/compare.html"},
    {"tolerance", 0, "REL", "exit with 1 if a relative difference is above it"},
    {0},
};

static int read_tolerance(const Args *args, double *out) {
  const char *value = args_value(args, "tolerance"), *rest = NULL;
  *out = -1;
  if (!value || (number_read(value, out, &rest) && !*rest && *out >= 0)) return 0;
  char text[256];
  snprintf(text, sizeof text,
           "catenaria compare: --tolerance %.80s: expected a number from 0 on, as in 1e-3", value);
  return failure_plain(EXIT_USAGE, args_has(args, "json"), text);
}

int compare_options(const Args *args, CatCompareOptions *out) {
  const char *page = args_value(args, "output");
  bool json = args_has(args, "json");
  // a program that asks for JSON gets no file that it did not ask for
  *out = (CatCompareOptions){.size = sizeof *out,
                             .a = args->operand[0],
                             .b = args->operand[1],
                             .json = json,
                             .page = page || json ? page : "results/compare.html"};
  return read_tolerance(args, &out->tolerance);
}

static int compare(Session *s, const CatCompareOptions *what) {
  int beyond = 0;
  char *text = NULL;
  CatStatus status = cat_results_compare(s->ctx, what, &text, &beyond);
  if (status != CAT_OK) return session_fail(s, status);
  fputs(text, stdout);
  if (what->page) fprintf(s->json ? stderr : stdout, "\nReport   %s\n", what->page);
  cat_string_free(s->ctx, text);
  return beyond > 0 ? EXIT_VERDICT : EXIT_DONE;
}

static int run(const Args *args) {
  Session s;
  CatCompareOptions what;
  int code = compare_options(args, &what);
  if (code) return code;
  code = session_new(&s, args);
  if (!code) code = compare(&s, &what);
  session_free(&s);
  return code;
}

const Command command_compare = {
    .name = "compare",
    .operands = "A B",
    .noperand_min = 2,
    .noperand_max = 2,
    .summary = "two results side by side",
    .details =
        "  A and B are folders of results, or their summary.json. Writes a page with the\n"
        "  curves of both, one over the other; with --json only if -o is given.\n"
        "  Relative is |a - b| / max(|a|, |b|). Timing, margins of verdicts, and numbers\n"
        "  that only one of them has, are shown but not judged by --tolerance. Beyond any: how\n"
        "  the runs ended, their kinds or the results of verdicts are not the same.\n\n"
        "Examples\n"
        "  catenaria compare results/250 results/250-fine\n"
        "  catenaria compare results/250 results/300 -o both.html\n"
        "  catenaria compare before after --tolerance 1e-6 --json | jq .beyond\n",
    .options = options,
    .run = run,
};
