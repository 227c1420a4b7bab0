// Library side of the context: raising errors, allocation, log, progress, stop.
#ifndef CAT_BASE_CONTEXT_H
#define CAT_BASE_CONTEXT_H

#include <stdarg.h>

#include "catenaria/context.h"

#if defined(__GNUC__)
#define CAT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define CAT_PRINTF(fmt, args)
#endif

// Position in the C source, filled by CAT_HERE.
typedef struct CatSource {
  const char *func, *file;
  int line;
} CatSource;
#define CAT_HERE ((CatSource){__func__, __FILE__, __LINE__})

CatStatus cat_fail(CatContext *ctx, CatStatus status, CatSource src, const char *fmt, ...)
    CAT_PRINTF(4, 5);
CatStatus cat_fail_at(CatContext *ctx, CatStatus status, CatSource src, CatPlace place,
                      const char *key, const char *fmt, ...) CAT_PRINTF(6, 7);

// Fail with a message; the value is the status, so that callers can return it.
#define CAT_FAIL(ctx, status, ...) cat_fail((ctx), (status), CAT_HERE, __VA_ARGS__)
// Fail because of the user's input at a place and key path.
#define CAT_FAIL_AT(ctx, place, key, ...)                                                          \
  cat_fail_at((ctx), CAT_ERR_INPUT, CAT_HERE, (place), (key), __VA_ARGS__)
#define CAT_TRY(call)                                                                              \
  do {                                                                                             \
    CatStatus cat_try_ = (call);                                                                   \
    if (cat_try_ != CAT_OK) return cat_try_;                                                       \
  } while (0)

// A context with the host of another one and errors of its own, for an object that outlives it.
CatContext *cat_context_derive(CatContext *ctx);  // NULL, and an error raised: no memory
// Its errors become those of the other one.
void cat_context_hand_over(CatContext *from, CatContext *to);
void cat_context_mute(CatContext *ctx);  // of its host, only the allocator is called from now on

void cat_context_time(CatContext *ctx, double time);  // stamped on errors from now on; NaN: none
void cat_log(CatContext *ctx, CatLogLevel level, const char *fmt, ...) CAT_PRINTF(3, 4);
void cat_stage(CatContext *ctx, const char *fmt, ...) CAT_PRINTF(2, 3);  // what begins now
void cat_progress(CatContext *ctx, double fraction, double time);
void cat_frame_done(CatContext *ctx, const struct CatRecord *rec);
bool cat_stop_asked(CatContext *ctx);

// Zeroed memory for count items of the given size; NULL (and an error raised) when there is none.
void *cat_alloc(CatContext *ctx, size_t count, size_t size);
// Grows or shrinks; new bytes are not zeroed; on failure NULL is returned and ptr stays valid.
void *cat_resize(CatContext *ctx, void *ptr, size_t count, size_t size);
void cat_free(CatContext *ctx, void *ptr);
long cat_context_allocations(const CatContext *ctx);  // pieces asked for so far, grown ones too
#define CAT_NEW(ctx, count, type) ((type *)cat_alloc((ctx), (size_t)(count), sizeof(type)))

#endif
