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
wave=$(cd "$here/../.." && pwd)/cases/cable/dispersion.yaml

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

# the largest nonlinear terms of a stretch are told with their sum
run 0 "$kick" 'record.terms=[1.5 s]'
within "sum of the terms" "$(field sum)" 0.001 1e6
tr -d ' \n\t' <"$work/out/summary.json" | grep -o '"terms_N_m":{[^}]*}' >"$work/terms"
check "terms" grep -qE '"nlt3":[^,]*,"sum":[-0-9.e+]*}' "$work/terms"
run 0 "$wave" time.end='20 us' time.step=2e-5s 'record.shapes=[2e-5 s]'

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
run 0 "$wave" time.end=0.2s 'record.shapes=[]'
check "rise, measured" grep -qE '^ *measured +0\.02211' "$work/stdout"
within "measured, (A.21) and harmonics" "$(field omega_measured_rad_s)" 115.32674 115.32678
within "of grid and step" "$(field omega_numerical_rad_s)" -2.6e-5 -2.4e-5
run 0 "$wave" time.end=0.2s 'record.shapes=[]' time.method=implicit time.step=5e-4s
said 'alone change the frequency by -0.032 rad/s, the nonlinear terms by 0.0221 rad/s'

cat >"$work/head.yaml" <<'EOF'
kind: string-mass
length: 60 m
string: {mass_per_length: 1.07 kg/m, tension: 12 kN}
body: {mass: 4 kg, stiffness: 5 kN/m, cubic_stiffness: 2e7 N/m3}
run: {speed: 160 km/h, to: 58 m}
space: {method: linear, unknowns: 200}
time: {step: 2e-4 s}
EOF
head=$work/head.yaml
windows() { tr -d ' \n\t' <"$work/out/summary.json" | grep -o '"error_windows_m":\[[^"]*' | sed 's/.*_m"://; s/,$//'; }

# windows by the length; the greatest force of all is another than the peak of the first reflection
run 0 "$head"
check "windows of 60 m" equal "$(windows)" '[[0,1.2],[1.2,31.2],[35.4,38.4]]'
check "exact, maximum" grep -qE 'maximum force +69\.82[0-9]* N +at 51\.06' "$work/stdout"
check "exact, first reflection" grep -qE 'peak of the first reflection +68\.08[0-9]* N +at 37\.43' "$work/stdout"
silent 'pulls at the string'
run 0 "$head" 'record.windows=[0 m, 0.01 m, 10 m, 20 m]'
said 'the window from 0 to 0.01 m has fewer than 10 steps: no error is told of it (record.windows, time.step)'
check "windows that are asked for" equal "$(windows)" '[[10,20]]'
run 0 "$(cd "$here/../.." && pwd)/cases/string-mass/cubic.yaml" body.mass=3kg run.speed=10m/s run.to=99m time.step=5e-4s
said 'the exact force pulls at the string over 0.415 m, by 25.47 N at 93.01 m: the spring acts both ways, where a pantograph would lose contact'
within "how far it pulls" "$(field pulls_m)" 0.414 0.417
for one in 'body.mass=4g:body.mass: found "4g" (0.004 kg), usual are 0.1 to 1000 kg; is the unit right?' \
  'body.stiffness=5:body.stiffness: found "5" (5 N/m), usual are 100 to 1e7 N/m; is the unit right?' \
  'body.mass=400kg:body.mass: found 400 kg, under which the string sags by 4.905 m at rest at mid-span'; do
  "$CATENARIA" check "$head" --set "${one%%:*}" >/dev/null 2>"$work/stderr"
  said "${one#*:}"
done

# stopped, it keeps what it has
(exec env --default-signal "$CATENARIA" run "$head" --set time.step=5e-7s -o "$work/stopped") >"$work/stdout" 2>"$work/stderr" &
job=$!
sleep 2
kill -INT "$job"
wait "$job"
check "stopped: exit code" equal "$?" 130
silent 'Nothing was computed yet'
check "stopped: a table" grep -q 'minimum force' "$work/stdout"
check "stopped: marked" equal "$("$PROBE" json "$work/stopped/summary.json" status)" interrupted
within "stopped: before the end" "$(grep -m1 '"steps"' "$work/stopped/summary.json" | tr -dc 0-9)" 1 2609999
finish
