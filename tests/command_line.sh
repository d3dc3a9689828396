#!/bin/sh
# The command line as a user meets it: help, exit codes, one-line errors, files of a match.
# usage: command_line.sh PROGRAM SOURCE_DIR
program=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0

. "${0%/*}/expect.sh"

# same FILE FILE MESSAGE: the files are equal.
same() {
    checked=$((checked + 1))
    cmp -s "$1" "$2" || {
        echo "FAIL: $3"
        failed=$((failed + 1))
    }
}

expect 2 'usage:'
expect 0 'usage:' --help
for command in $("$program" help | sed -n 's/^  \([a-z-]*\)  *[A-Za-z].*/\1/p' | grep -v '^complete$'); do
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
expect 2 "unknown game 'chess'" engines chess
expect 0 'option  bandit=' engines gounki:published
expect 2 'keeps no statistics of moves' search gounki --engine alphabeta,depth=2 --table
expect 0 'won$' search shapluk:custodian --engine mcts,playouts=50000 --table
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
expect 2 "unknown command 'chess'" help chess
expect 0 '^.SH NAME' help --man
expect 2 'not both' help --man match
expect 0 '^gounki' complete -- show gou
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
    expect 0 '"wdl":' search $game --engine mcts,playouts=100 --json
    expect 0 '^move .* share % ' search $game --engine mcts,playouts=300,threads=2 --table
    expect 0 'Score of' match $game --engine random --engine alphabeta,depth=1 --games 4
    expect 0 ' to move\|plays\|>' play $game --engine random
done
two_stacks='8/8/8/8/2s5/8/1(SS)6/8 w'
expect 0 'proven win proof .* verify PASS' search gounki --position "$two_stacks" \
    --engine pns,nodes=200000 --verify
expect 0 '"proven":"win","proof":[1-9].*"verify":"PASS"' search gounki --position "$two_stacks" \
    --engine pns,nodes=200000 --verify --json
expect 0 'proven win proof 0 checked .* verify PASS' search gounki --position "$two_stacks" \
    --engine alphabeta,nodes=200000 --verify
expect 1 'proven nothing' search gounki --engine pns,nodes=100 --verify
printf 'seed\tsrsrsrsr/rsrsrsrs/8/8/8/8/SRSRSRSR/RSRSRSRS w 0 1\t1\t35\n' >"$folder/wrong.tsv"
expect 1 'expected 35, got 36' perft gounki --suite "$folder/wrong.tsv"
expect 2 'needs --against' diff-perft gounki
expect 2 'are different games' diff-perft gounki --against yoxii
expect 2 'unknown ruleset' diff-perft gounki --against gounki:x
expect 2 'cannot start' diff-perft gounki --against "$folder/none"
expect 2 'NAME=VALUE' diff-perft gounki --against x --option y
expect 2 'goes with no' diff-perft gounki --against minimax --suite "$folder/wrong.tsv" --moves a2-a3
expect 0 '^EQUAL: gounki and minimax agree at 1 position' diff-perft gounki --against minimax \
    --suite "$folder/wrong.tsv"
expect 1 '^DIFFERENT: .*, after a1b2: 4 of 7 moves missing' diff-perft shapluk --against shapluk:compulsory
printf 'seed\tnonsense\t1\t35\n' >"$folder/broken.tsv"
expect 2 'suite line 1: position' perft gounki --suite "$folder/broken.tsv"
printf 'seed\0\n' >"$folder/broken.tsv"
expect 2 'suite line 1: .*a zero byte' perft gounki --suite "$folder/broken.tsv"

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

# Balance reports: the same for any threads; what cannot be measured is refused.
few='--games 8 --trace 1 --trace-games 4 --probes 50'
# shellcheck disable=SC2086
expect 0 '^Skill trace: .* 4 games a step' analyse shakti $few
# shellcheck disable=SC2086
expect 0 '"perft":\[1,256,51136' analyse yoxii $few --json
cp "$folder/out" "$folder/analysis"
# shellcheck disable=SC2086
expect 0 '"game":"yoxii:seed"' analyse yoxii $few --json --threads 3
same "$folder/analysis" "$folder/out" 'an analysis depends on the threads'
# shellcheck disable=SC2086
expect 0 '541937136 have a number (mirror)' analyse shapluk $few --html "$folder/analysis.html"
checked=$((checked + 1))
if [ "$(grep -c '<svg ' "$folder/analysis.html")" -lt 6 ] || ! tail -1 "$folder/analysis.html" | grep -q '</html>'; then
    echo 'FAIL: no page with six drawings'
    failed=$((failed + 1))
