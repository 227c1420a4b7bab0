// Arena: many small pieces of memory with one lifetime. Growing arenas hold parsed input and
// models; a fixed arena (chunk reserved at once, never grown) is scratch for the time step.
#ifndef CAT_BASE_ARENA_H
#define CAT_BASE_ARENA_H

#include "context.h"

typedef struct CatArena CatArena;

typedef struct CatArenaMark {
  void *chunk;
  size_t used;
} CatArenaMark;

CatArena *cat_arena_new(CatContext *ctx, size_t chunk_bytes);  // grows chunk by chunk
CatArena *cat_arena_fixed(CatContext *ctx, size_t bytes);      // reserves now, never grows
void cat_arena_free(CatArena *arena);
CatContext *cat_arena_context(const CatArena *arena);

void *cat_arena_alloc(CatArena *arena, size_t count, size_t size);  // zeroed; NULL when full
char *cat_arena_text(CatArena *arena, const char *text, size_t n);  // copy with NUL
#define CAT_ARENA(arena, count, type)                                                              \
  ((type *)cat_arena_alloc((arena), (size_t)(count), sizeof(type)))

CatArenaMark cat_arena_mark(const CatArena *arena);
void cat_arena_release(CatArena *arena, CatArenaMark mark);  // frees everything since the mark
size_t cat_arena_used(const CatArena *arena);                // bytes handed out now
size_t cat_arena_high_water(const CatArena *arena);          // the most that were ever handed out

#endif
