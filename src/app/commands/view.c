// catenaria view: results, cases and runs in a browser.
#include <stdio.h>

#include "app/browser.h"
#include "app/command.h"
#include "app/failure.h"
#include "app/number.h"
#include "app/session.h"

static const Option options[] = {
    {"port", 0, "N", "of the loopback interface; default: a free one"},
    {"no-open", 0, NULL, "do not open a browser"},
    {0},
};

static int read_port(const Args *args, int *port) {
  const char *value = args_value(args, "port"), *rest = NULL;
  double got = 0;
  *port = 0;
  if (!value) return 0;
  if (number_read(value, &got, &rest) && !*rest && got >= 1 && got <= 65535 && got == (int)got) {
    *port = (int)got;
    return 0;
  }
  char text[160];
  snprintf(text, sizeof text, "catenaria view: --port %.60s: expected a number from 1 to 65535",
           value);
  return failure_plain(EXIT_USAGE, args_has(args, "json"), text);
}

static int serve(const Args *args, const WebOptions *o) {
  int code = 0;
  Web *web = browser_serve(args, o, &code);
  if (!web) return code;
  browser_wait();
  web_stop(web);
  return 0;  // to be stopped is how it ends
}

static int run(const Args *args) {
  Session s;
  char *library = NULL;
  WebOptions o = {.dirs = args->operand, .ndir = args->noperand};
  int code = read_port(args, &o.port);
  if (code) return code;
  code = session_new(&s, args);
  if (!code && cat_library_find(s.ctx, &library) == CAT_OK) o.library = library;
  if (!code) code = serve(args, &o);
  cat_string_free(s.ctx, library);
  session_free(&s);
  return code;
}

const Command command_view = {
    .name = "view",
    .operands = "[DIR...]",
    .noperand_min = 0,
    .noperand_max = 64,
    .summary = "look at results, and edit and run cases, in a browser",
    .details =
        "  DIR is a folder of results, or one that holds many. Prints an address for this start,\n"
        "  which only this machine reaches, and serves until it is stopped (Ctrl-C).\n"
        "  Without DIR there are the shipped cases, to be edited and run.\n\n"
        "Examples\n"
        "  catenaria view results/275\n"
        "  catenaria view results --port 8080 --no-open\n",
    .options = options,
    .run = run,
};
