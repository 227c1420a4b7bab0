#!/usr/bin/env bash
# SIGINT and SIGTERM in the middle of a run: exit 130 or 143 within a second, results written and
# marked; a second signal stops at once.
. "$(dirname "$0")/lib.sh"

# Long enough that the signal always comes first. A shell makes its background jobs ignore SIGINT;
# env undoes that.
long() {
  exec env --default-signal "$CATENARIA" run "$small" --set time.step=1e-6 \
    --set record.every=100 -o "$1" --quiet
}
now() { echo $(($(date +%s%N) / 1000000)); }   # [ms]

stop_with() {  # stop_with SIGNAL CODE
  local dir=$work/$1 pid code begin
  long "$dir" 2>"$work/stderr" &
  pid=$!
  sleep 0.5
  begin=$(now)
  kill -"$1" "$pid"
  wait "$pid"
  code=$?
  check "SIG$1: exit code" equal "$code" "$2"
  check "SIG$1: within a second" [ $(($(now) - begin)) -le 1000 ]
  check "SIG$1: files are whole" whole "$dir"
  check "SIG$1: marked" equal "$("$PROBE" json "$dir/summary.json" status)" interrupted
  check "SIG$1: nothing else left" only_final_names "$dir"
}
stop_with INT 130
stop_with TERM 143
stop_with HUP 129

# Before the first step, while the shape of a fine line is sought: results of an earlier run stay.
dir=$work/early
"$CATENARIA" run ac-simple/320 --set accuracy=none --set run.to=150 --set measure.from=80 --set measure.to=140 \
  -o "$dir" --quiet 2>/dev/null
check "stopped early: there were results" whole "$dir"
before=$(cat "$dir"/* | sha256sum)
(exec env --default-signal "$CATENARIA" run ac-simple/320 --set line.elements_per_bay=150 \
  -o "$dir") >"$work/out.txt" 2>"$work/stderr" &
pid=$!
sleep 0.3
kill -INT "$pid"
wait "$pid"
check "stopped early: exit code" equal "$?" 130
check "stopped early: earlier results stay" equal "$(cat "$dir"/* | sha256sum)" "$before"
check "stopped early: said" grep -q "Nothing was computed yet" "$work/stderr"
check "stopped early: no table" [ ! -s "$work/out.txt" ]

# Twice: the second one must not wait for anything.
dir=$work/twice
long "$dir" 2>/dev/null &
pid=$!
sleep 0.5
begin=$(now)
kill -INT "$pid"
kill -TERM "$pid"
wait "$pid"
code=$?
check "two signals: exit code $code" [ "$code" -eq 143 -o "$code" -eq 130 ]
check "two signals: at once" [ $(($(now) - begin)) -le 500 ]
check "two signals: nothing half" nothing_half "$dir"

# A signal that was ignored when the program started stays ignored, as under nohup.
trap '' HUP
"$CATENARIA" run "$small" --set time.step=1e-5 --set record.every=100 -o "$work/nohup" --quiet &
pid=$!
sleep 0.2
check "ignored SIGHUP: it came before the end" kill -HUP "$pid"
wait "$pid"
code=$?
trap - HUP
check "ignored SIGHUP: exit code" equal "$code" 0
check "ignored SIGHUP: files" whole "$work/nohup"

# A reader that goes away is no crash, and the files are written all the same.
"$CATENARIA" run "$small" -o "$work/pipe" 2>"$work/stderr" | true
check "closed pipe: exit code" equal "${PIPESTATUS[0]}" 141
check "closed pipe: quiet" [ ! -s "$work/stderr" ]
check "closed pipe: files" whole "$work/pipe"
check "closed pipe: status" equal "$("$PROBE" json "$work/pipe/summary.json" status)" ok

# Standard output on a full disk is output that could not be written.
check "there is a full disk" [ -w /dev/full ]
"$CATENARIA" cases >/dev/full 2>/dev/null
check "full disk behind standard output" equal "$?" 4
# Standard output that is closed does not become a file of results.
"$CATENARIA" run "$small" -o "$work/closed" >&- 2>&-
check "closed standard streams: exit code" equal "$?" 0
check "closed standard streams: files" whole "$work/closed"
finish