fi
# shellcheck disable=SC2086
expect 2 "cannot write '$folder/none/x'" analyse yoxii $few --html "$folder/none/x"
expect 2 'expected an even number' analyse yoxii --games 7
expect 2 'expected a number from 0 to 12' analyse yoxii --trace 13
expect 2 'the game is over' analyse yoxii --position '*y1/YXx2/7/7/7/5/3 r 5542 5542'
expect 2 'unknown back end' analyse yoxii --engine chess

# Tournaments: plans that are refused, in the options and in files.
two="--engine random,name=R --engine alphabeta,depth=1,name=A"
expect 2 'needs a --game' tournament
expect 2 'expected 2 to 256 engines' tournament --game yoxii --engine random
expect 2 'expected round-robin' tournament --game yoxii $two --format league
expect 2 'even number' tournament --game yoxii $two --games 5
expect 2 'between two engines' tournament --game yoxii $two --engine random --format sprt
expect 2 'more than --elo0' tournament --game yoxii $two --format sprt --elo0 5 --elo1 5
expect 2 'is for --format swiss' tournament --game yoxii $two --rounds 3
expect 2 'given twice' tournament --game yoxii --game yoxii $two
expect 2 'SCORE,TURNS' tournament --game yoxii $two --adjudicate-win 300
expect 2 'resume needs --out' tournament --resume
expect 0 '^# 12 games' tournament --plan --game yoxii $two --engine random --games 4
expect 2 "cannot write to '$folder/none/x.db'" tournament --game yoxii $two --out "$folder/none/x.db"
expect 2 "cannot write to '$folder/x.db'" tournament --resume --out "$folder/x.db"
expect 2 'not an SQLite database' tournament --game yoxii $two --out "$source/README.md"
expect 2 "cannot read '$folder/none'" tournament "$folder/none"
printf 'game = yoxii\nnonsense\n' >"$folder/conf"
expect 2 'line 2: expected .key = value' tournament "$folder/conf"
printf '# A plan.\n\ncolour = red\n' >"$folder/conf"
expect 2 "line 3: unknown option 'colour'" tournament "$folder/conf"
printf 'game = yoxii\n engine=random,name=R\nengine = alphabeta,depth=1,name=A\ngames = 400\nquiet = yes\n' \
    >"$folder/conf"
expect 0 '6 of 6 games' tournament "$folder/conf" --games 6 --threads 1 --out "$folder/t.db"
expect 0 'Recorded in' tournament "$folder/conf" --games 6 --resume --out "$folder/t.db"
expect 2 'already holds a tournament' tournament "$folder/conf" --games 6 --out "$folder/t.db"
expect 2 "there 'games = 6', here 'games = 8'" tournament "$folder/conf" --games 8 --resume \
    --out "$folder/t.db"
expect 0 '"losses_by_ending"' standings "$folder/t.db" --json
expect 0 'Elo of R' standings "$folder/t.db"
expect 2 'no such tournament' standings "$folder/t.db" --run 3
expect 2 'unable to open' standings "$folder/none.db"
expect 0 '^run,pair,leg' export "$folder/t.db" --csv
expect 0 '"searches":\[\[' export "$folder/t.db" --json
expect 2 'no such tournament' export "$folder/t.db" --run 3
expect 2 'even number' scale yoxii --games 3
ln -s /dev/full "$folder/full"
expect 2 'cannot write' report "$folder/t.db" --out "$folder/full"
checked=$((checked + 1))
[ -L "$folder/full" ] || { echo 'FAIL: a failed report removes what is no file of its own'; failed=$((failed + 1)); }
expect 2 'not a regular file' standings "$folder"
expect 2 'not a regular file' merge /dev/null "$folder/t.db"
expect 2 'one of --pgn' export "$folder/t.db" --csv --json
echo no database >"$folder/text"
expect 2 "'$folder/text'" merge "$folder/m.db" "$folder/t.db" "$folder/text"
[ ! -e "$folder/m.db" ] || { echo 'FAIL: merge makes a database before it knows its files'; failed=$((failed + 1)); }
expect 0 '1 tournament' merge "$folder/m.db" "$folder/t.db"
expect 2 'already in' merge "$folder/m.db" "$folder/t.db"
expect 0 'Winner: A' tournament --game yoxii $two --engine random,name=r --format knockout --games 4
expect 0 'Round 2' tournament --game yoxii $two --engine random,name=r --format swiss --games 2
expect 0 'H0 accepted' tournament --game yoxii $two --format sprt --elo1 200
expect 0 'adjudicated-score' tournament --game yoxii --engine alphabeta,depth=2,name=B $two --games 10 \
    --adjudicate-win 100,1 --quiet

