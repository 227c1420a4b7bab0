#!/usr/bin/env bash
# On a terminal there is a progress bar and some colour; NO_COLOR and --quiet are respected.
. "$(dirname "$0")/../robust/lib.sh"
command -v script >/dev/null || skip "script is not installed"
script -qec true /dev/null >/dev/null 2>&1 </dev/null || skip "there are no pseudo-terminals here"

# on_terminal ARGUMENTS...: what a terminal would receive
on_terminal() {
  TERM=xterm script -qec "$CATENARIA $* --set time.step=2e-5 -o $work/out" /dev/null >"$work/screen" </dev/null
}
escape=$(printf '\033')

on_terminal run "$small"
check "a bar" grep -q '\[#*\.*\] *[0-9]* %  t = ' "$work/screen"
check "the table" grep -q report.html "$work/screen"
on_terminal run "$small" --quiet
check "quiet: nothing" [ ! -s "$work/screen" ]

TERM=xterm script -qec "$CATENARIA --help" /dev/null >"$work/screen" </dev/null
check "colour" grep -q "$escape\[1m" "$work/screen"
TERM=xterm NO_COLOR=1 script -qec "$CATENARIA --help" /dev/null >"$work/screen" </dev/null
check "NO_COLOR" sh -c "! grep -q '$escape' '$work/screen'"
TERM=dumb script -qec "$CATENARIA --help" /dev/null >"$work/screen" </dev/null
check "a dumb terminal" sh -c "! grep -q '$escape' '$work/screen'"
finish
