// Any bytes as the parts of a request to the viewer, one per line; an empty line was not sent. What
// the guard lets through has our name and our key, and a path without a way out.
#include "fuzz.h"

#include <string.h>

#include "web/guard.h"

static void check_passed(const Guard *g, const GuardRequest *r) {
  FUZZ_CHECK(r->host && (strstr(r->host, "127.0.0.1:8080") || strstr(r->host, "localhost:8080") ||
                         strstr(r->host, "[::1]:8080")));
  FUZZ_CHECK(!r->origin || strcmp(r->origin + 7, r->host) == 0);
  FUZZ_CHECK(r->uri[0] == '/' && !strstr(r->uri, "..") && !strpbrk(r->uri, "%\\ ?"));
  FUZZ_CHECK(r->cookie && strstr(r->cookie, g->token));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Guard g = {.port = 8080, .token = "0123456789abcdefghijABCDEFGHIJ0123456789-_x"};
  char text[4096], *part[8] = {0}, *rest = text;
  size_t n = size < sizeof text ? size : sizeof text - 1;
  if (n > 0) memcpy(text, data, n);
  text[n] = '\0';
  for (int i = 0; i < 8 && rest; i++) {
    part[i] = rest;
    rest = strchr(rest, '\n');
    if (rest) *rest++ = '\0';
    if (!*part[i]) part[i] = NULL;
  }
  GuardRequest r = {.method = part[0],
                    .uri = part[1],
                    .query = part[2],
                    .host = part[3],
                    .origin = part[4],
                    .cookie = part[5],
                    .type = part[6],
                    .length = part[7] ? atoll(part[7]) : -1};
  int code = guard_check(&g, &r);
  FUZZ_CHECK(code == 0 || code == GUARD_ENTER || (code >= 400 && code < 500));
  if (code == 0) check_passed(&g, &r);
  if (code == GUARD_ENTER) FUZZ_CHECK(strstr(r.query, g.token));
  return 0;
}
