#!/usr/bin/env bash
# No function that follows the locale outside its one place; and the check sees one that is.
. "$(dirname "$0")/../robust/lib.sh"
root=$(cd "$here/../.." && pwd)

check "the tree" "$root/tools/check-locale" "$root"
mkdir -p "$work/copy/src/base" "$work/copy/src/app"
sees() {  # sees WHAT LINES: the check finds fault with them, in a folder of the library
  printf '%s\n' "$2" >"$work/copy/src/base/a.c"
  check "$1" sh -c "! $root/tools/check-locale $work/copy >/dev/null"
}
sees "a number that is read" '  double x = strtod(text, NULL);'
sees "a number that is printed" '  snprintf(text, 8, "%.3g m", x);'
sees "a number in a statement of two lines" '  snprintf(text, 8,
           "%d at %5.1f", i, x);'
sees "a format that is not seen" '  vsnprintf(text, 8, fmt, args);'
sees "capitals" '  if (strcasecmp(a, b) == 0) return;'
sees "another locale" '  setlocale(LC_ALL, "");'
printf '  snprintf(text, 8, "%%d %%%% found: %%s", i, cat_strtod(x));\n' >"$work/copy/src/base/a.c"
printf '  printf("%%.3f", x);\n' >"$work/copy/src/app/a.c"
check "a clean one passes" "$root/tools/check-locale" "$work/copy"
finish
