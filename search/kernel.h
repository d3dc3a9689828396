/* What every back end includes: the rules of the one game it is compiled for, and what searches
 * share: draws by history, turns made of parts, weights. */
#ifndef SEARCH_KERNEL_H
#define SEARCH_KERNEL_H

#include "engine/player.h"
#include "engine/rules.h"
#include "search/budget.h"

/* Keys of the positions on the way to the current one, of the game first, then of the search; only
 * positions at turn boundaries are entered. */
typedef struct Path {
    int count;
    uint64_t keys[GAME_QUIET_LIMIT + PLY_MAX + 1];
} Path;

/* A principal variation, in moves (parts). */
typedef struct Line {
    int count;
    Move moves[PRINCIPAL_VARIATION_MAX];
} Line;

/* The move followed by the rest, cut to what fits. */
static inline void line_set(Line *line, Move move, const Line *rest)
{
    int most = PRINCIPAL_VARIATION_MAX - 1;
    int count = rest->count < most ? rest->count : most;
    memcpy(line->moves + 1, rest->moves, (size_t)count * sizeof(Move));
    line->moves[0] = move;
    line->count = count + 1;
}

extern const Game EXPORT(game);

static inline GameWeights kernel_weights(const PlayerOptions *options)
{
    GameWeights weights = {
#define WEIGHT(name, value, about) .name = (value),
#include GAME_WEIGHTS
#undef WEIGHT
    };
    if (options->weighted)
        memcpy(&weights, options->weights, sizeof weights);
    return weights;
}

/* Enters what of the game's history can still recur; the position itself is the search's to enter.
 */
static inline void path_start(Path *path, const PositionHistory *history,
                              const GamePosition *position)
{
    path->count = 0;
    if (GAME_REPETITIONS == 0)
        return;
    int first = history->count - game_quiet(position);
    for (int i = first > 0 ? first : 0; i < history->count && path->count < GAME_QUIET_LIMIT; i++)
        path->keys[path->count++] = history->keys[i];
}

static inline void path_push(Path *path, uint64_t key)
{
    if (GAME_REPETITIONS > 0)
        path->keys[path->count++] = key;
}

static inline void path_pop(Path *path)
{
    if (GAME_REPETITIONS > 0)
        path->count--;
}

/* Whether a position like this may have occurred before, so that path_draws needs its key. */
static inline bool path_may_recur(const GamePosition *position)
{
    return GAME_REPETITIONS > 0 && game_quiet(position) >= 2;
}

/* The key that path_draws needs. */
static inline uint64_t path_key(const GamePosition *position)
{
    return path_may_recur(position) ? game_key(position) : 0;
}

/* Whether the position with this key (where path_may_recur), reached by the path, is drawn by the
 * rules that look at history. The rules ask for GAME_REPETITIONS occurrences; a search may take an
 * earlier one for a draw (`earlier` = how many suffice). */
static inline bool path_draws(const Path *path, const GamePosition *position, uint64_t key,
                              int earlier)
{
    int quiet = game_quiet(position);
    if (GAME_QUIET_LIMIT > 0 && quiet >= GAME_QUIET_LIMIT)
        return true;
    if (!path_may_recur(position))
        return false;
    int first = path->count - quiet;
    for (int i = path->count - 1; i >= 0 && i >= first; i--)
        if (path->keys[i] == key && --earlier == 0)
            return true;
    return false;
}

/* Adds first moves to an unfinished turn until it is whole; the position is played along. */
static inline void kernel_complete(GamePosition *position, Turn *turn)
{
    Move moves[GAME_MOVES_MAX];
    while (turn->count == 0 || game_mid_turn(position)) {
        if (game_moves(position, moves) == 0)
            break; /* only where a game breaks its contract */
        turn->parts[turn->count++] = moves[0];
        game_play(position, moves[0]);
    }
}

/* The first turn of a line of moves, completed if the line ends inside it. */
static inline void kernel_first_turn(const GamePosition *root, const Move *line, int count,
                                     Turn *turn)
{
    GamePosition position = *root;
    turn->count = 0;
    for (int i = 0; i < count && (i == 0 || game_mid_turn(&position)); i++) {
        turn->parts[turn->count++] = line[i];
        game_play(&position, line[i]);
    }
    kernel_complete(&position, turn);
}

#endif
