#!/usr/bin/env bash
# The commands in the READMEs work as printed. Every indented block is a shell script of the reader's;
# those under an invisible "<!-- slow -->" are not run, but their options must be known, and so must
# those of `skirmish ...` in the text.
# usage: readme.sh PROGRAM SOURCE_DIR LIBRARY [check]; check = run nothing
program=$1
source=$2
export SKIRMISH_LIBRARY=$3 PYTHONDONTWRITEBYTECODE=1
mode=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# A place that looks like the project with its program built, and takes what the commands write.
mkdir -p "$folder/build/release"
ln -s "$program" "$folder/build/release/skirmish"
for name in bench engine games results scripts search tests README.md; do
    ln -s "$source/$name" "$folder/$name"
done
cd "$folder" || exit 1
PATH=$folder/build/release:$PATH

# blocks FILE WHICH: the indented blocks, without the indentation; WHICH = quick or slow.
blocks() {
    awk -v which="$2" '
        /^```/ { fenced = !fenced }
        fenced { next }
        /^<!-- slow -->$/ { slow = 1; next }
        /^    / && (inside || (blank && !/^     *[-*|]/)) {
            if ((which == "slow") == slow) print substr($0, 5)
            inside = 1
            next
        }
        /^$/ { blank = 1; if (inside) slow = 0; inside = 0; next }
        { blank = 0; inside = 0; slow = 0 }' "$1"
}

# check_options FILE LINE: a command line of the program names a command, and options that it has.
check_options() {
    local command option words=$2
    words=$(sed "s/'[^']*'//g; s/#.*//; s/ -- .*//" <<<"$words")
    read -r _ command _ <<<"$words"
    [[ $command == --* ]] && return
    checked=$((checked + 1))
    skirmish "$command" --help >help.txt 2>&1 || {
        fail "$1: no command '$command': $2"
        return
    }
    for option in $(grep -oE -- '(^| )--[a-z0-9-]+' <<<"$words"); do
        grep -q -- "^  $option\( \|$\)" help.txt || fail "$1: $command has no $option: $2"
    done
}

for readme in README.md bench/README.md scripts/python/README.md; do
    blocks "$readme" slow >slow.sh
    blocks "$readme" quick >quick.sh
    checked=$((checked + 1))
    [ -s quick.sh ] || fail "$readme: no commands found"
    { sed -e ':a' -e '/\\$/N; s/\\\n *//; ta' slow.sh quick.sh; grep -oE '`skirmish [^`]+`' "$readme" | tr -d '`'; } |
        grep -E '^skirmish ' >lines.txt
    while IFS= read -r line; do
        check_options "$readme" "$line"
    done <lines.txt
    [ "$mode" = check ] && continue
    checked=$((checked + 1))
    { echo 'set -eo pipefail'; cat quick.sh; } >run.sh
    bash -x run.sh >out.txt 2>err.txt </dev/null || {
        fail "$readme: a command does not work:"
        tail -n 5 err.txt
    }
done
if [ "$mode" != check ]; then
    checked=$((checked + 1))
    PYTHONPATH=scripts/python python3 -m doctest -o ELLIPSIS scripts/python/README.md >out.txt || {
        fail "scripts/python/README.md: an example is not as printed:"
        cat out.txt
    }
fi
for picture in $(grep -oE 'src="[^"]+"' README.md | cut -d '"' -f 2); do
    checked=$((checked + 1))
    [ -s "$picture" ] || fail "README.md: no picture $picture"
done
for readme in README.md */README.md scripts/*/README.md; do
    for link in $(grep -oE '\]\([^)#: ]+\)' "$readme" | tr -d '()]'); do
        checked=$((checked + 1))
        [ -e "$(dirname "$source/$readme")/$link" ] || fail "$readme: no file $link"
    done
done
echo "readme: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
