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

# the static force is that of a run: as given, or the mean force to be met; the speed is one
is pantographs.0.static_force_N 180
rt 0 --seconds 0.1 --set pantograph[0].static_force=0 --set pantograph[0].en50367=ac
check "the force of the standard at 320 km/h" awk "BEGIN { f = $(value pantographs.0.static_force_N); exit !(f > 169.32 && f < 169.34) }"
rt 0 --seconds 0.1 --set pantograph[0].static_force=0 --set pantograph[0].target_mean_force=150
is pantographs.0.static_force_N 150
rt 2 --seconds 0.1 --set 'run.speed=[{at: 0 s, speed: 100 km/h}, {at: 5 s, speed: 200 km/h}]'
check "speeds that vary" grep -q 'run.speed: found a list, expected one speed for a run in real time' "$work/err.txt"

# injected faults are counted
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

# a segment in use is refused, one that a killed line left behind is taken over
segment=/catenaria-test-$$
alone="rt $case --link shm --name $segment -q"  # without a partner
# shellcheck disable=SC2086
"$CATENARIA" $alone --wait 30 -o "$work/first" 2>/dev/null &
pid=$!
for _ in $(seq 200); do [ "$(head -c 8 "/dev/shm$segment" 2>/dev/null)" != CATRING1 ] || break; sleep 0.05; done
# shellcheck disable=SC2086
"$CATENARIA" $alone --wait 0.1 -o "$work/second" 2>"$work/err.txt"
check "in use: exit code" equal "$?" 2
check "in use: by whom" grep -q "in use by the line of process $pid" "$work/err.txt"
kill -KILL $pid
wait $pid 2>/dev/null
check "left behind" [ -e "/dev/shm$segment" ]
# shellcheck disable=SC2086
"$CATENARIA" $alone --wait 0.1 -o "$work/third" 2>"$work/err.txt"
check "taken over: exit code" equal "$?" 2
check "taken over: explained" grep -q "left behind by process $pid" "$work/err.txt"
check "taken over: waits for a partner" grep -q 'no partner sent a packet' "$work/err.txt"
check "taken over: gone" [ ! -e "/dev/shm$segment" ]

# cut short while the loop runs: it ends, and says why
answers() { od -An -tu4 -j8384 -N4 "/dev/shm$segment" 2>/dev/null | grep . || echo 0; }  # so far
for bytes in 0 100; do
  # shellcheck disable=SC2086
  "$CATENARIA" rt "$case" --partner simulated $calm --link shm --name "$segment" --seconds 20 --json \
    -q -o "$work/cut" >"$work/out.json" 2>"$work/err.txt" &
  pid=$!
  for _ in $(seq 600); do [ "$(answers)" -gt 50 ] && break; sleep 0.05; done
  truncate -s $bytes "/dev/shm$segment"
  wait $pid
  check "cut to $bytes bytes: exit code" equal "$?" 3
  is status failed
  check "cut to $bytes bytes: said" grep -q 'was cut short by another program' "$work/err.txt"
  check "cut to $bytes bytes: steps taken" [ "$(value rt.steps)" -gt 10 ]
  check "cut to $bytes bytes: gone" [ ! -e "/dev/shm$segment" ]
done

# absurd packets: the safe state, and statistics without them
CATENARIA_RT_PLANT=absurd@100 rt 0 --seconds 0.3 --input position
is rt.safety.value 1
is rt.packets.refused 1
check "statistics" awk "BEGIN { exit !($(value pantographs.0.force.max_N) < 1000) }"
CATENARIA_RT_PLANT=absurd@100 rt 0 --seconds 0.3
is rt.safety.force 1
check "statistics" awk "BEGIN { exit !($(value pantographs.0.force.max_N) < 1000) }"

# somebody else
CATENARIA_RT_PLANT=stranger@100 rt 0 --seconds 0.6
is rt.packets.foreign 3
is rt.packets.sessions 1
CATENARIA_RT_PLANT=stranger@100 rt 0 --seconds 0.6 --rebind
check "taken over by another sender" [ "$(value rt.packets.sessions)" -ge 2 ]
is rt.rebind true

# a key: in a file of one's own, and right
key=$work/rig.key
echo '00112233 44556677 8899AABB ccddeeff' >"$key"
chmod 600 "$key"
rt 0 --seconds 0.3 --key "$key"
is rt.authenticated true
is rt.packets.unauthenticated 0
is rt.steps 300
if [ -z "${INSTRUMENTED:-}" ]; then
  is rt.allocations 0
  is rt.page_faults 0
fi
CATENARIA_RT_PLANT=forge@100 rt 0 --seconds 0.3 --key "$key"
is rt.packets.unauthenticated 3
is rt.packets.replayed 2
is rt.safety.force 0
rt 0 --seconds 0.1 --key <(cat "$key")
mkfifo "$work/nobody"  # one signal ends the wait for a writer
timeout -k 8 1 "$CATENARIA" rt "$here/tiny-line.yaml" --key "$work/nobody" >/dev/null 2>&1
check "a key that does not come: ended by one signal" [ $? -eq 124 ]
is rt.authenticated true
refused() {  # refused MESSAGE: the key in the file
  rt 2 --seconds 0.1 --key "$key"
  check "key: $1" grep -q -- "--key $key: $1" "$work/err.txt"
  check "key: one line" equal "$(wc -l <"$work/err.txt")" 1
}
chmod 640 "$key"
refused 'others may read it (mode 640)'
chmod 600 "$key"
echo 0011 >"$key"
refused 'found 4 digits, expected 32 hexadecimal digits'
printf '00112233445566778899aabbccddeeff\n0' >"$key"
refused 'line 2, column 1: found one more digit'
printf '0011\n22x3' >"$key"
refused 'line 2, column 3: found another character'
key=$work/none.key
refused 'No such file'

# stopped by the user: what there is is kept (SIGINT is ignored in the background of a plain shell). On a
# crowded machine the loop may not have begun yet, and then there is nothing to keep: wait longer
for pause in 1.5 6 18; do
  # shellcheck disable=SC2086
  "$CATENARIA" rt "$case" --partner simulated $calm --seconds 30 -q -o "$work/stopped" 2>/dev/null &
  pid=$!
  sleep "$pause"
  kill -TERM $pid
  wait $pid
  code=$?
  [ ! -f "$work/stopped/summary.json" ] || break
done
check "stopped: exit code" equal "$code" 143
check "stopped: marked" equal "$("$PROBE" json "$work/stopped/summary.json" status)" interrupted
check "no process is left" sh -c "! pgrep -P $pid >/dev/null"

# the dashboard, on a terminal only
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  TERM=xterm script -qec "$CATENARIA rt $case --partner simulated $calm --seconds 0.5 --dashboard \
    -q -o $work/out" /dev/null >"$work/screen" </dev/null
  check "dashboard" grep -q 'overruns .* packets lost' "$work/screen"
fi
rt 0 --seconds 0.2 --dashboard
check "no dashboard in a file" sh -c "! grep -q 'overruns .* packets lost' '$work/err.txt'"
finish
