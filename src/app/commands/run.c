// catenaria run: whatever the case's kind asks for, through to the report.
#include "app/command.h"
#include "app/job.h"
#include "app/session.h"

static const Option options[] = {
    {"output", 'o', "DIR", "folder for the results; default: results/<name of the case>"},
    OPTION_SET,
    {"csv", 0, NULL, "write channels.csv as well"},
    {"checkpoint", 0, "SECONDS", "keep long runs every so often; default: 60; none: never"},
    {"resume", 0, NULL, "go on from the checkpoint in the folder of results"},
    {"live", 0, NULL, "watch the run in a browser; the address is printed"},
    {"no-open", 0, NULL, "with --live: do not open a browser"},
    {"strict", 0, NULL, "exit with 1 if a verdict fails"},
    {"quiet", 'q', NULL, "no progress, no table"},
    {0},
};

static int run(const Args *args) {
  static const Job job = {.compute = cat_case_run, .kept = true, .suffix = ""};
  return job_run(&job, args);
}

const Command command_run = {
    .name = "run",
    .operands = "CASE",
    .noperand_min = 1,
    .noperand_max = 1,
    .summary = "run a case and write its report",
    .details = "  CASE is a YAML file or the name of a shipped case (see 'catenaria cases').\n"
               "  Writes report.html, summary.json and results.h5 into the folder of results.\n\n"
               "Examples\n"
               "  catenaria run pdae/arnold-simeon-48\n"
               "  catenaria run my-line.yaml -o out --csv\n"
               "  catenaria run my-line.yaml --set run.speed=200km/h --set time.step=1e-4\n"
               "  catenaria run my-line.yaml -o out --resume\n"
               "  catenaria run my-line.yaml --live\n"
               "  catenaria run my-line.yaml --json --quiet | jq .status\n",
    .options = options,
    .run = run,
};
