// The server: civetweb on the loopback interface. Every request passes the guard, and none is left
// to civetweb itself, which would serve files.
#include <arpa/inet.h>
#include <civetweb.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "guard.h"
#include "reason.h"
#include "thread.h"
#include "web.h"

enum { CLIENTS = 8, LIVE_MS = 16 };

// A browser that follows a run: a thread of its own, so that a slow one delays nobody else.
typedef struct Watcher {
  struct Web *web;
  struct mg_connection *conn;  // NULL: free
  pthread_t thread;
  atomic_int stop;
} Watcher;

struct Web {
  struct mg_context *server;
  Answers *answers;
  pthread_mutex_t start;  // held until the server's port is known to the guard
  Guard guard;
  char url[WEB_URL];
  pthread_mutex_t lock;  // of the list of watchers
  Watcher watcher[CLIENTS];
  atomic_int stop;
};

static const char HEADERS[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
    "Cache-Control: no-store\r\nCross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n";

static const char *reason(int code) {
  switch (code) {
  case 200: return "OK";
  case 303: return "See Other";
  case 400: return "Bad Request";
  case 403: return "Forbidden";
  case 404: return "Not Found";
  case 405: return "Method Not Allowed";
  case 409: return "Conflict";
  case 411: return "Length Required";
  case 413: return "Content Too Large";
  case 414: return "URI Too Long";
  case 415: return "Unsupported Media Type";
  case 422: return "Unprocessable Content";
  case 503: return "Service Unavailable";
  default: return "Internal Server Error";
  }
}

static void send_answer(struct mg_connection *conn, const Answer *a) {
  mg_printf(conn, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s\r\n", a->code,
            reason(a->code), a->type, a->n, HEADERS);
  if (a->n > 0) mg_write(conn, a->bytes, a->n);
}

// What a refused client goes on sending is not waited for.
static void send_refusal(struct mg_connection *conn, int code) {
  static const char forbidden[] =
      "Forbidden: an address without its token holds only in the browser session in which the "
      "address that the program printed was opened. Open that one first.\n";
  mg_disable_connection_keep_alive(conn);
  const char *text = code == 403 ? forbidden : reason(code);
  send_answer(conn,
              &(Answer){.code = code, .type = "text/plain", .bytes = text, .n = strlen(text)});
}

// The token goes from the URL into a cookie that scripts cannot read.
static void send_entrance(struct mg_connection *conn, const Guard *g) {
  mg_printf(conn,
            "HTTP/1.1 303 See Other\r\nLocation: /\r\nContent-Length: 0\r\n"
            "Set-Cookie: catenaria-%d=%s; Path=/; HttpOnly; SameSite=Strict\r\n%s\r\n",
            g->port, g->token, HEADERS);
}

//---------------------------------- requests ------------------------------------------------------

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Names of headers, in whatever locale this runs.
static bool same_caseless(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  return *a == *b;
}

// "", which no check lets through, if it was sent twice.
static const char *once(const struct mg_request_info *info, const char *name) {
  const char *value = NULL;
  for (int i = 0; i < info->num_headers; i++) {
    if (!same_caseless(info->http_headers[i].name, name)) continue;
    if (value) return "";
    value = info->http_headers[i].value;
  }
  return value;
}

static GuardRequest request_of(const struct mg_connection *conn) {
  const struct mg_request_info *info = mg_get_request_info(conn);
  return (GuardRequest){.method = info->request_method,
                        .uri = info->request_uri,
                        .query = info->query_string,
                        .host = once(info, "Host"),
                        .origin = once(info, "Origin"),
                        .cookie = once(info, "Cookie"),
                        .type = once(info, "Content-Type"),
                        .site = once(info, "Sec-Fetch-Site"),
                        .length = info->content_length};
}

static int post(Web *web, struct mg_connection *conn, const GuardRequest *r) {
  size_t n = (size_t)r->length, got = 0;
  char *body = malloc(n + 1);
  while (body && got < n) {
    int more = mg_read(conn, body + got, n - got);
    if (more <= 0) break;
    got += (size_t)more;
  }
  if (!body || got < n) {
    free(body);
    send_refusal(conn, 400);
    return 400;
  }
  body[n] = '\0';
  Answer a = answer_post(web->answers, r->uri, body, n);
  send_answer(conn, &a);
  free(a.own);
  free(body);
  return a.code;
}

static Guard guard_of(Web *web) {
  pthread_mutex_lock(&web->start);
  Guard guard = web->guard;
  pthread_mutex_unlock(&web->start);
  return guard;
}

static int handle(struct mg_connection *conn) {
  Web *web = mg_get_user_data(mg_get_context(conn));
  Guard guard = guard_of(web);
  GuardRequest r = request_of(conn);
  int code = guard_check(&guard, &r);
  if (code == GUARD_ENTER) {
    send_entrance(conn, &guard);
    return 303;
  }
  if (code == 0 && strcmp(r.uri, "/live") == 0) {
    const char *upgrade = once(mg_get_request_info(conn), "Upgrade");
    bool socket = upgrade && same_caseless(upgrade, "websocket");
    if (socket && r.origin && strcmp(r.method, "GET") == 0) return 0;
    code = r.origin ? 400 : 403;
  }
  if (code) {
    send_refusal(conn, code);
    return code;
  }
  if (strcmp(r.method, "POST") == 0) return post(web, conn, &r);
  Answer a = answer_get(web->answers, r.uri);
  send_answer(conn, &a);
  free(a.own);
  return a.code;
}

typedef struct Request {
  struct mg_connection *conn;
  int code;
} Request;

static void *work(void *user) {
  Request *r = user;
  r->code = handle(r->conn);
  return NULL;
}

// civetweb's own threads have stacks of 100 kB.
static int on_request(struct mg_connection *conn) {
  Request r = {.conn = conn, .code = 503};
  pthread_t thread;
  if (thread_begin(&thread, work, &r)) {
    pthread_join(thread, NULL);
  } else {
    send_refusal(conn, r.code);
  }
  return r.code;
}

// The guard has decided: civetweb looks for no file of passwords.
static int on_authorize(struct mg_connection *conn, void *user) {
  (void)conn, (void)user;
  return 1;
}

static int no_log(const struct mg_connection *conn, const char *message) {
  (void)conn, (void)message;
  return 1;
}

//---------------------------------- live ----------------------------------------------------------

// The guard has let it through in on_request; here there is only the number of watchers.
static int on_connect(const struct mg_connection *conn, void *user) {
  (void)conn;
  return web_watchers(user) == CLIENTS;
}

static void *send_frames(void *user) {
  Watcher *w = user;
  unsigned long seen = 0;
  char *bytes = NULL;
  size_t room = 0;
  while (!atomic_load(&w->web->stop) && !atomic_load(&w->stop)) {
    struct timespec t = {.tv_nsec = LIVE_MS * 1000000L};
    nanosleep(&t, NULL);
    size_t n = live_take(answers_live(w->web->answers), &seen, &bytes, &room);
    if (n > 0 && mg_websocket_write(w->conn, MG_WEBSOCKET_OPCODE_BINARY, bytes, n) <= 0) break;
  }
  free(bytes);
  return NULL;
}

static void on_ready(struct mg_connection *conn, void *user) {
  Web *web = user;
  bool sent = false;
  pthread_mutex_lock(&web->lock);
  for (int i = 0; i < CLIENTS && !sent; i++) {
    Watcher *w = &web->watcher[i];
    if (w->conn) continue;
    w->web = web;
    w->conn = conn;
    atomic_store(&w->stop, 0);
    sent = thread_begin(&w->thread, send_frames, w);
    if (!sent) w->conn = NULL;
  }
  pthread_mutex_unlock(&web->lock);
  if (sent) return;
  mg_websocket_write(conn, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, "", 0);
  mg_disable_connection_keep_alive(conn);
}

// A watcher only listens: whatever it sends ends the connection. The type is civetweb's.
// NOLINTNEXTLINE(readability-non-const-parameter)
static int on_data(struct mg_connection *conn, int bits, char *data, size_t n, void *user) {
  (void)conn, (void)bits, (void)data, (void)n, (void)user;
  return 0;
}

static Watcher *watcher_of(Web *web, const struct mg_connection *conn) {
  Watcher *found = NULL;
  pthread_mutex_lock(&web->lock);
  for (int i = 0; i < CLIENTS; i++) {
    if (web->watcher[i].conn == conn) found = &web->watcher[i];
  }
  pthread_mutex_unlock(&web->lock);
  return found;
}

static void on_close(const struct mg_connection *conn, void *user) {
  Web *web = user;
  Watcher *w = watcher_of(web, conn);
  if (!w) return;
  atomic_store(&w->stop, 1);
  pthread_join(w->thread, NULL);
  pthread_mutex_lock(&web->lock);
  w->conn = NULL;
  pthread_mutex_unlock(&web->lock);
}

//---------------------------------- life ----------------------------------------------------------

static bool start_server(Web *web, int port) {
  char where[32];
  snprintf(where, sizeof where, "127.0.0.1:%d", port);
  const char *options[] = {"listening_ports",
                           where,
                           "num_threads",
                           "16",
                           "request_timeout_ms",
                           "5000",
                           "max_request_size",
                           "16384",
                           "enable_keep_alive",
                           "no",
                           "decode_url",
                           "no",
                           "enable_directory_listing",
                           "no",
                           "access_control_allow_origin",
                           "",
                           "access_control_allow_methods",
                           "",
                           "access_control_allow_headers",
                           "",
                           "websocket_timeout_ms",
                           "3600000",
                           NULL};
  struct mg_callbacks callbacks = {.begin_request = on_request, .log_message = no_log};
  struct mg_server_port at = {0};
  web->server = mg_start(&callbacks, web, options);
  if (!web->server) return false;
  mg_set_auth_handler(web->server, "/live", on_authorize, NULL);
  mg_set_websocket_handler(web->server, "/live", on_connect, on_ready, on_data, on_close, web);
  if (mg_get_server_ports(web->server, 1, &at) != 1) return false;
  web->guard.port = at.port;
  snprintf(web->url, sizeof web->url, "http://127.0.0.1:%d/?token=%s", at.port, web->guard.token);
  return true;
}

// Requests that come in while it starts wait until the guard knows the port.
static bool listen_at(Web *web, int port) {
  pthread_mutex_lock(&web->start);
  bool started = start_server(web, port);
  pthread_mutex_unlock(&web->start);
  return started;
}

// civetweb does not tell why it cannot listen: the same is tried without it.
static int why_deaf(int port) {
  struct sockaddr_in at = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)port),
                           .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), why = errno;
  if (fd < 0) return why;
  why = bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 1) == 0 ? 0 : errno;
  close(fd);
  return why;
}

