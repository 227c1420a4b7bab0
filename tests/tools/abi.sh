#!/usr/bin/env bash
# The shared library and the public headers have the interface that was kept (tests/api/abi.txt), and
# a change of it is noticed.
. "$(dirname "$0")/../robust/lib.sh"
command -v python3 >/dev/null || skip "python3 is not installed"
[ -e "$BUILD/libcatenaria.so" ] || skip "there is no shared library"
root=$here/../..
case "$INSTRUMENTED" in *address* | *thread*) skip "sanitizers bring symbols of their own" ;; esac

check "as kept" python3 "$root/tools/check-abi" "$BUILD"

mkdir -p "$work/copy/tests/api" "$work/copy/tools"
cp -r "$root/include" "$work/copy"
cp "$root/tests/api/abi.txt" "$work/copy/tests/api"
cp "$root/tools/check-abi" "$work/copy/tools"
# notices PATTERN FILE WHAT: after a change of a header, the tool fails and says so
notices() {
  cp "$root/include/catenaria/$2" "$work/copy/include/catenaria/$2"
  sed -i "$1" "$work/copy/include/catenaria/$2"
  ! cmp -s "$root/include/catenaria/$2" "$work/copy/include/catenaria/$2" || return 1
  python3 "$work/copy/tools/check-abi" "$BUILD" >"$work/out" 2>&1 && return 1
  cp "$root/include/catenaria/$2" "$work/copy/include/catenaria/$2"
  grep -q "$3" "$work/out"
}
check "a member in between" notices 's/^  bool csv; /  int more; bool csv; /' catenaria.h 'member CatOutput.csv'
check "another parameter" notices 's/cat_model_step(const CatModel \*model)/cat_model_step(CatModel *model)/' \
  model.h 'function double cat_model_step'
check "another value" notices 's/CAT_SET_NEVER,/CAT_SET_NOW, CAT_SET_NEVER,/' simulation.h 'value CAT_SET_NEVER 1'
check "a function that is not there" notices 's/^void cat_record_free/void cat_record_lost(CatRecord *rec);\nvoid cat_record_free/' \
  record.h 'cat_record_lost: declared, but not exported'
finish
