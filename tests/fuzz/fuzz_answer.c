// Any bytes as a path and, behind the first line, a body: what the guard lets through is answered,
// and an answer is whole. Runs and drawings are left out: they compute, and read what checks read.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/answer.h"
#include "web/guard.h"

static bool passes(const char *method, const char *uri, size_t length) {
  static const Guard guard = {.port = 8080, .token = "0123456789abcdefghijABCDEFGHIJ0123456789-_x"};
  GuardRequest r = {.method = method,
                    .uri = uri,
                    .host = "127.0.0.1:8080",
                    .origin = "http://127.0.0.1:8080",
                    .cookie = "catenaria-8080=0123456789abcdefghijABCDEFGHIJ0123456789-_x",
                    .type = "application/json",
                    .length = strcmp(method, "GET") == 0 ? -1 : (long long)length};
  return guard_check(&guard, &r) == 0;
}

static void check(Answer answer) {
  FUZZ_CHECK(answer.code == 200 || (answer.code >= 400 && answer.code <= 500));
  FUZZ_CHECK(answer.type && answer.bytes && (!answer.own || answer.own == answer.bytes));
  free(answer.own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Answers *answers;
  char why[256], *text = malloc(size + 1);
  if (!answers) answers = answers_new(NULL, 0, NULL, why, sizeof why);
  FUZZ_CHECK(answers && text);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  char *body = strchr(text, '\n');
  if (body) *body++ = '\0';
  size_t n = body ? size - (size_t)(body - text) : 0;
  if (!body && passes("GET", text, 0)) check(answer_get(answers, text));
  bool computes = strcmp(text, "/api/run") == 0 || strcmp(text, "/api/drawing") == 0;
  if (body && !computes && passes("POST", text, n)) check(answer_post(answers, text, body, n));
  free(text);
  return 0;
}
