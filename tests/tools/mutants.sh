#!/usr/bin/env bash
# tools/mutants draws the same mutants for the same seed, of every kind, and each changes the program,
# not its texts. (Trying them takes long: make mutants.)
. "$(dirname "$0")/../robust/lib.sh"
command -v python3 >/dev/null || skip "python3 is not installed"
root=$(cd "$here/../.." && pwd)
list() { SEED=$1 MUTANTS=${2:-600} "$root/tools/mutants" --list "${@:3}" || echo "failed: $?"; }

list 1 >"$work/one"
list 1 >"$work/again"
list 2 >"$work/other"
check "as many as were asked for" equal "$(grep -c '^src/' "$work/one")" 600
check "the same seed, the same mutants" cmp -s "$work/one" "$work/again"
check "another seed, others" sh -c "! cmp -s '$work/one' '$work/other'"
for kind in operator constant sign index name not 'arguments swapped' 'statement removed'; do
  check "$kind" grep -qE "^src/[a-z0-9_/]+\.c:[0-9]+ $kind\$" "$work/one" "$work/other"
done
for folder in element linalg ode line mechanism assemble rest structure structure/lanes contact couple monitor study/train study/pdae post input spec reduce report; do
  check "$folder" grep -q "^src/$folder/" "$work/one"
done

# all of one file: nothing in its comments, its texts and its signatures
file=src/post/verdict.c
list 1 100000 $file >"$work/all"
check "one file alone" sh -c "! grep '^src/' '$work/all' | grep -v '^$file:'"
check "some hundred in it" [ "$(grep -c '^src/' "$work/all")" -gt 200 ]
check "sigma times mean is among them" grep -qE '^  \+ *\.value = f->std \* f->mean,' "$work/all"
check "a limit of a range is among them" grep -qE '^  \+.*\{MEAN, 110, 121\}' "$work/all"
check "comments stay" sh -c "! grep -E '^  [-+] *//' '$work/all'"
check "signatures stay" sh -c "! grep -E '^  [-+](int|double|CatStatus) cat_' '$work/all'"
texts() { grep -o '"[^"]*"' "$1" | LC_ALL=C sort -u; }
check "texts stay" equal "$(LC_ALL=C comm -23 <(texts "$work/all") <(texts "$root/$file"))" ""
check "and are there" [ "$(texts "$work/all" | wc -l)" -gt 2 ]
check "a file that is none" sh -c "! '$root/tools/mutants' --list src/app/main.c 2>/dev/null"
finish
