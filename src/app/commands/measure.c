// catenaria measure: statistics and verdicts of a measured force signal, comfort of accelerations.
#include <stdio.h>
#include <stdlib.h>

#include "app/command.h"
#include "app/failure.h"
#include "app/folder.h"
#include "app/job.h"
#include "app/number.h"
#include "app/options.h"

static const Option options[] = {
    {"output", 'o', "DIR", "folder for the results; default: results/<name of the file>-measure"},
    {"speed", 0, "KMH", "speed [km/h]: gives x = v t if the file has no position"},
    {"system", 0, "NAME",
     "supply of the line, whose limits hold: ac (default), dc-3kv, dc-1.5kv, none"},
    {"cutoff", 0, "HZ", "low-pass of the force [Hz]; default: 20"},
    {"filter", 0, "NAME", "butterworth (forward and backward, default) or brick-wall"},
    {"window", 0, "X0:X1", "statistics from X0 to X1 [m]; default: all of the signal"},
    {"time", 0, "T0:T1", "statistics from T0 to T1 [s], in place of --window"},
    {"column", 0, "NAME", "column of the force; default: the first with 'force' in its name"},
    {"comfort", 0, NULL, "of accelerations (columns ax, ay, az, or --column) in place of a force"},
    {"csv", 0, NULL, "write channels.csv as well"},
    {"strict", 0, NULL, "exit with 1 if a verdict fails"},
    {"quiet", 'q', NULL, "no table"},
    {0},
};

static int refuse(const Args *args, const char *option, const char *value, const char *expected) {
  char text[256];
  snprintf(text, sizeof text, "catenaria measure: --%s %.80s: expected %s", option, value,
           expected);
  return failure_plain(EXIT_USAGE, args_has(args, "json"), text);
}

// A positive number up to most, if the option was given.
static int read_option(const Args *args, const char *name, double most, double *out) {
  const char *value = args_value(args, name), *rest = NULL;
  if (!value) return 0;
  if (number_read(value, out, &rest) && !*rest && *out > 0 && *out <= most) return 0;
  char expected[64];
  snprintf(expected, sizeof expected, "a number above 0, at most %g", most);
  return refuse(args, name, value, expected);
}

static int read_window(const Args *args, const char *name, double window[2]) {
  const char *value = args_value(args, name), *rest = NULL;
  if (!value) return 0;
  bool good = number_read(value, &window[0], &rest) && *rest == ':' &&
              number_read(rest + 1, &window[1], &rest) && !*rest && window[0] < window[1];
  return good ? 0 : refuse(args, name, value, "two rising numbers, as in 100:400");
}

static int read_windows(const Args *args, CatMeasureOptions *what) {
  const char *time = args_value(args, "time");
  if (time && args_has(args, "window")) {
    return refuse(args, "time", time, "no --window beside it: one window, in metres or in seconds");
  }
  int code = read_window(args, "window", what->window);
  return code ? code : read_window(args, "time", what->window_time);
}

int measure_options(const Args *args, CatMeasureOptions *out) {
  double kmh = 0;
  *out = (CatMeasureOptions){.size = sizeof *out,
                             .path = args->operand[0],
                             .column = args_value(args, "column"),
                             .filter = args_value(args, "filter"),
                             .system = args_value(args, "system"),
                             .comfort = args_has(args, "comfort")};
  int code = read_option(args, "speed", 1000, &kmh);
  out->speed = kmh / 3.6;
  if (!code) code = read_option(args, "cutoff", 1e4, &out->cutoff);
  return code ? code : read_windows(args, out);
}

static int measure_into(Session *s, const Args *args, const CatMeasureOptions *what,
                        const char *dir) {
  CatStatus status = cat_measure_file(s->ctx, what, &s->c, &s->rec);
  if (status != CAT_OK) return session_fail(s, status);
  for (int i = 0; i < cat_case_warnings(s->c); i++) {
    fprintf(stderr, "warning: %s\n", cat_case_warning(s->c, i));
  }
  int code = job_folder(s, dir);
  return code ? code : job_deliver(s, args, CAT_OK, dir);
}

static int run(const Args *args) {
  Session s;
  CatMeasureOptions what;
  int code = measure_options(args, &what);
  if (code) return code;
  code = session_new(&s, args);
  if (!code) {
    char *dir = folder_of(args_value(args, "output"), what.path, "-measure");
    code = measure_into(&s, args, &what, dir);
    free(dir);
  }
  session_free(&s);
  return code;
}

const Command command_measure = {
    .name = "measure",
    .operands = "FILE",
    .noperand_min = 1,
    .noperand_max = 1,
    .summary = "statistics and verdicts of a measured force, or comfort",
    .details =
        "  FILE is a CSV file: names with units in the first row, as 't [s],x [m],force [N]',\n"
        "  then numbers; comma, semicolon or tab between them. Time must rise in equal steps.\n"
        "  Writes the same files as 'catenaria run'.\n\n"
        "Examples\n"
        "  catenaria measure ride.csv --speed 250 --window 240:360\n"
        "  catenaria measure ride.csv --time 4:8 --filter brick-wall\n"
        "  catenaria measure out/channels.csv --column p2.force -o out-measured\n"
        "  catenaria measure seat.csv --comfort\n",
    .options = options,
    .run = run,
};
