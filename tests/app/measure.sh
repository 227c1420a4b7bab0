#!/usr/bin/env bash
# catenaria measure: the channels of a run give the numbers of that run; bad files say where.
. "$(dirname "$0")/../robust/lib.sh"

member() { "$PROBE" json "$1/summary.json" "$2"; }
near() {  # near A B [SHARE]: two numbers within a share of the first, 1e-9 unless told
  awk -v a="$1" -v b="$2" -v share="${3:-1e-9}" 'BEGIN {
    if (a !~ /^-?[0-9]/ || b !~ /^-?[0-9]/) exit 1
    d = a - b; s = (a < 0 ? -a : a) * share; exit !(d <= s && -d <= s) }' ||
    { echo "  $1 and $2"; false; }
}

lacks() { ! grep -q -- "$1" "$2"; }

# a short run of a train, measured again from its own channels
code 0 run en50318-2002/250 --set accuracy=none --set run.to=150 --set measure.from=80 --set measure.to=140 --csv -o run
code 0 measure run/channels.csv --window 80:140 --csv -o again
check "files" with_csv "$work/again"
check "report" grep -q 'Histogram of the contact force' "$work/again/report.html"
for field in mean_N std_N std_0_2Hz_N std_0_5Hz_N std_5_20Hz_N max_N min_N stat_max_N stat_min_N \
  loss_percent losses; do
  check "$field" near "$(member "$work/again" "pantographs.0.force.$field")" \
    "$(member "$work/run" "pantographs.0.force.$field")"
done
check "speed" near "$(member "$work/again" pantographs.0.speed_kmh)" 250
check "kind" equal "$(member "$work/again" kind)" measure
# its own channels.csv is a signal again, and the other separators say the same
code 0 measure again/channels.csv --window 80:140 -o third
check "again" equal "$(member "$work/third" pantographs)" \
  "$(member "$work/again" pantographs | sed 's/p1\.force/force/')"
tr ',' ';' <"$work/run/channels.csv" | sed 's/$/\r/' >"$work/other.csv"
code 0 measure other.csv --window 80:140 -o other
check "semicolons and CR LF" equal "$(member "$work/other" pantographs)" "$(member "$work/again" pantographs)"
# another column, no position; the default folder
code 0 run "$small" --csv -q -o small
code 0 measure small/channels.csv --column lambda_p --speed 115.2
check "default folder" [ -s "$work/results/channels-measure/report.html" ]
code 2 measure small/channels.csv
check "names the columns" grep -q 'lambda_p \[N\]' "$work/err.txt"