# What rating tools want of each game: two players, a result, the closing result word.
checked=$((checked + 1))
"$program" export "$folder/t.db" >"$folder/t.pgn"
for pattern in '^\[White "' '^\[Black "' '^\[Result "\(1-0\|0-1\|1/2-1/2\)"\]$' \
    '\(^\| \)\(1-0\|0-1\|1/2-1/2\)$'; do
    [ "$(grep -c -- "$pattern" "$folder/t.pgn")" -eq 6 ] || {
        echo "FAIL: export --pgn: not six lines '$pattern'"
        failed=$((failed + 1))
    }
done

# Openings: made, read, too few of them, none.
expect 0 '8 openings from' openings yoxii --count 8 --balance alphabeta,depth=2 --threads 2 \
    --out "$folder/openings"
"$program" openings yoxii --count 8 --balance alphabeta,depth=2 --out "$folder/again" 2>/dev/null
checked=$((checked + 1))
cmp -s "$folder/openings" "$folder/again" || {
    echo "FAIL: openings depend on the threads"
    failed=$((failed + 1))
}
expect 2 'needs --balance' openings yoxii --window 10
expect 1 'from' openings yoxii --plies 1 --count 1000
expect 0 '8 openings for 10 pairs' match yoxii $two --games 20 --openings "$folder/openings"
expect 0 '8 different openings' tournament --game yoxii $two --games 20 --quiet \
    --openings "$folder/openings"
expect 2 'expected one of them' match yoxii $two --openings "$folder/openings" --opening-plies 3
expect 2 'line 1: position' match yoxii $two --openings "$folder/conf"
expect 2 'has no opening' match yoxii $two --openings /dev/null

"$program" weights lions:onemove >"$folder/w"
expect 0 'lion = ' weights lions:onemove --file "$folder/w"
expect 0 "weights=$folder/w" match lions:onemove --engine "alphabeta,depth=1,weights=$folder/w" --engine random --games 2
expect 2 'these weights are for lions:onemove' match gounki --engine "alphabeta,depth=1,weights=$folder/w" --engine random
expect 0 'lions:onemove alphabeta,nodes=500' bench lions:onemove --signature --engine "alphabeta,nodes=500,weights=$folder/w"
sed '/^jackal = /d' "$folder/w" >"$folder/w2"
expect 2 "expected 'jackal', got 'lacking_jackal'" weights lions:onemove --file "$folder/w2"
expect 0 "weights=$folder/w" match lions:onemove --engine "mcts,playouts=9,weights=$folder/w" --engine random --games 2
expect 2 "no option 'weights'" match lions:onemove --engine "random,weights=$folder/w" --engine random
expect 2 'needs --out' selfplay yoxii
expect 0 'positions of 200 games' selfplay lions:onemove --engine alphabeta,nodes=50,hash=0.1 --games 200 \
    --balance 300 --threads 2 --out "$folder/a.skd"
expect 2 'cannot make' selfplay lions:onemove --out "$folder/a.skd"
expect 2 'is complete\|other options' selfplay lions:onemove --out "$folder/a.skd" --resume
expect 0 'game,ply,result,score,position' selfplay lions:onemove --export "$folder/a.skd"
expect 2 'one board only' selfplay gounki --board "$source/games/lions/boards/seven.board" --out "$folder/s.skd"
expect 0 'positions of 64 games' selfplay lions:onemove --board "$source/games/lions/boards/seven.board" \
    --engine alphabeta,nodes=50,hash=0.1 --games 64 --out "$folder/s.skd"
expect 0 '"seven ' selfplay lions:onemove --export "$folder/s.skd"
sed 's/seven/heptagon/' "$source/games/lions/boards/seven.board" >"$folder/heptagon.board"
expect 0 'positions of 64 games' selfplay lions:onemove --board "$folder/heptagon.board" \
    --engine alphabeta,nodes=50,hash=0.1 --games 64 --out "$folder/h.skd"
expect 2 'expected a board' tune lions:onemove --data "$folder/h.skd"
expect 0 'held out' tune lions:onemove --data "$folder/h.skd" --board "$folder/heptagon.board"
head -c 20000 "$folder/a.skd" >"$folder/b.skd"
expect 2 'breaks off' tune lions:onemove --data "$folder/b.skd"
expect 0 'positions of 200 games' selfplay lions:onemove --engine alphabeta,nodes=50,hash=0.1 --games 200 \
    --balance 300 --resume --out "$folder/b.skd"
