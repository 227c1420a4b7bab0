#!/usr/bin/env bash
# Everything that comes out says which commit made it; how the build finds that is tried on small
# repositories.
. "$(dirname "$0")/../robust/lib.sh"
command -v git >/dev/null || skip "git is not installed"
command -v cmake >/dev/null || skip "cmake is not installed"
root=$(cd "$here/../.." && pwd)
cd "$work" || exit 1
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null

found() {  # found FOLDER [-DGIVEN=...]: what the build of a tree there would say
  cmake "-DSOURCE=$work/$1" "-DOUT=$work/commit.c" "${@:2}" -P "$root/cmake/commit.cmake" >&2 &&
    sed -n 's/.*return "\(.*\)";/\1/p' commit.c
}
quiet_git() { git -C tree -c user.name=a -c user.email=a@b "$@" >/dev/null 2>&1; }

mkdir tree release
check "a tree without a repository" equal "$(found tree)" unknown
quiet_git init
echo one >tree/file
quiet_git add file
quiet_git commit -m one
head=$(git -C tree rev-parse HEAD | cut -c 1-12)
check "a commit" equal "$(found tree)" "$head"
touch -d '2001-01-01' commit.c
found tree >/dev/null
check "the same commit: not written again" equal "$(date -r commit.c +%Y)" 2001
echo untracked >tree/other
check "a file that git does not know" equal "$(found tree)" "$head"
echo two >tree/file
check "a changed file" equal "$(found tree)" "$head-dirty"
quiet_git commit -am two
check "another commit" [ "$(found tree)" != "$head" ]
mkdir tree/release
check "a release inside another repository" equal "$(found tree/release)" unknown
check "a name that was given" equal "$(found tree -DGIVEN=v1-package)" v1-package

# the program and all that it writes
mine=$("$CATENARIA" --version | sed -n 's/^catenaria [0-9.]* (commit \(.*\))$/\1/p')
check "a name of that form ($mine)" grep -qxE '[0-9a-f]{12}(-dirty)?|unknown' <<<"$mine"
code 0 --version --json
check "JSON" equal "$("$PROBE" json out.txt commit)" "$mine"
code 0 run "$small" -o out -q
check "summary.json" equal "$("$PROBE" json out/summary.json commit)" "$mine"
check "report.html" grep -q "<th scope=\"row\">Commit</th><td>$mine</td>" out/report.html
check "results.h5" sh -c "strings -a out/results.h5 | grep -qF '$mine'"
finish
