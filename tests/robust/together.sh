#!/usr/bin/env bash
# Several processes that write into one folder: in the end the files are those of one of them, and
# nothing else is there; what killed ones left is gone after the next.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# three runs that differ in every file
speeds=(30 31 32)
run() { "$CATENARIA" run "$small" --set "run.speed=${speeds[$1]}" -o "$2" --csv --quiet; }
for i in 0 1 2; do run "$i" "alone$i" || fail "run $i alone"; done
check "they differ" sh -c "! cmp -s alone0/results.h5 alone1/results.h5"

hash_of() { "$PROBE" json "$1/summary.json" input_hash; }
of_one() {  # the files in FOLDER are those of the run that its summary names
  local folder=$1 i
  for i in 0 1 2; do
    [ "$(hash_of "$folder")" = "$(hash_of "alone$i")" ] || continue
    cmp "$folder/results.h5" "alone$i/results.h5" && cmp "$folder/channels.csv" "alone$i/channels.csv" &&
      grep -q "$(hash_of "$folder")" "$folder/report.html"
    return
  done
  false
}
together() {  # together WHAT [PREFIX...]: all three at once
  local what=$1 pids=() i pid
  shift
  for i in 0 1 2; do
    "$@" "$CATENARIA" run "$small" --set "run.speed=${speeds[$i]}" -o both --csv --quiet 2>"err$i" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do
    wait "$pid"
    check "$what: exit code" equal "$?" 0
  done
  check "$what: files of one run" of_one both
  check "$what: nothing else" only_final_names both
}
for i in $(seq 1 10); do together "round $i"; done

# slowed down between two renames, where files of two would be mixed for certain
if command -v strace >/dev/null && strace -o probe -e inject=getppid:error=EPERM true 2>/dev/null; then
  export ASAN_OPTIONS=detect_leaks=0
  slow=(strace -f -o /dev/null -e trace=renameat -e inject=renameat:delay_enter=100000)
  for i in 1 2 3; do together "slow round $i" "${slow[@]}"; done

  # one that is killed while it writes; then the next cleans up
  strace -f -o /dev/null -e trace=renameat -e inject=renameat:signal=KILL:when=2 \
    "$CATENARIA" run "$small" -o both --csv --quiet >/dev/null 2>&1
  check "killed: left something" sh -c "ls -A both | grep -q '^.catenaria-'"
  run 1 both || fail "the run after a killed one"
  check "after a killed one: nothing else" only_final_names both
  check "after a killed one: files of one run" of_one both
fi

# one that is stopped in the middle: the other says so and leaves everything as it was
exec 9<both
if command -v flock >/dev/null; then
  flock -n 9 || fail "the lock is free"
  before=$(sums both)
  run 2 both 2>err.txt
  check "locked: exit code" equal "$?" 4
  check "locked: says so" grep -q 'both: another process has been writing there' err.txt
  check "locked: as it was" equal "$(sums both)" "$before"
fi
exec 9<&-
run 2 both || fail "a run after all that"
check "afterwards: files of one run" of_one both
finish
