// Which requests are answered at all. Pure functions of what was sent: the server asks here before
// it does anything else, and a fuzz target asks with any bytes.
#ifndef CAT_WEB_GUARD_H
#define CAT_WEB_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum { GUARD_TOKEN = 43, GUARD_PATH = 256, GUARD_BODY = 1 << 20 };

typedef struct GuardRequest {
  const char *method, *uri, *query;                  // as sent, nothing decoded; query may be NULL
  const char *host, *origin, *cookie, *type, *site;  // headers; NULL: not sent
  long long length;                                  // of the body; -1: not said
} GuardRequest;

typedef struct Guard {
  int port;
  char token[GUARD_TOKEN + 1];
} Guard;

// 0: answer it. GUARD_ENTER: the URL that was printed; the answer sets the cookie. Otherwise the
// status of the refusal: 400, 403, 404, 405, 411, 413, 414, 415.
enum { GUARD_ENTER = 1 };
int guard_check(const Guard *g, const GuardRequest *r);

bool guard_same(const char *a, const char *b);  // in a time that does not tell where they differ
bool guard_token(char token[GUARD_TOKEN + 1]);  // 256 random bits; false: the system has none

#endif