same "$folder/a.skd" "$folder/b.skd" 'self-play depends on threads or interruptions'
expect 2 'of another game' tune gounki --data "$folder/a.skd"
expect 2 'needs --data' tune gounki
expect 2 'needs a --parameter' tune gounki --method spsa
expect 2 'neither a weight' tune gounki --method spsa --parameter x,0,-1,1,1,1
expect 2 'is about weights' tune gounki --method spsa --parameter lmr,1,0,1,1,1 --prove random --out "$folder/w9"
expect 2 '--prove needs --out' tune gounki --prove alphabeta,depth=1
expect 0 'held out' tune lions:onemove --data "$folder/a.skd" --out "$folder/w3" --plot "$folder/loss.svg"
expect 0 'held out' tune lions:onemove --data "$folder/a.skd" --out "$folder/w4" --threads 2
same "$folder/w3" "$folder/w4" 'the fit depends on the threads'
expect 1 'not' tune lions:onemove --data "$folder/a.skd" --passes 1 --prior 0.0001 --out "$folder/w4" \
    --prove alphabeta,depth=1,hash=0.1 --prove-games 20
spsa='--method spsa --engine alphabeta,nodes=30,hash=0.1 --pairs 40 --step 4 --parameter lion,361,0,900,40,0.01
    --parameter lmr,1,0,1,0.5,0.01'
# shellcheck disable=SC2086
expect 0 '40 of 40 pairs' tune lions:onemove $spsa --history "$folder/h1" --out "$folder/w5" --threads 2
head -c 500 "$folder/h1" >"$folder/h2"
# shellcheck disable=SC2086
expect 0 '40 of 40 pairs' tune lions:onemove $spsa --history "$folder/h2" --resume --plot "$folder/h.svg"
same "$folder/h1" "$folder/h2" 'spsa depends on threads or interruptions'

# Ctrl-C: the running pairs are finished and recorded, the rest is resumed.
"$program" tournament --game yoxii --engine alphabeta,nodes=3000 --engine alphabeta,nodes=2000 \
    --games 2000 --threads 2 --out "$folder/stop.db" >"$folder/out" 2>"$folder/err" &
pid=$!
sleep 0.5
kill -INT $pid
wait $pid
status=$?
checked=$((checked + 1))
if [ $status -ne 130 ] || ! grep -q -- '--resume --out' "$folder/err"; then
    echo "FAIL: an interrupted tournament: exit status $status"
    cat "$folder/err"
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
expect 0 'score mate 1 .*tbhits' search shapluk:all16 --position "$won" \
    --engine "mcts,playouts=9,tables=$folder/whole"
expect 0 'score cp 0 .*tbhits' search shapluk:all16 --position '1/3/5/r4/1r1r1/2G2/2r2 r - 0' \
    --engine "mcts,playouts=9,tables=$folder/whole"
expect 0 'score cp 0 .*tbhits' search lions --position 'seven L1.j6.L1.. w 0' \
    --engine "mcts,playouts=200,tables=$folder/lions"
expect 2 'does not go with exact=1' search shapluk --engine "alphabeta,exact=1,depth=1,tables=/"
expect 2 'random takes no tables=' search shapluk --engine "random,tables=/"
expect 0 'all right' verify "$folder/whole/shapluk-all16-04.distance" \
    "$folder/whole/shapluk-all16-04.outcome"
# The referee's tables end games, and are part of the plan.
echo "$won" >"$folder/won"
expect 0 'adjudicated-table 4' tournament --game shapluk:all16 $two --games 4 --quiet \
    --openings "$folder/won" --adjudicate-tables "$folder/whole" --out "$folder/solved.db"
expect 0 'adjudicated-table' export "$folder/solved.db" --csv
expect 2 "there 'adjudicate-tables = " tournament --game shapluk:all16 $two --games 4 --quiet \
    --openings "$folder/won" --resume --out "$folder/solved.db"
expect 2 'no table of' tournament --game shapluk $two --games 4 --adjudicate-tables "$folder/whole"
expect 2 'can be solved' tournament --game yoxii $two --games 4 --adjudicate-tables "$folder/whole"
printf 'X' | dd of="$folder/whole/shapluk-all16-04.distance" bs=1 seek=3000 conv=notrunc 2>/dev/null
expect 2 'not a sound table: block' verify "$folder/whole/shapluk-all16-04.distance"
expect 2 'not a sound table: block' solve shapluk:all16 --out "$folder/whole" --layers 06
expect 2 'not a sound table: it does not begin' verify "$source/bench/main.c"

echo "command line: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
