// catenaria rest: the shape at rest of the line that a case describes.
#include "app/command.h"
#include "app/job.h"
#include "app/session.h"

static const Option options[] = {
    {"output", 'o', "DIR", "folder for the results; default: results/<name of the case>-rest"},
    OPTION_SET,
    {"csv", 0, NULL, "write channels.csv as well"},
    {"quiet", 'q', NULL, "no progress, no table"},
    {0},
};

static int run(const Args *args) {
  static const Job job = {.compute = cat_case_rest, .suffix = "-rest"};
  return job_run(&job, args);
}

const Command command_rest = {
    .name = "rest",
    .operands = "CASE",
    .noperand_min = 1,
    .noperand_max = 1,
    .summary = "shape of a line at rest",
    .details = "  For any case that holds a line: dropper lengths and forces, tensions, arms.\n"
               "  Writes the same files as 'catenaria run'.\n\n"
               "Examples\n"
               "  catenaria rest ac-simple/320\n"
               "  catenaria rest my-line.yaml --set line.messenger.tension=18kN\n",
    .options = options,
    .run = run,
};
