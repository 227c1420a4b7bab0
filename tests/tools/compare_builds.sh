#!/usr/bin/env bash
# tools/compare-builds finds a program identical to itself, and sees each kind of difference when a
# script that stands in for the program spoils what it wrote.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)
command -v python3 >/dev/null || skip "no python3"

mkdir -p "$work/cases/tiny"
cp "$here/tiny-line.yaml" "$work/cases/tiny/run.yaml"
export CATENARIA CATENARIA_CASES=$work/cases

wrapper() {  # wrapper NAME COMMANDS [ARGUMENTS]: the program, then COMMANDS among its results
  cat >"$work/$1" <<END
#!/usr/bin/env bash
args=("\$@")
if [ "\$1" = run ]; then args+=(${3-}); fi
"\$CATENARIA" "\${args[@]}" || exit
while [ "\$#" -gt 0 ] && [ "\$1" != -o ]; do shift; done
if [ "\$#" -gt 1 ]; then cd "\$2" && $2; fi
exit 0
END
  chmod +x "$work/$1"
}
compares() {  # compares CODE WHAT NEW OPTIONS...: what it says goes to $work/said
  local code=$1 what=$2 new=$3
  shift 3
  "$root/tools/compare-builds" "$CATENARIA" "$new" --folder "$work/compare" --jobs 1 "$@" \
    >"$work/said" 2>"$work/errors"
  check "$what: exit code" equal "$?" "$code"
}
says() {  # says WHAT PATTERN: the last comparison
  grep -qE "$2" "$work/said" || cat "$work/said" "$work/errors"
  check "$1" grep -qE "$2" "$work/said"
}

compares 0 "itself" "$CATENARIA" --solvers band --markdown "$work/table.md"
says "itself: run, band, rest, modes" "4 comparisons .*: 4 identical, 0 within .*, 0 failed"
says "itself: numbers" "tiny/run +\| run +\| lanes +\| [0-9]{4,} +\| identical"
check "itself: the same in the file" cmp "$work/said" "$work/table.md"

wrapper force true "--set 'pantograph[0].static_force=150.0001 N'"
compares 1 "another force" "$work/force" --quick --commands run
says "another force: where" "tiny/run .*\| [0-9.]+e-0[5-7] .*beyond 1e-08"

wrapper digit "sed -Ei 's/(\"mean_N\": [0-9]+\\.[0-9]{3})[0-9]+/\\1/' summary.json"
compares 1 "one number" "$work/digit" --quick --commands run
says "one number: where" "summary.pantographs\[0\].force.mean_N .*beyond"

wrapper last "sed -Ei 's/(\"mean_N\": [0-9]+\\.[0-9]{10})[0-9]+/\\1/' summary.json"
compares 0 "the last digits" "$work/last" --quick --commands run --set solver=band
says "the last digits: seen" "mean_N .*"
says "the last digits: within" "0 identical, 1 within their limits"

wrapper field "sed -i 's/\"status\": /\"novel\": 1, &/' summary.json"
compares 1 "a new field" "$work/field" --quick --commands run
says "a new field: named" "only new: summary.novel"
compares 0 "a new field that may be" "$work/field" --quick --commands run --allow 'summary.nov*'
says "a new field that may be: named" "only new: summary.novel"

wrapper text "sed -i 's/\"status\": \"ok\"/\"status\": \"fine\"/' summary.json"
compares 1 "a text" "$work/text" --quick --commands run
wrapper csv "sed -i '3s/^0.001,/0.0011,/' channels.csv"
compares 1 "a channel" "$work/csv" --quick --commands run
says "a channel: where" "csv.t .*beyond"
wrapper short "sed -i '\$d' channels.csv"
compares 1 "a row less" "$work/short" --quick --commands run
wrapper fails "exit 3"
compares 1 "a program that fails" "$work/fails" --quick --commands run
wrapper table "cp ../../other.h5 results.h5"
"$CATENARIA" run tiny/run --set 'pantograph[0].static_force=150.0001 N' \
  --set measure.energy=false -o "$work/other" --quiet
mkdir -p "$work/compare/results" && cp "$work/other/results.h5" "$work/compare/results/other.h5"
compares 1 "a table" "$work/table" --quick --commands run
says "a table: where" "h5\.[a-z_]+\..*beyond"

compares 2 "no such case" "$CATENARIA" --cases 'nowhere/*'
compares 2 "no such revision" nowhere
finish
