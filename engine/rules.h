/* The hot contract: what every game promises to the kernels that are compiled once for it.
 *
 * The build defines, per line GAME(folder, ruleset) of games/games.def:
 *   GAME          identifier of the instance, for instance gounki_seed_cross
 *   GAME_NAME     its name as typed, "gounki:seed-cross"
 *   GAME_RULES    "games/gounki/rules.h"
 *   GAME_WEIGHTS  "games/gounki/weights.def"
 *   RULESET       GOUNKI_SEED_CROSS, an enumerator that rules.h defines
 *
 * rules.h defines struct GamePosition (no pointers into itself, no padding in its identity, no
 * history), the constants below, and every function declared here, as static inline. A missing one
 * is a compile error that names it. Laws, tested on every registered game: an open position has a
 * move and a finished one has none; positions with equal identity bytes are the same position;
 * distinct turns lead to distinct positions; whole turns are those made of moves; text round-trips;
 * outcome and evaluation are for the side to move. Repetition and the no-progress draw are the
 * business of search and match. */
#ifndef ENGINE_RULES_H
#define ENGINE_RULES_H

#include "engine/bits.h"
#include "engine/game.h"
#include "engine/hash.h"
#include "engine/move.h"
#include "engine/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define JOIN_TOKENS(one, two) one##_##two
#define JOIN(one, two)        JOIN_TOKENS(one, two)

/* The name of the one constant that a kernel exports: EXPORT(alphabeta) = alphabeta_<GAME>. */
#define EXPORT(name) JOIN(name, GAME)

typedef struct GamePosition GamePosition;

/* Is shown the position after a turn; it may keep a copy of it. */
typedef void GameVisitor(void *context, const GamePosition *after);

/* The evaluation's terms, one int for each line WEIGHT(name, value, about) of weights.def. */
typedef struct GameWeights {
#define WEIGHT(name, value, about) int name;
#include GAME_WEIGHTS
#undef WEIGHT
} GameWeights;

/* Constants that rules.h defines as enumerators:
 *   GAME_MOVES_MAX     no position has more moves (parts)
 *   GAME_IDENTITY_SIZE leading bytes of GamePosition that make two positions the same; counters
 *                      that are history and borrowed pointers lie behind them
 *   GAME_QUIET_LIMIT   plies without progress that draw, 0 = no such rule
 *   GAME_REPETITIONS   n-th occurrence that draws, 0 = no such rule
 *   GAME_TURN_PARTS    1 if a turn is played in several moves, so that the mover may stay
 *   GAME_NOISY         1 if game_noisy_moves lists the moves that quiescence follows
 *   GAME_SYMMETRIES    number of symmetries, the identity included
 * and as macros: GAME_PASSES where game_pass is defined, GAME_THREATS where game_threatened is,
 * GAME_TITLE, GAME_FIRST, GAME_SECOND (the sides' names), GAME_ENCODING. */

/* All legal moves (parts of a turn), each once; none if the game is over. Returns the number. */
static inline int game_moves(const GamePosition *position, Move *moves);

/* Captures and immediate wins among the legal moves; 0 where GAME_NOISY is 0. */
static inline int game_noisy_moves(const GamePosition *position, Move *moves);

/* The number of legal turns without listing them; inside a turn, of its completions. */
static inline uint64_t game_count(const GamePosition *position);

/* A uniformly random legal move, MOVE_NONE if the game is over. */
static inline Move game_random_move(const GamePosition *position, Random *random);

/* Plays a legal move: board, side to move and counters. */
static inline void game_play(GamePosition *position, Move move);

/* The result for the side to move, without the rules that look at history. */
static inline Outcome game_outcome(const GamePosition *position);

/* The player to move, 0 or 1. */
static inline int game_mover(const GamePosition *position);

/* Whether the position lies inside a turn; constant false without GAME_TURN_PARTS. */
static inline bool game_mid_turn(const GamePosition *position);

/* Plies without progress so far; 0 means that no earlier position can recur. */
static inline int game_quiet(const GamePosition *position);

/* Static value of an open position, for the side to move: a sum of weights times what the position
 * says, rounded at most once at the end, then evaluation_within. */
static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights);

/* Makes the side to move pass, as no rule allows, and begins a new count of quiet plies; false
 * where that might be better for him than any move (zugzwang). For searches that ask whether the
 * mover stands well even so (null move). */
static inline bool game_pass(GamePosition *position);

/* Whether the other side would win with its next turn if the mover did nothing about it. */
static inline bool game_threatened(const GamePosition *position);

/* Whole turns. Only a game that defines the macro GAME_WHOLE_TURNS defines these two itself; the
 * others get them made of their moves, each turn or move with equal chance. Inside a turn they are
 * about its completions. */

/* Visits the position after each legal turn, once; none if the game is over. */
static inline void game_each_turn(const GamePosition *position, GameVisitor *visit, void *context);

/* Plays a random legal turn; returns whether there was one. Every legal turn has a chance; the law
 * is the game's own and documented there. */
static inline bool game_random_turn(GamePosition *position, Random *random);

/* The bound of evaluations. A kernel that asks for the plain sum of the terms defines a larger one.
 */
#ifndef EVALUATION_BOUND
#define EVALUATION_BOUND SCORE_EVALUATION_MAX
#endif

/* The value, or the bound where it lies beyond. */
static inline Score evaluation_within(int value)
{
    if (value > EVALUATION_BOUND)
        return EVALUATION_BOUND;
    return value < -EVALUATION_BOUND ? -EVALUATION_BOUND : value;
}
/* Numbering of positions, only in games that can be solved. Such a game defines the macro
 * GAME_INDEX, the version of its numbering, and
 *
 *   GAME_INDEX_FORM     which positions share a number, "mirror"
 *   GAME_LAYERS         enumerator: how many layers there are
 *   game_layer          a position's layer; -1 if the game is over or it is beyond the numbering
 *   game_layer_size     how many numbers a layer has
 *   game_layer_reaches  whether play can lead from one layer to another, which is a lower one
 *   game_layer_name     writes a layer's name, fit for a file's
 *   game_index          a position's number in its layer; it depends on its identity alone
 *   game_position_at    the inverse, for every number: a position of those that share it
 *   game_position_next  turns the position of the number before into that of a number
 *   game_orbit          how many positions share a position's number
 *
 * and either GAME_ROWS, the file with the set functions of a pursuit (search/solve_rows.h), or
 *
 *   game_layer_steps    into how many steps of one size its numbers fall, where each turn leads to
 *                       a lower layer or an earlier step (search/solve_turns.h) */

#include GAME_RULES

#include "engine/turns.h"

#ifndef GAME_PASSES
static inline bool game_pass(GamePosition *position)
{
    (void)position;
    return false;
}
#endif

#ifndef GAME_THREATS
static inline bool game_threatened(const GamePosition *position)
{
    (void)position;
    return false;
}
#endif

#ifndef GAME_WHOLE_TURNS
static ALWAYS_INLINE void game_each_turn(const GamePosition *position, GameVisitor *visit,
                                         void *context)
{
    each_turn_by_moves(position, visit, context);
}

static inline bool game_random_turn(GamePosition *position, Random *random)
{
    return random_turn_by_moves(position, random);
}
#endif

/* Key of the position's identity, the same on every machine. */
static inline uint64_t game_key(const GamePosition *position)
{
    return hash_bytes(position, GAME_IDENTITY_SIZE);
}

/* The position out of its opaque form, by copying. */
static inline GamePosition game_load(const Position *position)
{
    GamePosition own;
    memcpy(&own, position->bytes, sizeof own);
    return own;
}

#endif
