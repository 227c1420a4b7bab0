#!/usr/bin/env bash
# The numbers of short runs of every kind are those that were kept: all fields of summary.json, the
# channels of results.h5 in mean, root mean square and last value, points and forces of line.vtk, and
# the lines that are printed.
#
#   CATENARIA=build/catenaria PROBE=build/tests/probe tests/app/numbers.sh --accept  keeps them anew
. "$(dirname "$0")/../robust/lib.sh"
command -v jq >/dev/null || skip "jq is not installed"
kept=$here/../app/numbers.kept
tiny=$here/tiny-line.yaml

# What hangs on the machine or is nought but for rounding is left out.
fields() {
  jq -r 'paths(scalars) as $p | [($p | map(tostring) | join(".")), getpath($p)] | @tsv' "$1" |
    grep -vE '^(version|commit|case|input_hash|timing)|residual|error|iterations|pivots|solver_reason|(offline|march)_s'
}
# Of modes that may come in either sign, and of what is nought but for rounding, there is no sum. Pictures repeat
# what other channels have (tests/api/test_frames.c).
channels() { "$PROBE" sums "$1" | grep -vE '^frames/|^scene_|^mode_shapes/|^modes/(along|lateral)|/seconds|residual|error' || echo "none"; }
# What is printed, but for names of files and for times.
lines() { sed -n '/^Report /q; s/  */ /g; /[0-9]/p' "$1" | grep -vE 'residual|error|out of balance|time of the steps|asked|auto:' |
  sed 's/^/printed\t/'; }
# Of each block of a VTK file: each number counts by its place.
blocks() {
  awk '/^[A-Z]/ { block = $1; k = 0 }
    !/^[A-Z#]/ { for (i = 1; i <= NF; i++) sum[block] += (1 + ++k % 7) * $i }
    END { for (b in sum) printf "%s\t%.9g\n", b, sum[b] }' "$1" | LC_ALL=C sort
}

# numbers NAME COMMAND ARGUMENTS...: prints "NAME<tab>what<tab>value"
numbers() {
  local name=$1
  shift
  (cd "$work" && "$CATENARIA" "$@" -o "$name" >out.txt 2>/dev/null) || echo "$name	exit	$?"
  {
    fields "$work/$name/summary.json"
    channels "$work/$name/results.h5"
    lines "$work/out.txt"
    if [ -e "$work/$name/line.vtk" ]; then blocks "$work/$name/line.vtk"; fi
  } | sed "s/^/$name\t/"
}
all() {
  for solver in band lanes modal; do numbers "$solver" run "$tiny" --set "solver=$solver"; done
  numbers slow run "$tiny" --set solver=band --set run.speed=30 --set run.from=60 --set run.to=120 \
    --set measure.from=70 --set measure.to=110 --set contact.damping=50 --set time.method=newmark
  numbers rigid run "$tiny" --set solver=band --set 'pantograph[0].masses[0].stiffness=50 kN/m' \
    --set contact.coupling=explicit --set damping.alpha=0.05 --set run.to=100 --set measure.to=90
  numbers three run "$tiny" --set solver=band --set 'pantograph[0].masses=[{name: head, mass: 7,
    stiffness: 7000, damping: 45}, {name: middle, mass: 9, stiffness: 9000, damping: 60},
    {name: base, mass: 6, stiffness: 160, damping: 100}]' --set run.to=110 --set measure.to=100
  numbers two run "$tiny" --set solver=band --set run.from=50 --set run.to=110 --set measure.to=75 --set \
    'pantograph=[{name: front, static_force: 150, masses: [{mass: 7.5, stiffness: 7000, damping: 45},
    {mass: 15, stiffness: 160, damping: 100}]}, {behind: 35 m, static_force: 120, masses: [{mass: 9,
    stiffness: 160, damping: 100}]}]'
  numbers modes modes "$tiny"
  for line in tram curve stitched compound overlap; do numbers "$line" rest "$line/rest"; done
  numbers pdae run "$small" --set run.speed=36
  numbers pdae-modes modes "$small"
  numbers one-mass run "$small" --set 'pantograph.masses=[{name: head, mass: 9, stiffness: 900, damping: 30}]'
  numbers half-explicit run "$small" --set time.method=half-explicit --set time.step=1e-4
  numbers fdm run "$small" --set space.method=fdm --set run.half_length=0.5 --set run.speed=40
  numbers sine run "$small" --set space.method=modes
}

if [ "${1:-}" = --accept ]; then
  all >"$work/now" 2>"$work/errors"
  if grep -P '\texit\t' "$work/now" || [ "$(wc -l <"$work/now")" -lt 3000 ]; then
    echo "a run failed: nothing is kept" >&2
    exit 1
  fi
  cp "$work/now" "$kept"
  exit
fi
all >"$work/now"
check "as many as were kept" equal "$(wc -l <"$work/now")" "$(wc -l <"$kept")"
check "some thousand" [ "$(wc -l <"$kept")" -gt 3000 ]
# Numbers within a millionth, printed ones within two units of the fourth digit, texts to the letter.
if paste "$kept" "$work/now" | awk -F'\t' '
  function size(x) { return x < 0 ? -x : x }
  function differ(a, b, share) {
    if (a == b) return 0
    if (a !~ /^[-+]?[0-9]/ || b !~ /^[-+]?[0-9]/) return 1
    return size(a - b) > share * size(a) + 1e-9
  }
  function words_differ(a, b,   i, n, x, y) {
    n = split(a, x, " ")
    if (split(b, y, " ") != n) return 1
    for (i = 1; i <= n; i++) if (differ(x[i], y[i], 2e-3)) return 1
    return 0
  }
  $1 != $4 || $2 != $5 || ($2 == "printed" ? words_differ($3, $6) : differ($3, $6, 1e-6)) {
    print "  " $1 " " $2 ": kept " $3 ", now " $6 ($2 == $5 ? "" : " (" $5 ")"); bad++
  }
  END { exit bad > 0 }' >"$work/differences"; then
  pass
else
  head -n 20 "$work/differences"
  fail "$(wc -l <"$work/differences") numbers are others than those kept"
fi
finish
