#!/usr/bin/env bash
# Lanes and band agree on the first of the random lines of `make validate` as the solver promises.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
count=40
[ -z "$INSTRUMENTED" ] || count=8  # one of each kind; sanitizers make the band slow
exec python3 "$(dirname "$0")/../validation/lines_study.py" --check $count
