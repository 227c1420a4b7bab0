#!/usr/bin/env bash
# All C sources are formatted.
. "$(dirname "$0")/../robust/lib.sh"
command -v clang-format >/dev/null || skip "clang-format is not installed"
if "$here/../../tools/format" --check 2>"$work/log"; then
  pass
else
  sed -n 's/^\([^ :]*\.[ch]\):[0-9].*/\1/p' "$work/log" | sort | uniq -c
  fail "run make format"
fi
finish
