#!/usr/bin/env bash
# The kind pantograph: two masses are exact for a rigid frame and are found again from a response in a
# CSV file; with an elastic rod three do better than two; faults of the file are named with their place.
. "$(dirname "$0")/../robust/lib.sh"
command -v jq >/dev/null || skip "jq is not installed"
cd "$work" || exit 1
export CATENARIA_CASES=$here/../../cases

"$CATENARIA" run "$CATENARIA_CASES/pantograph/single-arm.yaml" -o rigid --csv >/dev/null || fail "single-arm: exit $?"
near() { jq -e "($2 - ($3)) as \$d | (\$d < $4) and (\$d > -($4))" "$1" >/dev/null &&
  pass || fail "$1: $2 is $(jq "$2" "$1"), expected $3"; }
near rigid/summary.json '.pantograph.lumped.m_kg[0]' 8 1e-6
near rigid/summary.json '.pantograph.lumped.k_N_m[0]' 7000 1e-2
near rigid/summary.json '.pantograph.lumped.remainder' 0 1e-8
near rigid/summary.json '.pantograph.fits[0].m_kg[1] - .pantograph.lumped.m_kg[1]' 0 1e-4
near rigid/summary.json '.pantograph.fits[0].c_Ns_m[1] - .pantograph.lumped.c_Ns_m[1]' 0 1e-3
near rigid/summary.json '.pantograph.fits[0].rms_percent' 0 1e-4
near rigid/summary.json '.model.freedoms' 2 1e-12
near rigid/summary.json '.pantograph.statics.mean_N' 59.1228 1e-3
# the head is found by its name, wherever it stands in the list
part=$here/../badinput/parts/pantograph-case.yaml
awk '/name: head, mass/ { head = $0; next } { print } /name: arm, mass/ { print head }' "$part" >second.yaml
cp "$part" first.yaml
for order in first second; do
  "$CATENARIA" run $order.yaml --set heights.to='1.2 m' -o $order --quiet >/dev/null 2>&1 || fail "head $order: exit $?"
done
near second/summary.json '.pantograph.first_resonance_Hz' "$(jq .pantograph.first_resonance_Hz first/summary.json)" 1e-6
near second/summary.json '.pantograph.statics.mean_N' "$(jq .pantograph.statics.mean_N first/summary.json)" 1e-6

"$CATENARIA" run "$CATENARIA_CASES/pantograph/single-arm-elastic.yaml" -o elastic >/dev/null 2>&1 || fail "elastic: exit $?"
jq -e '.pantograph.fits | .[0].rms_percent > 20 and .[1].rms_percent < 10' elastic/summary.json >/dev/null ||
  fail "two masses are as good as three"
jq -e '.pantograph.phases[3].bodies_deg | .carriage - .["lower-arm"] > 100' elastic/summary.json >/dev/null ||
  fail "above the first resonance the lower arm moves with the upper one"

# a chain of two masses as if it were measured: 7.2 and 15 kg, 4200 and 50 N/m, 10 and 90 N s/m
awk 'BEGIN { print "f [Hz],amplitude [mm/N],phase [deg]"; pi = atan2(0, -1)
  for (i = 0; i < 60; i++) { f = 0.5 * exp(i / 59 * log(100)); w = 2 * pi * f
    a = 50 - 15 * w^2; b = 90 * w; c = 4200; d = 10 * w            # Z2 = a + i b, s1 = c + i d
    nr = c * a - d * b; ni = c * b + d * a; er = c + a; ei = d + b; q = er^2 + ei^2
    zr = (nr * er + ni * ei) / q - 7.2 * w^2; zi = (ni * er - nr * ei) / q
    printf "%.12g,%.12g,%.12g\n", f, 1e3 / sqrt(zr^2 + zi^2), -atan2(zi, zr) * 180 / pi } }' >response.csv
printf 'kind: pantograph\nfit: {measured: response.csv, masses_from: 2, masses_to: 2}\n' >measured.yaml
"$CATENARIA" run measured.yaml -o measured >/dev/null || fail "measured: exit $?"
near measured/summary.json '.pantograph.fits[0].m_kg[0]' 7.2 1e-4
near measured/summary.json '.pantograph.fits[0].m_kg[1]' 15 1e-3
near measured/summary.json '.pantograph.fits[0].k_N_m[1]' 50 1e-2
near measured/summary.json '.pantograph.fits[0].c_Ns_m[1]' 90 1e-2

sed '5s/^[^,]*/0.1/' response.csv >bad.csv
sed 's/response/bad/' measured.yaml >bad.yaml
"$CATENARIA" run bad.yaml -o bad >/dev/null 2>err
[ $? = 2 ] || fail "frequencies that descend: not refused"
grep -q 'bad.csv:5:1: f: found 0.1 Hz behind' err || fail "another text: $(cat err)"
[ ! -e bad ] || fail "left results behind"

