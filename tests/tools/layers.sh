#!/usr/bin/env bash
# tools/check-layers accepts the tree, and sees each kind of fault when one is planted in a copy.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)

"$root/tools/check-layers" "$root" || fail "the tree itself"

fresh() {
  rm -rf "$work/copy"
  mkdir "$work/copy"
  cp -r "$root/src" "$root/include" "$root/CMakeLists.txt" "$work/copy"
}
plant() {  # plant WHAT FILE LINE: the fault is found, and the line that holds it is shown
  fresh
  printf '%s\n' "$3" >>"$work/copy/$2"
  if "$root/tools/check-layers" "$work/copy" >"$work/said"; then
    fail "$1 was not seen"
  else
    check "$1: shows the line" grep -qF "$2:" "$work/said"
    check "$1: says what" grep -q "$1" "$work/said"
  fi
}
plant upward src/base/text.h '#include "record/record.h"'
plant sideways src/spec/spec.h '#include "record/record.h"'
plant circle src/base/context.h '#include "arena.h"'
plant dots src/spec/spec.h '#include "../base/text.h"'
plant public src/app/main.c '#include "base/text.h"'
plant public src/app/main.c '#include "web/guard.h"'
plant public src/app/commands/run.c '#include "base/text.h"'
plant public src/app/main.c '#include "app/commands/dashboard.h"'
plant inner include/catenaria/status.h '#include "base/text.h"'
plant "no such file" src/base/text.c '#include "nowhere.h"'
finish
