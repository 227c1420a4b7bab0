#!/usr/bin/env bash
# A shipped case that is warned of says why in its file, in a comment that begins with "Warned of:".
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)
n=0
while read -r case; do
  file=$root/cases/$case.yaml
  "$CATENARIA" check "$file" >/dev/null 2>"$work/stderr"
  n=$((n + 1))
  grep -q '^warning:' "$work/stderr" || continue
  check "$case: explained" grep -q '^# Warned of: ' "$file"
done < <(cd "$root/cases" && grep -lE '^(kind|use):' */*.yaml | grep -vE '^(lines|pantographs|bridges|trains|vehicles)/' | sed 's/\.yaml$//')
check "cases were found" [ "$n" -gt 40 ]
finish
