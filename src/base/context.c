#include "context.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c_locale.h"
#include "newest_error.h"

struct CatContext {
  CatHost host;
  double time;  // simulated time stamped on errors [s]
  long allocations;
  int nerror;  // reported so far, kept or not
  CatError error[CAT_MAX_ERRORS];
  CatError newest;  // of those beyond them
};

#define CAT_STATUS_TEXT(name, text) text,
static const char *const status_texts[] = {CAT_STATUS_LIST(CAT_STATUS_TEXT)};

const char *cat_status_text(CatStatus status) {
  return (unsigned)status < CAT_NSTATUS ? status_texts[status] : "unknown status";
}

static void *host_realloc(const CatHost *host, void *ptr, size_t bytes) {
  if (host->realloc) return host->realloc(host->user, ptr, bytes);
  if (bytes) return realloc(ptr, bytes);
  free(ptr);
  return NULL;
}

CatContext *cat_context_new(const CatHost *host) {
  CatHost h = {0};
  size_t n = host ? host->size : sizeof h;
  if (n < sizeof n || n > sizeof h || n % sizeof n != 0) return NULL;
  if (host) memcpy(&h, host, host->size);
  CatContext *ctx = host_realloc(&h, NULL, sizeof *ctx);
  if (!ctx) return NULL;
  memset(ctx, 0, sizeof *ctx);
  ctx->host = h;
  ctx->host.size = sizeof h;
  ctx->time = NAN;
  return ctx;
}

CatContext *cat_context_derive(CatContext *ctx) {
  CatContext *own = cat_context_new(&ctx->host);
  if (!own) CAT_FAIL(ctx, CAT_ERR_MEMORY, "out of memory: no room for a context");
  return own;
}

void cat_context_hand_over(CatContext *from, CatContext *to) {
  for (int i = 0; i < from->nerror; i++, to->nerror++) {
    bool kept = i < CAT_MAX_ERRORS && to->nerror < CAT_MAX_ERRORS;
    if (kept) to->error[to->nerror] = from->error[i];
  }
  const CatError *newest = cat_context_newest(from);
  if (newest && to->nerror > CAT_MAX_ERRORS) to->newest = *newest;
  cat_context_clear(from);
}

void cat_context_mute(CatContext *ctx) {
  ctx->host.log = NULL;
  ctx->host.progress = NULL;
  ctx->host.stop = NULL;
  ctx->host.stage = NULL;
  ctx->host.frame = NULL;
}

void cat_context_free(CatContext *ctx) {
  if (!ctx) return;
  CatHost host = ctx->host;
  host_realloc(&host, ctx, 0);
}

int cat_context_errors(const CatContext *ctx) {
  return ctx ? ctx->nerror : 0;
}

const CatError *cat_context_error(const CatContext *ctx, int i) {
  return ctx && i >= 0 && i < ctx->nerror && i < CAT_MAX_ERRORS ? &ctx->error[i] : NULL;
}

const CatError *cat_context_newest(const CatContext *ctx) {
  if (ctx->nerror > CAT_MAX_ERRORS) return &ctx->newest;
  return cat_context_error(ctx, ctx->nerror - 1);
}

void cat_context_clear(CatContext *ctx) {
  if (ctx) ctx->nerror = 0;
}

void cat_context_time(CatContext *ctx, double time) {
  ctx->time = time;
}

void cat_context_forget(CatContext *ctx, int n) {
  if (ctx->nerror > n) ctx->nerror = n;
}

// Control bytes of the user's text never reach a terminal unescaped.
static void escape_controls(char *text) {
  for (char *c = text; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    if (byte < 0x20 || byte == 0x7f) *c = '?';
  }
}

static CatError *error_next(CatContext *ctx, CatStatus status, CatSource src) {
  CatError *e = ctx->nerror < CAT_MAX_ERRORS ? &ctx->error[ctx->nerror] : &ctx->newest;
  ctx->nerror++;
  *e = (CatError){.status = status, .func = src.func, .file = src.file, .line = src.line};
  e->time = ctx->time;
  return e;
}

