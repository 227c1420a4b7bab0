// Answers to requests that the guard let through: pages, lists, numbers, checks and runs. Knows
// nothing of sockets: what it is given are texts, what it gives are bytes.
#ifndef CAT_WEB_ANSWER_H
#define CAT_WEB_ANSWER_H

#include "folder.h"
#include "job.h"

typedef struct Answer {
  int code;  // 200 or the status of an error
  const char *type;
  const char *bytes;  // of the program, or:
  char *own;          // to be freed
  size_t n;
} Answer;

typedef struct Answers Answers;

Answers *answers_new(const char *const *dirs, int ndir, const char *library, char *why,
                     size_t size);
void answers_stop(Answers *a);  // drawings that are being made; NULL is allowed
void answers_free(Answers *a);
Live *answers_live(Answers *a);
Job *answers_job(Answers *a);
bool answers_open(Answers *a, const char *dir);  // one folder more
Answer answer_get(Answers *a, const char *uri);
Answer answer_post(Answers *a, const char *uri, const char *body, size_t n);

#endif
