#!/usr/bin/env bash
# The completion offers commands, options, cases, files and keys.
. "$(dirname "$0")/../robust/lib.sh"
. "$here/../../completion/catenaria.bash"

# offers EXPECTED WORDS...: completing the last of the words gives EXPECTED among others
offers() {
  local expected=$1
  shift
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _catenaria "$CATENARIA" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
  check "$* -> $expected" grep -qxF -- "$expected" <(printf '%s\n' "${COMPREPLY[@]}")
}
cd "$here" || exit 1
offers run catenaria r
offers --version catenaria --v
offers --strict catenaria run --s
offers pdae/arnold-simeon-48 catenaria run pd
offers small.yaml catenaria check sm
offers --partner catenaria rt --par
offers --rebind catenaria rt --re
offers --key catenaria rt --k
offers small.yaml catenaria rt --key sm
offers run.speed= catenaria run small.yaml --set run.s
offers run.speed catenaria explain run.s
offers pdae/arnold-simeon-32 catenaria cases p
finish
