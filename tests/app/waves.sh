#!/usr/bin/env bash
# What runs of the kinds cable and string-mass say of themselves: numbers that are not the cable's, places
# that are not on it, runs that were stopped.
. "$(dirname "$0")/../robust/lib.sh"

# run CODE FILE SETTINGS...: into $work/out, messages in $work/stderr
run() {
  local code=$1 file=$2 sets=()
  shift 2
  for key; do sets+=(--set "$key"); done
  rm -rf "$work/out"
  "$CATENARIA" run "$file" "${sets[@]}" -o "$work/out" >"$work/stdout" 2>"$work/stderr"
  check "${file##*/} $*: exit code" equal "$?" "$code"
}
said() { check "said: $1" grep -qF -- "$1" "$work/stderr"; }
silent() { check "not said: $1" equal "$(grep -cF -- "$1" "$work/stderr")" 0; }
field() { grep -m1 "\"$1\":" "$work/out/summary.json" | sed 's/.*: *//; s/,$//'; }
within() { awk -v x="$2" -v a="$3" -v b="$4" 'BEGIN { exit !(x >= a && x <= b) }' && set -- "$1" true || set -- "$1" false
  check "$1" equal "$2" true; }

cat >"$work/kick.yaml" <<'EOF'
kind: cable
length: 600 m
ends: driven
wire: {mass_per_length: 1.07 kg/m, tension: 27 kN, bending_stiffness: 130 N m2, axial_stiffness: 14 MN}
pulse: {amplitude: 80 mm, length: 12 m, distance: 40 m}
space: {intervals: 400}
time: {step: 1e-4 s, end: 2 s}
record: {every: 100, pulse: [2 s]}
EOF
kick=$work/kick.yaml

# the shift against the string of the same grid, and what the grid does to that
run 0 "$kick"
said 'alone shift the pulse by -0.102 m, the terms beside those of a string by 0.109 m: space.intervals and time.step are too coarse'
within "shift of the cable" "$(field shift_m)" 0.107 0.111
within "shift of the grid" "$(field shift_numerical_m)" -0.104 -0.101
run 0 "$kick" space.intervals=1200 time.step=5e-5s
silent 'too coarse'
within "shift on a fine grid" "$(field shift_m)" 0.114 0.116
run 0 "$kick" time.method=implicit time.step=0.05s
said 'time.step: found 0.05 s, in which the wave runs 7.94255 m, usual is at most a tenth of pulse.length = 12 m'

# at an end
run 0 "$kick" time.end=4s 'record.pulse=[4 s]'
said 'at t = 4 s the pulse is 4.6 m from an end, less than 1.5 of its lengths (pulse.length): its crest and its shift are not told'
check "near an end" equal "$(field near_end)" true
check "near an end: no shift" equal "$(grep -c shift_m "$work/out/summary.json")" 0

# a step that no trial ends
run 3 "$kick" space.intervals=1200 time.method=implicit time.step=0.05s pulse.amplitude=10m wire.axial_stiffness=1e9N
said '--set: time.step: found 0.05 s, expected less: the step from t = 0.1 s does not converge; waves run 7.94 m in it, over intervals of 0.5 m'

# shocks: before, and beyond the end of the cable
shock=(model=cubic 'record.pulse=[]')
run 0 "$kick" "${shock[@]}"
said 'the slope becomes multivalued at t = 1.301 s, where a shock forms: after that differences do not solve this model'
run 0 "$kick" "${shock[@]}" time.end=1.3s
silent 'multivalued'
run 0 "$kick" "${shock[@]}" space.method=characteristics time.end=8s 'record.shapes=[2 s, 4 s, 8 s]'
check "the end: said once" equal "$(grep -c 'the pulse is at the end of the cable (length = 600 m) at t = 3.82' "$work/stderr")" 1
check "the end: nothing else" equal "$(grep -c warning: "$work/stderr")" 1
check "beyond the end: no shock" grep -qE '"shocks_at_end_m":[[:space:]]*\[\]' "$work/out/summary.json"
check "branches: with axes, as wide as the page" grep -q '<div class="sheet axes"><svg width="100%"' "$work/out/report.html"
run 0 "$kick" "${shock[@]}" space.method=characteristics length=10km time.end=30s 'record.shapes=[20 s, 30 s]'
check "the time of the end: said once" equal "$(grep -c 'at t = 30 s the shock at 4735.6 m would let lines out' "$work/stderr")" 1

# dispersion: the rise in its own digits, less what grid and step do
wave=$(cd "$here/../.." && pwd)/cases/cable/dispersion.yaml
run 0 "$wave" time.end=0.2s 'record.shapes=[]'
check "rise, measured" grep -qE '^ *measured +0\.02211' "$work/stdout"
within "of grid and step" "$(field omega_numerical_rad_s)" -2.6e-5 -2.4e-5
run 0 "$wave" time.end=0.2s 'record.shapes=[]' time.method=implicit time.step=5e-4s
said 'alone change the frequency by -0.032 rad/s, the nonlinear terms by 0.0221 rad/s'
finish
