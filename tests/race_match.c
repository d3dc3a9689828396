/* A threaded match of every game, for the thread sanitizer: Criterion cannot start under it. */
#include "engine/match.h"
#include "games/registry.h"
#include "search/registry.h"

#include <stdio.h>

static Status play(int index, MatchResult *result, Error *error)
{
    EngineSpec specs[2];
    MatchOptions options = {
        .game = games_at(index),
        .specs = {&specs[0], &specs[1]},
        .games = 8,
        .seed = 1,
        .threads = 4,
        .opening_plies = 2,
        .plies_max = 60,
    };
    const PlayerType *const *types = searches_of(index)->players;
    options.game->start(NULL, &options.start);
    Status status =
        engine_spec_parse("alphabeta,nodes=400,hash=0.1,threads=2", types, &specs[0], error);
    if (status == STATUS_OK)
        status = engine_spec_parse("mcts,playouts=10,hash=0.1", types, &specs[1], error);
    return status == STATUS_OK ? match_play(&options, NULL, NULL, result, error) : status;
}

int main(void)
{
    for (int i = 0; i < games_count(); i++) {
        MatchResult result;
        Error error;
        if (play(i, &result, &error) != STATUS_OK || result.games != 8) {
            printf("%s: match failed\n", games_at(i)->name);
            return 1;
        }
    }
    printf("threaded match: %d games\n", games_count());
    return 0;
}
