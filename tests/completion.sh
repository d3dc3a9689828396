#!/usr/bin/env bash
# Completion as shells do it, the manual page, and that no command is left out of either.
# usage: completion.sh PROGRAM SOURCE_DIR
program=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/skirmish" "$folder/place"
touch "$folder/place/some.weights"
ln -s "$program" "$folder/skirmish/skirmish"
PATH=$folder/skirmish:$PATH
cd "$folder/place" || exit 1
failed=0
checked=0

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# What bash does at the end of a line: divides it into words and calls the function it was told.
# shellcheck disable=SC1091
. "$source/scripts/completion/skirmish.bash"
complete_bash() {
    COMP_LINE=$1
    COMP_POINT=${#1}
    local rest=$1 word
    COMP_WORDS=()
    while [[ $rest =~ ^[[:blank:]]*(([=:]+)|([^[:blank:]=:]+)) ]]; do
        word=${BASH_REMATCH[1]}
        COMP_WORDS+=("$word")
        rest=${rest#"${BASH_REMATCH[0]}"}
    done
    [[ $1 == *[[:blank:]] ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _skirmish skirmish "${COMP_WORDS[COMP_CWORD]}" ''
}

# offers LINE WORD...: after LINE these words (and others, perhaps) can stand.
offers() {
    complete_bash "$1"
    local line=$1 word
    shift
    for word; do
        checked=$((checked + 1))
        [[ " ${COMPREPLY[*]} " == *" $word "* ]] || fail "'$line': no '$word' in: ${COMPREPLY[*]}"
    done
}

# offers_only LINE WORDS: exactly these.
offers_only() {
    complete_bash "$1"
    checked=$((checked + 1))
    [[ "${COMPREPLY[*]}" == "$2" ]] || fail "'$1': expected '$2', got '${COMPREPLY[*]}'"
}

offers 'skirmish ' games search tournament help
offers_only 'skirmish tourn' tournament
offers_only 'skirmish --v' --version
offers 'skirmish search ' gounki yoxii
offers_only 'skirmish search gounki --en' --engine
offers_only 'skirmish search gounki --engine alphabeta --engine' ''
offers 'skirmish match gounki --engine alphabeta,depth=1 --' --engine --games --help
offers 'skirmish search gounki --engine ' 'alphabeta,' 'mcts,' random 'cmd='
offers_only 'skirmish search gounki --engine=al' 'alphabeta,'
offers 'skirmish search gounki --engine alphabeta,' alphabeta,depth= alphabeta,hash= alphabeta,weights=
offers_only 'skirmish search gounki --engine alphabeta,depth=3,de' ''
offers_only 'skirmish search gounki --engine alphabeta,depth=3,nod' 3,nodes=
offers_only 'skirmish search gounki --engine alphabeta,weights=s' some.weights
offers_only 'skirmish search gounki --engine mcts,tables=../p' ../place
offers_only 'skirmish perft gounki --bulk o' 'on off'
offers_only 'skirmish tournament --format s' 'swiss sprt'
offers_only 'skirmish tournament so' some.weights
offers_only 'skirmish merge some.weights so' some.weights
offers 'skirmish tournament --game ' all gounki
offers_only 'skirmish help tourn' tournament
offers_only 'skirmish search gounki gounki' ''
offers_only 'skirmish nonsense ' ''
for game in $("$program" games | awk 'NR > 1 { print $1 }'); do
    offers "skirmish search ${game%?}" "${game#*:}"
done
complete_bash 'skirmish search gounki --engine alphabeta,'
"$program" engines gounki >"$folder/engines"
for key in "${COMPREPLY[@]}"; do
    checked=$((checked + 1))
    grep -q -- "${key#alphabeta,}" "$folder/engines" || fail "engines does not know $key"
done
if command -v fish >"$folder/null"; then
    checked=$((checked + 1))
    fish -N -c "source '$source/scripts/completion/skirmish.fish'
        complete -C 'skirmish search gounki --engine mcts,play'" 2>&1 |
        grep -q '^mcts,playouts=' || fail "fish does not complete"
fi

# Every command has an example and a place in the manual, with all its options.
"$program" help --man >"$folder/page.1"
commands=$("$program" help | awk '/^  [a-z]/ { print $1 }')
[ "$(echo "$commands" | wc -w)" -ge 24 ] || fail "too few commands: $commands"
for command in $commands; do
    checked=$((checked + 2))
    "$program" "$command" --help >"$folder/help"
    awk '/^example:$/ { getline; if ($1 == "skirmish" || $1 ~ /mpirun/) found = 1 } END { exit !found }' \
        "$folder/help" || fail "$command --help has no example"
    awk -v want="$(echo "$command" | sed 's/-/\\\\-/g')" '
        /^\.SS / { inside = ($2 == "\"" want "\"" || $2 == "\"" want) }
        inside && /^skirmish / { found = 1 }
        END { exit !found }' "$folder/page.1" || fail "the manual has no section with an example: $command"
    # shellcheck disable=SC2046
    offers "skirmish $command -" $(awk '/^example:/ { exit } /^  --/ { print $1 }' "$folder/help")
done
if command -v mandoc >"$folder/null"; then
    checked=$((checked + 1))
    mandoc -T lint -W warning "$folder/page.1" || fail "mandoc warns"
fi
if command -v man >"$folder/null"; then
    checked=$((checked + 2))
    [ -z "$(LC_ALL=C.UTF-8 man --warnings -l "$folder/page.1" 2>&1 >"$folder/text")" ] || fail "man warns"
    grep -q 'search GAME' "$folder/text" || fail "man does not show the commands"
fi

echo "completion: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
