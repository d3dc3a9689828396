#!/bin/sh
# Measuring: bench, perft and what they leave in the database. Speeds are looked at, never judged.
# usage: measure.sh PROGRAM
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0
. "${0%/*}/expect.sh"

# same WHAT EXPECTED GOT
same() {
    checked=$((checked + 1))
    [ "$2" = "$3" ] || {
        echo "FAIL: $1: expected '$2', got '$3'"
        failed=$((failed + 1))
    }
}

# rows CONDITION FIELDS: of the exported measurements, by awk.
rows() { "$program" export "$folder/m.db" --measurements | awk -F, "NR > 1 && $1 { print $2 }"; }

# bench: rows, repetitions, the lines for OpenBench, the signature however it is asked for.
expect 2 'unknown back end' bench yoxii --engine chess
expect 2 'engine is not for playouts' bench playouts --engine mcts,playouts=10
expect 2 'repeat: expected a number from 1' bench yoxii --repeat 0
expect 2 "cannot write to '$folder/none/m.db'" bench yoxii --out "$folder/none/m.db"
expect 0 '"playouts":60,' bench yoxii --engine mcts,playouts=10 --json
expect 0 '^yoxii  *mcts,play.*  *playouts=10 ' bench yoxii --engine mcts,playouts=10 --engine perft
expect 0 '^[0-9][0-9]* nodes [0-9][0-9]* nps$' bench yoxii --engine minimax --repeat 3 --out "$folder/m.db"
signature=$("$program" bench yoxii --signature --engine minimax | awk '$1 == "yoxii" { print $3 }')
same 'signature in the database' "$signature" "$(rows '$5 == "yoxii"' '$14')"
same 'repetitions out of order' '' \
    "$(rows '!($13 == 3 && 0 < $11 && $11 <= $10 && $10 <= $12 && $9 == "nodes/s")' '$0')"
expect 0 'Nodes searched: 256' perft yoxii 1 --out "$folder/m.db"
expect 2 'goes with no --position' perft yoxii 1 --moves c3-1b2 --out "$folder/m.db"
same 'perft in the database' 'depth=1 leaves/s 1 256' "$(rows '$6 == "perft"' '$7, $9, $8, $14')"
expect 0 '0 tournaments, 2 benches' merge "$folder/all.db" "$folder/m.db"

echo "measure: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
