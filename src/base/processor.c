#include "processor.h"

static bool has(CatProcessor set) {
  if (set == CAT_PROCESSOR_PORTABLE) return true;
#if defined(__x86_64__)
  if (set == CAT_PROCESSOR_AVX2) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  }
  if (set == CAT_PROCESSOR_AVX512) return __builtin_cpu_supports("avx512f");
#endif
  return false;
}

CatProcessor cat_processor_choose(int asked, const bool *compiled) {
  for (CatProcessor set = CAT_PROCESSOR_AVX512; set > CAT_PROCESSOR_AUTO; set--) {
    bool wanted = asked == CAT_PROCESSOR_AUTO || asked == (int)set;
    if (wanted && compiled[set] && has(set)) return set;
  }
  return CAT_PROCESSOR_AUTO;
}
