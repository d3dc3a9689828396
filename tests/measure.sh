#!/bin/sh
# Measuring: bench, compare, scale, and what they leave in the database. Speeds are never judged.
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

# compare: files whose difference is planted, one line changed at a time; a program and itself.
figures() { # RATE SIGNATURE REPETITIONS
    echo '{"version":"1","commit":"abc"}'
    for engine in alphabeta 'mcts,playouts=9'; do
        printf '{"game":"yoxii","engine":"%s","limits":"x","threads":1,"signature":%s,"nodes":9,"playouts":0,' \
            "$engine" "$2"
        awk -v rate="$1" -v count="$3" 'BEGIN {
            for (i = 0; i < count; i++) { all = all (i ? "," : "") rate + i % 3; ones = ones (i ? ",1" : "1") }
            print "\"seconds\":[" ones "],\"rates\":[" all "]}" }'
    done
}
figures 10000 5 9 >"$folder/base.json"
figures 10000 5 7 >"$folder/same.json"
figures 9700 5 9 >"$folder/slow.json"
figures 10300 5 9 >"$folder/fast.json"
figures 10300 6 9 >"$folder/other.json"
figures 10300 6 3 >"$folder/few.json"
sed 's/"rates":\[/&x/' "$folder/base.json" >"$folder/bad.json"
sed 's/"signature":5,//' "$folder/base.json" >"$folder/lacking.json"
b=$folder/base.json
cat >"$folder/other" <<EOF
#!/bin/sh
"$program" "\$@" | sed 's/"signature":/&1/'
EOF
chmod +x "$folder/other"
expect 0 '^no difference' compare "$b" "$folder/same.json"
expect 0 '^ *yoxii ' compare "$b" "$folder/same.json"
expect 1 '^new is slower than base by 3.00 %' compare "$b" "$folder/slow.json"
expect 0 '^new is faster than base by 3.00 %' compare "$b" "$folder/fast.json"
expect 0 '"verdict":"faster","precise":"yes"' compare "$b" "$folder/fast.json" --json
expect 1 'signatures differ (5 and 6)' compare "$b" "$folder/other.json"
expect 0 'different work (signatures 5 and 6)' compare "$b" "$folder/other.json" --different
expect 2 '3 repetitions, at least 5' compare "$b" "$folder/few.json"
expect 2 "bad.json', line 2: JSON: column" compare "$b" "$folder/bad.json"
expect 2 "lacking.json', line 2: expected a row" compare "$b" "$folder/lacking.json"
expect 2 'not one of each' compare "$b" "$program"
expect 2 'is for programs' compare "$b" "$b" --rounds 20
expect 2 'confidence: expected a percentage' compare "$b" "$b" --confidence 100
expect 2 "cannot start '$folder/none'" compare "$folder/none" "$program" --game yoxii
expect 2 'failed with exit status 2: .* bench yoxii:seed ' compare "$program" "$program" --game yoxii --engine chess
expect 0 'P(faster)' compare "$program" "$program" --game yoxii --engine perft --precision 20
expect 1 'signatures differ' compare "$program" "$folder/other" --game yoxii --engine perft
ln -s "$program" "$folder/it's"
expect 0 'P(faster)' compare "$folder/it's" "$program" --game yoxii --engine perft --precision 20

# scale: a search of its own for each number of threads, a plot, rows of the database.
expect 2 'expected at most 64 rising numbers' scale yoxii --threads 2,4
expect 2 "no option 'threads'" scale yoxii --engine minimax
expect 0 '^ *2 .* %$' scale yoxii --engine mcts,playouts=200 --threads 1..2 --repeat 2 --out "$folder/m.db" \
    --plot "$folder/scale.svg"
# The engine has a comma in it, so that the fields are one further.
same 'scale in the database' 'playouts=200 1 s;playouts=200 2 s;' \
    "$(rows '$2 == "scale" && $10 == "s" && 0 < $12 && $12 <= $11 && $11 <= $13' '$8, $9, $10' | tr '\n' ';')"
expect 0 'more threads than processors' scale yoxii --engine mcts,playouts=50 --threads 1,64 --repeat 2
expect 0 '"share_against_time":0' scale yoxii --engine mcts,playouts=50 --threads 1,2 --time 1 --repeat 2 \
    --games 2 --json
checked=$((checked + 1))
grep -q '>to the goal</text>' "$folder/scale.svg" || {
    echo 'FAIL: scale --plot'
    failed=$((failed + 1))
}

echo "measure: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
