# Elo of each part by game, out of ladder.tsv, as a table of Markdown.
BEGIN { FS = "\t" }
{ if (!($1 in seen)) { parts[++count] = $1; seen[$1] = 1 }
  if (!($4 in known)) { games[++most] = $4; known[$4] = 1 }
  cell[$1, $4] = sprintf("%s ± %s", $11, $12); on[$1, $4] = $2 / $3 }
END { for (i = 1; i <= count; i++) { line = "| `" parts[i] "` |"
        for (j = 1; j <= most; j++) line = line sprintf(" %s (%.2f) |", cell[parts[i], games[j]], on[parts[i], games[j]])
        print line } }
