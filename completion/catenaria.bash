# Completion for bash: commands, options, shipped cases, files, and keys behind --set.
_catenaria_keys() {
  "$1" explain --json 2>/dev/null | sed -n 's/^[[:space:]]*"key":[[:space:]]*"\([^"]*\)".*/\1/p'
}

_catenaria_cases() {
  "$1" cases --json 2>/dev/null | sed -n 's/.*{"name": "\([^"]*\)", "kind".*/\1/p'
}

_catenaria() {
  local program=$1 word=$2 before=$3 command=${COMP_WORDS[1]} options
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W 'run check rest modes rt measure compare explain cases view --help --version' -- "$word"))
    return
  fi
  case $before in
    -o | --output)
      COMPREPLY=($(compgen -d -- "$word"))
      return ;;
    --key)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$word"))
      return ;;
    --set)
      compopt -o nospace 2>/dev/null
      COMPREPLY=($(compgen -S = -W "$(_catenaria_keys "$program")" -- "$word"))
      return ;;
  esac
  case $command in
    run) options='--output --set --csv --checkpoint --resume --live --no-open --strict --quiet --json --help' ;;
    check) options='--set --quiet --json --help' ;;
    rest | modes) options='--output --set --csv --quiet --json --help' ;;
    rt) options='--output --set --seconds --partner --link --bind --name --key --rebind --wait --input --paced --overrun --shift --delay --max-force --max-uplift --silence --priority --cpu --no-lock --no-awake --dashboard --live --no-open --csv --strict --quiet --json --help' ;;
    measure) options='--output --speed --system --cutoff --filter --window --time --column --comfort --csv --strict --quiet --json --help' ;;
    compare) options='--output --tolerance --json --help' ;;
    explain) options='--markdown --json --help' ;;
    cases) options='--json --help' ;;
    view) options='--port --no-open --json --help' ;;
    --version) options='--json' ;;
    *) return ;;
  esac
  case $command:$word in
    *:-*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    explain:*) COMPREPLY=($(compgen -W "$(_catenaria_keys "$program")" -- "$word")) ;;
    measure:* | compare:*)
      local type=csv
      [ "$command" = measure ] || type=json
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -X "!*.$type" -- "$word") $(compgen -d -- "$word")) ;;
    view:*) COMPREPLY=($(compgen -d -- "$word")) ;;
    cases:*) COMPREPLY=($(compgen -W "$(_catenaria_cases "$program")" -- "$word")) ;;
    *)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -W "$(_catenaria_cases "$program")" -- "$word")
        $(compgen -f -X '!*.yaml' -- "$word") $(compgen -d -- "$word")) ;;
  esac
}
complete -F _catenaria catenaria
