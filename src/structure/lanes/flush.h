// Small numbers. Far from all forces the state decays towards zero until its numbers lose digits
// (denormals), and processors compute with such numbers many times slower. Within a step of lanes
// they count as zero, which is exact to 2e-308 (1e-38 in single precision); the caller's setting is
// restored.
#ifndef CAT_STRUCTURE_LANES_FLUSH_H
#define CAT_STRUCTURE_LANES_FLUSH_H

#if defined(__SSE2__)
enum { CAT_FLUSH = 0x8040 };  // flush to zero, denormals are zero: Intel SDM vol. 1, 10.2.3

static inline unsigned cat_flush_begin(void) {
  unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | CAT_FLUSH);
  return before;
}

static inline void cat_flush_end(unsigned before) {
  __builtin_ia32_ldmxcsr(before);
}
#else
static inline unsigned cat_flush_begin(void) {
  return 0;
}

static inline void cat_flush_end(unsigned before) {
  (void)before;
}
#endif

#endif
