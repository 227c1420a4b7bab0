#!/usr/bin/env bash
# Each public header stands alone, in C and in C++, without a warning; a struct of options can be
# filled in both.
. "$(dirname "$0")/../robust/lib.sh"
root=$here/../..
warn="-Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only -I $root/include"
seen=0

cat >"$work/use.c" <<'END'
#include <catenaria/rt.h>
int main(void) {
  CatSimulationOptions o = {0};
  CatRtOptions rt = cat_rt_options_default();
  o.size = sizeof o;
  return o.size == 0 || rt.size == 0;
}
END
sed 's/{0}/{}/' "$work/use.c" >"$work/use.cc"

for cc in gcc clang; do
  command -v $cc >/dev/null || continue
  for header in "$root"/include/catenaria/*.h; do
    echo "#include <catenaria/$(basename "$header")>" >"$work/one.c"
    echo "typedef int nothing_else;" >>"$work/one.c"
    for std in c99 c11 c17; do check "$cc $std $(basename "$header")" $cc -std=$std $warn "$work/one.c"; done
    seen=$((seen + 1))
  done
  check "$cc: in use" $cc -std=c17 $warn "$work/use.c"
done
for cxx in g++ clang++; do
  command -v $cxx >/dev/null || continue
  for header in "$root"/include/catenaria/*.h; do
    echo "#include <catenaria/$(basename "$header")>" >"$work/one.cc"
    for std in c++11 c++20; do check "$cxx $std $(basename "$header")" $cxx -std=$std $warn "$work/one.cc"; done
  done
  check "$cxx: in use" $cxx -std=c++11 $warn "$work/use.cc"
done
check "some compiler was there" test "$seen" -ge 7
finish
