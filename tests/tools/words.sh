#!/usr/bin/env bash
# Nothing half-done, no path of one machine; and the check sees them when they are there.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)

check "the tree" "$root/tools/check-words" "$root"
mkdir "$work/copy"
printf '// TO%s: later\n' DO >"$work/copy/a.c"
check "something left to do is seen" sh -c "! $root/tools/check-words $work/copy >/dev/null"
printf 'see /ho%s/me\n' me >"$work/copy/a.c"
check "a path is seen" sh -c "! $root/tools/check-words $work/copy >/dev/null"
printf 'nothing\n' >"$work/copy/a.c"
check "a clean one passes" sh -c "$root/tools/check-words $work/copy >/dev/null"
finish
