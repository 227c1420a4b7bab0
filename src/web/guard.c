#include "guard.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

bool guard_token(char token[GUARD_TOKEN + 1]) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  unsigned char bytes[GUARD_TOKEN];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  for (int i = 0; i < GUARD_TOKEN; i++) token[i] = digits[bytes[i] % 64];
  token[GUARD_TOKEN] = '\0';
  return true;
}

bool guard_same(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  unsigned different = n != m;
  for (size_t i = 0; i < m; i++) {
    different |= (unsigned char)(a[n > i ? i : n] ^ b[i]);
  }
  return different == 0;
}

//---------------------------------- where from ----------------------------------------------------

// One of our names, with our port, which browsers leave out where it is that of HTTP: a page of
// another name that resolves to us is refused.
static bool is_here(const char *host, int port) {
  static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
  char text[64];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(text, sizeof text, "%s:%d", names[i], port);
    if (strcmp(host, text) == 0 || (port == 80 && strcmp(host, names[i]) == 0)) return true;
  }
  return false;
}

static bool is_same_origin(const Guard *g, const GuardRequest *r) {
  if (r->site && strcmp(r->site, "same-origin") != 0 && strcmp(r->site, "none") != 0) return false;
  if (!r->origin) return true;
  return strncmp(r->origin, "http://", 7) == 0 && is_here(r->origin + 7, g->port) &&
         strcmp(r->origin + 7, r->host) == 0;
}

//---------------------------------- which key -----------------------------------------------------

static bool has_cookie(const Guard *g, const char *cookies) {
  char name[32];
  int n = snprintf(name, sizeof name, "catenaria-%d=", g->port);
  for (const char *at = cookies; at && *at;) {
    while (*at == ' ' || *at == ';') at++;
    size_t length = strcspn(at, ";");
    if (strncmp(at, name, (size_t)n) == 0 && length == (size_t)n + GUARD_TOKEN) {
      char value[GUARD_TOKEN + 1];
      memcpy(value, at + n, GUARD_TOKEN);
      value[GUARD_TOKEN] = '\0';
      if (guard_same(value, g->token)) return true;
    }
    at += length;
  }
  return false;
}

static bool has_token(const Guard *g, const char *query) {
  return query && strncmp(query, "token=", 6) == 0 && guard_same(query + 6, g->token);
}

//---------------------------------- what ----------------------------------------------------------

// Nothing of a path is ever decoded: ours have letters, digits and -_./ only, and no dots in a row.
static int check_path(const char *uri) {
  if (strlen(uri) >= GUARD_PATH) return 414;
  if (uri[0] != '/') return 400;
  for (const char *c = uri; *c; c++) {
    bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (!letter && !strchr("-_./", *c)) return 400;
  }
  return strstr(uri, "..") || strstr(uri, "//") ? 400 : 0;
}

static int check_post(const GuardRequest *r) {
  if (!r->origin) return 403;
  if (!r->type || strcmp(r->type, "application/json") != 0) return 415;
  if (r->length < 0) return 411;
  return r->length > GUARD_BODY ? 413 : 0;
}

int guard_check(const Guard *g, const GuardRequest *r) {
  if (!r->method || !r->uri) return 400;
  if (!r->host || !is_here(r->host, g->port) || !is_same_origin(g, r)) return 403;
  int code = check_path(r->uri);
  if (code) return code;
  bool get = strcmp(r->method, "GET") == 0, post = strcmp(r->method, "POST") == 0;
  if (!get && !post) return 405;
  if (get && r->length > 0) return 413;
  if (get && strcmp(r->uri, "/") == 0 && has_token(g, r->query)) return GUARD_ENTER;
  if (!has_cookie(g, r->cookie)) return 403;
  if (r->query && strlen(r->query) >= GUARD_PATH) return 414;
  return post ? check_post(r) : 0;
}
