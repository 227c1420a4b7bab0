#!/usr/bin/env bash
# Twice the same case by each solver and each kind: the same bytes, but for "timing".
. "$(dirname "$0")/lib.sh"
tiny=$here/tiny-line.yaml
cd "$work" || exit 1

timeless() { sed '/^  "timing": {/,/^  }/d' "$1"; }
same() {  # same WHAT COMMAND...: twice, into two folders; modes are found anew, then read
  local what=$1 way
  shift
  export CATENARIA_CACHE=$work/cache
  rm -rf cache first second
  for way in first second; do
    "$CATENARIA" "$@" -o "$way" --csv --quiet 2>err.txt || fail "$what: $(head -n 1 err.txt)"
  done
  check "$what: the same files" equal "$(cd second && ls -A)" "$(cd first && ls -A)"
  check "$what: results.h5" cmp first/results.h5 second/results.h5
  check "$what: channels.csv" cmp first/channels.csv second/channels.csv
  check "$what: summary.json" cmp <(timeless first/summary.json) <(timeless second/summary.json)
  check "$what: all of it is compared" [ "$(timeless first/summary.json | wc -l)" -ge 10 ]
}

solvers=$("$CATENARIA" explain solver | sed -n 's/^  type *one of //p' | sed 's/,/ /g; s/ or / /')
check "solvers" [ "$(wc -w <<<"$solvers")" -ge 6 ]
for solver in $solvers; do same "solver $solver" run "$tiny" --set "solver=$solver"; done
same "modes of the whole line" run "$tiny" --set solver=modal --set modal.basis=whole-line
same "kind pdae" run "$small"
same "kind bridge, co-simulation" run bridge/cosim-hertz
same "rest" rest "$tiny"
same "modes" modes "$tiny"
"$CATENARIA" run "$tiny" -o ride --csv --quiet
same "measure" measure ride/channels.csv
finish