static void error_message(CatError *e, const char *fmt, va_list args) CAT_PRINTF(2, 0);

static void error_message(CatError *e, const char *fmt, va_list args) {
  cat_vformat(e->message, sizeof e->message, fmt, args);
  escape_controls(e->message);
}

CatStatus cat_fail(CatContext *ctx, CatStatus status, CatSource src, const char *fmt, ...) {
  CatError *e = error_next(ctx, status, src);
  va_list args;
  va_start(args, fmt);
  error_message(e, fmt, args);
  va_end(args);
  return status;
}

CatStatus cat_fail_at(CatContext *ctx, CatStatus status, CatSource src, CatPlace place,
                      const char *key, const char *fmt, ...) {
  CatError *e = error_next(ctx, status, src);
  va_list args;
  va_start(args, fmt);
  error_message(e, fmt, args);
  const char *file = place.file ? place.file : "";
  if (place.line > 0) {
    snprintf(e->input, sizeof e->input, "%s:%d:%d", file, place.line, place.column);
  } else {
    snprintf(e->input, sizeof e->input, "%s", file);
  }
  snprintf(e->key, sizeof e->key, "%s", key ? key : "");
  escape_controls(e->input);
  escape_controls(e->key);
  va_end(args);
  return status;
}

const char *cat_error_text(const CatError *e, char *text, size_t size) {
  if (!text || size == 0) return "";
  text[0] = '\0';
  if (!e) return text;
  int n = snprintf(text, size, "%s%s%s%s%s", e->input, e->input[0] ? ": " : "", e->key,
                   e->key[0] ? ": " : "", e->message);
  if (!isnan(e->time) && n > 0 && (size_t)n < size) {
    cat_format(text + n, size - (size_t)n, " (at t = %.6g s)", e->time);
  }
  return text;
}

void cat_log(CatContext *ctx, CatLogLevel level, const char *fmt, ...) {
  if (!ctx->host.log) return;
  char text[512];
  va_list args;
  va_start(args, fmt);
  cat_vformat(text, sizeof text, fmt, args);
  va_end(args);
  escape_controls(text);
  ctx->host.log(ctx->host.user, level, text);
}

void cat_stage(CatContext *ctx, const char *fmt, ...) {
  if (!ctx->host.stage) return;
  char text[128];
  va_list args;
  va_start(args, fmt);
  cat_vformat(text, sizeof text, fmt, args);
  va_end(args);
  ctx->host.stage(ctx->host.user, text);
}

void cat_frame_done(CatContext *ctx, const struct CatRecord *rec) {
  if (ctx->host.frame) ctx->host.frame(ctx->host.user, rec);
}

void cat_progress(CatContext *ctx, double fraction, double time) {
  bool told = ctx->host.stage || !isnan(time);  // a host that knows no stages knows the run alone
  if (ctx->host.progress && told) ctx->host.progress(ctx->host.user, fraction, time);
}

bool cat_stop_asked(CatContext *ctx) {
  return ctx->host.stop && ctx->host.stop(ctx->host.user);
}

void *cat_resize(CatContext *ctx, void *ptr, size_t count, size_t size) {
  void *out = NULL;
  ctx->allocations++;
  if (size == 0 || count <= SIZE_MAX / 2 / size) {
    size_t bytes = count * size;
    out = host_realloc(&ctx->host, ptr, bytes ? bytes : 1);
  }
  if (!out)
    CAT_FAIL(ctx, CAT_ERR_MEMORY, "out of memory: no room for %zu items of %zu bytes", count, size);
  return out;
}

void *cat_alloc(CatContext *ctx, size_t count, size_t size) {
  void *out = cat_resize(ctx, NULL, count, size);
  if (out) memset(out, 0, count * size);
  return out;
}

long cat_context_allocations(const CatContext *ctx) {
  return ctx->allocations;
}

void cat_free(CatContext *ctx, void *ptr) {
  if (ptr) host_realloc(&ctx->host, ptr, 0);
}
