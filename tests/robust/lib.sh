# What the robustness scripts share. CATENARIA is the program, PROBE reads its files.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
small=$here/small.yaml
work=$(mktemp -d "${TMPDIR:-/tmp}/catenaria-robust-XXXXXX")
trap 'rm -rf "$work"' EXIT
npass=0
nfail=0

pass() { npass=$((npass + 1)); }
fail() {
  nfail=$((nfail + 1))
  echo "FAILED: $*"
}
check() {  # check WHAT COMMAND...: passes if the command succeeds
  local what=$1
  shift
  if "$@"; then pass; else fail "$what"; fi
}
equal() { [ "$1" = "$2" ] || { echo "  expected '$2', got '$1'"; false; }; }
code() {  # code CODE ARGUMENTS...: the program in the work folder
  local code=$1
  shift
  (cd "$work" && "$CATENARIA" "$@" >out.txt 2>err.txt)
  check "$*: exit code" equal "$?" "$code"
}
skip() {
  echo "skipped: $*"
  exit 77
}
finish() {
  echo "$npass passed, $nfail failed"
  [ "$nfail" -eq 0 ] && [ "$npass" -gt 0 ]
  exit
}

# Every file that stands under a final name in DIR is complete.
complete() {
  local dir=$1 ok=0
  if [ -e "$dir/summary.json" ]; then "$PROBE" json "$dir/summary.json" status >/dev/null || ok=1; fi
  if [ -e "$dir/results.h5" ]; then "$PROBE" h5 "$dir/results.h5" || ok=1; fi
  if [ -e "$dir/report.html" ]; then tail -c 20 "$dir/report.html" | grep -q '</html>' || ok=1; fi
  if [ -e "$dir/channels.csv" ]; then
    [ -s "$dir/channels.csv" ] && [ -z "$(tail -c 1 "$dir/channels.csv" | tr -d '\n')" ] || ok=1
  fi
  return $ok
}
# The files of a run are there, all of them, and complete; with_csv asks for channels.csv, too.
whole() {
  local file
  for file in summary.json results.h5 report.html; do
    [ -s "$1/$file" ] || { echo "  $1/$file is not there"; return 1; }
  done
  complete "$1"
}
with_csv() {
  [ -s "$1/channels.csv" ] || { echo "  $1/channels.csv is not there"; return 1; }
  whole "$1"
}
# After a kill: nothing yet, or files that are complete.
nothing_half() { [ ! -e "$1" ] || complete "$1"; }
only_final_names() {
  local odd
  odd=$(ls -A "$1" 2>/dev/null | grep -vxE 'summary\.json|results\.h5|report\.html|channels\.csv')
  [ -z "$odd" ] || { echo "  left behind: $odd"; false; }
}
sums() { (cd "$1" && find . -type f | LC_ALL=C sort | xargs -r sha256sum) || echo "no folder $1"; }
