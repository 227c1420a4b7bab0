#!/usr/bin/env bash
# catenaria rt: the loop with its simulated partner, its counters, its limits, its ways to end.
. "$(dirname "$0")/../robust/lib.sh"
case=$here/../rt/small.yaml
calm="--priority 0 --no-awake"  # other tests run beside this one

# rt CODE ARGUMENTS...
rt() {
  local code=$1
  shift
  # shellcheck disable=SC2086
  "$CATENARIA" rt "$case" --partner simulated $calm -o "$work/out" --json --quiet "$@" \
    >"$work/out.json" 2>"$work/err.txt"
  check "rt $*: exit code" equal "$?" "$code"
}
value() { "$PROBE" json "$work/out.json" "$1"; }
is() { check "$1 is $2" equal "$(value "$1")" "$2"; }

rt 0 --seconds 0.3
is status ok
is rt.period_us 1000
is rt.steps 300
is rt.packets.malformed 0
check "rt.backend" [ -n "$(value rt.backend)" ]
for name in compute_us wake_us; do
  for part in median p99 p999 max; do check "rt.$name.$part" [ -n "$(value "rt.$name.$part")" ]; done
done
for name in overruns overruns_by_compute packets.lost packets.late packets.duplicated allocations \
  page_faults scheduling.mlockall safety.force pantographs; do
  check "rt.$name" [ -n "$(value "rt.$name" || value "$name")" ]
done
check "report" whole "$work/out"
if [ -z "${INSTRUMENTED:-}" ]; then
  is rt.allocations 0
  is rt.page_faults 0
fi

# what is planted is counted
CATENARIA_RT_PLANT=allocation@100 rt 0 --seconds 0.2
[ -n "${INSTRUMENTED:-}" ] || is rt.allocations 1
CATENARIA_RT_PLANT=fault@100 rt 0 --seconds 0.2
[ -n "${INSTRUMENTED:-}" ] || is rt.page_faults 1
CATENARIA_RT_PLANT=fault@100 rt 0 --seconds 0.2 --no-lock --link shm
[ -n "${INSTRUMENTED:-}" ] || is rt.page_faults 1
CATENARIA_RT_PLANT=loss@100 rt 0 --seconds 0.2
is rt.packets.lost 1
CATENARIA_RT_PLANT=stall@50 rt 3 --seconds 0.5 --overrun stop
is status failed
is rt.overruns 1
CATENARIA_RT_PLANT=nonsense rt 2 --seconds 0.1

# the line goes on and on under the pantograph, or ends
rt 0 --seconds 6 --paced off --link shm
is rt.shift.on true
is rt.shift.times 6
is rt.steps 6000
rt 0 --seconds 6 --paced off --shift off
is rt.shift.end_of_line true
rt 2 --seconds 1 --shift 20
check "reason" grep -q 'must lie from' "$work/err.txt"

# usage
for wrong in "--seconds x" "--partner nobody" "--link pigeon" "--overrun jump" "--priority 100" \
  "--delay often" "--paced slow" "--input heat" "--max-force 0"; do
  # shellcheck disable=SC2086
  rt 2 $wrong
  check "$wrong: one line" equal "$(wc -l <"$work/err.txt")" 1
done
"$CATENARIA" rt "$small" --json >"$work/out.json" 2>/dev/null
check "no pantographs: exit code" equal "$?" 2

# nobody there; nothing left behind
"$CATENARIA" rt "$case" --link shm --name "/catenaria-test-$$" --wait 0.1 -q -o "$work/none" 2>/dev/null
check "no partner: exit code" equal "$?" 2
check "shared memory is gone" [ ! -e "/dev/shm/catenaria-test-$$" ]
check "no results" [ ! -e "$work/none" ]

# stopped by the user: what there is is kept (SIGINT is ignored in the background of a plain shell)
# shellcheck disable=SC2086
"$CATENARIA" rt "$case" --partner simulated $calm --seconds 20 -q -o "$work/stopped" 2>/dev/null &
pid=$!
sleep 1.5
kill -TERM $pid
wait $pid
check "stopped: exit code" equal "$?" 143
check "stopped: marked" equal "$("$PROBE" json "$work/stopped/summary.json" status)" interrupted
check "no process is left" sh -c "! pgrep -P $pid >/dev/null"

# the dashboard, on a terminal only
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  TERM=xterm script -qec "$CATENARIA rt $case --partner simulated $calm --seconds 0.5 --dashboard \
    -q -o $work/out" /dev/null >"$work/screen" </dev/null
  check "dashboard" grep -q 'overruns .* packets lost' "$work/screen"
fi
rt 0 --seconds 0.2 --dashboard
check "no dashboard in a file" [ ! -s "$work/err.txt" ]
finish
