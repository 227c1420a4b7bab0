#include "support.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void assert_close_(double a, double b, double rel, double abs, const char *what, const char *file,
                   int line) {
  double size = fmax(fabs(a), fabs(b));
  if (fabs(a - b) <= abs + rel * size) return;
  print_error("%s: %.17g and %.17g differ by %.3g\n", what, a, b, fabs(a - b));
  _fail(file, line);
}

void assert_below_(double value, double limit, const char *what, const char *file, int line) {
  if (value <= limit) return;
  print_error("%s: %.17g is not below %.17g\n", what, value, limit);
  _fail(file, line);
}

void difference_gradient(ScalarFunction f, const void *self, const double *x, int n, double h,
                         double *gradient) {
  double y[64];
  assert_true(n <= 64);
  memcpy(y, x, (size_t)n * sizeof *x);
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + h;
    double up = f(self, y);
    y[i] = x[i] - h;
    double down = f(self, y);
    y[i] = x[i];
    gradient[i] = (up - down) / (2 * h);
  }
}

void difference_jacobian(VectorFunction f, const void *self, const double *x, int n, int m,
                         double h, double *jacobian) {
  double y[64], up[64], down[64];
  assert_true(n <= 64 && m <= 64);
  memcpy(y, x, (size_t)n * sizeof *x);
  for (int j = 0; j < n; j++) {
    y[j] = x[j] + h;
    f(self, y, up);
    y[j] = x[j] - h;
    f(self, y, down);
    y[j] = x[j];
    for (int i = 0; i < m; i++) jacobian[i * n + j] = (up[i] - down[i]) / (2 * h);
  }
}

double convergence_order(const double *h, const double *error, int n) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < n; i++) {
    double x = log(h[i]), y = log(error[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

char *temp_dir_new(void) {
  const char *root = getenv("TMPDIR");
  char path[512];
  snprintf(path, sizeof path, "%s/catenaria-test-XXXXXX", root ? root : "/tmp");
  assert_non_null(mkdtemp(path));
  return strdup(path);
}

static void remove_tree(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) {
    unlink(path);
    return;
  }
  for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char inner[1024];
    snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
    struct stat st;
    if (lstat(inner, &st) == 0 && S_ISDIR(st.st_mode)) {
      remove_tree(inner);
    } else {
      unlink(inner);
    }
  }
  closedir(dir);
  rmdir(path);
}

void temp_dir_remove(char *path) {
  remove_tree(path);
  free(path);
}

static void *failing_realloc(void *user, void *ptr, size_t bytes) {
  FailingHeap *heap = user;
  if (bytes == 0) {
    heap->held -= ptr != NULL;
    free(ptr);
    return NULL;
  }
  heap->calls++;
  int fails = heap->fail_at &&
              (heap->for_ever ? heap->calls >= heap->fail_at : heap->calls == heap->fail_at);
  if (fails) return NULL;
  void *out = realloc(ptr, bytes);
  if (out && !ptr) heap->held++;
  return out;
}

CatHost failing_host(FailingHeap *heap) {
  return (CatHost){.size = sizeof(CatHost), .user = heap, .realloc = failing_realloc};
}

long fail_everywhere(CatStatus (*job)(CatContext *ctx), int for_ever) {
  long n = 2;  // the first one is the context itself
  for (;; n++) {
    FailingHeap heap = {.fail_at = n, .for_ever = for_ever};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    CatStatus status = job(ctx);
    int hit = heap.calls >= n;
    assert_int_equal(status, hit ? CAT_ERR_MEMORY : CAT_OK);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
    if (!hit) return n;
  }
}

Bare bare_new(void) {
  Bare b = {.ctx = cat_context_new(NULL)};
  b.arena = cat_arena_new(b.ctx, 1 << 16);
  assert_non_null(b.arena);
  return b;
}

void bare_free(Bare *b) {
  cat_arena_free(b->arena);
  cat_context_free(b->ctx);
}
