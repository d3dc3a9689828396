#!/bin/sh
# The command line as a user meets it: help, exit codes, one-line errors, files of a match.
# usage: command_line.sh PROGRAM SOURCE_DIR
program=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0

# expect STATUS PATTERN ARGUMENT...: exit status and a line of output that matches.
expect() {
    status=$1 pattern=$2
    shift 2
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    got=$?
    checked=$((checked + 1))
    if [ $got -ne "$status" ] || ! grep -q -- "$pattern" "$folder/out" "$folder/err"; then
        echo "FAIL: skirmish $*: exit status $got (expected $status), expected '$pattern':"
        cat "$folder/out" "$folder/err"
        failed=$((failed + 1))
    fi
    if [ "$status" -eq 2 ] && [ "$(wc -l <"$folder/err")" -ne 1 ] && [ $# -gt 0 ]; then
        echo "FAIL: skirmish $*: not one line on stderr:"
        cat "$folder/err"
        failed=$((failed + 1))
    fi
}

expect 2 'usage:'
expect 0 'usage:' --help
for command in games engines show moves perft search play match solve verify probe bench; do
    expect 0 'example:' $command --help
    expect 2 "unknown option '--nonsense'" $command --nonsense
done
expect 2 "unknown command 'chess'" chess
expect 2 "unknown game 'chess'" perft chess 3
expect 2 "unknown ruleset 'gounki:x'" perft gounki:x 3
expect 2 'expected a number from 0 to 99' perft gounki x
expect 2 'needs a DEPTH or a --suite' perft gounki
expect 2 'too few arguments' perft
expect 2 "cannot read '$folder/none'" perft gounki --suite "$folder/none"
expect 2 'expected on or off' perft gounki 1 --bulk maybe
expect 2 'position: column 1' show gounki --position '?'
expect 2 'illegal\|legal\|expected\|no ' moves gounki --moves 'a1-a8'
expect 2 'needs a value' perft gounki 1 --threads
expect 2 'takes no value' perft gounki 1 --divide=3
expect 2 'is played on one board only' show gounki --board "$folder/none"
expect 2 "none" show lions --board "$folder/none"
expect 2 'needs two --engine' match gounki --engine random
expect 2 'needs a limit' match gounki --engine alphabeta --engine random
expect 2 'cannot make the folder' match gounki --engine random --engine random --out "$folder/a/b"
expect 2 'the game is over' search yoxii --position '*y1/YXx2/7/7/7/5/3 r 5542 5542'

expect 2 'has no line to check' perft gounki --suite /dev/null
expect 2 'cannot read\|no line' perft gounki --suite "$folder"
expect 2 'not both' perft gounki 3 --suite "$source/tests/perft/gounki.tsv"
expect 2 'given twice' match gounki --games 2 --games 4
expect 2 'even number' match gounki --engine random --engine random --games 3
expect 2 'no random opening of 60 plies' match yoxii --engine random --engine random --games 2 \
    --opening-plies 60
expect 0 'draw (repetition)' show shakti \
    --moves 'd2-d1 d6-d7 d1-d2 d7-d6 d2-d1 d6-d7 d1-d2 d7-d6'
expect 2 'the game is over: draw (repetition)' search shakti \
    --moves 'd2-d1 d6-d7 d1-d2 d7-d6 d2-d1 d6-d7 d1-d2 d7-d6'
expect 2 'draw (no-progress)' search gounki --position '8/8/8/s7/8/8/7S/8 w 50 60'
expect 0 'commit' --version
expect 0 'example:' help match
checked=$((checked + 1))
if "$program" games >/dev/full 2>/dev/null; then
    echo "FAIL: a full disk goes unnoticed"
    failed=$((failed + 1))
fi

expect 0 '^Nodes searched: 1296$' perft gounki 2
expect 0 '^a2-a3: ' perft gounki 2 --divide --threads 2 --hash 1
expect 0 'Leaf key sum' perft yoxii 1 --bulk off
for game in shapluk shakti lions gounki yoxii; do
    expect 0 ', 0 failed' perft $game --suite "$source/tests/perft/$game.tsv"
    expect 0 'to move' show $game --ascii
    expect 0 '</svg>' show $game --svg
    expect 0 '^bestmove ' search $game --engine alphabeta,depth=2
    expect 0 '"bestmove"' search $game --engine mcts,playouts=100 --json
    expect 0 'Score of' match $game --engine random --engine alphabeta,depth=1 --games 4
    expect 0 ' to move\|plays\|>' play $game --engine random
done
printf 'seed\tsrsrsrsr/rsrsrsrs/8/8/8/8/SRSRSRSR/RSRSRSRS w 0 1\t1\t35\n' >"$folder/wrong.tsv"
expect 1 'expected 35, got 36' perft gounki --suite "$folder/wrong.tsv"
printf 'seed\tnonsense\t1\t35\n' >"$folder/broken.tsv"
expect 2 'suite line 1: position' perft gounki --suite "$folder/broken.tsv"

expect 0 'Written:' match yoxii --engine random,name=R --engine mcts,playouts=20,name=M --games 6 \
    --threads 2 --out "$folder/match"
for file in games.jsonl games.pgn summary.json; do
    checked=$((checked + 1))
    [ -s "$folder/match/$file" ] || { echo "FAIL: no $file"; failed=$((failed + 1)); }
done
checked=$((checked + 1))
if [ "$(grep -c '^{"index":' "$folder/match/games.jsonl")" -ne 6 ] ||
    [ "$(grep -c '^\[Result ' "$folder/match/games.pgn")" -ne 6 ]; then
    echo "FAIL: not six games in the records"
    failed=$((failed + 1))
fi

# A small solve, killed after its first layers and taken up again, against one that was not.
expect 2 'solve needs --out DIR or --plan' solve shapluk
expect 2 "no layer '99'" solve shapluk --plan --layers 99
expect 2 'gounki cannot be solved yet' solve gounki --plan
expect 0 'about .* s of CPU' solve shapluk:custodian --plan --layers 04
expect 0 'Rebels .*kept\|CPU' solve shapluk:all16 --out "$folder/whole" --layers 06 --wdl --threads 2
"$program" solve shapluk:all16 --out "$folder/killed" --layers 06 >/dev/null 2>"$folder/err" &
while [ ! -e "$folder/killed/shapluk-all16-04.distance" ] && kill -0 $! 2>/dev/null; do sleep 0.01; done
kill -9 $! 2>/dev/null
wait $! 2>/dev/null
expect 0 'kept' solve shapluk:all16 --out "$folder/killed" --layers 06
checked=$((checked + 1))
for file in "$folder"/killed/*.distance; do
    cmp -s "$file" "$folder/whole/${file##*/}" || { echo "FAIL: $file differs"; failed=$((failed + 1)); }
