#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "failure.h"
#include "signals.h"
#include "suggest.h"
#include "web/web.h"

static void on_log(void *user, CatLogLevel level, const char *text) {
  Session *s = user;
  if (level < CAT_LOG_WARNING) return;
  terminal_clear(&s->terminal);
  fprintf(stderr, "warning: %s\n", text);
}

static void on_progress(void *user, double fraction, double time) {
  Session *s = user;
  terminal_progress(&s->terminal, fraction, time);
  if (s->web) web_progress(s->web, fraction, time);
}

static void on_stage(void *user, const char *what) {
  Session *s = user;
  terminal_stage(&s->terminal, what);
}

static void on_frame(void *user, const CatRecord *rec) {
  Session *s = user;
  if (s->web) web_frame(s->web, rec);
}

bool session_stopped(const Session *s) {
  return signals_caught() || (s->web && web_cancelled(s->web));
}

static int on_stop(void *user) {
  return session_stopped(user);
}

int session_new(Session *s, const Args *args) {
  *s = (Session){.json = args_has(args, "json"), .quiet = args_has(args, "quiet")};
  s->terminal = terminal_new(s->quiet);
  CatHost host = {.size = sizeof host,
                  .user = s,
                  .log = on_log,
                  .progress = on_progress,
                  .stop = on_stop,
                  .stage = on_stage,
                  .frame = args_has(args, "live") ? on_frame : NULL};
  s->ctx = cat_context_new(&host);
  return s->ctx ? 0 : failure_plain(EXIT_INTERNAL, s->json, cat_status_text(CAT_ERR_MEMORY));
}

void session_free(Session *s) {
  cat_record_free(s->rec);
  cat_case_free(s->c);
  cat_context_free(s->ctx);
  free(s->sets);
}

int session_fail(Session *s, CatStatus status) {
  terminal_clear(&s->terminal);
  if (s->json) failure_json(s->ctx, status);
  return failure_print(s->ctx, status);
}

// A name of a shipped case never leads out of the library.
static bool is_shipped_name(const char *name) {
  return name[0] != '/' && name[0] != '.' && !strstr(name, "..");
}

static void print_warnings(const Session *s) {
  for (int i = 0; i < cat_case_warnings(s->c); i++) {
    fprintf(stderr, "warning: %s\n", cat_case_warning(s->c, i));
  }
}

// Neither a file nor a shipped case: errors in a shipped case name its file.
static bool is_absent(const Session *s, const char *name) {
  const CatError *first = cat_context_error(s->ctx, 0);
  return access(name, F_OK) != 0 && first &&
         strncmp(first->input, name, sizeof first->input - 1) == 0;
}

int session_load(Session *s, const Args *args) {
  const char *name = args->operand[0];
  CatStatus status = CAT_ERR_MEMORY;
  s->sets = calloc((size_t)args->nset + 1, sizeof *s->sets);
  if (s->sets) {
    CatCaseSource source = {.size = sizeof source, .path = name, .sets = s->sets};
    source.nset = args_values(args, "set", s->sets);
    status = cat_case_load(s->ctx, &source, &s->c);
  }
  if (status != CAT_OK) {
    int code = session_fail(s, status);
    if (is_absent(s, name) && is_shipped_name(name)) suggest_case(s->ctx, name);
    return code;
  }
  print_warnings(s);
  return 0;
}
