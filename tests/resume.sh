#!/bin/sh
# Kills a tournament at random instants (kill -9) and resumes it: in the end it must have exactly the
# planned games, each equal to that of an undisturbed run. A full disk must lose nothing either.
# usage: resume.sh PROGRAM; scripts/soak_resume makes it longer by SKIRMISH_KILLS, SKIRMISH_GAMES (a
# multiple of 20) and SKIRMISH_NODES.
program=$1
kills=${SKIRMISH_KILLS:-5}
games=${SKIRMISH_GAMES:-60}
nodes=${SKIRMISH_NODES:-4000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Five engines, ten pairings. A script of its own becomes the program, so that a kill hits that.
cat >"$folder/plan" <<END
out=\$1
shift
exec "$program" tournament --game yoxii --engine alphabeta,nodes=$nodes,hash=1,name=A \\
    --engine mcts,nodes=$nodes,hash=1,name=M --engine alphabeta,depth=3,hash=1,name=D \\
    --engine mcts,playouts=50,hash=1,name=m --engine random,name=R \\
    --games $((games / 10)) --seed 7 --threads 2 --quiet --out "\$out" "\$@"
END

plan() {
    sh "$folder/plan" "$@"
}

# What must not depend on when the games were played.
games_of() {
    "$program" export "$1" --json |
        sed 's/"ended":"[^"]*",//; s/"overruns":[0-9]*,//; s/,"microseconds":.*//'
}

fail() {
    echo "FAIL: $1"
    exit 1
}

plan "$folder/whole.db" >/dev/null 2>&1 || fail "the undisturbed run"
games_of "$folder/whole.db" >"$folder/whole"
[ "$(wc -l <"$folder/whole")" -eq "$games" ] || fail "not $games games"

killed=0
restarts=0
while [ $killed -lt "$kills" ]; do
    sh "$folder/plan" "$folder/broken.db" --resume >/dev/null 2>"$folder/err" &
    pid=$!
    # 0 to 0.2 s, from the start of the program on.
    sleep "0.$(od -An -N2 -tu2 /dev/urandom | awk '{printf "%03d", $1 % 200}')"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    status=$?
    if [ $status -eq 0 ]; then
        # Done too soon: what is left of the kills hits a new run.
        games_of "$folder/broken.db" | cmp -s - "$folder/whole" || fail "a resumed run differs"
        rm -f "$folder"/broken.db*
        restarts=$((restarts + 1))
    elif [ $status -ne 137 ]; then
        cat "$folder/err"
        fail "exit status $status"
    fi
done
plan "$folder/broken.db" --resume >/dev/null 2>&1 || fail "the last resume"
games_of "$folder/broken.db" >"$folder/broken"
cmp "$folder/whole" "$folder/broken" || fail "the resumed run differs from the undisturbed one"
"$program" tournament --resume --out "$folder/broken.db" --quiet >/dev/null ||
    fail "resuming a finished run"
games_of "$folder/broken.db" | cmp -s - "$folder/whole" || fail "a finished run was changed"

# Many short games, so that the database cannot but outgrow the 200 KB to which a file may grow here: as if
# the disk were full.
many() {
    out=$1
    shift
    "$program" tournament --game yoxii --engine random,name=R --engine random,name=S --games 600 \
        --seed 7 --threads 2 --quiet --out "$out" "$@"
}
many "$folder/large.db" >/dev/null 2>&1 || fail "the large run"
(
    trap '' XFSZ
    ulimit -f 400
    many "$folder/full.db" >/dev/null 2>"$folder/err"
)
grep -q 'the disk is full' "$folder/err" || { cat "$folder/err"; fail "a full disk goes unnoticed"; }
grep -q -- '--resume --out' "$folder/err" || fail "how to resume is not said"
many "$folder/full.db" --resume >/dev/null 2>&1 || fail "resuming after a full disk"
games_of "$folder/large.db" >"$folder/large"
games_of "$folder/full.db" | cmp - "$folder/large" || fail "a full disk changed the games"
echo "resume: $killed kills during $((restarts + 1)) run(s) of $games games, all as planned"
