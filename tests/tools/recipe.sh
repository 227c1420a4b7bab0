#!/usr/bin/env bash
# The recipe for a mechanism in CONTRIBUTING.md works as written: its file compiles with all warnings as
# errors, its row stands in the table, and a program made with both runs it under a line.
. "$(dirname "$0")/../robust/lib.sh"
root=$here/../..
[ -z "${INSTRUMENTED:-}" ] || skip "an instrumented build is linked otherwise"
command -v ninja >/dev/null || skip "ninja is not installed"
mkdir -p "$work/src"
cp -r "$root/src/spec" "$root/src/mechanism" "$work/src/"

# the code blocks of the recipe: the first is the file, the second the row
awk '/^\*\*A pantograph of another kind/ { on = 1 }
  on && /^```c/ { block++; next }
  on && /^```/ { if (block == 2) exit; text = 0; next }
  on && block && !/^```/ { print > (dir "/block" block) }' dir="$work" "$root/CONTRIBUTING.md"
sed -i '/^```/,$d; /^and add its row/,$d' "$work/block1"
check "the file is there" grep -q cat_plunger_pantograph "$work/block1"
row=$(grep '^#define CAT_PANTOGRAPH_MODELS' "$work/block2")
check "the row is there" [ -n "$row" ]
cp "$work/block1" "$work/src/mechanism/plunger.c"
sed -i "s|^#define CAT_PANTOGRAPH_MODELS.*|$row|" "$work/src/spec/pantograph_models.h"

cd "$work" || exit 1
for file in spec/train mechanism/models mechanism/plunger; do
  check "$file.c compiles" "${CC:-cc}" -std=c17 -O2 -fPIC -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
    -Wstrict-prototypes -Wmissing-prototypes -Werror -D_POSIX_C_SOURCE=200809L -I "$work/src" \
    -I "$root/src" -I "$root/include" -c "src/$file.c" -o "$(basename $file).o"
done
# linked as the program is, with these in the place of the library's
link=$(ninja -C "$BUILD" -t commands catenaria | tail -n 1)
link=${link%% && :*}
link=${link#*&& }
check "it links" sh -c "cd '$BUILD' && ${link/ -o catenaria / $work/train.o $work/models.o $work/plunger.o -o $work/program }"
run() { CATENARIA_CASES=$root/cases "$work/program" run "$here/tiny-line.yaml" -q --json "$@" 2>/dev/null >"$work/out.json"; }
check "a chain runs as before" run -o "$work/chain"
chain=$("$PROBE" json "$work/chain/summary.json" pantographs.0.force.mean_N)
"$CATENARIA" run "$here/tiny-line.yaml" -q -o "$work/plain" >/dev/null 2>&1
check "to the same number" equal "$chain" "$("$PROBE" json "$work/plain/summary.json" pantographs.0.force.mean_N)"
check "a plunger runs" run -o "$work/plunger" --set 'pantograph[0].model=plunger'
mean=$("$PROBE" json "$work/plunger/summary.json" pantographs.0.force.mean_N)
static=$("$PROBE" json "$work/plunger/summary.json" pantographs.0.static_force_N)
check "and presses about with its static force" awk -v a="$mean" -v b="$static" 'BEGIN { exit !(a > 0.9 * b && a < 1.1 * b) }'
check "its energy is accounted for" run -o "$work/ledger" --set 'pantograph[0].model=plunger' --set measure.energy=true --set solver=band
residual=$("$PROBE" json "$work/ledger/summary.json" energy.residual_J)
through=$("$PROBE" json "$work/ledger/summary.json" energy.throughput_J)
check "to rounding" awk -v a="$residual" -v b="$through" 'BEGIN { exit !(b > 0 && a * a < 1e-16 * b * b) }'
check "unknown models are refused" sh -c "! $work/program check $here/tiny-line.yaml --set 'pantograph[0].model=plungr' >/dev/null 2>&1"
finish