done
checked=$((checked + 1))
[ ! -s "$folder/err" ] || { echo "FAIL: solve is not quiet in a pipe"; failed=$((failed + 1)); }
expect 0 '2L6j   Jackals' solve lions --out "$folder/lions" --threads 2
expect 0 'value    draw' probe lions --tables "$folder/lions" --position 'seven L1.j6.L1.. w 0'
expect 0 'score cp 0 .*tbhits' search lions --position 'seven L1.j6.L1.. w 0' \
    --engine "alphabeta,depth=2,tables=$folder/lions"
expect 0 'unknown: no table' probe lions --tables "$folder/lions" --position 'ten L1..L1..j3L1.. w 0'
won='1/3/5/5/1r1r1/2G2/5 g - 0'
expect 0 'General wins in 1 ply' probe shapluk:all16 --tables "$folder/whole" --position "$won"
expect 0 'unknown: no table' probe shapluk:all16 --tables "$folder/whole"
expect 2 "no table of shapluk:seed" probe shapluk --tables "$folder/whole"
expect 0 'score mate 1 .*tbhits' search shapluk:all16 --position "$won" \
    --engine "alphabeta,depth=9,tables=$folder/whole"
expect 2 'does not go with exact=1' search shapluk --engine "alphabeta,exact=1,depth=1,tables=/"
expect 2 'random takes no tables=' search shapluk --engine "random,tables=/"
expect 0 'all right' verify "$folder/whole/shapluk-all16-04.distance" \
    "$folder/whole/shapluk-all16-04.outcome"
printf 'X' | dd of="$folder/whole/shapluk-all16-04.distance" bs=1 seek=3000 conv=notrunc 2>/dev/null
expect 2 'not a sound table: block' verify "$folder/whole/shapluk-all16-04.distance"
expect 2 'not a sound table: block' solve shapluk:all16 --out "$folder/whole" --layers 06
expect 2 'not a sound table: it does not begin' verify "$source/bench/main.c"

echo "command line: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
