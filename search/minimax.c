/* Kernel: plain minimax to a fixed depth. Slow and obviously right: the referee of the others. */
#include "search/kernel.h"

#include <stdlib.h>

typedef struct Minimax {
    Player player;
    GameWeights weights;
    Budget budget;
    Path path;
    uint64_t nodes;
} Minimax;

static const PlayerOption options[] = {{0}};

extern const PlayerType EXPORT(minimax);

static Score best_score(Minimax *self, const GamePosition *position, int depth, int turns,
                        Line *line);

/* The score of a position `turns` turns below the root, for its side to move. */
static Score score_of(Minimax *self, const GamePosition *position, int depth, int turns, Line *line)
{
    self->nodes++;
    line->count = 0;
    if (!game_mid_turn(position)) {
        switch (game_outcome(position)) {
        case OUTCOME_OPEN: break;
        case OUTCOME_LOSS: return turns - SCORE_WIN;
        case OUTCOME_DRAW: return SCORE_DRAW;
        case OUTCOME_WIN: return SCORE_WIN - turns;
        }
        if (path_draws(&self->path, position, path_key(position), GAME_REPETITIONS - 1))
            return SCORE_DRAW;
        if (depth == 0)
            return game_evaluate(position, &self->weights);
    }
    return best_score(self, position, depth, turns, line);
}

static Score best_score(Minimax *self, const GamePosition *position, int depth, int turns,
                        Line *line)
{
    bool boundary = !game_mid_turn(position);
    if (boundary)
        path_push(&self->path, game_key(position));
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    Score best = -SCORE_INFINITE;
    for (int i = 0; i < count && !budget_spent(&self->budget, self->nodes); i++) {
        GamePosition child = *position;
        game_play(&child, moves[i]);
        int done = !game_mid_turn(&child);
        Line rest;
        Score score = score_of(self, &child, depth - done, turns + done, &rest);
        if (budget_spent(&self->budget, self->nodes))
            break; /* the child is not finished */
        if (game_mover(&child) != game_mover(position))
            score = -score;
        if (score > best) {
            best = score;
            line_set(line, moves[i], &rest);
        }
    }
    if (boundary)
        path_pop(&self->path);
    return best;
}

static Status minimax_open(const PlayerOptions *settings, Player **player, Error *error)
{
    Minimax *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a minimax player");
    self->player.type = &EXPORT(minimax);
    self->weights = kernel_weights(settings);
    *player = &self->player;
    return STATUS_OK;
}

static void minimax_reset(Player *player, uint64_t seed)
{
    (void)player, (void)seed;
}

static void minimax_choose(Player *player, const Position *position, const PositionHistory *history,
                           const SearchLimits *limits, SearchReport *report, void *context,
                           SearchResult *result)
{
    Minimax *self = (Minimax *)player;
    GamePosition root = game_load(position);
    budget_start(&self->budget, &(SearchLimits){.stop = limits->stop});
    path_start(&self->path, history, &root);
    self->nodes = 0;
    Line line = {.count = 0};
    Score score = best_score(self, &root, limits->depth, 0, &line);
    bool complete = !self->budget.spent;
    *result = (SearchResult){
        .score = line.count ? score : SCORE_DRAW,
        .depth = complete ? limits->depth : 0,
        .deepest = limits->depth,
        .nodes = self->nodes,
        .nanoseconds = budget_elapsed(&self->budget),
        .stop = self->budget.reason,
        .line_count = line.count,
    };
    memcpy(result->line, line.moves, (size_t)line.count * sizeof(Move));
    kernel_first_turn(&root, line.moves, line.count, &result->turn);
    if (report)
        report(context, result);
}

static void minimax_close(Player *player)
{
    free(player);
}

const PlayerType EXPORT(minimax) = {
    .name = "minimax",
    .about = "plain minimax to a fixed depth, the referee of the other searches",
    .options = options,
    .game = &EXPORT(game),
    .limits = LIMIT_DEPTH,
    .open = minimax_open,
    .reset = minimax_reset,
    .choose = minimax_choose,
    .close = minimax_close,
};
