#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "failure.h"
#include "folder.h"
#include "session.h"

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

// After the computation: files first, then what the user reads.
static int deliver(Session *s, CatStatus ended, const CatOutput *out) {
  CatStatus status = cat_results_write(s->ctx, s->c, s->rec, out);
  if (status != CAT_OK) return session_fail(s, status);
  FILE *stream = s->json ? stderr : stdout;
  int code = 0;
  if (s->json) code = print_summary(s);
  if (!code && !s->quiet) code = print_table(s, stream);
  if (!code && !s->quiet) print_ending(stream, ended);
  if (!code && !s->quiet) print_files(stream, out);
  return code;
}

static int compute(Session *s, const Job *job, const Args *args, const CatOutput *out) {
  CatStatus status =
      job->rt ? cat_case_rt(s->ctx, s->c, job->rt, &s->rec) : job->compute(s->ctx, s->c, &s->rec);
  terminal_clear(&s->terminal);
  if (!s->rec) return session_fail(s, status);
  int code = status == CAT_OK ? 0 : failure_print(s->ctx, status);
  cat_context_clear(s->ctx);  // told; what follows is about the files
  int delivered = deliver(s, status, out);
  if (delivered) return delivered;
  bool red = args_has(args, "strict") && cat_record_failed_verdicts(s->rec) > 0;
  return code == 0 && red ? EXIT_VERDICT : code;
}

static int compute_into(Session *s, const Job *job, const Args *args, const char *dir) {
  if (!dir) return failure_plain(EXIT_INTERNAL, s->json, cat_status_text(CAT_ERR_MEMORY));
  char complaint[4400];
  if (!folder_usable(dir, complaint, sizeof complaint)) {
    return failure_plain(EXIT_OUTPUT, s->json, complaint);
  }
  return compute(s, job, args, &(CatOutput){.dir = dir, .csv = args_has(args, "csv")});
}

int job_run(const Job *job, const Args *args) {
  Session s;
  int code = session_new(&s, args);
  if (!code) code = session_load(&s, args);
  if (!code) {
    const char *given = args_value(args, "output");
    char *made = given ? NULL : folder_default(s.path, job->suffix);
    code = compute_into(&s, job, args, given ? given : made);
    free(made);
  }
  session_free(&s);
  return code;
}
