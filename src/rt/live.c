// A sequence lock: odd while the loop writes; a reader that saw it change reads again.
#define _GNU_SOURCE
#include "live.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { WORDS = (sizeof(CatRtSnapshot) + 7) / 8 };

struct CatRtLive {
  _Atomic uint32_t turn;
  _Atomic uint64_t word[WORDS];
};

CatRtLive *cat_rt_live_new(void) {
  void *at =
      mmap(NULL, sizeof(CatRtLive), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return NULL;
  CatRtLive *live = at;
  cat_rt_live_write(live, &(CatRtSnapshot){0});
  return live;
}

void cat_rt_live_free(CatRtLive *live) {
  if (live) munmap(live, sizeof *live);
}

void cat_rt_live_write(CatRtLive *live, const CatRtSnapshot *s) {
  if (!live) return;
  uint64_t word[WORDS] = {0};
  memcpy(word, s, sizeof *s);
  uint32_t turn = atomic_load_explicit(&live->turn, memory_order_relaxed);
  atomic_store_explicit(&live->turn, turn + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  for (int i = 0; i < WORDS; i++) {
    atomic_store_explicit(&live->word[i], word[i], memory_order_relaxed);
  }
  atomic_store_explicit(&live->turn, turn + 2, memory_order_release);
}

CatRtSnapshot cat_rt_live_read(const CatRtLive *live) {
  uint64_t word[WORDS] = {0};
  CatRtSnapshot s = {0};
  uint32_t before, after;
  if (!live) return s;
  do {
    before = atomic_load_explicit(&live->turn, memory_order_acquire);
    for (int i = 0; i < WORDS; i++) {
      word[i] = atomic_load_explicit(&live->word[i], memory_order_relaxed);
    }
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&live->turn, memory_order_relaxed);
  } while (before != after || before % 2 != 0);
  memcpy(&s, word, sizeof s);
  return s;
}
