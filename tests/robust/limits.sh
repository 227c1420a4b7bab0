#!/usr/bin/env bash
# Where the system gives little: no memory, no stack, no file size, no descriptors, no library of
# cases. Every run ends soon, with an exit code of the list and a message, never by a signal.
. "$(dirname "$0")/lib.sh"
[ -z "${INSTRUMENTED:-}" ] || skip "an instrumented build needs more than any limit"
tiny=$here/tiny-line.yaml
bridge=$here/../mutate/lines/bridge.yaml
stitched=$here/../mutate/lines/stitched.yaml
export CATENARIA_CACHE=$work/cache
cd "$work" || exit 1
"$CATENARIA" run "$tiny" -o ref --csv --quiet || fail "the run itself"

commands=("run $tiny -o out --csv -q" "run $tiny -o out -q --set solver=band"
  "run $tiny -o out -q --set solver=modal" "run $small -o out -q" "check $tiny" "rest $tiny -o out -q"
  "modes $tiny -o out -q" "compare ref ref -o page.html" "measure ref/channels.csv -o out -q"
  "run $bridge -o out -q" "modes $bridge -o out -q" "explain run.speed")

# try WHAT CODES COMMAND [LIMIT...]: the command under limits of ulimit; 127 is the loader's
try() {
  local what=$1 codes=$2 command=$3 got
  shift 3
  # shellcheck disable=SC2086
  (ulimit -c 0 && ulimit "$@" && exec timeout -s KILL 20 "$CATENARIA" $command) >out.txt 2>err.txt
  got=$?
  check "$what: $command: exit code $got" grep -qw "$got" <<<"$codes"
  [ "$got" -eq 0 ] || check "$what: $command: says why" [ -s err.txt ]
  [ "$got" -ne 5 ] || check "$what: $command: memory" grep -q 'out of memory' err.txt
  [ "$got" -ne 0 ] || ran=$((ran + 1))
}

# address space: what the loader itself cannot do without is measured first
least=40
until (ulimit -v $((least * 1024)) && exec "$CATENARIA" --version) >out.txt 2>&1 ||
  grep -q '^out of memory' out.txt; do
  least=$((least + 10))
done
echo "the loader needs $least MB"
ran=0
for mb in $(seq "$least" 10 400); do
  for command in "${commands[@]}"; do try "$mb MB" "0 5" "$command" -v $((mb * 1024)); done
done
# in small steps, where the library's own memory would be asked for behind ours
for mb in $(seq $((least + 110)) 1 $((least + 160))); do
  try "$mb MB" "0 5" "run $stitched -o out -q" -v $((mb * 1024))
done
check "under some limits it still works ($ran)" [ "$ran" -ge "${#commands[@]}" ]

# stack: the same as without a limit
for kb in 64 128 1024; do
  for command in "${commands[@]}"; do try "stack of $kb KB" 0 "$command" -s "$kb"; done
done

# file size: told as any write that fails, and nothing is left behind
rm -rf out ref2
for blocks in 1 8 64; do
  try "files of $blocks KB" 4 "run $tiny -o out -q" -f "$blocks"
  check "files of $blocks KB: says which" grep -q 'File too large' err.txt
  check "files of $blocks KB: nothing left" [ ! -e out ]
done

# descriptors: whichever are closed, files hold what they should and nothing else
closed() {  # closed WHICH: "0 1 2" or some of them
  local fd redirections=""
  for fd in $1; do redirections="$redirections $fd>&-"; done
  rm -rf out
  (eval "exec $redirections"; exec "$CATENARIA" run "$tiny" -o out --csv)
  check "closed $1: exit code" equal "$?" 0
  check "closed $1: only files of results" only_final_names out
  check "closed $1: results.h5" cmp out/results.h5 ref/results.h5
  check "closed $1: channels.csv" cmp out/channels.csv ref/channels.csv
  check "closed $1: summary.json" "$PROBE" json out/summary.json
}
for which in 0 1 2 "0 1" "0 2" "1 2" "0 1 2"; do closed "$which" >out.txt 2>err.txt; done
(exec 0>&- 1>&- 2>&-; exec "$CATENARIA" check no-such-file.yaml)
check "closed, and an error: exit code" equal "$?" 2

# the library of cases: some other folder, a file, nothing, links in a circle, a tree without end
ln -s circle circle
mkdir -p tree/a links
ln -s ../.. tree/a/back
ln -s ../tree links/tree
cp "$tiny" tree/a/one.yaml
cases() {  # cases CODE FOLDER [MESSAGE]
  CATENARIA_CASES=$2 timeout -s KILL 20 "$CATENARIA" cases >out.txt 2>err.txt
  check "cases from $2: exit code" equal "$?" "$1"
  [ -z "${3:-}" ] || check "cases from $2: says '$3'" grep -q "$3" err.txt
}
cases 2 / 'CATENARIA_CASES: found "/", a folder with more than 20000 files'
cases 2 /proc 'CATENARIA_CASES: found "/proc"'
cases 2 /etc/passwd 'CATENARIA_CASES: found "/etc/passwd", which is no folder'
cases 2 "$work/nothing" 'which is no folder'
cases 2 "$work/circle" 'which is no folder'
cases 0 "$work/tree"
check "links back are not followed" equal "$(grep -c 'a/one' out.txt)" 1
cases 0 "$work/links"
for folder in / "$work/circle" "$work/nothing"; do
  CATENARIA_CASES=$folder "$CATENARIA" check pdae/arnold-simeon-32 >out.txt 2>err.txt
  check "check, cases from $folder" equal "$?" 2
done
finish
