/* Kernel: any legal turn with equal chance. The floor that every other player must be far above. */
#include "search/kernel.h"

#include <stdlib.h>

typedef struct RandomPlayer {
    Player player;
    Random random;
} RandomPlayer;

static const PlayerOption options[] = {{0}};

extern const PlayerType EXPORT(random);

static Status random_open(const PlayerOptions *settings, Player **player, Error *error)
{
    (void)settings;
    RandomPlayer *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a random player");
    self->player.type = &EXPORT(random);
    *player = &self->player;
    return STATUS_OK;
}

static void random_reset(Player *player, uint64_t seed)
{
    ((RandomPlayer *)player)->random = random_from(seed);
}

/* A part is as likely as the number of turns that begin with it. */
static Move choose_part(RandomPlayer *self, const GamePosition *position)
{
    if (GAME_TURN_PARTS == 0)
        return game_random_move(position, &self->random);
    Move moves[GAME_MOVES_MAX];
    uint64_t turns[GAME_MOVES_MAX], total = 0;
    int count = game_moves(position, moves);
    for (int i = 0; i < count; i++) {
        GamePosition child = *position;
        game_play(&child, moves[i]);
        turns[i] = game_mid_turn(&child) ? game_count(&child) : 1;
        total += turns[i];
    }
    uint64_t rank = random_below_wide(&self->random, total);
    int chosen = 0;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): rank < total */
    while (rank >= turns[chosen])
        rank -= turns[chosen++];
    return moves[chosen];
}

static void random_choose(Player *player, const Position *position, const PositionHistory *history,
                          const SearchLimits *limits, SearchReport *report, void *context,
                          SearchResult *result)
{
    (void)history, (void)limits;
    RandomPlayer *self = (RandomPlayer *)player;
    GamePosition current = game_load(position);
    *result = (SearchResult){.nodes = 1, .stop = STOP_DEPTH};
    do {
        Move move = choose_part(self, &current);
        result->turn.parts[result->turn.count++] = move;
        game_play(&current, move);
    } while (game_mid_turn(&current));
    result->line_count = result->turn.count;
    memcpy(result->line, result->turn.parts, sizeof result->turn.parts);
    if (report)
        report(context, result);
}

static void random_close(Player *player)
{
    free(player);
}

const PlayerType EXPORT(random) = {
    .name = "random",
    .about = "any legal turn with equal chance",
    .options = options,
    .limits = 0,
    .open = random_open,
    .reset = random_reset,
    .choose = random_choose,
    .close = random_close,
};
