#!/usr/bin/env bash
# The pages of docs/validation were written by `make validate` and not edited since, and a short run
# still gives the numbers of train.md. A page that is stale is named, but does not fail.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)
command -v python3 >/dev/null || skip "no python3"

"$root/tools/check-validation" >"$work/said" 2>&1
cat "$work/said"
known=$(grep -cE '^docs/validation/[a-z]+\.md is (fresh|stale)' "$work/said")
check "nine pages" [ "$known" -ge 9 ]
check "every page that is there" equal "$known" "$(find "$root/docs/validation" -name '*.md' | wc -l)"

if [ -z "$INSTRUMENTED" ]; then
  export CATENARIA CATENARIA_CACHE=$work/cache
  check "a run" python3 "$root/tests/validation/train_study.py" --check "$root/docs/validation/train.md"
fi
finish
