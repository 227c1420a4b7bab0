// A job: compute something from a case, write the files, print the table. `run` and `modes` are
// jobs that differ in what they compute.
#ifndef CAT_APP_JOB_H
#define CAT_APP_JOB_H

#include "args.h"
#include "catenaria/rt.h"
#include "session.h"

typedef struct Job {
  CatStatus (*compute)(CatContext *ctx, const CatCase *c, CatRecord **out);
  const char *suffix;  // of the default folder, so that one job does not replace another's results
  bool kept;           // with checkpoints in the folder of results, if the case's kind has any
  const CatRtOptions *rt;  // not NULL: the real-time loop, in place of compute
} Job;

int job_run(const Job *job, const Args *args);

// The parts of it, for who computes otherwise. Whether results can go to a folder, before a long
// computation; NULL: there was no memory for its name. Afterwards: the files first, then what the
// user reads. Both return an exit code.
int job_folder(const Session *s, const char *dir);
int job_deliver(Session *s, const Args *args, CatStatus ended, const char *dir);

#endif
