#!/bin/sh
# The viewer in Chromium without a screen, worked by playwright-core (tools/install-deps dev).
# Exit code 77: one of them is not here.
#   check_viewer.sh CATENARIA READ_H5 [SCREENSHOTS]
set -eu
program=$1
reader=$2
shots=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 77
command -v node > /dev/null || exit 77
NODE_PATH=$here/node_modules${NODE_PATH:+:$NODE_PATH}
export CHROMIUM NODE_PATH
node -e 'require("playwright-core")' 2> /dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/results"
[ -z "$shots" ] || mkdir -p "$shots"
node "$here/viewer.js" "$program" "$reader" "$work/results" $shots
