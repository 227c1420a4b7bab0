#!/usr/bin/env bash
# The n-th write, fsync, rename or open fails, for every n: exit code 4 (2 if it was the input), old
# results as they were, nothing half under a final name, nothing left behind.
. "$(dirname "$0")/lib.sh"

command -v strace >/dev/null || skip "strace is not installed"
strace -o "$work/probe" -e inject=getppid:error=EPERM true 2>/dev/null || skip "strace may not trace here"

dir=$work/out
"$CATENARIA" run "$small" -o "$dir" --csv --quiet || fail "the run itself"
check "the run itself: files" with_csv "$dir"
cp -r "$dir" "$work/kept"

# A sanitizer that looks for leaks cannot work under a tracer.
export ASAN_OPTIONS=detect_leaks=0

# inject NAME SYSCALLS ERROR WHEN CODES [strace arguments]: runs once, says whether anything was hit.
# The exit code is one of CODES; 0 among them: the program may do without that call.
inject() {
  local name=$1 calls=$2 error=$3 when=$4 codes=$5 code
  shift 5
  rm -rf "$dir"
  cp -r "$work/kept" "$dir"
  strace -f -o "$work/trace" "$@" -e trace="$calls" -e inject="$calls:error=$error:when=$when" \
    "$CATENARIA" run "$small" -o "$dir" --csv --quiet >"$work/stdout" 2>"$work/stderr"
  code=$?
  grep -q '(INJECTED)' "$work/trace" || return 1
  name="$name $error when=$when"
  check "$name: exit code $code" grep -qw "$code" <<<"$codes"
  if [ "$code" -eq 0 ]; then
    check "$name: done, and whole" with_csv "$dir"
  else
    # from then on, standard error cannot be written either
    [ "$calls$when" = "write${when%+}+" ] || check "$name: says why" [ -s "$work/stderr" ]
    check "$name: old results as they were" equal "$(sums "$dir")" "$(sums "$work/kept")"
  fi
  check "$name: nothing left behind" only_final_names "$dir"
}

each() {  # each NAME SYSCALLS ERROR SUFFIX CODES [strace arguments]
  local n=1 suffix=$4
  while [ "$n" -le 200 ] && inject "$1" "$2" "$3" "$n$suffix" "$5" "${@:6}"; do n=$((n + 1)); done
  echo "$1 $3${suffix:+ from then on}: $((n - 1)) places"
  check "$1 $3: some place was hit" [ "$n" -gt 1 ]
  check "$1 $3: every place was tried" [ "$n" -le 200 ]
}

each write write ENOSPC '' 4
each write write ENOSPC + 4
each write write EIO '' 4
each fsync fsync,fdatasync EIO '' 4
each fsync fsync,fdatasync ENOSPC + 4
each rename rename,renameat,renameat2 EIO '' 4
each rename rename,renameat,renameat2 ENOSPC '' 4
# The loader opens files, too: only those of ours. The folder is opened once more, to look for what
# killed runs left behind; without that a run is whole all the same.
each open openat ENOSPC '' '0 4' -P "$dir"
each open openat EIO '' '0 4' -P "$dir"
each input openat EIO '' 2 -P "$small"
each mkdir mkdir,mkdirat ENOSPC '' '0 4'  # of folders that are there

# The same into a folder that is not there yet: then nothing is there afterwards.
fresh() {  # fresh SYSCALLS ERROR CODES
  local n=1
  while [ "$n" -le 200 ]; do
    rm -rf "$work/new"
    strace -f -o "$work/trace" -e trace="$1" -e inject="$1:error=$2:when=$n" \
      "$CATENARIA" run "$small" -o "$work/new/inner" --quiet >/dev/null 2>&1
    local code=$?
    grep -q '(INJECTED)' "$work/trace" || break
    check "new folder, $1 $2 when=$n: exit code $code" grep -qw "$code" <<<"$3"
    if [ "$code" -eq 0 ]; then
      check "new folder, $1 $2 when=$n: done, and whole" whole "$work/new/inner"
    else
      check "new folder, $1 $2 when=$n: nothing there" [ ! -e "$work/new" ]
    fi
    n=$((n + 1))
  done
  echo "new folder, $1 $2: $((n - 1)) places"
  check "new folder, $1 $2: some place was hit" [ "$n" -gt 1 ]
  check "new folder, $1 $2: every place was tried" [ "$n" -le 200 ]
}
fresh write ENOSPC 4
fresh fsync,fdatasync EIO 4
fresh rename,renameat,renameat2 EIO 4
fresh mkdir,mkdirat ENOSPC '0 4'
finish
