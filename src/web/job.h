// Runs that were asked for in the browser: one at a time, in a thread of its own, with progress and
// cancel. What they give stays in memory: nothing is written.
#ifndef CAT_WEB_JOB_H
#define CAT_WEB_JOB_H

#include "catenaria/catenaria.h"
#include "live.h"

typedef struct Job Job;

enum { JOB_FIRST = 100000, JOB_MOST = 20 };  // number of the first result; so many are kept

Job *job_new(Live *live, const char *library);
void job_free(Job *job);  // a run that is going on is cancelled and waited for
// Text of a case; 0: begun, 400: refused (*why: JSON of errors, to be freed), 409: one is
// running, or JOB_MOST results are kept.
int job_begin(Job *job, const char *text, char **why);
void job_cancel(Job *job);
// A run of somebody else, who asks whether a browser cancels it: how far it is.
void job_outside(Job *job, bool running, double fraction, double time);
bool job_stopped(const Job *job);
char *job_state(Job *job);  // {"state", "fraction", "time", "result", "message"}; to be freed

// Finished runs, oldest first; records stay until the job is freed.
int job_results(Job *job);
const CatRecord *job_record(Job *job, int id);
char *job_summary(Job *job, int id);  // to be freed; NULL: there is none
// Writes one into a new folder below an open one: its files as `catenaria run` writes them. 0, or
// the status of the refusal (save.h), 404: there is no such result. Nobody reads it meanwhile.
int job_keep(Job *job, int id, int dir, const char *name);

// Errors of a context as JSON: {"errors": [{"line", "column", "key", "message"}]}; to be freed.
char *job_errors(const CatContext *ctx);

#endif
