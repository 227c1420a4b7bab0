#!/usr/bin/env bash
# tools/sweep: its rows are those of single runs, a run that fails is named and does not stop the
# others, and nothing is left behind. A run says who solved it, and why.
. "$(dirname "$0")/../robust/lib.sh"
command -v jq >/dev/null || skip "jq is not installed"
command -v python3 >/dev/null || skip "python3 is not installed"
case=$here/tiny-line.yaml
sweep=$here/../../tools/sweep
cd "$work" || exit 1
export CATENARIA
run() {  # run FILE ARGUMENTS...: the object of a run of the case
  local file=$1
  shift
  check "run $*" sh -c '"$@" --json 2>/dev/null >"$0"' "$file" "$CATENARIA" run "$case" "$@"
}
swept() {  # swept CODE ARGUMENTS...: the driver
  local code=$1
  shift
  "$sweep" "$@" >out.txt 2>err.txt
  check "sweep $*: exit code" equal "$?" "$code"
}
short=(--set solver=band --set run.to=100 --set measure.to=90)

swept 0 "$case" run.speed "120 km/h" "160 km/h" -j 2 --json -- "${short[@]}"
mv out.txt many.json
check "one object per value" equal "$(jq length many.json)" 2
check "nothing kept" equal "$(ls)" "$(printf '%s\n' err.txt many.json)"
i=0
for speed in 120 160; do
  run one.json --set "run.speed=$speed km/h" "${short[@]}" -o one
  check "value $i" equal "$(jq -r ".[$i].value" many.json)" "$speed km/h"
  check "code $i" equal "$(jq ".[$i].exit_code" many.json)" 0
  check "some force" test "$(jq '.pantographs[0].force.mean_N > 1' one.json)" = true
  timeless='del(.timing)'
  check "the run at $speed km/h" equal "$(jq -S ".[$i].summary | $timeless" many.json)" "$(jq -S "$timeless" one.json)"
  i=$((i + 1))
done

swept 0 "$case" run.speed "120 km/h" "160 km/h" -o kept -- "${short[@]}"
check "a head and a row each" equal "$(wc -l <out.txt)" 3
row=$(jq -r '[.pantographs[0].static_force_N, (.pantographs[0].force | .mean_N, .std_N, .max_N, .min_N), .max_uplift_mm]
  | .[] ' one.json | LC_ALL=C xargs printf '%.2f ')
check "the row of 160 km/h" equal "$(sed -n '3s/   */ /g; 3p' out.txt)" "160 km/h p1 ${row% }"
check "results kept" test -s kept/2/summary.json

swept 2 "$case" run.speed "120 km/h" "900 km/h" -- "${short[@]}"
check "the run that failed is named" grep -q '^run.speed=900 km/h: exit code 2: .*wave speed' err.txt
check "the other one is there" grep -qE '^120 km/h +p1 ' out.txt
check "a row without result" grep -qE '^900 km/h +-( +-)+$' out.txt
swept 2 "$case" run.sped "120 km/h" --json
check "an unknown key" grep -q 'did you mean "speed"' err.txt
check "has no summary" equal "$(jq '.[0].summary' out.txt)" null
swept 1 "$case" measure.compare_with en50318-2018-320 -- "${short[@]}" --strict
check "a verdict that fails has results" grep -qE '^en50318-2018-320 +p1 ' out.txt
swept 2 "$case" run.speed
swept 2 "$case" run.speed=3 4
swept 2 "$case" run.speed 30 -j 0
CATENARIA=/nowhere swept 5 "$case" run.speed 30

# Signals: the programs are ended and waited for, nothing is left behind, what is done stays. The
# second run never ends by itself; a shell makes its background jobs ignore SIGINT, env undoes that.
mkdir temporary
cat >slow <<'END'
#!/usr/bin/env bash
# the program, but one value takes a minute, and says when it is told to end
case " $* " in *"=160 km/h "*) ;; *) exec "$PROGRAM" "$@" ;; esac
trap 'echo ended >>"$ENDED"; kill $!; exit 143' TERM
sleep 60 &
echo $$ >"$STARTED"
wait
END
chmod +x slow
export PROGRAM=$CATENARIA ENDED=$work/ended STARTED=$work/started
wait_until() { for _ in $(seq 300); do "$@" && return; sleep 0.1; done; false; }
over() { ! kill -0 "$1" 2>/dev/null; }
stopped() {  # stopped SIGNAL CODE [ARGUMENTS...]: once the second run goes on
  local signal=$1 expected=$2 pid
  shift 2
  rm -f ended started
  TMPDIR=$work/temporary CATENARIA=$work/slow env --default-signal "$sweep" "$case" run.speed \
    "120 km/h" "160 km/h" "140 km/h" -j 1 "$@" -- "${short[@]}" >out.txt 2>err.txt &
  pid=$!
  check "SIG$signal: the second run began" wait_until test -s started
  kill -"$signal" "$pid"
  check "SIG$signal: ends" wait_until over "$pid"
  wait "$pid"
  check "SIG$signal: exit code" equal "$?" "$expected"
  check "SIG$signal: the program was told, once" equal "$(cat ended)" ended
  check "SIG$signal: the program is gone" over "$(cat started)"
  check "SIG$signal: nothing left behind" equal "$(ls temporary)" ""
  check "SIG$signal: no traceback" grep -q '^tools/sweep: interrupted; 1 of 3 runs are complete' err.txt
  check "SIG$signal: one line" equal "$(wc -l <err.txt)" 1
}
stopped TERM 143
stopped HUP 129
stopped INT 130 -o half
check "what is done stays" whole half/1
check "what did not begin is not there" [ ! -e half/3 ]
mkdir starting
echo 'import os, signal; os.kill(os.getpid(), signal.SIGINT)' >starting/argparse.py
PYTHONPATH=$work/starting env --default-signal "$sweep" "$case" run.speed 30 >out.txt 2>err.txt
check "SIGINT while it starts: exit code" equal "$?" 130
check "SIGINT while it starts: no traceback" equal "$(grep -c Traceback err.txt)" 0

run one.json "${short[@]}" --set solver=auto -o one
check "the solver chosen says why" test "$(jq -r '.march.solver_reason[0:5]' one.json)" = auto:
run one.json "${short[@]}" -o one
check "the solver asked for was asked for" test "$(jq -r .march.solver_reason one.json)" = "asked for"
finish
