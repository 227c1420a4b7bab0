// Which requests the viewer answers: one good request, and what becomes of it when one part is bad.
#include "web/guard.h"

#include <string.h>

#include "support/support.h"

static const Guard guard = {.port = 8080, .token = "0123456789abcdefghijABCDEFGHIJ0123456789-_x"};
#define COOKIE "catenaria-8080=0123456789abcdefghijABCDEFGHIJ0123456789-_x"

static GuardRequest get(const char *uri) {
  return (GuardRequest){
      .method = "GET", .uri = uri, .host = "127.0.0.1:8080", .cookie = COOKIE, .length = -1};
}

static GuardRequest post(void) {
  GuardRequest r = get("/api/check");
  r.method = "POST";
  r.origin = "http://127.0.0.1:8080";
  r.type = "application/json";
  r.length = 2;
  return r;
}

static void good_requests_pass(void **state) {
  (void)state;
  GuardRequest r = get("/api/list");
  assert_int_equal(guard_check(&guard, &r), 0);
  r.host = "localhost:8080";
  assert_int_equal(guard_check(&guard, &r), 0);
  r.cookie = "other=1; " COOKIE "; more=2";
  assert_int_equal(guard_check(&guard, &r), 0);
  r = post();
  assert_int_equal(guard_check(&guard, &r), 0);
  r = get("/");
  r.cookie = NULL;
  r.query = "token=0123456789abcdefghijABCDEFGHIJ0123456789-_x";
  assert_int_equal(guard_check(&guard, &r), GUARD_ENTER);
}

static void foreign_names_are_refused(void **state) {
  static const char *const hosts[] = {"evil.example:8080", "127.0.0.1",         "127.0.0.1:8081",
                                      "127.0.0.1:8080.x",  "localhost.x:8080",  "0.0.0.0:8080",
                                      "127.0.0.1:80800",   "[::1%25lo]:8080",   "",
                                      "127.0.0.1:8080 ",   "Localhost:8080:80", "127.1:8080"};
  static const char *const origins[] = {"null",
                                        "http://evil.example",
                                        "https://127.0.0.1:8080",
                                        "http://localhost:8080",
                                        "http://127.0.0.1:8080/",
                                        ""};
  (void)state;
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    GuardRequest r = get("/api/list");
    r.host = hosts[i];
    assert_int_equal(guard_check(&guard, &r), 403);
  }
  for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
    GuardRequest r = get("/api/list");
    r.origin = origins[i];
    assert_int_equal(guard_check(&guard, &r), 403);
  }
  GuardRequest r = get("/api/list");
  r.site = "cross-site";
  assert_int_equal(guard_check(&guard, &r), 403);
  r.site = "same-origin";
  assert_int_equal(guard_check(&guard, &r), 0);
}

// Browsers leave out the port of HTTP.
static void port_80(void **state) {
  Guard g = guard;
  (void)state;
  g.port = 80;
  GuardRequest r = get("/api/list");
  r.cookie = "catenaria-80=0123456789abcdefghijABCDEFGHIJ0123456789-_x";
  r.host = "127.0.0.1";
  r.origin = "http://127.0.0.1";
  assert_int_equal(guard_check(&g, &r), 0);
  r.origin = "http://localhost";
  assert_int_equal(guard_check(&g, &r), 403);
  r.origin = NULL;
  r.host = "127.0.0.1:80";
  assert_int_equal(guard_check(&g, &r), 0);
  r.host = "evil.example";
  assert_int_equal(guard_check(&g, &r), 403);
}

static void other_keys_are_refused(void **state) {
  static const char *const cookies[] = {
      NULL,
      "",
      "catenaria-8080=",
      "catenaria-8081=0123456789abcdefghijABCDEFGHIJ0123456789-_x",
      COOKIE "x",
      "catenaria-8080=0123456789abcdefghijABCDEFGHIJ0123456789-_y",
      "catenaria=0123456789abcdefghijABCDEFGHIJ0123456789-_x"};
  (void)state;
  for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++) {
    GuardRequest r = get("/api/list");
    r.cookie = cookies[i];
    assert_int_equal(guard_check(&guard, &r), 403);
  }
  GuardRequest r = get("/api/list");  // the token opens the entrance only
  r.cookie = NULL;
  r.query = "token=0123456789abcdefghijABCDEFGHIJ0123456789-_x";
  assert_int_equal(guard_check(&guard, &r), 403);
  assert_true(guard_same("abc", "abc"));
  assert_false(guard_same("abc", "abcd"));
  assert_false(guard_same("abcd", "abc"));
  assert_false(guard_same("", "a"));
}

static void paths_and_methods(void **state) {
  static const char *const paths[] = {"/..", "/a/../b", "//a", "/%2e", "/a\\b", "/a b", "a", "*"};
  static const char *const methods[] = {"PUT", "DELETE", "HEAD", "OPTIONS", "get", ""};
  char path[GUARD_PATH + 2];
  (void)state;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    GuardRequest r = get(paths[i]);
    assert_int_equal(guard_check(&guard, &r), 400);
  }
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    GuardRequest r = get("/api/list");
    r.method = methods[i];
    assert_int_equal(guard_check(&guard, &r), 405);
  }
  memset(path, 'a', sizeof path - 1);
  path[0] = '/';
  path[sizeof path - 1] = '\0';
  GuardRequest r = get(path);
  assert_int_equal(guard_check(&guard, &r), 414);
  r = get("/api/list");
  r.query = path;
  assert_int_equal(guard_check(&guard, &r), 414);
  path[GUARD_PATH - 1] = '\0';
  assert_int_equal(guard_check(&guard, &r), 0);
}

static void bodies(void **state) {
  (void)state;
  GuardRequest r = post();
  r.origin = NULL;
  assert_int_equal(guard_check(&guard, &r), 403);
  r = post();
  r.type = "text/plain";
  assert_int_equal(guard_check(&guard, &r), 415);
  r = post();
  r.length = -1;
  assert_int_equal(guard_check(&guard, &r), 411);
  r.length = GUARD_BODY + 1;
  assert_int_equal(guard_check(&guard, &r), 413);
  r = get("/api/list");
  r.length = 1;
  assert_int_equal(guard_check(&guard, &r), 413);
}

static void tokens_differ(void **state) {
  char a[GUARD_TOKEN + 1], b[GUARD_TOKEN + 1];
  (void)state;
  assert_true(guard_token(a) && guard_token(b));
  assert_int_equal(strlen(a), GUARD_TOKEN);
  assert_string_not_equal(a, b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_requests_pass),
      cmocka_unit_test(foreign_names_are_refused),
      cmocka_unit_test(port_80),
      cmocka_unit_test(other_keys_are_refused),
      cmocka_unit_test(paths_and_methods),
      cmocka_unit_test(bodies),
      cmocka_unit_test(tokens_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
