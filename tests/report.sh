#!/bin/sh
# The HTML report: a small tournament of all games with engines of awkward names, one of which fails;
# the page's numbers, boards and buttons in headless Chromium. Exit status 77 (skipped) without it.
# usage: report.sh PROGRAM BAD_ENGINE [SCREENSHOT_FOLDER]
program=$1
bad=$2
shots=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0
. "${0%/*}/expect.sh"

# has PATTERN FILE / lacks PATTERN FILE
has() {
    checked=$((checked + 1))
    grep -q -- "$1" "$2" || {
        echo "FAIL: no '$1' in $2"
        failed=$((failed + 1))
    }
}
lacks() {
    checked=$((checked + 1))
    ! grep -q -- "$1" "$2" || {
        echo "FAIL: '$1' in $2"
        failed=$((failed + 1))
    }
}

title='</title><script>alert(1)</script> & "all"'
expect 0 'Recorded' tournament --game all --engine 'alphabeta,depth=2,name=<b>"A" & </script>' \
    --engine 'mcts,playouts=60,name=tree' --engine "random,name=\"it's <i>\"" --games 4 --out "$folder/all.db"
expect 0 'Recorded' tournament --game gounki --engine "ugi,nodes=10,cmd=$bad illegal,name=B<ad>" \
    --engine random,name=other --games 4 --out "$folder/bad.db"
expect 0 '1 tournament' merge "$folder/all.db" "$folder/bad.db"
expect 0 '"engines"' standings "$folder/all.db" --json
cp "$folder/out" "$folder/all.json"
"$program" report "$folder/all.db" --title "$title" --out "$folder/all.html"
has 'lt;/title' "$folder/all.html"
has '>illegal-move<' "$folder/all.html"
lacks '<b>' "$folder/all.html"
lacks '<i>' "$folder/all.html"
lacks 'https\?://[^w"]' "$folder/all.html"

# The other kinds of data, and what is left out.
expect 0 'Recorded' tournament --game gounki --format sprt --engine alphabeta,depth=2,name=new \
    --engine random,name=old --elo1 50 --games 400 --out "$folder/sprt.db"
expect 0 'Log-likelihood ratio of the test' report "$folder/sprt.db"
expect 0 '<strong>H1</strong>' report "$folder/sprt.db" --run 1
expect 0 'H0: Elo ≤ 0 accepted' report "$folder/sprt.db" --games 0
lacks 'id="data"' "$folder/out"
for section in $(grep -o 'href="#[a-z]*"' "$folder/out" | tr -d '"#' | cut -d= -f2); do
    has "<section id=\"$section\"" "$folder/out"
done
expect 0 '10 of [0-9]* games can be replayed, drawn at random' report "$folder/sprt.db" --games 10
expect 0 'Written' match yoxii --engine alphabeta,depth=1 --engine random --games 10 --out "$folder/match"
expect 0 'options of <code>skirmish match' report "$folder/match/"
expect 0 '10 games of 2 engines in yoxii' report "$folder/match"
expect 0 '<h1>match</h1>' report "$folder/match"
cp "$folder/match/games.jsonl" "$folder/kept"
expect 2 'is what the report is made of' report "$folder/match" --out "$folder/match/games.jsonl"
expect 2 'is what the report is made of' report "$folder/sprt.db" --out "$folder/../${folder##*/}/sprt.db"
cmp -s "$folder/kept" "$folder/match/games.jsonl" || { echo "FAIL: a report took its source's place"; failed=$((failed + 1)); }
expect 0 'minimax' bench yoxii --engine minimax --out "$folder/bench.db"
expect 0 'Measurements</h2>' report "$folder/bench.db"
lacks 'id="standings"' "$folder/out"
head -c 300 "$folder/match/games.jsonl" >"$folder/cut" && mv "$folder/cut" "$folder/match/games.jsonl"
expect 2 "games.jsonl', line 1: not what a match writes" report "$folder/match"
expect 2 "cannot read '$folder/summary.json'" report "$folder"
expect 2 'there is no such tournament' report "$folder/sprt.db" --run 2
expect 2 "cannot write '$folder/none/x.html'" report "$folder/sprt.db" --out "$folder/none/x.html"
expect 2 'cannot open' report "$folder/none.db"

chromium=$(command -v chromium || true)
driver=$(command -v chromedriver || true)
if [ "$failed" -eq 0 ] && { [ -z "$chromium" ] || [ -z "$driver" ]; }; then
    echo "report: $checked passed without a browser; skipped: the page itself, which needs the packages" \
        "chromium and chromium-driver"
    [ -z "${CI:-}" ] || exit 1
    exit 77
fi
[ "$failed" -ne 0 ] ||
    "${0%/*}/report_browser.py" "$program" "$folder/all.db" "$folder/all.html" "$folder/all.json" "$title" \
        "$chromium" "$driver" $shots || failed=$((failed + 1))
echo "report: $((checked - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
