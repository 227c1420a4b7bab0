#!/bin/sh
# Opens a report in Chromium without a screen: every figure is drawn, the console is silent, nothing
# is asked of the network, and what the user wrote does not run.  Exit code 77: no browser here.
#   check_report.sh MADE_UP_REPORT [SCREENSHOTS]
set -eu
program=$1
shots=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

browse() {
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --disable-dev-shm-usage --disable-extensions --hide-scrollbars --enable-logging=stderr \
    --user-data-dir="$work/profile" "$@"
}

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

check() {  # kind of report, part after '#'
  "$program" "$work/$1" "$1" > "$work/table"
  page="file://$work/$1/report.html$2"
  browse --virtual-time-budget=4000 --dump-dom "$page" > "$work/dom" 2> "$work/log" || {
    cat "$work/log" >&2
    fail "the browser stopped"
  }
  grep CONSOLE "$work/log" && fail "the console is not silent"
  wanted=$(grep -o '<figure id="figure-' "$work/$1/report.html" | wc -l)
  drawn=$(grep -o '<figure id="figure-[0-9]*" data-drawn="true"' "$work/dom" | wc -l)
  [ "$wanted" -gt 0 ] && [ "$wanted" -eq "$drawn" ] || fail "$drawn of $wanted figures drawn"
  grep -q '<canvas' "$work/dom" || fail "no canvas"
  grep -q 'alert(1)</h1>\|<h1>[^<]*<script' "$work/dom" && fail "text of the user's became markup"
  echo "$1$2: $drawn figures drawn, console silent"
}

drive() {  # the page with a reader in it, which its policy would not allow
  page="$work/driven.html"
  sed -e 's/<meta http-equiv="Content-Security-Policy"[^>]*>//' -e '/^<\/body>/d' -e '/^<\/html>/d' \
    "$work/ok/report.html" > "$page"
  { echo '<script>'; cat "$here/drive.js"; echo '</script></body></html>'; } >> "$page"
  browse --window-size=1280,1000 --virtual-time-budget=4000 --dump-dom "file://$page" \
    > "$work/dom" 2> "$work/log" || fail "the browser stopped"
  grep CONSOLE "$work/log" && fail "the console is not silent"
  grep -q 'data-driven="well"' "$work/dom" || fail "$(grep -o 'data-driven="[^"]*"' "$work/dom")"
  echo "driven: hover, zoom, pan, legend, theme and print follow"
}

shoot() {  # file, size, kind of report, part after '#'
  browse --window-size="$2" --screenshot="$shots/$1" --virtual-time-budget=4000 \
    "file://$work/$3/report.html$4" > /dev/null 2>&1 || fail "no screenshot"
}

check ok ""
check ok "#dark"
check failed ""
check crowded ""
drive
size=$(wc -c < "$work/ok/report.html")
[ "$size" -lt 6000000 ] || fail "report.html has $size bytes"
echo "report.html has $size bytes"

if [ -n "$shots" ]; then
  mkdir -p "$shots"
  shoot light.png 1280,2600 ok ""
  shoot dark.png 1280,2600 ok "#dark"
  shoot phone.png 400,3400 ok ""
  shoot crowded.png 1280,4000 crowded ""
  shoot failed.png 1280,900 failed ""
  browse --print-to-pdf="$shots/print.pdf" --no-pdf-header-footer "file://$work/ok/report.html" \
    > /dev/null 2>&1 || fail "no print"
fi
