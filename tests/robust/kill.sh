#!/usr/bin/env bash
# SIGKILL at 50 moments spread at random over a run, its writing included: whatever stands under a
# final name is whole.
. "$(dirname "$0")/lib.sh"

dir=$work/out
run() { exec "$CATENARIA" run "$small" --set time.step=2e-4 -o "$dir" --csv --quiet; }

now() { date +%s%N; }
before=$(now)
(run) || fail "the run itself"
check "the run itself: files" with_csv "$dir"
cp -r "$dir" "$work/kept"
span=$(($(now) - before))   # [ns]

killed=0
for i in $(seq 1 50); do
  # stratified: one moment in each fiftieth of 1.1 times the span
  at=$((span * 11 / 10 * (i - 1) / 50 + span * 11 / 500 * (RANDOM % 100) / 100))
  rm -rf "$dir"
  [ $((i % 2)) -eq 0 ] || cp -r "$work/kept" "$dir"   # with and without results of an earlier run
  run >/dev/null 2>&1 &
  pid=$!
  sleep "$(printf '%d.%09d' $((at / 1000000000)) $((at % 1000000000)))"
  if kill -KILL "$pid" 2>/dev/null; then killed=$((killed + 1)); fi
  wait "$pid" 2>/dev/null
  left=nothing_half
  [ $((i % 2)) -eq 0 ] || left=with_csv
  check "killed after $((at / 1000000)) ms of $((span / 1000000))" $left "$dir"
done
echo "killed before its end: $killed of 50"
check "most were killed before their end" [ "$killed" -ge 25 ]
(run) || fail "a run after all that"
check "and its results are whole" with_csv "$dir"
finish
