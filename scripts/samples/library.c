/* The library in a C program: lists moves, counts, evaluates, and plays a game of two engines.
 * build: cc library.c -o library $(pkg-config --cflags --libs skirmish)   (once installed)
 * usage: ./library [GAME [ENGINE ENGINE]] */
#include "engine/contest.h"
#include "games/registry.h"
#include "search/registry.h"

#include <inttypes.h>
#include <stdio.h>

enum { PERFT_DEPTH = 3, PLIES_MAX = 500 };

static bool print_turn(void *context, const Turn *turn, const Position *after)
{
    const Game *game = context;
    char words[TURN_TEXT_MAX];
    Position start;
    Text text = TEXT_OF(words);
    (void)after;
    game->start(NULL, &start);
    game->turn_format(&start, turn, &text);
    printf(" %s", words);
    return true;
}

/* Moves, perft and evaluation of the start. */
static Status look(const Game *game, const SearchKit *kit, Error *error)
{
    Position start;
    int weights[WEIGHTS_MAX];
    PerftResult leaves;
    PerftOptions options = {.threads = 1, .bulk = true};
    game->start(NULL, &start);
    printf("%s, %" PRIu64 " moves:", game->title, game->count(&start));
    turn_each(game, &start, print_turn, (void *)game);
    for (int i = 0; i < game->weight_count; i++)
        weights[i] = game->weights[i].value;
    Status status = kit->perft(&start, PERFT_DEPTH, &options, &leaves, error);
    if (status == STATUS_OK)
        printf("\nperft %d: %" PRIu64 "\nevaluation: %d\n", PERFT_DEPTH, leaves.nodes,
               (int)game->evaluate(&start, weights));
    return status;
}

/* A game from the start; contest_play knows the draws by repetition and by no progress, too. */
static Status play(const Game *game, const EngineSpec *specs, Player *const *players, Error *error)
{
    GameRecord record = {0};
    Contest contest = {
        .game = game,
        .seats = {{&specs[0], players[0], 1}, {&specs[1], players[1], 2}},
        .plies_max = PLIES_MAX,
    };
    game->start(NULL, &contest.opening.start);
    Status status = contest_play(&contest, &record, error);
    if (status == STATUS_OK) {
        printf("%s against %s: ", specs[0].name, specs[1].name);
        if (record.result == OUTCOME_DRAW)
            printf("draw");
        else
            printf("%s wins", specs[record.result == OUTCOME_WIN ? 0 : 1].name);
        printf(" after %d turns (%s)\n", record.turn_count, record.reason);
    }
    game_record_close(&record);
    return status;
}

int main(int argc, char **argv)
{
    const char *const texts[] = {argc > 3 ? argv[2] : "alphabeta,depth=3,name=A",
                                 argc > 3 ? argv[3] : "mcts,playouts=200,name=M"};
    static EngineSpec specs[2];
    Player *players[2] = {NULL, NULL};
    Error error;
    int index = games_find(argc > 1 ? argv[1] : "gounki", &error);
    Status status = index < 0 ? error.status : STATUS_OK;
    if (status == STATUS_OK)
        status = look(games_at(index), searches_of(index), &error);
    for (int i = 0; i < 2 && status == STATUS_OK; i++) {
        status = engine_spec_parse(texts[i], searches_of(index)->players, &specs[i], &error);
        if (status == STATUS_OK)
            status = specs[i].type->open(&specs[i].options, &players[i], &error);
    }
    if (status == STATUS_OK)
        status = play(games_at(index), specs, players, &error);
    for (int i = 0; i < 2; i++)
        if (players[i])
            specs[i].type->close(players[i]);
    if (status != STATUS_OK)
        fprintf(stderr, "%s\n", error.text);
    return status == STATUS_OK ? 0 : 2;
}
