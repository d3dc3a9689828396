#!/bin/sh
# The program as a UGI engine, typed to by hand; the conformance test on good and bad engines.
# usage: ugi.sh PROGRAM BAD_ENGINE SAMPLE_ENGINE SOURCE_DIR
program=$1
bad=$2
sample=$3
source=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0

fail() {
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# says PATTERN LINE...: the engine, told these lines, says a line that matches, and ends well.
says() {
    pattern=$1
    shift
    checked=$((checked + 1))
    printf '%s\n' "$@" | "$program" ugi gounki >"$folder/out" 2>&1 ||
        fail "exit status $? after: $*"
    grep -q -- "$pattern" "$folder/out" || {
        fail "expected '$pattern' after: $*"
        head -c 2000 "$folder/out"
    }
}

# check STATUS PATTERN ARGUMENT...: check-engine.
check() {
    status=$1 pattern=$2
    shift 2
    checked=$((checked + 1))
    "$program" check-engine "$@" >"$folder/out" 2>&1
    got=$?
    if [ $got -ne "$status" ] || ! grep -q -- "$pattern" "$folder/out"; then
        fail "check-engine $*: exit status $got (expected $status), expected '$pattern':"
        cat "$folder/out"
    fi
}

says '^ugiok$' ugi
says '^uciok$' uci
says '^option name Game type combo default gounki var shapluk' ugi
says '^option name Threads type spin default 1 min 1' ugi
says '^readyok$' isready
says '^response true$' 'query p1turn'
says '^response false$' 'position startpos moves a2-a3' 'query p1turn'
says '^response false$' 'query gameover'
says '^response none$' 'query result'
says '^response true$' 'query islegal a2-a3'
says '^response false$' 'query islegal a2-a8'
says '^response .* a2-a3' 'query legalmoves'
says '^response srsrsrsr/.* w 0 1$' 'query fen'
says '^response unsupported$' 'query weather'
says '^response draw$' 'position fen 8/8/8/s7/8/8/7S/8 w 50 60' 'query result'
says '^bestmove (none)$' 'position fen 8/8/8/s7/8/8/7S/8 w 50 60' 'go depth 1'
says 'info string option Hash: expected' 'setoption name Hash value lots'
says "info string no option 'Nonsense'" 'setoption name nonsense value 1' 'setoption name Nonsense'
says "info string unknown game 'chess'" 'setoption name Game value chess'
says '^Game: yoxii' 'setoption name GAME value yoxii' d
says '^Nodes searched: 1296$' 'go perft 2' uginewgame
says 'info string .*not a legal move' 'position startpos moves a2-a8'
says '^Final evaluation: ' eval
says '^info depth 1 .* multipv 2 .* pv ' 'setoption name MultiPV value 3' 'go infinite' stop
says '^bestmove ' 'setoption name Engine value random' 'go nodes 1'
says '^bestmove ' 'setoption name Engine value mcts' 'go playouts 50' 'setoption name c value 0.5'
says 'heeds none of these limits' 'setoption name Engine value minimax' 'go nodes 1'
says "unknown command 'nonsense'" nonsense '' '   ' stop

# A process that reads 300 kB of noise, some of it behind commands, ends well.
checked=$((checked + 1))
{
    head -c 100000 /dev/urandom
    for word in position 'position fen' 'position startpos moves' go setoption 'setoption name' query; do
        printf '\n%s ' "$word"
        head -c 300 /dev/urandom | tr '\n' ' '
    done
    printf '\n'
    head -c 200000 /dev/urandom
} | "$program" ugi shakti >"$folder/out" 2>&1 || fail "noise: exit status $?"

check 0 ' 0 failed, 0 extensions absent' "$program ugi" --game lions
check 0 ' 0 failed' "$program ugi --option Engine=mcts --option Hash=1" --game shakti
check 0 '"failed":0,"absent":3}' "$sample" --game yoxii --json
if command -v python3 >/dev/null; then
    check 0 ' 0 failed' "python3 '$source/scripts/samples/engine.py' '$program'"
fi
check 1 "FAIL   go depth .*'bestmove a1-z9'" "$bad illegal" --timeout 2
check 1 'FAIL   go depth .*exit status 3' "$bad exit" --timeout 2
check 1 'FAIL   go infinite waits for stop.*came unasked' "$bad" --timeout 2
check 1 'FAIL   query gameover is false' "$bad lie" --game yoxii --timeout 2
check 1 'FAIL   ugi is answered by ugiok.*signal 11' "$bad crash 0"
check 2 'cannot start' "$folder/none"
check 2 'unknown game' "$program" --game chess
check 2 'expected a number' "$program" --timeout never

# Differential perft: faults at one position of another program are found there.
# differ STATUS PATTERN ARGUMENT...
differ() {
    status=$1 pattern=$2
    shift 2
    checked=$((checked + 1))
    "$program" diff-perft "$@" >"$folder/out" 2>&1
    got=$?
    if [ $got -ne "$status" ] || ! grep -q -- "$pattern" "$folder/out"; then
        fail "diff-perft $*: exit status $got (expected $status), expected '$pattern':"
        cat "$folder/out"
    fi
}
fault='srsrsrsr/r1rsrsrs/1s6/8/8/S7/1RSRSRSR/RSRSRSRS w 0 2'
differ 0 '^EQUAL: gounki and .* agree at 1 position to depth 3, 53,892 leaves$' gounki \
    --against "'$program' ugi gounki"
differ 0 '^EQUAL' shakti --against "'$bad' none" --depth 2
differ 1 '^DIFFERENT: .*, after a2-a3 b7-b6: 1 of 36 moves missing, 0 too many$' gounki \
    --against "'$bad' miss '$fault'"
differ 1 "^position: $fault\$" gounki --against "'$bad' miss '$fault'"
differ 1 '^too many: z9-z8$' gounki --against "'$bad' extra '$fault'"
differ 1 ', after a2-a3 b7-b6: below .* 2 leaves instead of 1 at depth 1$' gounki --against "'$bad' miscount '$fault'"
differ 1 '"path":"b7-b6",.*"missing":\["[^"]*"\],"extra":\[\]' gounki --moves a2-a3 --json \
    --against "'$bad' miss '$fault'"
differ 2 'contradicts itself' gounki --against "'$bad' total"
differ 2 'no answer in time' gounki --against "'$bad' hang 0" --timeout 1
differ 2 'exit status 3' gounki --against "'$bad' exit 0"
differ 0 '^EQUAL' lions --depth 2 --moves a1b \
    --against "'$program' perft {game} {depth} --divide --position {position}"
differ 2 'exit status 2' lions --against "'$program' perft {game} {depth} --divide --x"

echo "ugi: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