# what a linkage under a line stands with, and what is warned of: 0.6 m as base, twice the torque, a foot drawn elsewhere
under() { "$CATENARIA" check "$CATENARIA_CASES/ac-simple/275-linkage.yaml" "$@" >/dev/null 2>err || fail "check: $(cat err)"; }
warned() { grep -q "$1" err && pass || fail "not warned of: $1: $(cat err)"; }
under
[ ! -s err ] && pass || fail "warned of: $(cat err)"
under --set pantograph[0].linkage.base_height='-0.6 m'
warned 'linkage.base_height: found -0.6 m, with which the head works 0.9 m above its foot, but is drawn 1.92 m above it'
under --set pantograph[0].linkage.torques[0].torque='-3000 N m'
warned 'torques\[0\].torque: found -3000, .* act 0.4[0-9]* times'
under --set pantograph[0].linkage.joints[0].to_x='0.01 m'
warned 'open by 9.98 mm at joint foot: to close its joints, bodies are moved by up to 40 mm (carriage)'
"$CATENARIA" run "$CATENARIA_CASES/ac-simple/275-linkage.yaml" -o line --set run.to='60 m' --set measure.from='20 m' \
  --set measure.to='50 m' --set pantograph[0].static_force='0 N' --quiet >/dev/null 2>&1 || fail "under a line: exit $?"
near line/summary.json '.pantographs[0].linkage.lift_factor' 1 1e-12
near line/summary.json '.pantographs[0] | .static_force_N - .linkage.static_force_N' 0 1e-9
height=$(jq '.pantographs[0].linkage.height_m' line/summary.json)
"$CATENARIA" run "$CATENARIA_CASES/pantograph/single-arm.yaml" -o there --set response.height="$height m" >/dev/null || fail "there: exit $?"
near there/summary.json '.pantograph.linkage.static_force_N' "$(jq '.pantographs[0].static_force_N' line/summary.json)" 1e-5

# a lift that makes the force itself is nudged by a thousandth of a newton, not to it
sed -e '/^pantograph:/,/^run:/c\pantograph: [{model: linkage, linkage: {use: pantographs/single-arm.yaml}}]\nrun: {speed: 20 m/s, from: 10 m, to: 100 m}' \
  -e '/^accuracy/d' -e 's/to: 150 m/to: 90 m/' "$here/../robust/tiny-line.yaml" >nudged.yaml
"$CATENARIA" run nudged.yaml -o nudged --quiet >/dev/null 2>&1 || fail "nudged: exit $?"
near nudged/summary.json '.. | objects | .chaos? // empty | .gain' 1 0.1

# no chain, no masses; a linkage is drawn; a pdae that loses its contact says so
jq -e '.pantograph.lumped | has("m_kg") | not' elastic/summary.json >/dev/null && pass || fail "masses of what is no chain"
grep -q '<circle class="joint"' rigid/report.html && pass || fail "the linkage is not drawn"
"$CATENARIA" run "$CATENARIA_CASES/pdae/arnold-simeon-32-linkage.yaml" -o lost --set linkage.bodies[1].force='-300 N' \
  --set space.intervals=80 --set time.step=2e-4 --quiet >/dev/null 2>err || fail "pdae: $(cat err)"
warned 'contact is lost for [0-9.]* of 500 ms'

# a fit says when it says little; what is in the file is checked and part of the hash
fit() { printf 'kind: pantograph\nfit: {measured: %s, masses_from: 1, masses_to: 1}\n' "$1" >fit.yaml; "$CATENARIA" "${@:2}" fit.yaml >out 2>err; }
fit response.csv run -o one --quiet
warned 'the fitted chain of 1 mass is off by [0-9.]* % (root mean square)'
awk -F, 'NR == 1 { print; next } { print $1 "," $2 "," (-$3) }' response.csv >ahead.csv
fit ahead.csv check
warned 'fit.measured: found a displacement that is ahead of the force .* is the sign of the phase right?'
sed '1s/mm/um/' response.csv >small.csv
fit small.csv check
warned 'that of a head of 7.[0-9]*e+03 kg, usual are 0.1 to 500 kg; is the unit right?'
printf 'f [Hz]\nx\n' >garbage.csv
fit garbage.csv check
[ $? = 2 ] && pass || fail "check: a file that is none is valid"
hash=$(jq -r .input_hash one/summary.json)
sed '3s/,0*[1-9]/,9/' response.csv >other.csv && mv other.csv response.csv
fit response.csv run -o three --quiet
[ "$(jq -r .input_hash three/summary.json)" != "$hash" ] && pass || fail "another file has the same hash"

# the response as a table that can be fitted; a stop during the fit keeps what was there
cut -d, -f1,2,4 rigid/channels-response.csv >again.csv
fit again.csv run -o again --quiet --set fit.masses_to=2
near again/summary.json '.pantograph.fits[1].m_kg[0]' 8 1e-4
printf 'use: pantograph/single-arm-elastic\nresponse: {points: 5000}\nfit: {masses_to: 4}\n' >long.yaml
timeout -s INT 2 "$CATENARIA" run long.yaml -o stopped --quiet >/dev/null 2>err
jq -e '.status == "interrupted" and .pantograph.lumped.remainder > 0.1' stopped/summary.json >/dev/null && pass || fail "stopped: nothing is kept: $(cat err)"
finish
