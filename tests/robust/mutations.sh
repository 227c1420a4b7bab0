#!/usr/bin/env bash
# The first of the spoilt cases that `make mutations` reads and runs: no crash, no hang, no result
# that is none, no fault found late.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
exec python3 "$(dirname "$0")/../mutate/mutate" --count 150 --seed 1