# signal NAME [AWK]: 2 s of 120 N with a wave, 100 samples a second; the awk text may change $1 $2
signal() {
  awk -v OFS=, 'BEGIN { print "t [s],force [N]"; for (i = 0; i <= 200; i++) {
    t = i / 100; f = 120 + 20 * sin(6.28 * t); '"${2-}"'; print t, f } }' >"$work/$1"
}
signal good.csv
code 0 measure good.csv --json
check "one object" equal "$("$PROBE" json "$work/out.txt" status)" ok
# verdict NUMBER QUANTITY VALUE HIGH PASS: a verdict of the object printed, its value within 1e-3
verdict() {
  local at=verdicts.$1
  check "$2: quantity" equal "$("$PROBE" json "$work/out.txt" "$at.quantity")" "$2"
  check "$2: value" near "$("$PROBE" json "$work/out.txt" "$at.value")" "$3" 1e-3
  check "$2: limit" equal "$("$PROBE" json "$work/out.txt" "$at.high")" "$4"
  check "$2: verdict" equal "$("$PROBE" json "$work/out.txt" "$at.pass")" "$5"
}
# no speed, no verdict on what depends on it, and a word about that; 20 sqrt(200/201)/sqrt(2) by 120
verdict 0 "standard deviation / mean" 0.117557 0.3 true
verdict 1 "smallest force" 100 null true
check "no more verdicts" equal "$("$PROBE" json "$work/out.txt" verdicts.2)" ""
check "speed is missing" grep -q 'the speed is not known: mean and largest force are not judged' "$work/out.txt"
code 0 measure good.csv --json --speed 250
verdict 0 "mean force" 120 130.625 true
verdict 1 "standard deviation / mean" 0.117557 0.3 true
verdict 2 "largest force" 140 350 true
code 0 measure good.csv --json --speed 250 --system dc-3kv
verdict 0 "mean force" 120 170.625 true
verdict 2 "largest force" 140 400 true
check "DC" equal "$("$PROBE" json "$work/out.txt" verdicts.0.standard)" "EN 50367 (DC 3 kV)"
code 0 measure good.csv --json --speed 160 --system ac
verdict 0 "mean force" 120 102.032 false
verdict 2 "largest force" 140 300 true
code 2 measure good.csv --system ad
check "system" grep -q 'system "ad": expected ac, dc-3kv, dc-1.5kv or none' "$work/err.txt"
code 0 measure good.csv --speed 250 --window 20:100 --quiet
check "quiet" [ ! -s "$work/out.txt" ]
# a window beyond the signal, and cutoffs that leave all or nothing: said on the terminal and in the results
code 0 measure good.csv --speed 250 --window -20:1000 -q -o long
check "shortened window: said" grep -q 'reaches beyond the signal, from 0 to 138.889 m' "$work/err.txt"
check "shortened window: kept" grep -q 'reaches beyond the signal' "$work/long/summary.json"
check "shortened window: it" near "$(member "$work/long" pantographs.0.window_m.1)" 138.8888889 1e-6
check "shortened window: its beginning" near "$(member "$work/long" pantographs.0.window_m.0)" 0
code 2 measure good.csv --time 0.5:0.55
check "short window" grep -q 'found a window of 0.06 s (6 samples), expected at least 0.1 s, 2 periods' "$work/err.txt"
# a second force is named where it is not looked at, also one whose name begins like the first; two of one name
signal two.csv 'f = f "," f - 5'
sed -i '1s/.*/t [s],force [N],force left [N]/' "$work/two.csv"
code 0 measure two.csv -q
check "a longer name" grep -q '"force" is measured, "force left" is not; --column names it' "$work/err.txt"
code 0 measure two.csv --column "force left" --speed 250 -q
check "the one that is wanted" [ ! -s "$work/err.txt" ]
sed -i '1s/.*/t [s],force [N],force_20Hz [N]/' "$work/two.csv"
code 0 measure two.csv -q
check "its filtered form" lacks 'is not; --column' "$work/err.txt"
sed -i '1s/.*/t [s],force [N],force [N]/' "$work/two.csv"
code 0 measure two.csv -q --column force
check "one name twice" grep -q 'there are two columns "force": the first one is measured' "$work/err.txt"
# a sensor with the other sign
signal pulls.csv 'f = -f'
code 0 measure pulls.csv --json --speed 250
check "only pulls: said" grep -q 'the force only pulls, from -140 to -100 N: nothing is judged' "$work/out.txt"
check "only pulls: not judged" equal "$("$PROBE" json "$work/out.txt" verdicts.0)" ""
# whose limits they are, if nobody said it
code 0 measure good.csv --json --speed 250
check "AC is assumed" grep -q 'AC is assumed: no system is named' "$work/out.txt"
code 0 measure good.csv --json --speed 250 --system ac
check "AC is said" lacks 'is assumed' "$work/out.txt"
code 0 measure good.csv --cutoff 60 -q -o all
check "above Nyquist: said" grep -q 'not filtered' "$work/err.txt"
check "above Nyquist: kept" grep -q 'not filtered' "$work/all/summary.json"
code 0 measure good.csv --cutoff 0.9 -q -o nothing
check "low cutoff: said" grep -q 'less than 2 periods of the low-pass of 0.9 Hz' "$work/err.txt"
check "low cutoff: kept" grep -q 'less than 2 periods of the low-pass' "$work/nothing/summary.json"
code 0 measure good.csv --time 0.5:1.5 -q -o timed
check "a window in seconds" grep -q 'from_time: 0.5 s' "$work/timed/report.html"
code 0 measure good.csv --filter brick-wall -q -o brick
check "brick wall" equal "$(member "$work/brick" signal.filter)" "brick-wall over the whole signal, 20 Hz"
code 0 measure good.csv -q -o plain
check "each names the other" near "$(member "$work/brick" pantographs.0.force.other_filter.std_N)" \
  "$(member "$work/plain" pantographs.0.force.std_N)"
