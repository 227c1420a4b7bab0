#!/usr/bin/env bash
# All C sources are formatted.
. "$(dirname "$0")/../robust/lib.sh"
command -v clang-format >/dev/null || skip "clang-format is not installed"
"$here/../../tools/format" --check 2>"$work/log" || {
  grep -oE '^[^:]+:[0-9]+' "$work/log" | cut -d: -f1 | sort | uniq -c
  fail "run make format"
}
pass
finish
