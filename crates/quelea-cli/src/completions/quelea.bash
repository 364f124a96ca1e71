_quelea() {
    # Bash splits words at `=` and `:`, which belong to a word here: join what no space separates.
    local rest=${COMP_LINE:0:COMP_POINT} words=("${COMP_WORDS[0]}") last=0 i piece
    rest=${rest#*"${COMP_WORDS[0]}"}
    for ((i = 1; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        if [[ $rest == [[:space:]]* ]]; then
            rest=${rest#"${rest%%[![:space:]]*}"}
            words[++last]=
        fi
        # The last word may continue behind the cursor.
        ((i == COMP_CWORD)) && piece=$rest
        words[last]+=$piece
        rest=${rest#"$piece"}
    done
    IFS=$'\v' read -r -d '' -a COMPREPLY < <(
        QUELEA_COMPLETE=bash _CLAP_IFS=$'\v' _CLAP_COMPLETE_INDEX=$last "$1" -- "${words[@]}" 2> /dev/null
    )
    # Bash replaces only what follows the last `=` or `:`.
    COMPREPLY=("${COMPREPLY[@]#"${words[last]%"$2"}"}")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o nosort -F _quelea quelea 2> /dev/null || complete -F _quelea quelea