code 2 measure good.csv --filter bessel
code 2 measure good.csv --time 0.5:1.5 --window 20:100
code 2 measure good.csv --time 7:9
code 2 measure good.csv --window 20:100
code 2 measure good.csv --speed 250 --window 900:1000
sed -e 's/\[s\]/[ms]/' -e 's/\[N\]/[kN]/' -e '2,$s/\(.*\),\(.*\)/\1e3,\2e-3/' "$work/good.csv" >"$work/units.csv"
code 0 measure units.csv -q -o units
code 0 measure good.csv -q -o plain
check "units" near "$(member "$work/units" pantographs.0.force.std_N)" "$(member "$work/plain" pantographs.0.force.std_N)"
signal low.csv 'f -= 110'
code 0 measure low.csv -q
code 1 measure low.csv --json --strict --speed 250
verdict 0 "mean force" 10 130.625 false
verdict 1 "standard deviation / mean" 1.41068 0.3 false
verdict 3 "smallest force" -10 null false
signal uneven.csv 't += (i % 2) * 0.0005'
code 0 measure uneven.csv -q
check "a warning" grep -q 'interpolated' "$work/err.txt"

# bad files: exit 2, file:line:column, one error, nothing written
bad() {  # bad FILE WHERE PATTERN
  code 2 measure "$1" -o none
  check "$1: where" grep -qF -- "$1$2: " "$work/err.txt"
  check "$1: $3" grep -q -- "$3" "$work/err.txt"
  check "$1: one line" equal "$(wc -l <"$work/err.txt")" 1
  check "$1: nothing written" [ ! -e "$work/none" ]
}
: >"$work/empty.csv"
bad empty.csv "" "empty file"
bad missing.csv "" "no such file"
mkdir "$work/folder.csv"
bad folder.csv "" "a directory"
truncate -s 1100M "$work/huge.csv" && bad huge.csv "" "1 GiB"
head -c 4000 /dev/zero >"$work/binary.csv"
bad binary.csv ":1:1" "byte of value 0"
signal gap.csv 't += (i > 100) * 0.5'
bad gap.csv ":103:1" "a step of"
signal back.csv 't = i == 50 ? 0 : t'
bad back.csv ":52:1" "a step of"
signal nan.csv 'f = i == 7 ? "nan" : f'
bad nan.csv ":9:6" "finite"
signal word.csv 'f = i == 7 ? "lost" : f'
bad word.csv ":9:6" '"lost", expected a number'
signal ragged.csv 'f = i == 7 ? "1,2" : f'
bad ragged.csv ":9:9" "3 cells"
signal zero.csv 'f = 0'
bad zero.csv "" "zero throughout"
printf 'a,force [N]\n1,2\n' >"$work/notime.csv"
bad notime.csv ":1:1" "no column of time"
printf 't [s],force [m]\n0,1\n1,1\n2,1\n3,1\n' >"$work/unit.csv"
bad unit.csv ":1:7" 'unit "m"'
printf 't [s],force [N]\n0,1\n1,1\n' >"$work/short.csv"
bad short.csv "" "2 rows"