Web *web_start(const WebOptions *o, char *why, size_t size) {
  Web *web = calloc(1, sizeof *web);
  snprintf(why, size, "out of memory");
  if (!web) return NULL;
  pthread_mutex_init(&web->start, NULL);
  pthread_mutex_init(&web->lock, NULL);
  web->answers = answers_new(o->dirs, o->ndir, o->library, why, size);
  if (web->answers && !guard_token(web->guard.token)) {
    snprintf(why, size, "the system has no random numbers");
  } else if (web->answers && !listen_at(web, o->port)) {
    snprintf(why, size, "127.0.0.1:%d cannot be listened at: %s", o->port,
             reason_of(why_deaf(o->port)));
  } else if (web->answers) {
    return web;
  }
  web_stop(web);
  return NULL;
}

const char *web_url(const Web *web) {
  return web->url;
}

void web_frame(Web *web, const CatRecord *rec) {
  live_put(answers_live(web->answers), rec);
}

void web_progress(Web *web, double fraction, double time) {
  job_outside(answers_job(web->answers), true, fraction, time);
}

bool web_cancelled(Web *web) {
  return job_stopped(answers_job(web->answers));
}

void web_ended(Web *web, const char *dir) {
  answers_open(web->answers, dir);
  job_outside(answers_job(web->answers), false, 1, 0);
}

int web_watchers(Web *web) {
  int n = 0;
  pthread_mutex_lock(&web->lock);
  for (int i = 0; i < CLIENTS; i++) n += web->watcher[i].conn != NULL;
  pthread_mutex_unlock(&web->lock);
  return n;
}

void web_stop(Web *web) {
  if (!web) return;
  atomic_store(&web->stop, 1);
  answers_stop(web->answers);
  if (web->server) mg_stop(web->server);
  answers_free(web->answers);
  pthread_mutex_destroy(&web->lock);
  pthread_mutex_destroy(&web->start);
  free(web);
}
