# bash completion of skirmish, which knows itself how a command line can go on. Bash divides words
# at '=' and ':', which belong to ours: they are joined first, and what bash keeps of the last one is
# cut off the candidates in the end. To try it: source scripts/completion/skirmish.bash
_skirmish()
{
    local rest=${COMP_LINE:0:COMP_POINT} program=${1/#\~/$HOME} word text about breaks cut=
    local -a words=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ ${#words[@]} -gt 0 && $rest != [[:blank:]]* ]]; then
            [[ $rest == "$word"* ]] || word=$rest
            words[-1]+=$word
        else
            rest=${rest#"${rest%%[![:blank:]]*}"}
            [[ $rest == "$word"* ]] || word=$rest
            words+=("$word")
        fi
        rest=${rest#"$word"}
    done
    word=${words[-1]} breaks=${COMP_WORDBREAKS//[^=:]/}
    [[ $breaks && $word == *[$breaks]* ]] && cut=${word%"${word##*[$breaks]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r text about; do
        case $text in
        :files | :folders)
            compopt -o filenames 2>/dev/null
            [[ $text == :files ]] && text=-f || text=-d
            while IFS= read -r text; do
                text=$about$text
                COMPREPLY+=("${text#"$cut"}")
            done < <(compgen "$text" -- "${word#"$about"}")
            ;;
        *)
            [[ $text == *[=,] ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("${text#"$cut"}")
            ;;
        esac
    done < <("$program" complete -- "${words[@]:1}" 2>/dev/null)
}
complete -F _skirmish skirmish
