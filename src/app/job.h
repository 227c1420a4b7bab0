// A job: compute something from a case, write the files, print the table. `run` and `modes` are
// jobs that differ in what they compute.
#ifndef CAT_APP_JOB_H
#define CAT_APP_JOB_H

#include "args.h"
#include "catenaria/rt.h"

typedef struct Job {
  CatStatus (*compute)(CatContext *ctx, const CatCase *c, CatRecord **out);
  const char *suffix;  // of the default folder, so that one job does not replace another's results
  const CatRtOptions *rt;  // not NULL: the real-time loop, in place of compute
} Job;

int job_run(const Job *job, const Args *args);

#endif
