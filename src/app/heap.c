// The program's own malloc family: glibc's behind a counter, so that a real-time loop can prove
// that neither it nor any library under it allocates. Sanitizers bring their own.
#define _GNU_SOURCE
#include "heap.h"

#include <errno.h>
#include <malloc.h>

bool heap_is_seen(void) {
  return HEAP_IS_SEEN;
}

#if HEAP_IS_SEEN
static _Thread_local long calls;

long heap_calls(void) {
  return calls;
}

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *ptr, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *ptr);

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size) {
  calls++;
  return __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size) {
  calls++;
  return __libc_realloc(ptr, size);
}

void *memalign(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memptr, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  calls++;
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *memptr = made;
  return 0;
}

void free(void *ptr) {
  __libc_free(ptr);
}
#else
long heap_calls(void) {
  return 0;
}
#endif
