/* What a tournament's finished pairs add up to: games by who moved first, pairs by their five
 * results, endings by culprit. Everything that is printed or rated is computed from these counts.
 */
#ifndef ENGINE_STANDINGS_H
#define ENGINE_STANDINGS_H

#include "engine/contest.h"
#include "engine/stats.h"

/* Games in which one engine moved first, as it sees them. */
typedef struct Encounter {
    uint64_t wins, draws, losses;
} Encounter;

/* One engine's searches. */
typedef struct EngineWork {
    uint64_t turns, nodes, playouts, nanoseconds;
} EngineWork;

typedef struct Standings {
    int engines, games;    /* games = rulesets */
    Encounter *encounters; /* owned; [game][first][second] */
    uint64_t *pairs;       /* owned; [game][engine][other][half points of engine] */
    uint64_t *first_pairs; /* owned; [game][half points of whoever moved first, in both games] */
    uint64_t *losses;      /* owned; [engine][Ending]: games lost by each ending */
    EngineWork *work;      /* owned; [engine] */
    uint64_t endings[ENDINGS];
    uint64_t finished_pairs, plies;
    uint64_t overruns, overrun_most; /* turns beyond their time; nanoseconds of the worst */
} Standings;

Status standings_open(Standings *standings, int engines, int games, Error *error);
void standings_close(Standings *standings);

/* What the counts need to know of one finished game. */
typedef struct GameSummary {
    int game, first, second; /* ruleset, engines */
    Outcome result;          /* for the first */
    Ending ending;
    int plies, overruns;
    uint64_t overrun_most;
    EngineWork work[2]; /* of the first and the second */
} GameSummary;

/* Adds a pair: two games with sides swapped. */
void standings_add(Standings *standings, const GameSummary games[2]);

/* The summary of a played game: which ruleset it was, and which engines sat on the two seats. */
GameSummary game_summary(const GameRecord *record, int game, const int engines[2]);

/* Half points of the side that moved first. */
int summary_first_points(const GameSummary *summary);

/* The games of `first` moving first against `second`. */
const Encounter *standings_encounter(const Standings *standings, int game, int first, int second);

/* All games and pairs of `engine` against `other` (-1 = all) in `game` (-1 = all), as `engine` sees
 * them. */
MatchScore standings_score(const Standings *standings, int game, int engine, int other);

/* All games of `game` (-1 = all) as the side that moved first saw them. */
MatchScore standings_first(const Standings *standings, int game);

#endif
