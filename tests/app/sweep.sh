#!/usr/bin/env bash
# Runs of a sweep are those that single runs would be; each says who solved it, and why.
. "$(dirname "$0")/../robust/lib.sh"
command -v jq >/dev/null || exit 77
case=$here/tiny-line.yaml
cd "$work" || exit 1
single() { "$CATENARIA" run "$case" --set "run.speed=$1" -o one --json 2>/dev/null | jq '.pantographs[0].force.std_N'; }
"$CATENARIA" run "$case" --set 'sweep.speeds=[120 km/h, 160 km/h]' -o many --json 2>/dev/null >many.json
for i in 0 1; do
  speed=$(jq ".sweep[$i].speed_kmh | round" many.json)
  check "a sweep at $speed km/h gives the numbers of a run" \
    test "$(jq ".sweep[$i].force.std_N" many.json)" = "$(single "$speed km/h")"
done
check "the solver chosen says why" test "$(jq -r '.march.solver_reason[0:5]' many.json)" = auto:
"$CATENARIA" run "$case" --set solver=band -o one --json 2>/dev/null >one.json
check "the solver asked for was asked for" test "$(jq -r .march.solver_reason one.json)" = "asked for"
finish
