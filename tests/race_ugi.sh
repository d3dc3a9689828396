#!/bin/sh
# The engine searches in one thread and reads in another; for the thread sanitizer.
# usage: race_ugi.sh PROGRAM
output=$({
    printf 'ugi\nisready\nposition startpos\ngo infinite\nisready\nquery p1turn\n'
    sleep 0.3
    printf 'stop\ngo nodes 2000\nposition startpos\nsetoption name Threads value 2\ngo movetime 50\n'
    printf 'setoption name Engine value mcts\ngo infinite\nisready\nstop\ngo perft 2\nuginewgame\n'
    printf 'setoption name Engine value random\ngo nodes 1\ngo infinite\nquit\n'
} | "$1" ugi gounki 2>&1) || {
    echo "$output"
    exit 1
}
moves=$(echo "$output" | grep -c '^bestmove ')
echo "$moves moves"
[ "$moves" -eq 6 ]
