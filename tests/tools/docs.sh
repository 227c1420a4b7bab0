#!/usr/bin/env bash
# docs/input.md is what the program says about its input.
. "$(dirname "$0")/../robust/lib.sh"
check "docs/input.md is fresh: catenaria explain --markdown > docs/input.md" \
  diff -u "$here/../../docs/input.md" <("$CATENARIA" explain --markdown)
finish
