#!/usr/bin/env bash
# What the compiler was asked for is in the program: read from the file, not from the flags.
. "$(dirname "$0")/../robust/lib.sh"
[ -z "${INSTRUMENTED:-}" ] || skip "an instrumented build is for tests only"
command -v readelf >/dev/null || skip "readelf is not installed"
library=$BUILD/libcatenaria.so
says() { readelf -W "$1" "$2" 2>/dev/null | grep -qE "$3"; }

check "position-independent program" says -h "$CATENARIA" 'Type:.*DYN'
for file in "$CATENARIA" "$library"; do
  name=$(basename "$file")
  check "$name: relocations read-only" says -l "$file" GNU_RELRO
  check "$name: bound at start" says -d "$file" 'BIND_NOW|NOW'
  check "$name: stack not executable" says -l "$file" 'GNU_STACK .* RW '
  check "$name: stack protector" says -s "$file" __stack_chk_fail
done
# libraries come from absolute folders: an empty entry would be the current folder
paths() { readelf -W -d "$1" | sed -n 's/.*R\(UN\)\{0,1\}PATH.*\[\(.*\)\]/:\2:/p'; }
only_absolute() { ! paths "$1" | grep -E ':[^/]|::'; }
for file in "$CATENARIA" "$library"; do
  check "$(basename "$file"): no library from the current folder" only_absolute "$file"
done
cmake --install "$BUILD" --prefix "$work/installed" >"$work/install.txt" 2>&1 || fail "cmake --install"
installed=$work/installed/bin/catenaria
check "installed: no library from the current folder" only_absolute "$installed"
check "installed: the libraries of the build" equal "$(paths "$installed")" "$(paths "$CATENARIA")"
# as an attacker would: a library of the same name where the program is started
mkdir "$work/trap"
for name in $(readelf -W -d "$CATENARIA" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p'); do
  echo "not a library" >"$work/trap/$name"
done
check "started beside false libraries" sh -c "cd '$work/trap' && '$CATENARIA' --version >/dev/null"

# no folder of the building machine in what is shipped, but for the place where it is installed
source=$(cd "$here/../.." && pwd)
strings -a "$library" >"$work/strings" || fail "strings cannot read the library"
check "texts of the library are there" grep -q cat_case_run "$work/strings"
check "no path of the sources inside" sh -c "! grep -F '$source/src' '$work/strings'"
finish
