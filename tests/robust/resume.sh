#!/usr/bin/env bash
# Runs that are killed go on from their last checkpoint and end with the bytes of an undisturbed run;
# a checkpoint of another case, of another build or with a changed byte is refused with the reason.
# KILLS: how many are killed at random moments (make validate: 200).
. "$(dirname "$0")/lib.sh"
most=${INSTRUMENTED:+3}  # sanitizers are slow
kills=${KILLS:-${most:-10}}
line=$work/line.yaml
# a mean force to be met, droppers that go slack, a ledger: all that a checkpoint has to keep
sed -e 's/static_force: 150 N/target_mean_force: 150 N/' \
  "$here/tiny-line.yaml" >"$line"

run() { exec "$CATENARIA" run "$line" -o "$work/$1" --csv --quiet --checkpoint 0.02 "${@:2}"; }
timeless() { sed '/^  "timing": {/,/^  }/d' "$1"; }
same() {  # same WHAT DIR: as the undisturbed run
  check "$1: results.h5" cmp "$work/whole/results.h5" "$2/results.h5"
  check "$1: channels.csv" cmp "$work/whole/channels.csv" "$2/channels.csv"
  check "$1: summary.json" cmp <(timeless "$work/whole/summary.json") <(timeless "$2/summary.json")
  check "$1: no checkpoint is left" only_final_names "$2"
}
now() { date +%s%N; }
pause() { sleep "$(printf '%d.%09d' $(($1 / 1000000000)) $(($1 % 1000000000)))"; }

begin=$(now)
(run whole --checkpoint none) 2>/dev/null || fail "the run itself"
span=$(($(now) - begin))
check "undisturbed: no checkpoint" only_final_names "$work/whole"
begin=$(now)
(run kept) 2>/dev/null || fail "with checkpoints"
again=$(($(now) - begin))
[ "$again" -gt "$span" ] || span=$again   # a host that is busy makes it longer, never shorter
same "with checkpoints" "$work/kept"

# killed again and again until it is done: each start goes on from where the last one was
resumed=0 starts=0
for i in $(seq 1 "$kills"); do
  dir=$work/killed
  rm -rf "$dir"
  at=$((span * (2 + RANDOM % 16) / 20))
  run killed >/dev/null 2>&1 &
  pid=$!
  pause "$at"
  kill -KILL "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  [ ! -e "$dir/checkpoint.bin" ] || resumed=$((resumed + 1))
  if [ $((i % 3)) -eq 0 ]; then  # a second kill, while it goes on
    run killed --resume >/dev/null 2>&1 &
    pid=$!
    pause $((span * (2 + RANDOM % 8) / 20))
    kill -KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
  fi
  (run killed --resume) 2>"$work/err.txt" || fail "kill $i: $(head -n 1 "$work/err.txt")"
  same "kill $i" "$dir"
done
echo "resumed from a checkpoint: $resumed of $kills"
check "most were" [ "$resumed" -ge $((kills / 2)) ]

# one that is asked to stop
run stopped >/dev/null 2>&1 &
pid=$!
pause $((span / 2))
kill -TERM "$pid" 2>/dev/null
wait "$pid"
got=$?
if [ "$got" -eq 143 ]; then
  check "stopped: keeps its checkpoint" [ -s "$work/stopped/checkpoint.bin" ]
  check "stopped: says so" equal "$("$PROBE" json "$work/stopped/summary.json" status)" interrupted
  cp -r "$work/stopped" "$work/refused"
fi
(run stopped --resume) 2>/dev/null || fail "resumed after it was stopped"
same "stopped" "$work/stopped"

# what does not fit is refused, and nothing is touched
[ -e "$work/refused/checkpoint.bin" ] || fail "no checkpoint to refuse: the run was too short"
before=$(sums "$work/refused")
refused() {  # refused WHAT MESSAGE ARGUMENTS...
  local what=$1 message=$2
  shift 2
  (run refused --resume "$@") >/dev/null 2>"$work/err.txt"
  check "$what: exit code" equal "$?" 2
  check "$what: says why: $(cat "$work/err.txt")" grep -q "$message" "$work/err.txt"
}
refused "another case" 'checkpoint.bin: the run is not resumed: it is of another case, ' --set contact.stiffness=49kN/m
refused "no interval" '^--checkpoint: found "soon", expected seconds' --checkpoint soon
check "refused: nothing was touched" equal "$(sums "$work/refused")" "$before"
spoil() { printf '%b' "$2" | dd of="$work/refused/checkpoint.bin" bs=1 seek="$1" conv=notrunc status=none; }
spoil 5000 '\x55\xaa\x55'
refused "a changed byte" 'the run is not resumed: it was changed after it was saved'
spoil 32 '0.0.9'
refused "another build" 'the run is not resumed: it was saved by the build 0.0.9 ...*, expected [0-9]'
spoil 8 '\x63'
refused "another format" 'the run is not resumed: it has format 99, expected 1'
spoil 0 'PK'
refused "something else" 'the run is not resumed: these bytes are not a checkpoint'
head -c 20 "$work/whole/results.h5" >"$work/refused/checkpoint.bin"
refused "too short" 'the run is not resumed: 20 bytes are too few'
line=$small
refused "another kind" "kind: found 'pdae', expected train: a case of kind 'pdae' has no runs with checkpoints"
line=$here/tiny-line.yaml
rm "$work/refused/checkpoint.bin"
(run refused --resume) >/dev/null 2>"$work/err.txt"
check "none there: exit code" equal "$?" 0
check "none there: says so" grep -q 'checkpoint.bin is not there: the run starts from its beginning' "$work/err.txt"
finish
