#!/usr/bin/env bash
# catenaria compare: the numbers of two summaries, what differs, what is missing, exit codes.
. "$(dirname "$0")/../robust/lib.sh"

has() { check "$1" grep -qE -- "$1" "$work/out.txt"; }

# a run with itself, and with a slower one
code 0 run "$small" -q -o a
code 0 run "$small" -q -o again
code 0 run "$small" -q --set run.speed=30 -o b
code 0 compare a again --tolerance 0
has 'All within the tolerance of 0'
code 0 compare a b
code 1 compare a b --tolerance 1e-6
has 'beyond the tolerance'
code 0 compare a b --tolerance 10

# the page: both curves over one another, by default beside the results; JSON asks for none
check "page" grep -q '"title":"lambda_p"' "$work/results/compare.html"
check "both" grep -q 'lambda_p of B' "$work/results/compare.html"
code 0 compare a b -o pages/both.html
has '^Report   pages/both.html$'
check "named" grep -q '<h1>Two results compared</h1>' "$work/pages/both.html"
rm -r "$work/results"
code 0 compare a b --json
check "no page unasked" [ ! -e "$work/results" ]
code 4 compare a b -o a
check "a folder stays" [ -d "$work/a" ]
code 1 compare a/summary.json b --tolerance 1e-6 --json
check "one object" "$PROBE" json "$work/out.txt"
check "counted" [ "$("$PROBE" json "$work/out.txt" beyond)" -gt 0 ]

# numbers that agree do not make a failed run, another kind or another verdict the same
echo '{"format": 1, "kind": "train", "status": "ok", "verdicts": [{"value": 1, "result": "pass"}]}' >"$work/word.json"
for change in 's/"ok"/"failed"/' 's/"train"/"bridge"/' 's/"pass"/"fail"/'; do
  sed "$change" "$work/word.json" >"$work/other.json"
  code 1 compare word.json other.json --tolerance 100
  has ' differ .*BEYOND'
  code 1 compare word.json other.json --tolerance 100 --json
  check "$change: one is beyond" equal "$("$PROBE" json "$work/out.txt" beyond)" 1
done
code 0 compare word.json word.json --tolerance 0

# a damaged results.h5 is refused, with curves and without; one that is missing is not
h5=$work/again/results.h5
cp "$h5" "$work/kept.h5"
refused() {  # refused WHAT MESSAGE
  for more in "" "--json" "-o page.html"; do
    # shellcheck disable=SC2086
    code 2 compare a again $more
    check "$1 $more: says so" grep -q "^again/results.h5: found $2" "$work/err.txt"
    check "$1 $more: no page" [ ! -e "$work/page.html" ]
  done
}
truncate -s -1 "$h5"
refused "cut" 'a damaged file of'
cp "$work/kept.h5" "$h5"
printf '\377' | dd of="$h5" bs=1 seek=9000 conv=notrunc status=none
refused "changed" 'a damaged file that does not match its checksum'
tail -c +513 "$work/kept.h5" >"$h5"
refused "without its checksum" 'no checksum'
rm "$h5"
code 0 compare a again -o page.html
cp "$work/kept.h5" "$h5"

# rows by hand: order, marks, missing ones, null, timing
echo '{"format": 1, "x": [1, 2, {"y": 3}, 4, 5, 6, 7, 8, 9, 10, 11], "only": 5, "n": null,
  "timing": {"run_s": 1}}' >"$work/one.json"
echo '{"format": 1, "x": [1, 2, {"y": 3.03}, 4, 5, 6, 7, 8, 9, 10, 11], "other": {"z": 6},
  "n": null, "timing": {"run_s": 9}}' >"$work/two.json"
code 0 compare one.json two.json
check "no curves" grep -q 'no curves are shown' "$work/results/compare.html"
has '^  x\[2\]\.y +3 +3\.03 +0\.03 +0\.0099 \*$'
has '^  timing\.run_s .* not judged$'
has '^Only in A$'
has '^  only +5$'
has '^Only in B$'
has '^  other\.z +6$'
check "digits count as numbers" [ "$(grep -n 'x\[9\]' "$work/out.txt" | cut -d: -f1)" -lt \
  "$(grep -n 'x\[10\]' "$work/out.txt" | cut -d: -f1)" ]
code 0 compare one.json two.json --tolerance 0.01
code 1 compare one.json two.json --tolerance 0.009
has 'BEYOND'
sed 's/"n": null/"n": 1/' "$work/one.json" >"$work/number.json"
code 1 compare one.json number.json --tolerance 100

# errors: one line, exit 2
echo '{"format": 1,' >"$work/cut.json"
echo '{"format": 2}' >"$work/later.json"
echo '[]' >"$work/list.json"
: >"$work/empty.json"
mkdir "$work/folder"
for pair in "one.json cut.json" "one.json later.json" "list.json one.json" "one.json empty.json" \
  "one.json folder" "one.json nothing" "one.json" "one.json two.json one.json" \
  "one.json two.json --tolerance much" "one.json two.json --tolerance -1"; do
  # shellcheck disable=SC2086
  code 2 compare $pair
  check "'$pair': one line" equal "$(wc -l <"$work/err.txt")" 1
  check "'$pair': nothing on standard output" [ ! -s "$work/out.txt" ]
done
# line and column of what is no JSON; columns count characters, not bytes
place() {  # place TEXT LINE:COLUMN
  printf "$1" >"$work/bad.json"
  code 2 compare one.json bad.json
  check "line and column $2" grep -q "^bad.json:$2: found no JSON here" "$work/err.txt"
}
place '{"format": 1,\n' 2:1
place x 1:1
place '{"format": 1,\n "a": }' 2:7
place '{"\303\244\303\266": }' 1:8
code 2 compare one.json later.json
check "another format" grep -q '^later.json:1:1: format: found another format' "$work/err.txt"
code 2 compare one.json list.json
check "no format" grep -q '^list.json:1:1: format: found none' "$work/err.txt"
finish