# positions, durations, times without sense
signal place.csv 'f = f "," 70 * t'
sed -i '1s/$/,x [m]/' "$work/place.csv"
code 0 measure place.csv -q -o place
check "speed by places" near "$(member "$work/place" pantographs.0.speed_kmh)" 252
awk -F, -v OFS=, 'NR > 1 { $3 = NR == 60 ? 1e300 : $3 } { print }' "$work/place.csv" >"$work/far.csv"
bad far.csv ":60:14" "found 1e+300 m behind .* m, expected ascending positions"
awk -F, -v OFS=, 'NR > 1 { $3 = -$3 } { print }' "$work/place.csv" >"$work/backward.csv"
bad backward.csv ":3:14" "expected ascending positions"
awk -F, -v OFS=, 'NR > 1 { $3 = 100 * sin($1) } { print }' "$work/place.csv" >"$work/sine.csv"
bad sine.csv ":160:14" "expected ascending positions"
awk -F, -v OFS=, 'NR > 1 { $3 = int($3) } { print }' "$work/place.csv" >"$work/rounded.csv"
code 0 measure rounded.csv -q -o rounded
brief() { signal "$1" "t = i * $2"; }
brief brief.csv 1e-5
bad brief.csv "" "a signal of 0.002 s, expected at least 0.05 s"
signal tiny.csv 't = i "e-310"'
bad tiny.csv "" "expected at least 0.05 s"
brief longer.csv 5e-4
code 0 measure longer.csv -q -o longer
check "a short signal" grep -q 'lasts for 0.1 s, less than the 0.15 s' "$work/err.txt"
check "said in the results" grep -q 'lasts for 0.1 s' "$work/longer/summary.json"
brief settled.csv 8e-4
code 0 measure settled.csv -q -o settled
check "long enough" [ "$(grep -c lasts "$work/err.txt")" -eq 0 ]
signal hours.csv 't = i * 1e304'
sed -i '1s/\[s\]/[h]/' "$work/hours.csv"
bad hours.csv ":7:1" "expected a finite number of s"
signal ever.csv 't = (i - 100) * 1.7e306'
bad ever.csv ":3:1" "expected a finite time"
code 2 measure good.csv --column t -o none
check "time is no force" grep -q 'good.csv:1:1: .*found the column of time' "$work/err.txt"

# comfort: 20 s of sines of 4 Hz upwards and 1 Hz along; |Wk| 0.9672, |Wb| 0.8218, |Wd| 1.0110
awk -v OFS=, 'BEGIN { print "t [s],ax [m/s2],az [m/s2],other"; p = 6.283185307179586; for (i = 0; i < 4000; i++) {
  t = i / 200; print t, 0.5 * sin(p * t), sin(4 * p * t), "-" } }' >"$work/seat.csv"
code 0 measure seat.csv --comfort --csv -o seat
check "along" equal "$(member "$work/seat" comfort.0.direction)" longitudinal
check "Wd" near "$(member "$work/seat" comfort.0.iso2631_rms_m_s2)" 0.357443 1e-3
check "no Sperling along" equal "$(member "$work/seat" comfort.0.sperling)" ""
check "up" equal "$(member "$work/seat" comfort.1.direction)" vertical
check "Wk" near "$(member "$work/seat" comfort.1.iso2631_rms_m_s2)" 0.683914 1e-3
check "Wb" near "$(member "$work/seat" comfort.1.en12299_p95_m_s2)" 0.581100 1e-3
check "windows" equal "$(member "$work/seat" comfort.1.windows_5s)" 4
check "N_MV" near "$(member "$work/seat" signal.n_mv)" 4.093411 1e-3  # 6 hypot(0.357443, 0.581100)
check "class" equal "$(member "$work/seat" signal.class)" uncomfortable
code 0 measure seat.csv --comfort --time 0:10 -q -o half
check "half of it" equal "$(member "$work/half" comfort.1.windows_5s)" 2
# a car of a bridge's run, from its own channels
code 0 run bridge/truck --csv -q -o truck
code 0 measure truck/channels.csv --comfort --column c1.front -q -o again-truck
for field in peak_m_s2 iso2631_rms_m_s2 en12299_p95_m_s2 sperling; do
  check "truck: $field" near "$(member "$work/again-truck" comfort.0.$field)" "$(member "$work/truck" comfort.0.$field)" 1e-6
done
check "shorter than a window" grep -q 'less than the 5 s of a window' "$work/again-truck/summary.json"
code 2 measure good.csv --comfort
check "no acceleration" grep -q 'good.csv:1:1: found no acceleration, expected a column such as "az \[m/s2\]"' "$work/err.txt"
code 2 measure good.csv --comfort --column force
check "a force is none" grep -q 'found the unit "N", expected one such as m/s2' "$work/err.txt"

# usage
for arguments in "measure" "measure good.csv --speed fast" "measure good.csv --cutoff -1" \
  "measure good.csv --window 3" "measure good.csv --window 5:1" "measure good.csv --column none"; do
  # shellcheck disable=SC2086
  code 2 $arguments
  check "'$arguments': one line" equal "$(wc -l <"$work/err.txt")" 1
done
code 4 measure good.csv -o good.csv/inside
finish
