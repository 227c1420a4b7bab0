#include "arena.h"

#include <stdint.h>
#include <string.h>

#include "guard.h"

enum { ALIGN = 64 };  // a cache line: numeric arrays start on their own

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *below;       // the chunk that was full before this one
  size_t size, used;  // [bytes] of data
  size_t before;      // bytes handed out in all chunks below
};

struct CatArena {
  CatContext *ctx;
  Chunk *top;
  size_t chunk_bytes;
  size_t high_water;
};

// first aligned byte behind the chunk's head
static unsigned char *chunk_data(Chunk *c) {
  uintptr_t at = ((uintptr_t)(c + 1) + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
  return (unsigned char *)at;
}

static bool chunk_push(CatArena *a, size_t size) {
  Chunk *c = cat_resize(a->ctx, NULL, sizeof *c + ALIGN + size, 1);
  if (!c) return false;
  *c = (Chunk){.below = a->top, .size = size, .before = cat_arena_used(a)};
  a->top = c;
  CAT_FORBID(chunk_data(c), size);
  return true;
}

static void chunk_pop(CatArena *a) {
  Chunk *below = a->top->below;
  CAT_ALLOW(chunk_data(a->top), a->top->size);
  cat_free(a->ctx, a->top);
  a->top = below;
}

CatArena *cat_arena_new(CatContext *ctx, size_t chunk_bytes) {
  CatArena *a = CAT_NEW(ctx, 1, CatArena);
  if (a) *a = (CatArena){.ctx = ctx, .chunk_bytes = chunk_bytes};
  return a;
}

void cat_arena_free(CatArena *a) {
  if (!a) return;
  while (a->top) chunk_pop(a);
  cat_free(a->ctx, a);
}

CatContext *cat_arena_context(const CatArena *a) {
  return a->ctx;
}

void *cat_arena_alloc(CatArena *a, size_t count, size_t size) {
  if (size && count > (SIZE_MAX / 4) / size) {
    CAT_FAIL(a->ctx, CAT_ERR_MEMORY, "no memory for %zu items of %zu bytes", count, size);
    return NULL;
  }
  size_t bytes = CAT_GAP + ((count * size + ALIGN - 1) & ~(size_t)(ALIGN - 1));
  if (!a->top || a->top->size - a->top->used < bytes) {
    if (!chunk_push(a, bytes > a->chunk_bytes ? bytes : a->chunk_bytes)) return NULL;
  }
  void *out = chunk_data(a->top) + a->top->used;
  a->top->used += bytes;
  size_t open = CAT_GAP > 0 ? count * size : bytes;
  CAT_ALLOW(out, open);
  memset(out, 0, open);
  if (cat_arena_used(a) > a->high_water) a->high_water = cat_arena_used(a);
  return out;
}

char *cat_arena_text(CatArena *a, const char *text, size_t n) {
  char *out = cat_arena_alloc(a, n + 1, 1);
  if (out) memcpy(out, text, n);
  return out;
}

CatArenaMark cat_arena_mark(const CatArena *a) {
  return (CatArenaMark){a->top, a->top ? a->top->used : 0};
}

void cat_arena_release(CatArena *a, CatArenaMark mark) {
  while (a->top && (void *)a->top != mark.chunk) chunk_pop(a);
  if (!a->top) return;
  CAT_FORBID(chunk_data(a->top) + mark.used, a->top->used - mark.used);
  a->top->used = mark.used;
}

size_t cat_arena_used(const CatArena *a) {
  return a->top ? a->top->before + a->top->used : 0;
}

size_t cat_arena_high_water(const CatArena *a) {
  return a->high_water;
}
