#!/usr/bin/env bash
# --json prints exactly one object, whatever happens; exit codes are those of the manual.
. "$(dirname "$0")/../robust/lib.sh"

# json CODE STATUS ARGUMENTS...: exit code and the member "status" of the object
json() {
  local code=$1 status=$2
  shift 2
  "$CATENARIA" "$@" --json >"$work/out.json" 2>"$work/err.txt"
  check "$*: exit code" equal "$?" "$code"
  if [ "$status" = - ]; then
    check "$*: one object" "$PROBE" json "$work/out.json"
  else
    check "$*: status" equal "$("$PROBE" json "$work/out.json" status)" "$status"
  fi
}
code() {  # code CODE ARGUMENTS...
  local code=$1
  shift
  "$CATENARIA" "$@" >"$work/out.txt" 2>"$work/err.txt"
  check "$*: exit code" equal "$?" "$code"
}
lines() { equal "$(wc -l <"$work/err.txt")" "$1"; }

json 0 ok run "$small" -o "$work/a"
check "table on standard error" grep -q report.html "$work/err.txt"
check "the object is summary.json" equal "$(cat "$work/out.json")" "$(cat "$work/a/summary.json")"
json 0 ok run --quiet "$small" -o "$work/a"
check "quiet" [ ! -s "$work/err.txt" ]
json 0 ok check "$small"
json 0 ok modes "$small" -o "$work/modes"
json 0 - cases
json 0 - cases pdae/arnold-simeon-32
json 0 - explain
json 0 - explain run.speed
json 0 - --version
check "version" equal "$("$PROBE" json "$work/out.json" program)" catenaria
check "licences" equal "$("$PROBE" json "$work/out.json" embedded.0.name)" dygraphs

# options before and after, attached and not
code 0 run -q -o"$work/b" "$small"
code 0 run --quiet --output="$work/b" -- "$small"
code 0 check --set run.speed=40 "$small" --set=time.step=1e-3

# usage: one line, exit 2
for arguments in "" "rum $small" "run" "run $small $small" "run $small --quite" "run $small -x" \
  "run $small -o" "run $small --json=1" "explain nothing.like.this" "cases ../x"; do
  # shellcheck disable=SC2086
  code 2 $arguments
  check "'$arguments': one line" lines 1
  check "'$arguments': nothing on standard output" [ ! -s "$work/out.txt" ]
done
code 2 rum
check "nearest command" grep -q "'run'" "$work/err.txt"
code 2 run --quite "$small"
check "nearest option" grep -q -- "'--quiet'" "$work/err.txt"
json 2 error run --quite "$small"
json 2 error run "$work/nothing.yaml"
json 2 error run "$small" --set run.sped=1 -o "$work/none"
check "where" equal "$("$PROBE" json "$work/out.json" errors.0.file)" --set
check "bad input writes nothing" [ ! -e "$work/none" ]
printf 'kind: pdae\nspeeed: 3\n' >"$work/bad.yaml"
json 2 error check "$work/bad.yaml"
check "line" equal "$("$PROBE" json "$work/out.json" errors.0.line)" 2
check "column" equal "$("$PROBE" json "$work/out.json" errors.0.column)" 1

# more errors than are shown
{ echo 'kind: pdae'; for i in $(seq 1 30); do echo "unknown_$i: 1"; done; } >"$work/many.yaml"
code 2 check "$work/many.yaml"
check "21 lines" lines 21
check "the last says how many more" grep -qE '^\.\.\. and [0-9]+ more errors$' "$work/err.txt"

# a shipped case by name, and its file; a stray byte in a name is still JSON
code 0 cases pdae/arnold-simeon-32
check "cases prints the file" grep -q '^kind: pdae' "$work/out.txt"
code 0 check pdae/arnold-simeon-48 --quiet
CATENARIA_CASES=$work/nowhere code 2 cases
json 2 error check "$work/"$'\xff\xc3\xa9.yaml'

# output that cannot be written
code 4 run "$small" -o "$small/inside"
json 4 error run "$small" -o "$small/inside"

# no colours and no progress when piped
code 0 run "$small" -o "$work/a"
check "no escapes" sh -c "! grep -q $'\033' '$work/out.txt' '$work/err.txt'"
for command in run check rest modes rt measure compare explain cases view; do
  code 0 "$command" --help
  check "$command --help has examples" grep -q Examples "$work/out.txt"
done
code 0 --help

# the default folder of results
check "a run into the default folder" sh -c "cd '$work' && '$CATENARIA' run '$small' --quiet"
check "default folder" whole "$work/results/small"
finish
