#!/usr/bin/env bash
# Inputs that are possible but probably meant otherwise, and what is said of them; those that are refused
# whatever was meant are in tests/badinput.
. "$(dirname "$0")/../robust/lib.sh"

# answer CODE MESSAGE ARGUMENTS...: a line of stderr holds the message
answer() {
  local code=$1 message=$2
  shift 2
  "$CATENARIA" "$@" >/dev/null 2>"$work/stderr"
  check "${*: -1}: exit code" equal "$?" "$code"
  check "${*: -1}: message" grep -qF -- "$message" "$work/stderr"
}
of() { answer "$1" "$2" check ac-simple/320 --set "$3"; }

of 0 'warning: --set: damping.beta: found "1 s" (1 s), usual are 0 to 0.01 s; is the unit right?' 'damping.beta=1 s'
of 0 'warning: --set: damping.alpha: found "2 1/s" (2 1/s), usual are 0 to 1 1/s; is the unit right?' 'damping.alpha=2 1/s'
# a run that fails before its first step leaves what an earlier one wrote
code 0 run "$here/tiny-line.yaml" --set accuracy=none -q -o kept
sums "$work/kept" >"$work/before.txt"
code 3 run "$here/tiny-line.yaml" --set dynamics=nonlinear --set time.step=12ms --set 'pantograph[0].static_force=8000 N' -o kept
check "earlier results: said" grep -q 'Nothing was computed yet: kept is as it was' "$work/err.txt"
check "earlier results: there" equal "$(sums "$work/kept")" "$(cat "$work/before.txt")"
printf 'use: %s\nline: {axial: quasi-static}\nsolver: band\n' "$here/tiny-line.yaml" >"$work/quasi.yaml"
answer 2 'quasi.yaml:2:15: line.axial: found quasi-static, expected full or none' modes -o "$work/modes" "$work/quasi.yaml"
of 2 'accuracy: found "50 % %" with the unknown unit "% %"' 'accuracy=50 % %'
of 0 'warning: --set: line.steady_arm.length: found "0.01 m" (0.01 m), usual are 0.2 to 3 m; is the unit right?' \
  'line.steady_arm.length=0.01 m'
of 0 'warning: --set: contact.damping: found "1e5" (100000 N s/m), usual are 0 to 10000 N s/m; is the unit right?' \
  'contact.damping=1e5'
of 2 'time.step: found 0.001 s, expected at most 0.000417 s, a quarter of the period of measure.cutoff = 600 Hz' \
  'measure.cutoff=600 Hz'

# a bare number is in m/s, which is easily forgotten; a unit that was written is meant
of 2 'found 900 km/h, expected less than the wave speed of the contact wire, 459.6 km/h, unless run.above_wave_speed is true; was 250 km/h meant?' \
  'run.speed=250'
for speed in '250 m/s' '900 km/h'; do
  of 2 'found 900 km/h, expected less than the wave speed' "run.speed=$speed"
  check "$speed: not asked" equal "$(grep -c 'km/h meant' "$work/stderr")" 0
done

line='kind: rest
line:
  contact_wire: {axial_stiffness: 15 MN, mass_per_length: 1.35 kg/m, tension: 20 kN}
  messenger: {axial_stiffness: 12 MN, mass_per_length: 1.08 kg/m, tension: 16 kN}'
cat >"$work/curve.yaml" <<<"$line
  steady_arm: {length: 1.2 m, axial_stiffness: 80 kN}
  stagger: [-0.2 m]
  path: [{length: 80 m, curvature: 0.001 1/m}]
  spans: [{length: 40 m, repeat: 2, droppers: [10 m, 20 m, 30 m]}]"
answer 0 'curvature: found no curvature_end, with which the curve straightens out over these 80 m; curvature_end: 0.001 1/m keeps it' \
  check "$work/curve.yaml"

# spans that repeat have one dropper that pushes, whatever their number
cat >"$work/push.yaml" <<<"$line
  spans: [{length: 40 m, repeat: 5, encumbrance: 1 m, droppers: [10 m, 20 m, 30 m], sag: [0 mm, 60 mm, 0 mm]}]"
answer 2 'that would have to push' rest "$work/push.yaml" -o "$work/out"
check "a dropper: once" equal "$(grep -c 'have to push' "$work/stderr")" 1
# a string that is left before the first wave is back; a head that nothing pushes up
root=$(cd "$here/../.." && pwd)
quietly() { "$CATENARIA" run "$root/cases/$1.yaml" --set "$2" -o "$work/answer" >"$work/stdout" 2>"$work/stderr"; }
quietly string-mass/cubic 'run.to=40 m'
check "no reflection: warning" grep -qF 'the run ends before the first wave is back, at 77.4' "$work/stderr"
check "no reflection: no peak" equal "$(grep -c reflection_peak "$work/answer/summary.json")" 0
quietly pantograph/single-arm 'heights.from=0.3 m'
check "head falls: warning" grep -qF 'N at 0.3 m: nothing pushes the head up there' "$work/stderr"
finish
