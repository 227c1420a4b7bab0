#!/usr/bin/env bash
# Whatever the locale of the host program, the library writes the same bytes and reads the same
# numbers: a comma (German), a sign of two bytes (Pashto), and letters with other capitals (Turkish).
. "$(dirname "$0")/../robust/lib.sh"
command -v localedef >/dev/null || skip "localedef is not installed"
locales=$work/locales
mkdir "$locales"
for name in de_DE ps_AF tr_TR; do
  localedef -i "$name" -f UTF-8 "$locales/$name.UTF-8" >/dev/null 2>&1
  [ -d "$locales/$name.UTF-8" ] || skip "the sources of locales are not installed"
done

# with LOCPATH set, setlocale keeps 53 bytes of its own: no leak of ours
echo "leak:argz_add_sep" >"$work/leaks"
export LSAN_OPTIONS=suppressions=$work/leaks:print_suppressions=0
"$CATENARIA" run "$here/tiny-line.yaml" -o "$work/ride" --csv --quiet || fail "the run itself"
# in: LOCALE: all jobs under it, in a folder of its name
in_locale() {
  mkdir "$work/$1"
  (cd "$work/$1" && LOCPATH=$locales LC_ALL=$1 LANGUAGE= CATENARIA_CACHE=$work/$1/cache CATENARIA_CASES=$BUILD/cases \
    "$HOST" "$here/tiny-line.yaml" "$here/small.yaml" "$work/ride/channels.csv" \
    >texts.out 2>sign)
}
files() { (cd "$work/$1" && find . -type f ! -name sign | LC_ALL=C sort); }
# but for times: the last object of a summary, and rows of a comparison
timeless() {
  case $1 in
  */summary.json) sed '/^  "timing"/,$d' "$1" ;;
  */texts.out | */page.html) grep -v 'timing\.' "$1" ;;
  *) cat "$1" ;;
  esac
}
same() { cmp <(timeless "$work/C/$1") <(timeless "$2"); }

in_locale C || fail "the jobs in the C locale"
check "many files" [ "$(files C | wc -l)" -ge 30 ]
for locale in de_DE.UTF-8 ps_AF.UTF-8 tr_TR.UTF-8; do
  check "$locale: all jobs" in_locale "$locale"
  check "$locale: has another sign" [ "$(cat "$work/$locale/sign")" != 1.5 ]
  check "$locale: the same files" equal "$(files "$locale")" "$(files C)"
  for file in $(files C); do
    check "$locale: $file" same "$file" "$work/$locale/$file"
  done
done
finish
