#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser.h"
#include "command.h"
#include "failure.h"
#include "folder.h"
#include "number.h"
#include "signals.h"

static int print_table(Session *s, FILE *stream) {
  char *table = NULL;
  CatStatus status = cat_results_table(s->ctx, s->rec, &table);
  if (status != CAT_OK) return session_fail(s, status);
  fputs(table, stream);
  cat_string_free(s->ctx, table);
  return 0;
}

static int print_summary(Session *s) {
  char *summary = NULL;
  CatStatus status = cat_results_summary(s->ctx, s->c, s->rec, &summary);
  if (status != CAT_OK) return session_fail(s, status);
  fputs(summary, stdout);
  size_t n = strlen(summary);
  if (n == 0 || summary[n - 1] != '\n') putchar('\n');
  cat_string_free(s->ctx, summary);
  return 0;
}

static void print_files(FILE *stream, const CatOutput *out) {
  fprintf(stream, "\nReport   %s/report.html\n", out->dir);
  fprintf(stream, "Summary  %s/summary.json\n", out->dir);
  fprintf(stream, "Data     %s/results.h5\n", out->dir);
  if (out->csv) fprintf(stream, "Table    %s/channels.csv\n", out->dir);
}

// A table that looks like any other must not pass for a complete result.
static void print_ending(FILE *stream, CatStatus ended) {
  if (ended == CAT_OK) return;
  const char *how = ended == CAT_ERR_INTERRUPTED ? "Interrupted" : "Failed";
  Colour colour = ended == CAT_ERR_INTERRUPTED ? COLOUR_YELLOW : COLOUR_RED;
  fputc('\n', stream);
  terminal_colour(stream, colour, how);
  fprintf(stream, ": these results end early, and are marked so in the files\n");
}

// With --live the address is all that standard output holds.
static int print(Session *s, CatStatus ended, const CatOutput *out) {
  FILE *stream = s->json || s->web ? stderr : stdout;
  int code = s->json && !s->web ? print_summary(s) : 0;
  if (code || s->quiet) return code;
  code = print_table(s, stream);
  if (code) return code;
  print_ending(stream, ended);
  print_files(stream, out);
  return 0;
}

// Of a run that was stopped or failed before its first step there is nothing that results could be
// made of: complete ones from before are worth more. The shape at rest alone is no result of a run.
static bool is_empty(const CatRecord *rec) {
  const CatTable *time = cat_record_find(rec, "time");
  if (time) return time->n == 0;
  size_t rows = 0;
  for (int i = 0; i < cat_record_tables(rec); i++) rows += cat_record_table_at(rec, i)->n;
  return rows == 0;
}

int job_deliver(Session *s, const Args *args, CatStatus ended, const char *dir) {
  CatOutput out = {.size = sizeof out, .dir = dir, .csv = args_has(args, "csv")};
  CatStatus status = cat_results_write(s->ctx, s->c, s->rec, &out);
  if (status != CAT_OK) return session_fail(s, status);
  int code = print(s, ended, &out);
  bool red = args_has(args, "strict") && cat_record_failed_verdicts(s->rec) > 0;
  return code == 0 && red && ended == CAT_OK ? EXIT_VERDICT : code;
}

// The time between two checkpoints: as given, or the default (0); negative: none are asked for.
static int read_checkpoint(const Session *s, const Args *args, double *every) {
  const char *text = args_value(args, "checkpoint"), *rest = "";
  *every = 0;
  if (!text) return 0;
  if (strcmp(text, "none") == 0) {
    *every = -1;
    return 0;
  }
  if (number_read(text, every, &rest) && *every > 0 && (!*rest || strcmp(rest, "s") == 0)) return 0;
  char message[200];
  snprintf(message, sizeof message,
           "--checkpoint: found \"%.80s\", expected seconds, as in 60, or none", text);
  return failure_plain(EXIT_USAGE, s->json, message);
}

static CatStatus compute_kept(Session *s, const Args *args, const char *dir, double every) {
  bool asked = args_has(args, "resume") || args_has(args, "checkpoint");
  CatRunOptions o = {.size = sizeof o, .resume = args_has(args, "resume")};
  if (every >= 0) o.checkpoint = dir, o.every = every;
  bool plain = !cat_case_keeps(s->c) && !asked;
  return plain ? cat_case_run(s->ctx, s->c, &s->rec) : cat_case_run_kept(s->ctx, s->c, &o, &s->rec);
}

static int compute(Session *s, const Job *job, const Args *args, const char *dir) {
  double every = -1;
  int bad = job->kept ? read_checkpoint(s, args, &every) : 0;
  if (bad) return bad;
  CatStatus status = job->rt     ? cat_case_rt(s->ctx, s->c, job->rt, &s->rec)
                     : job->kept ? compute_kept(s, args, dir, every)
                                 : job->compute(s->ctx, s->c, &s->rec);
  terminal_clear(&s->terminal);
  if (!s->rec) return session_fail(s, status);
  int code = status == CAT_OK ? 0 : failure_print(s->ctx, status);
  // what was left out, such as an uncertainty, is said in the results
  if (status == CAT_OK && session_stopped(s)) code = failure_code(CAT_ERR_INTERRUPTED);
  cat_context_clear(s->ctx);  // told; what follows is about the files
  if (status != CAT_OK && is_empty(s->rec)) {
    if (!s->quiet) fprintf(stderr, "Nothing was computed yet: %s is as it was\n", dir);
    return code;
  }
  int delivered = job_deliver(s, args, status, dir);
  return delivered ? delivered : code;
}

int job_folder(const Session *s, const char *dir) {
  char complaint[4400];
  if (!dir) return failure_plain(EXIT_INTERNAL, s->json, cat_status_text(CAT_ERR_MEMORY));
  if (folder_usable(dir, complaint, sizeof complaint)) return 0;
  return failure_plain(EXIT_OUTPUT, s->json, complaint);
}

// The same with browsers that watch it and, afterwards, look at its results.
static int compute_live(Session *s, const Job *job, const Args *args, const char *dir) {
  int code = 0;
  char *library = NULL;
  WebOptions o = {0};
  if (cat_library_find(s->ctx, &library) == CAT_OK) o.library = library;
  s->web = browser_serve(args, &o, &code);
  if (s->web) {
    web_progress(s->web, 0, 0);
    code = compute(s, job, args, dir);
    web_ended(s->web, dir);
    browser_wait_gone(s->web);
  }
  web_stop(s->web);
  s->web = NULL;
  cat_string_free(s->ctx, library);
  return code;
}

int job_run(const Job *job, const Args *args) {
  Session s;
  int code = session_new(&s, args);
  if (!code) code = session_load(&s, args);
  if (!code) {
    char *dir = folder_of(args_value(args, "output"), cat_case_file(s.c), job->suffix);
    bool live = args_has(args, "live");
    code = job_folder(&s, dir);
    if (!code) code = live ? compute_live(&s, job, args, dir) : compute(&s, job, args, dir);
    free(dir);
  }
  session_free(&s);
  return code;
}
