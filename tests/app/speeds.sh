#!/usr/bin/env bash
# A speed that varies: its channel, and warnings in the files that are also printed, once each. At one
# speed there is neither.
. "$(dirname "$0")/../robust/lib.sh"
command -v jq >/dev/null || skip "jq is not installed"
tiny=$here/tiny-line.yaml
short=(--csv --quiet --set solver=band --set run.to=100 --set measure.to=90 --set measure.compare_with=en50318-2018-320)
head_of() { head -n 1 "$work/$1/channels.csv"; }
warnings() { jq -r '.warnings[]' "$work/$1/summary.json"; }

code 0 run "$tiny" "${short[@]}" -o one
check "one speed: channels" equal "$(head_of one)" \
  "t [s],p1.x [m],p1.force [N],p1.force_20Hz [N],p1.height [m]"
check "one speed: of the ranges, the elements and the early window" equal "$(warnings one | wc -l)" 3
check "one speed: printed" equal "$(cat "$work/err.txt")" "$(warnings one | sed 's/^/warning: /')"

# from 40 to 60 m/s in 1 s, which is 50 m; the last point lies behind the end of the run at 100 m
speeds='run.speed=[{at: 0 s, speed: 40}, {at: 1 s, speed: 60}, {at: 9 s, speed: 60}]'
code 0 run "$tiny" "${short[@]}" --set "$speeds" -o many
check "speeds: channels" equal "$(head_of many)" "$(head_of one),speed [m/s]"
check "speeds: values" equal "$(awk -F, 'NR > 1 && ($1 == 0 || $1 == 0.5 || $1 == 1 || $1 == 1.25) { printf "%.6f %.6f\n", $2, $6 }' \
  "$work/many/channels.csv")" "$(printf '%s\n' "10.000000 40.000000" "32.500000 50.000000" "60.000000 60.000000" "75.000000 60.000000")"
check "speeds: five warnings" equal "$(warnings many | wc -l)" 5
check "speeds: the point that is not reached" grep -qx \
  'warning: --set: run.speed\[2\].at: 9 s: never reached, the run ends at 100 m after 1.667 s' "$work/err.txt"
check "speeds: all of them printed, once" equal "$(sort "$work/err.txt")" "$(warnings many | sed 's/^/warning: /' | sort)"
code 0 run "$tiny" "${short[@]}" --set "$speeds" -o json --json
check "speeds: printed beside JSON" equal "$(wc -l <"$work/err.txt")" 5

# faster than the waves of the contact wire: refused, unless the case asks for it
code 2 run "$tiny" "${short[@]}" --set 'run.speed=135 m/s' -o fast
check "above the wave speed: refused" grep -q 'unless run.above_wave_speed is true' "$work/err.txt"
code 0 run "$tiny" "${short[@]}" --set 'run.speed=135 m/s' --set run.above_wave_speed=true -o fast
check "above the wave speed: warned of" grep -q '486 km/h is not below the wave speed' "$work/err.txt"
check "above the wave speed: done" equal "$(jq -r .status "$work/fast/summary.json")" ok
finish
