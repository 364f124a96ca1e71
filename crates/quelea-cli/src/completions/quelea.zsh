#compdef quelea
_quelea() {
    local -a found open closed
    found=("${(@f)$(
        QUELEA_COMPLETE=zsh _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) $words[1] -- "${words[@]}" 2> /dev/null
    )}")
    # What ends in `=` or `/` goes on: no space follows.
    local line
    for line in $found; do
        case ${line%%:*} in
            *[=/]) open+=("$line") ;;
            *) closed+=("$line") ;;
        esac
    done
    (( $#open )) && _describe -V value open -S ''
    (( $#closed )) && _describe -V value closed
}
if [[ $funcstack[1] == _quelea ]]; then
    _quelea "$@"
else
    compdef _quelea quelea
fi
