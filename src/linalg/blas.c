#define _DEFAULT_SOURCE  // MAP_ANONYMOUS
#include "blas.h"

#include <pthread.h>
#include <sys/mman.h>

#include "lapack.h"

// One for the whole process, as OpenBLAS's memory is. [bytes] OpenBLAS 0.3 maps 128 MiB for each
// caller at its first call, and keeps it.
static const size_t WORKING_MEMORY = (size_t)128 << 20;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool has_memory;  // guarded by lock

static bool ask_for_memory(void) {
  void *room =
      mmap(NULL, WORKING_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, WORKING_MEMORY) == 0;
}

// Small calls do without it: it is taken now, while it is known to be there.
static void take_memory(void) {
  int one = 1, none = 0;
  double a = 1, x = 1;
  dtbsv_("U", "N", "N", &one, &none, &a, &one, &x, &one, 1, 1, 1);
}

CatStatus cat_blas_enter(CatContext *ctx) {
  pthread_mutex_lock(&lock);
  if (!has_memory) {
    openblas_set_num_threads(1);  // whatever build it is: matrices are small, and bits the same
    has_memory = ask_for_memory();
    if (has_memory) take_memory();
  }
  if (has_memory) return CAT_OK;
  pthread_mutex_unlock(&lock);
  return CAT_FAIL(ctx, CAT_ERR_MEMORY, "out of memory: linear algebra needs %zu MiB to work with",
                  WORKING_MEMORY >> 20);
}

CatStatus cat_blas_ready(CatContext *ctx) {
  CAT_TRY(cat_blas_enter(ctx));
  cat_blas_leave();
  return CAT_OK;
}

const char *cat_blas_version(void) {
  return openblas_get_config();
}

void cat_blas_reenter(void) {
  pthread_mutex_lock(&lock);
}

void cat_blas_leave(void) {
  pthread_mutex_unlock(&lock);
}
