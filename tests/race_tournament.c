/* A threaded tournament with its database, for the thread sanitizer: Criterion cannot start under
 * it. */
#include "engine/pool.h"
#include "games/registry.h"
#include "search/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static Status play(const TournamentPlan *plan, Store *store, int64_t run, int64_t session,
                   Error *error)
{
    Tournament tournament;
    PoolOptions options = {.threads = 4, .store = store, .run = run, .session = session};
    Status status = tournament_open(&tournament, plan, error);
    if (status != STATUS_OK)
        return status;
    status = pool_play(&tournament, &options, error);
    if (status == STATUS_OK && !tournament.over)
        status = error_set(error, STATUS_MISMATCH, "the tournament is not over");
    tournament_close(&tournament);
    return status;
}

static Status record(const TournamentPlan *plan, const Game *game, const char *path, Error *error)
{
    static const char *const texts[] = {"a", "m", "r"};
    Store *store = NULL;
    int64_t run = 0, session = 0;
    RunPlan header = {
        .header = {.format = "f", .config = "c", .seed = "1"},
        .engine_count = 3,
        .game_count = 1,
        .names = texts,
        .specs = texts,
        .games = &game,
        .books = plan->games[0].book,
    };
    SessionInfo info = {"1", "c", "gcc", "-O", "cpu", "host", 1, 4};
    Status status = store_open(path, STORE_WRITE, &store, error);
    if (status == STATUS_OK)
        status = store_add_run(store, &header, &run, error);
    if (status == STATUS_OK)
        status = store_add_session(store, run, &info, &session, error);
    if (status == STATUS_OK)
        status = play(plan, store, run, session, error);
    store_close(store);
    return status;
}

static Status play_game(int index, const char *path, Error *error)
{
    static const char *const texts[] = {"alphabeta,nodes=200,hash=0.1", "mcts,playouts=10,hash=0.1",
                                        "random"};
    EngineSpec specs[3];
    OpeningBook book = {0};
    Position start;
    TournamentGame game = {.game = games_at(index), .specs = specs, .book = &book};
    TournamentPlan plan = {
        .schedule = {.format = FORMAT_SWISS, .engines = 3, .games = 1, .sets = 3, .rounds = 3},
        .games = &game,
        .names = texts,
        .seed = 1,
        .plies_max = 60,
    };
    Status status = STATUS_OK;
    for (int i = 0; i < 3 && status == STATUS_OK; i++)
        status = engine_spec_parse(texts[i], searches_of(index)->players, &specs[i], error);
    game.game->start(NULL, &start);
    if (status == STATUS_OK)
        status = openings_draw(&book, game.game, &start, 2, 9, 1, error);
    if (status == STATUS_OK)
        status = record(&plan, game.game, path, error);
    opening_book_close(&book);
    return status;
}

int main(void)
{
    char path[] = "skirmish-race-XXXXXX";
    Error error = {0};
    int file = mkstemp(path);
    Status status = file < 0 ? STATUS_NO_FILE : STATUS_OK;
    /* The runs of all games go into one database. */
    for (int i = 0; i < games_count() && status == STATUS_OK; i++)
        status = play_game(i, path, &error);
    if (file >= 0)
        close(file);
    unlink(path);
    if (status != STATUS_OK) {
        printf("threaded tournament: %s\n", error.text);
        return 1;
    }
    printf("threaded tournament: %d games\n", games_count());
    return 0;
}
