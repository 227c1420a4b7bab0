#!/usr/bin/env bash
# Functions fit a screen; and the check sees those that do not.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)

check "the tree" "$root/tools/check-functions" "$root"
mkdir -p "$work/copy/src"
one() {  # one LINES PARAMETERS
  { echo "int f($2) {"; yes '  g();' | head -n "$1"; echo '}'; } >"$work/copy/src/a.c"
}
refused() { check "$1" sh -c "! $root/tools/check-functions $work/copy >/dev/null"; }
one 10 'int a, int (*b)(int, int)'
check "a short one passes" sh -c "$root/tools/check-functions $work/copy >/dev/null"
one 40 void && refused "a long one"
one 5 'int a, int b, int c, int d, int e, int f, int g'
check "seven parameters are reported" sh -c "$root/tools/check-functions $work/copy | grep -q 'more than 6'"
printf 'int a;  // %0120d\nint f(void) { return 1; }\n' 0 >"$work/copy/src/a.c" && refused "a long line"
finish
