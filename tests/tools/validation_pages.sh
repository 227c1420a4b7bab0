#!/usr/bin/env bash
# tools/check-validation writes pages, finds them fresh, and stale if and only if something that their
# numbers depend on is changed in a copy of the sources.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)
command -v python3 >/dev/null || skip "no python3"
copy=$work/copy

fresh() {
  rm -rf "$copy"
  mkdir -p "$copy/docs/validation" "$copy/tests"
  cp -r "$root/src" "$root/cases" "$copy"
  for folder in validation study physics support mechanism bridge; do
    cp -r "$root/tests/$folder" "$copy/tests"
  done
  cp "$root/docs/input.md" "$copy/docs"
  for page in pdae train nonlinear uncertainty lines cables modal bridge ledger; do
    "$root/tools/check-validation" --root "$copy" --write $page printf '# %s\n\n| 1 |\n' $page ||
      fail "write $page"
  done
}
says() {  # says WHAT CODE STALE...: that these pages are stale and no others
  local what=$1 code=$2
  shift 2
  "$root/tools/check-validation" --root "$copy" >"$work/said"
  check "$what: exit code" equal "$?" "$code"
  check "$what: pages" equal \
    "$(sed -n 's/^docs.validation.\([a-z]*\)\.md is stale.*/\1/p' "$work/said" | tr '\n' ' ')" "$*${1:+ }"
}
change() { sed -i "$2" "$copy/$1" && ! cmp -s "$copy/$1" "$root/$1" || fail "$1 is as it was"; }

fresh
says "nothing changed" 0
check "all are fresh" [ "$(grep -c 'is fresh' "$work/said")" -eq 9 ]
check "the page itself" grep -qx "# train" "$copy/docs/validation/train.md"

change src/couple/sim.c '1i // another comment'
change src/linalg/band.c 's/^  /   /'
change src/report/report.c '$a int novel;'
change cases/ac-simple/320.yaml '1i # another comment'
change cases/ac-simple/320.yaml 's/^title:.*/title: "another"/'
change docs/input.md '$a Another line.'
says "what does not count" 0

change src/couple/sim.c '$a int novel;'
says "coupling" 1 train nonlinear uncertainty lines cables modal bridge ledger
check "coupling: named" grep -q "train.md is stale, other now: src/couple$" "$work/said"

fresh
change src/linalg/band.c '$a int novel;'
says "algebra" 1 pdae train nonlinear uncertainty lines cables modal bridge ledger
fresh
change src/study/pdae/run.c '$a int novel;'
says "the study of one kind" 1 pdae
fresh
change src/study/string_mass/march.c '$a int novel;'
says "a kind beside" 1 cables
change src/study/cable/step.c '$a int novel;'
says "another kind beside" 1 cables
check "kinds beside: named" grep -q 'cables.md is stale, other now: src/study/cable, src/study/string_mass$' "$work/said"
fresh
rm "$copy/src/contact/unilateral.c"
says "a file that is gone" 1 train nonlinear uncertainty lines cables modal bridge ledger
fresh
change cases/stitched/250.yaml 's/250 km/260 km/'
says "a case" 1 train ledger
fresh
change cases/lines/stitched.yaml '$a novel: 1'
says "a part of a case" 1 train ledger
fresh
change docs/input.md '/^## Kind `train`/,$s/50 kN\/m/60 kN\/m/'
says "a default" 1 train nonlinear uncertainty lines cables modal ledger
fresh
change tests/validation/pdae_study.c '$a int novel;'
says "the script" 1 pdae

fresh
sed -i 's/| 1 |/| 2 |/' "$copy/docs/validation/train.md"
says "edited" 1
check "edited: named" grep -q "train.md was edited by hand" "$work/said"
sed -i '/^<!--/,$d' "$copy/docs/validation/pdae.md"
says "without a list" 1
check "without a list: named" grep -q "pdae.md does not say what it was made of" "$work/said"

fresh
"$root/tools/check-validation" --root "$copy" --write pdae false 2>"$work/said"
check "a study that fails" [ $? -ne 0 ]
says "a study that fails: the page stays" 0
"$root/tools/check-validation" --root "$copy" --write pdae sh -c \
  "echo page; echo 'int novel;' >>$copy/src/linalg/band.c" 2>"$work/said"
check "changed meanwhile" [ $? -ne 0 ]
check "changed meanwhile: the page stays" grep -qx "# pdae" "$copy/docs/validation/pdae.md"
finish
