// The context: allocator, destination of messages, and the errors reported.
// A context is used by one thread at a time. Several may live in one process, since the library has
// no globals; models are shared among them (catenaria/model.h). All since 0.1.
//
// Structs that the caller fills begin with their size as the caller was compiled: a library that
// knows more members takes their defaults, one that knows fewer refuses the struct. Members that
// are not named are zero, and zero is the default unless their comment says otherwise.
#ifndef CATENARIA_CONTEXT_H
#define CATENARIA_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "catenaria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct CatRecord;

typedef enum CatLogLevel { CAT_LOG_DEBUG, CAT_LOG_INFO, CAT_LOG_WARNING } CatLogLevel;

// Callbacks of the host program; every member but the size may be left zero. They are called in the
// thread that calls the library. realloc must be safe in threads if models are shared among them.
typedef struct CatHost {
  size_t size;                                            // sizeof(CatHost)
  void *user;                                             // handed to each callback
  void *(*realloc)(void *user, void *ptr, size_t bytes);  // bytes == 0 frees
  void (*log)(void *user, CatLogLevel level, const char *text);
  void (*progress)(void *user, double fraction, double time);  // [-] [s simulated]
  int (*stop)(void *user);                                     // non-zero: finish the step and stop
  // What begins now: "shape at rest", "tuning 2 of at most 8"; its progress starts at zero. A host
  // that has it is also told of the progress of preparations, with a time that is NaN.
  void (*stage)(void *user, const char *what);
  // After each frame that a run records (catenaria/record.h). During the call the record may be
  // read: what it holds so far, the last frame and the last row of `time` being the present ones.
  // The run waits for it to return.
  void (*frame)(void *user, const struct CatRecord *rec);
} CatHost;

// A position in the user's input. line == 0: no particular position.
typedef struct CatPlace {
  const char *file;  // as the user wrote it; "--set" for the command line
  int line, column;  // from 1; column counts characters
} CatPlace;

typedef struct CatError {
  CatStatus status;
  char message[640];  // what happened, with the numbers
  const char *func;   // where in the C source
  const char *file;
  int line;
  char input[256];  // where in the user's input: "line.yaml:42:7", or ""
  char key[160];    // key path there: "droppers[1].length", or ""
  double time;      // simulated time [s]; NaN outside a run
} CatError;

enum { CAT_MAX_ERRORS = 20 };  // so many are kept; the rest are counted

typedef struct CatContext CatContext;

// host is copied and may be NULL. NULL: out of memory, or host->size is not one that is known.
CatContext *cat_context_new(const CatHost *host);
// After everything that was made with it, models and cases excepted. NULL is allowed, as in every
// _free.
void cat_context_free(CatContext *ctx);

int cat_context_errors(const CatContext *ctx);  // how many were reported, kept or not
const CatError *cat_context_error(const CatContext *ctx, int i);  // i-th kept one, or NULL
void cat_context_clear(CatContext *ctx);

// "file:line:col: key: message" or "message (at t = 0.1 s)"; returns text.
const char *cat_error_text(const CatError *error, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
