// Arena: many small pieces of memory with one lifetime, such as parsed input and models. Under the
// address sanitizer nothing but the pieces themselves may be touched (guard.h).
#ifndef CAT_BASE_ARENA_H
#define CAT_BASE_ARENA_H

#include "context.h"

typedef struct CatArena CatArena;

typedef struct CatArenaMark {
  void *chunk;
  size_t used;
} CatArenaMark;

CatArena *cat_arena_new(CatContext *ctx, size_t chunk_bytes);  // grows chunk by chunk
void cat_arena_free(CatArena *arena);
CatContext *cat_arena_context(const CatArena *arena);

void *cat_arena_alloc(CatArena *arena, size_t count, size_t size);  // zeroed; NULL: no memory
char *cat_arena_text(CatArena *arena, const char *text, size_t n);  // copy with NUL
#define CAT_ARENA(arena, count, type)                                                              \
  ((type *)cat_arena_alloc((arena), (size_t)(count), sizeof(type)))

CatArenaMark cat_arena_mark(const CatArena *arena);
void cat_arena_release(CatArena *arena, CatArenaMark mark);  // frees everything since the mark
size_t cat_arena_used(const CatArena *arena);                // bytes handed out now
size_t cat_arena_high_water(const CatArena *arena);          // the most that were ever handed out

#endif
