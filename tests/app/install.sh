#!/usr/bin/env bash
# Installs into a folder and builds a client against it, shared and static, through pkg-config.
. "$(dirname "$0")/../robust/lib.sh"

[ -z "${INSTRUMENTED:-}" ] || skip "a client would have to be instrumented in the same way"
python=/usr/bin/python3
prefix=$work/prefix
cmake --install "$BUILD" --prefix "$prefix" >"$work/log" 2>&1 || { cat "$work/log"; fail "install"; }
pc=$(find "$prefix" -name catenaria.pc)
check "catenaria.pc is there" [ -n "$pc" ]
export PKG_CONFIG_PATH=$(dirname "$pc")
libdir=$(pkg-config --variable=libdir catenaria)

cat >"$work/client.c" <<'C'
#include <catenaria/catenaria.h>
#include <stdio.h>
int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatStatus status = cat_case_load(ctx, &(CatCaseSource){.size = sizeof(CatCaseSource), .path = argv[argc - 1]}, &c);
  if (status == CAT_OK) status = cat_case_run(ctx, c, &rec);
  printf("%s: %s\n", cat_version(), cat_status_text(status));
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return (int)status;
}
C
# shellcheck disable=SC2046
cc -o "$work/shared" "$work/client.c" $(pkg-config --cflags --libs catenaria) || fail "shared link"
static=$(pkg-config --static --libs catenaria | sed 's/-lcatenaria/-l:libcatenaria.a/')
# shellcheck disable=SC2046,SC2086
cc -o "$work/static" "$work/client.c" $(pkg-config --cflags catenaria) $static || fail "static link"

export CATENARIA_CASES=$prefix/share/catenaria/cases
check "shared client" equal "$(LD_LIBRARY_PATH=$libdir "$work/shared" "$small")" "$("$CATENARIA" --version | cut -d' ' -f2): no error"
check "static client" equal "$("$work/static" "$small")" "$("$CATENARIA" --version | cut -d' ' -f2): no error"
check "the shared one is shared" sh -c "LD_LIBRARY_PATH=$libdir ldd $work/shared | grep -q libcatenaria"
check "the static one is not" sh -c "ldd $work/static | grep -q libhdf5 && ! ldd $work/static | grep -q libcatenaria"
unset CATENARIA_CASES

# only what the public headers declare is visible
shown=$(nm -D --defined-only "$libdir/libcatenaria.so" | awk '{ print $3 }' | grep '^cat_' | LC_ALL=C sort)
declared=$(cat "$prefix"/include/catenaria/*.h | grep -E '^[A-Za-z].*cat_[a-z_]+\(' | grep -v '^static ' |
  grep -oE 'cat_[a-z0-9_]+\(' | tr -d '(' | LC_ALL=C sort -u)
check "exported = declared" equal "$shown" "$declared"
check "some are" [ "$(wc -w <<<"$shown")" -gt 20 ]

readelf -d "$prefix/bin/catenaria" >"$work/dynamic" || fail "readelf cannot read the program"
check "libraries are named" grep -q NEEDED "$work/dynamic"
# the folders of system libraries, so that the ones that were tested are loaded, and none of ours
source=$(cd "$here/../.." && pwd)
check "no search path of this build" sh -c \
  "! grep -E 'RPATH|RUNPATH' '$work/dynamic' | grep -F -e '$BUILD' -e '$source'"
check "linear algebra of its own, not the system's" sh -c "! grep -E 'NEEDED.*(blas|lapack|arpack)' '$work/dynamic'"

# the installed program finds its cases without help, from anywhere
check "installed program" sh -c "cd / && $prefix/bin/catenaria cases | grep -q arnold-simeon-48"
mv "$prefix" "$work/moved"
check "and after a move" sh -c "cd / && $work/moved/bin/catenaria cases | grep -q $work/moved"
for file in share/bash-completion/completions/catenaria share/doc/catenaria/LICENSE; do
  check "$file" [ -s "$work/moved/$file" ]
done
# the sweep finds the program beside it, not one on the PATH
if command -v python3 >/dev/null; then
  env -u CATENARIA "$work/moved/bin/catenaria-sweep" "$here/tiny-line.yaml" run.speed 30 40 \
    -o "$work/swept" -- --set run.to=80 --set measure.to=70 >"$work/table"
  check "installed sweep" equal "$?" 0
  check "its rows" equal "$(awk '{ print $1, $2 }' "$work/table")" "$(printf '%s\n' "run.speed pantograph" "30 p1" "40 p1")"
  check "its results" [ -s "$work/swept/1/summary.json" -a -s "$work/swept/2/summary.json" ]
fi
# the package for Python finds its library and its cases, and none of this build
if [ -e "$BUILD/python/catenaria/_declarations.py" ] && "$python" -c 'import cffi, numpy' 2>/dev/null; then
  package=$(echo "$work"/moved/lib/python3*/dist-packages)
  check "Python package" [ -s "$package/catenaria/_simulation.py" ]
  (cd / && env -u CATENARIA_LIBRARY PYTHONPATH="$package" "$python" -B -c "
import catenaria
assert catenaria.library().startswith('$work/moved'), catenaria.library()
assert catenaria.Case('ac-simple/320').kind == 'train'
maps = open('/proc/self/maps').read()
print('$work/moved/lib' in maps, '$BUILD' in maps, catenaria.run('$here/tiny-line.yaml').status)") >"$work/says"
  check "it runs after a move" equal "$(cat "$work/says")" "True False ok"
  if ls "$package"/catenaria/_catenaria*.so >/dev/null 2>&1; then
    rm "$package"/catenaria/_catenaria*.so
    (cd / && env -u CATENARIA_LIBRARY PYTHONPATH="$package" "$python" -B -c "
import catenaria
print(catenaria.run('$here/tiny-line.yaml').status)") >"$work/says"
    check "and without the extension" equal "$(cat "$work/says")" ok
  fi
fi
if command -v scdoc >/dev/null; then
  check "man pages" [ -s "$work/moved/share/man/man1/catenaria.1" -a -s "$work/moved/share/man/man5/catenaria-input.5" ]
fi
finish
