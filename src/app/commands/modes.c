// catenaria modes: natural frequencies and shapes of what a case describes.
#include "app/command.h"
#include "app/job.h"
#include "app/session.h"

static const Option options[] = {
    {"output", 'o', "DIR", "folder for the results; default: results/<name of the case>-modes"},
    OPTION_SET,
    {"csv", 0, NULL, "write channels.csv as well"},
    {"quiet", 'q', NULL, "no progress, no table"},
    {0},
};

static int run(const Args *args) {
  static const Job job = {.compute = cat_case_modes, .suffix = "-modes"};
  return job_run(&job, args);
}

const Command command_modes = {
    .name = "modes",
    .operands = "CASE",
    .noperand_min = 1,
    .noperand_max = 1,
    .summary = "natural frequencies of a case",
    .details = "  Writes the same files as 'catenaria run'.\n\n"
               "Examples\n"
               "  catenaria modes pdae/arnold-simeon-32\n"
               "  catenaria modes my-line.yaml --set contact_wire.tension=20kN\n",
    .options = options,
    .run = run,
};
