/* A tournament as the options describe it: engines read for every game, schedule, test, openings.
 */
#ifndef BENCH_TOURNAMENT_SETUP_H
#define BENCH_TOURNAMENT_SETUP_H

#include "bench/command.h"
#include "engine/store.h"
#include "engine/tournament.h"
#include "search/referee.h"

enum { SETUP_GAMES_MAX = STORE_RULESETS_MAX, PLAN_TEXT_MAX = 1 << 19 };

/* The options that make the plan: what is played, not how fast or where it is written. */
#define PLAN_OPTIONS                                                                             \
    {"format", "round-robin|gauntlet|swiss|knockout|sprt",                                       \
     "who plays whom (default round-robin)"},                                                    \
        {"game", "GAME|all", "a game; give several, or 'all'"},                                  \
        {"engine", "SPEC", "an engine; give two or more, best first for knockout and gauntlet"}, \
        {"games", "N",                                                                           \
         "games of each pairing in each game, even (default 100; sprt: at most, 40000)"},        \
        {"rounds", "N", "rounds of a swiss (default: as many as a knockout takes)"},             \
        {"seeds", "N", "gauntlet: the first N engines play all others (default 1)"},             \
        {"seed", "S", "seed of openings and engines (default 1)"},                               \
        {"opening-plies", "N", "random turns before the engines play (default 4)"},              \
        {"openings", "FILE", "begin from the positions of FILE, see 'skirmish openings'"},       \
        {"max-plies", "N", "longer games are draws (default 1000)"},                             \
        {"board", "FILE", "play on the board in FILE (games with several boards)"},              \
        {"adjudicate-win", "SCORE,TURNS",                                                        \
         "end a game when both engines' scores agree on the winner for TURNS turns each"},       \
        {"adjudicate-draw", "SCORE,TURNS,PLY",                                                   \
         "end it as a draw when both stay within SCORE for TURNS turns, from ply PLY on"},       \
        {"adjudicate-tables", "DIR",                                                             \
         "end a game of a solvable game at a position that the tables in DIR know"},             \
        {"model", "nelo|logistic", "sprt: the unit of elo0 and elo1 (default nelo)"},            \
        {"elo0", "ELO", "sprt: the first engine's advantage under H0 (default 0)"},              \
        {"elo1", "ELO", "sprt: and under H1 (default 5)"},                                       \
        {"alpha", "P", "sprt: chance to accept H1 when H0 is true (default 0.05)"},              \
    {                                                                                            \
        "beta", "P", "sprt: chance to accept H0 when H1 is true (default 0.05)"                  \
    }

/* Option names whose values may repeat. */
#define PLAN_REPEATED "game engine"

typedef struct Setup {
    TournamentPlan plan;
    TournamentGame games[SETUP_GAMES_MAX];
    int game_indices[SETUP_GAMES_MAX]; /* in the registry */
    const Game *rules[SETUP_GAMES_MAX];
    OpeningBook books[SETUP_GAMES_MAX];      /* owned */
    TableReferee *referees[SETUP_GAMES_MAX]; /* owned, NULL = none */
    EngineSpec *specs;                       /* owned; of the first game, then of the next */
    const char *names[SCHEDULE_ENGINES_MAX], *texts[SCHEDULE_ENGINES_MAX];
    Board *board; /* owned, NULL = the default boards */
    const char *board_path, *openings_path, *tables_path;
    int opening_plies;
    int threads_most; /* of any engine */
    char *text;       /* owned; the plan as a configuration */
} Setup;

/* Reads the plan's options; the openings come later. */
Status setup_open(Setup *setup, const Arguments *arguments, Error *error);
void setup_close(Setup *setup);

/* Opens and closes every engine once, so that one that cannot be opened is known at once. */
Status setup_try_engines(const Setup *setup, Error *error);

/* Draws the openings or reads them from their file. */
Status setup_openings(Setup *setup, Error *error);

/* The plan as the store takes it. */
RunPlan setup_run_plan(const Setup *setup, char seed[24]);

#endif
