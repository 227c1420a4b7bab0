// What all tests share: comparing doubles, derivatives by differences, convergence orders,
// temporary directories, an allocator that fails at the n-th call.
#ifndef CAT_TESTS_SUPPORT_H
#define CAT_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "catenaria/context.h"

// |a - b| <= abs + rel * max(|a|, |b|), with both values in the message
void assert_close_(double a, double b, double rel, double abs, const char *what, const char *file,
                   int line);
#define assert_close(a, b, rel, abs)                                                               \
  assert_close_((a), (b), (rel), (abs), #a " = " #b, __FILE__, __LINE__)
#define assert_below(value, limit) assert_below_((value), (limit), #value, __FILE__, __LINE__)
void assert_below_(double value, double limit, const char *what, const char *file, int line);

// Gradient of a scalar function by central differences of step h.
typedef double (*ScalarFunction)(const void *self, const double *x);
void difference_gradient(ScalarFunction f, const void *self, const double *x, int n, double h,
                         double *gradient);
// Jacobian (m x n, row major) of a vector function by central differences.
typedef void (*VectorFunction)(const void *self, const double *x, double *y);
void difference_jacobian(VectorFunction f, const void *self, const double *x, int n, int m,
                         double h, double *jacobian);

// Least-squares slope of log(error) over log(h).
double convergence_order(const double *h, const double *error, int n);

// A fresh directory under $TMPDIR; the caller removes it with its content.
char *temp_dir_new(void);
void temp_dir_remove(char *path);

// Allocator that fails from the n-th call on (once, or for ever) and counts what is still held.
typedef struct FailingHeap {
  long calls, fail_at;  // fail_at == 0: never
  int for_ever;
  long held;  // pieces not yet freed
} FailingHeap;
CatHost failing_host(FailingHeap *heap);
// Runs the job with the n-th allocation failing (once, or for ever), for all n until none does.
// Each time it must report that memory ran out, and leave nothing behind. Returns that n.
long fail_everywhere(CatStatus (*job)(CatContext *ctx), int for_ever);

// A context with an arena, for what needs no more.
typedef struct Bare {
  CatContext *ctx;
  CatArena *arena;
} Bare;
Bare bare_new(void);
void bare_free(Bare *b);

#endif
