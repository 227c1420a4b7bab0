#!/usr/bin/env bash
# A build without HDF5, ARPACK, the real-time loop and the viewer: what is missing says so, the rest works.
. "$(dirname "$0")/../robust/lib.sh"
tiny=$here/tiny-line.yaml

code 0 run "$tiny" -o out
check "it says that there is no results.h5" grep -q "no results.h5 is written" "$work/err.txt"
check "there is none" [ ! -e "$work/out/results.h5" ]
check "there is a report" [ -s "$work/out/report.html" ]
check "there is a summary" grep -q '"status": *"ok"' "$work/out/summary.json"
code 0 compare out out
code 2 modes "$tiny" -o modes
check "and the reason is said" grep -q "made without ARPACK" "$work/err.txt"
code 2 rt "$tiny" --seconds 1 -o rt
check "and the reason is said" grep -q "made without CAT_RT" "$work/err.txt"
code 2 view out
check "and the reason is said" grep -q "made without civetweb" "$work/err.txt"
finish
