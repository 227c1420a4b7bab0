#include "lanes_code.h"

static bool can(CatLanesCode code) {
  if (code == CAT_LANES_PORTABLE) return true;
#if defined(__x86_64__)
  if (code == CAT_LANES_AVX2) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  }
  if (code == CAT_LANES_AVX512) return __builtin_cpu_supports("avx512f");
#endif
  return false;
}

CatLanesCode cat_lanes_code(int asked, const bool *there) {
  for (CatLanesCode code = CAT_LANES_AVX512; code > CAT_LANES_AUTO; code--) {
    bool wanted = asked == CAT_LANES_AUTO || asked == (int)code;
    if (wanted && there[code] && can(code)) return code;
  }
  return CAT_LANES_AUTO;
}
