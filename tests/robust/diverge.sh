#!/usr/bin/env bash
# A run that comes to nothing ends with exit code 3, says why and where, keeps what there is and
# marks it as failed, and never shows a number that is none.
. "$(dirname "$0")/lib.sh"

tiny=$here/tiny-line.yaml
dir=$work/out

# try WHAT CODE STATUS MESSAGE [--set ...]
try() {
  local what=$1 code=$2 status=$3 message=$4 got
  shift 4
  rm -rf "$dir"
  "$CATENARIA" run "$tiny" -o "$dir" --csv --quiet "$@" >"$work/stdout" 2>"$work/stderr"
  got=$?
  check "$what: exit code" equal "$got" "$code"
  [ -z "$message" ] || check "$what: says \"$message\"" grep -q "$message" "$work/stderr"
  if [ "$status" = none ]; then
    check "$what: writes nothing" [ ! -e "$dir" ]
    return
  fi
  check "$what: all files are there" equal "$(ls "$dir" | wc -l)" 4
  check "$what: whole" with_csv "$dir"
  check "$what: status" equal "$("$PROBE" json "$dir/summary.json" status)" "$status"
  [ "$status" = ok ] || check "$what: the summary says why" grep -q "$message" "$dir/summary.json"
  check "$what: no NaN in accepted output" no_nan
}
no_nan() {
  [ -s "$dir/channels.csv" ] && ! grep -qiwE 'nan|inf|infinity' "$dir"/*.json "$dir"/*.csv
}
rows() { wc -l <"$dir/channels.csv"; }

try "as it is" 0 ok ""
whole_run=$(rows)

# held by nothing and pushed by a force that no wire can hold
try "head flies off" 3 failed \
  'pantograph 1 at x = [0-9.]* m: the head moved away by [0-9.e+]* m (at t = [0-9.e-]* s)' \
  --set 'pantograph[0].masses[1].stiffness=0' --set 'pantograph[0].static_force=9000 N' \
  --set 'contact.stiffness=1 N/m'
check "head flies off: what there is was kept" [ "$(rows)" -ge 2 ]
check "head flies off: and no more" [ "$(rows)" -lt "$whole_run" ]

try "wire flies off" 3 failed 'pantograph 1 at x = [0-9.]* m: the wire moved away by ' \
  --set 'pantograph[0].masses[1].stiffness=0' --set 'pantograph[0].static_force=10 kN' \
  --set 'line.contact_wire.tension=4 kN' --set 'run.speed=20 m/s' --set 'run.from=27 m'

try "absurd time step" 2 none 'time.step: found 1 s, expected at most 0.0125 s' --set 'time.step=1 s'
try "long time step" 2 none 'time.step: found 0.05 s, expected at most 0.0125 s' --set 'time.step=50 ms'

# a step that Newton's method does not solve is done in parts, and the account of energy knows it
try "Newton's method needs smaller steps" 0 ok \
  "Newton's method did not converge in [0-9]* of 190 steps: they were done in parts of down to 1/[0-9]* of time.step" \
  --set dynamics=nonlinear --set 'time.step=12 ms' --set 'pantograph[0].static_force=700 N'
check "smaller steps: said how many" [ "$("$PROBE" json "$dir/summary.json" march.halved_steps)" -ge 1 ]
left=$("$PROBE" json "$dir/summary.json" energy.residual_J)
check "smaller steps: the account closes: $left J" awk -v r="$left" 'BEGIN { exit !(r < 1e-8 && r > -1e-8) }'

# equilibrium closer than numbers have digits: no step helps
try "Newton's method does not get there" 3 failed \
  'equilibrium is missed by [0-9.e-]* N at x = [0-9.]* m (nonlinear) after 25 iterations of the step to t = [0-9.e-]* s, with 1.25e-06 s, 1/16 of time.step' \
  --set dynamics=nonlinear --set 'time.step=20 us' --set 'nonlinear.tolerance=1e-7 N'
check "does not get there: what there is was kept" [ "$(rows)" -ge 2 ]

try "never in contact" 3 failed 'pantograph 1 was never in contact' \
  --set 'pantograph[0].static_force=-100 N'
check "never in contact: the run itself is there" equal "$(rows)" "$whole_run"

tiny=pdae/arnold-simeon-32
try "energy out of nothing" 3 failed \
  'the account of energy does not close: [0-9.e+-]* of what passed through the run is left over, expected at most 0.0001' \
  --set 'time.events=step' --set 'run.speed=40 m/s' --set 'space.intervals=100' --set 'time.step=4e-5 s'
check "energy out of nothing: no verdicts" equal "$("$PROBE" json "$dir/summary.json" verdicts | tr -d ' ')" "[]"
tiny=$here/tiny-line.yaml

try "contact without stiffness" 2 none 'contact.stiffness: found "0 N/m"' \
  --set 'contact.stiffness=0 N/m'
# a mean force that is not met: the static force is that of the run which is in the results
stitched="$here/../mutate/lines/stitched.yaml"
value() { "$PROBE" json "$1/summary.json" "pantographs.0.$2"; }
unstable=(--set solver=lanes --set contact.damping=1e5 --quiet)
"$CATENARIA" run "$stitched" "${unstable[@]}" -o "$work/tuned" 2>"$work/stderr"
check "not met: says so" grep -q 'the mean force was not met' "$work/stderr"
"$CATENARIA" run "$stitched" "${unstable[@]}" -o "$work/set" --set 'pantograph[0].target_mean_force=0 N' \
  --set "pantograph[0].static_force=$(value "$work/tuned" static_force_N) N" 2>"$work/stderr"
check "not met: static force" equal "$(value "$work/tuned" force.mean_N)" "$(value "$work/set" force.mean_N)"
check "not met: is a number" grep -q '^[0-9.]*$' <<<"$(value "$work/tuned" force.mean_N)"

# an integrator without damping keeps rounding: no advice to make it worse
"$CATENARIA" run ac-simple/320 --set time.method=newmark --set solver=lanes-quasi-axial-f32 --set accuracy=none \
  --set run.to=300m --set measure.to=290m --quiet -o "$work/newmark" 2>"$work/stderr"
check "rounding: remedy" grep -q 'expected at most 0.0001; an integrator that does not damp' "$work/stderr"
finish
