#!/bin/bash
# docs/validation/train.md was written by `make validate` from these cases and not edited since, and
# a short run still gives its numbers.
. "$(dirname "$0")/../robust/lib.sh" 2>/dev/null
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v python3 >/dev/null || exit 77
[ -z "$INSTRUMENTED" ] || exit 77
export CATENARIA CATENARIA_CACHE="${TMPDIR:-/tmp}/catenaria-validation.$$"
trap 'rm -rf "$CATENARIA_CACHE"' EXIT
python3 "$root/tests/validation/train_study.py" --check "$root/docs/validation/train.md"
