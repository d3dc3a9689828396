#!/bin/sh
# A tournament played by four MPI processes must equal that of one: undisturbed, with a killed
# worker, with one that was stopped for a while, and resumed after the loss of all.
# usage: cluster.sh PROGRAM
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

fail() {
    echo "FAIL: $1"
    cat "$folder/err"
    exit 1
}

# Each process notes its number in pid.RANK and becomes the program; worker 2 may run elsewhere.
cat >rank <<'END'
echo $$ >"pid.$OMPI_COMM_WORLD_RANK"
[ "$OMPI_COMM_WORLD_RANK" != 2 ] || [ ! "$ELSEWHERE" ] || cd "$ELSEWHERE"
exec "$@"
END
ranks() {
    timeout 300 mpirun --allow-run-as-root --oversubscribe "$@"
}

plan="tournament --game yoxii --game lions --engine alphabeta,nodes=15000,hash=1,name=A \
    --engine mcts,nodes=15000,hash=1,name=M --engine alphabeta,depth=3,hash=1,name=D \
    --games 24 --seed 7 --quiet"

# What must not depend on who played and when.
games_of() {
    "$program" export "$1" --json |
        sed 's/"ended":"[^"]*",//; s/"overruns":[0-9]*,//; s/,"microseconds":.*//'
}

# after_games DATABASE: waits until a few are recorded.
after_games() {
    waits=0
    until [ "$("$program" export "$1" --csv 2>/dev/null | wc -l)" -gt 4 ]; do
        [ $((waits += 1)) -lt 1000 ] || fail "no games in $1"
        sleep 0.05
    done
}

equal() {
    games_of "$1" >got
    cmp got whole || fail "$2: the games differ"
}

: >err
# shellcheck disable=SC2086
"$program" $plan --out whole.db >/dev/null 2>err || fail "one process"
games_of whole.db >whole
[ "$(wc -l <whole)" -eq 144 ] || fail "not 144 games"

# shellcheck disable=SC2086
ranks --enable-recovery -n 4 sh rank "$program" $plan --out four.db >out 2>err
equal four.db "four processes"
grep -q '144 of 144 games' out || fail "no result was printed"
grep -q 'lost' err && fail "a worker seemed lost"

# shellcheck disable=SC2086
ranks --enable-recovery -n 4 sh rank "$program" $plan --threads 2 --out killed.db >out 2>err &
pid=$!
after_games killed.db
kill -9 "$(cat pid.2)"
wait $pid
grep -q 'worker 2 .* is lost' err || fail "nobody missed the killed worker"
equal killed.db "a killed worker"

# shellcheck disable=SC2086
ranks --enable-recovery -n 3 sh rank "$program" $plan --out stopped.db >out 2>err &
pid=$!
after_games stopped.db
kill -STOP "$(cat pid.1)"
waits=0
until grep -q 'worker 1 .* is lost' err; do
    [ $((waits += 1)) -lt 1000 ] || fail "nobody missed the stopped worker"
    sleep 0.05
done
kill -CONT "$(cat pid.1)"
wait $pid
equal stopped.db "a stopped worker"

# Without recovery MPI ends all; one process goes on.
# shellcheck disable=SC2086
ranks -n 3 sh rank "$program" $plan --out lost.db >out 2>err &
pid=$!
after_games lost.db
kill -9 "$(cat pid.1)"
wait $pid && fail "mpirun did not notice a loss"
"$program" tournament --resume --out lost.db --quiet >/dev/null 2>err || fail "resuming"
equal lost.db "a resumed run"

# A machine without the engine ends it, and says which.
ln -s "$program" engine
ELSEWHERE=/ ranks --enable-recovery -x ELSEWHERE -n 3 sh rank "$program" tournament --game yoxii \
    --engine "ugi,nodes=100,cmd=./engine ugi" --engine random --games 8 --quiet --out ugi.db \
    >out 2>err
grep -q "worker 2 on .*engine" err || fail "a missing engine"
ranks --enable-recovery -n 3 sh rank "$program" tournament --resume --out ugi.db --quiet >out 2>err
grep -q '8 of 8 games' out || fail "external engines"
echo "cluster: 4 processes, a killed, a stopped and a failing worker: all as planned"
