#!/usr/bin/env bash
# Runs of a sweep are those that single runs would be; each says who solved it, and why.
. "$(dirname "$0")/../robust/lib.sh"
command -v jq >/dev/null || exit 77
case=$here/tiny-line.yaml
cd "$work" || exit 1
run() {  # run FILE ARGUMENTS...: the object of a run of the case
  local file=$1
  shift
  check "run $*" sh -c '"$@" --json 2>/dev/null >"$0"' "$file" "$CATENARIA" run "$case" "$@"
}
run many.json --set 'sweep.speeds=[120 km/h, 160 km/h]' -o many
i=0
for speed in 120 160; do
  run one.json --set "run.speed=$speed km/h" -o one
  check "speed $i of the sweep" equal "$(jq ".sweep[$i].speed_kmh * 1e6 | round / 1e6" many.json)" "$speed"
  for number in std_N mean_N max_N min_N; do
    sole=$(jq -e ".pantographs[0].force.$number | numbers" one.json) || fail "a run has no $number"
    check "a sweep at $speed km/h gives the $number of a run" \
      equal "$(jq ".sweep[$i].force.$number" many.json)" "$sole"
  done
  i=$((i + 1))
done
check "no more runs in the sweep" equal "$(jq '.sweep | length' many.json)" 2
check "the solver chosen says why" test "$(jq -r '.march.solver_reason[0:5]' many.json)" = auto:
run one.json --set solver=band -o one
check "the solver asked for was asked for" test "$(jq -r .march.solver_reason one.json)" = "asked for"
finish
