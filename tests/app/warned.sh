#!/usr/bin/env bash
# A shipped case that is warned of says why in its file: a comment that begins with "Warned of:" for each
# warning, of its input or of its run. Here all cases are checked and one that is warned of twice is run;
# with WARNED=all (make validate) all are run as they are.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)
quick=ac-simple/365

# explained CASE WHAT: as many comments as lines of warning, which differ but in numbers
explained() {
  local found said
  found=$(grep '^warning:' "$work/stderr" | sed 's/[-+]\{0,1\}[0-9][0-9.e+-]*/#/g' | sort -u | wc -l)
  said=$(grep -c '^# Warned of: ' "$root/cases/$1.yaml")
  [ "$said" -ge "$found" ] || cat "$work/stderr"
  check "$1: $2: each of $found warnings is explained" [ "$said" -ge "$found" ]
}

cases=$(cd "$root/cases" && grep -lE '^(kind|use):' ./*/*.yaml | sed 's/^\.\///; s/\.yaml$//' |
  grep -vE '^(lines|pantographs|bridges|trains|vehicles)/')
check "cases were found" [ "$(wc -w <<<"$cases")" -gt 80 ]
for case in $cases; do
  "$CATENARIA" check "$root/cases/$case.yaml" >/dev/null 2>"$work/stderr"
  check "$case: valid" equal "$?" 0
  explained "$case" input
done

short=(--set accuracy=none --set measure.energy=false)
[ -z "$INSTRUMENTED" ] || quick=
[ -z "${WARNED-}" ] || quick=$cases short=()
for case in $quick; do
  "$CATENARIA" run "$root/cases/$case.yaml" "${short[@]}" --quiet -o "$work/out" >/dev/null 2>"$work/stderr"
  check "$case: runs" equal "$?" 0
  explained "$case" run
done
finish
