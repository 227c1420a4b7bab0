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
# no folder of the building machine in what is shipped, but for the place where it is installed
source=$(cd "$here/../.." && pwd)
check "no path of the sources inside" sh -c "! strings -a '$library' | grep -F '$source/src'"
finish
