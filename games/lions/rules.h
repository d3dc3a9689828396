/* Lions and Jackals, hot contract. The player to move fixes, region by region, how many of his
 * figures stand there when his turn is over, so that every distinct turn is generated once; see
 * README.md. Section numbers refer to the rules text. */
#ifndef GAMES_LIONS_RULES_H
#define GAMES_LIONS_RULES_H

#include "games/lions/board.h"

enum LionsRuleset {
    LIONS_SEED,
    LIONS_SINGLE,
    LIONS_JOINT,
    LIONS_ONEMOVE,
    LIONS_INFORMAL,
    LIONS_SHORT
};

/* What the rulesets change (section 8). */
enum {
    JACKALS_ADD_UP = RULESET != LIONS_SINGLE,     /* entering groups of jackals are added up */
    LIONS_ADD_UP = RULESET == LIONS_JOINT,        /* entering groups of lions are added up */
    ONE_GROUP_LEAVES = RULESET == LIONS_ONEMOVE,  /* a region sends out one group */
    STRICTLY_MORE = RULESET == LIONS_INFORMAL,    /* jackals need more than 3 to 1 */
    ONE_ALWAYS_STAYS = RULESET == LIONS_INFORMAL, /* no pack leaves entirely */
    COUNTER_LIMIT = RULESET == LIONS_SHORT ? 6 : 12,
};

enum { SIDE_LIONS, SIDE_JACKALS };

enum { RANK_CACHED_MAX = 5, RANK_CACHED_SIZE = 1 << RANK_CACHED_MAX };

struct GamePosition {
    /* Identity. Figures by region: > 0 jackals, < 0 lions. Between turns after == before. */
    int8_t before[BOARD_REGIONS_MAX]; /* when the turn began */
    int8_t after[BOARD_REGIONS_MAX];  /* with what the parts so far decided */
    uint32_t open;                    /* regions to be decided; 0 between turns */
    uint32_t board_id;
    uint8_t mover;
    uint8_t counter; /* turns without capture */
    /* Derived from the identity; valid inside a turn. */
    uint8_t next;              /* region of the next part */
    uint8_t rank_size;         /* regions of the cached rank table, 0 = none cached */
    const struct Board *board; /* borrowed */
    uint64_t options;          /* bit n: n of the mover's figures may end in `next` */
    uint64_t queue;   /* regions of the rank table, 5 bits each, the next one at the bottom */
    int32_t left;     /* open regions of its classes, 4 bits each, the top class at the bottom */
    uint8_t waiting;  /* regions in the queue */
    uint8_t captured; /* whether a part so far captures */
    uint8_t listed;   /* crowded lions: results that are left, 0 = not known here */
    _Alignas(16) uint8_t
        rank[RANK_CACHED_SIZE]; /* the table, or `listed` results of the regions in `queue` */
};

#define GAME_TITLE "Lions and Jackals"
#define GAME_PASSES
#define GAME_FIRST  "Lions"
#define GAME_SECOND "Jackals"
#define GAME_ENCODING                                                                         \
    "signed byte per region, before and after the turn: 2 x 26 + open regions, board, side, " \
    "counter"
#define GAME_BOARD_OPEN  lions_board_open
#define GAME_BOARD_CLOSE lions_board_close

enum {
    GAME_MOVES_MAX = JACKALS_MAX + 1, /* 0 .. 60 figures in the region to be decided */
    GAME_IDENTITY_SIZE = offsetof(struct GamePosition, counter) + 1,
    GAME_QUIET_LIMIT = 0, /* the counter's limit is an ordinary ending, section 4 */
    GAME_REPETITIONS = 0,
    GAME_TURN_PARTS = 1,
    GAME_NOISY = 0,
    GAME_SYMMETRIES = 1, /* symmetries belong to a board, not to the game */
};
static_assert((int)GAME_IDENTITY_SIZE == 2 * BOARD_REGIONS_MAX + 10, "no padding in the identity");

enum { MOVE_REGION_SHIFT = 8, MOVE_FIGURES_MASK = 0xff };

/* Move = (region + 1) << 8 | the mover's figures there at the end of the turn. */
static inline Move part_of(int region, int figures)
{
    return (Move)(region + 1) << MOVE_REGION_SHIFT | (Move)figures;
}

static inline int part_region(Move move)
{
    return (int)(move >> MOVE_REGION_SHIFT) - 1;
}

static inline int part_figures(Move move)
{
    return (int)(move & MOVE_FIGURES_MASK);
}

#include "games/lions/turn.h"

static inline int game_mover(const GamePosition *position)
{
    return position->mover;
}

static inline bool game_mid_turn(const GamePosition *position)
{
    return position->open != 0;
}

/* A position recurs only with another counter, and the counter is part of its identity. */
static inline int game_quiet(const GamePosition *position)
{
    (void)position;
    return 0;
}

static inline Outcome outcome_of_margin(int margin, int mover)
{
    if (margin == 0)
        return OUTCOME_DRAW;
    return (margin > 0) == (mover == SIDE_LIONS) ? OUTCOME_WIN : OUTCOME_LOSS;
}

/* Section 4: elimination first, then the score once the counter is full. */
static inline Outcome outcome_of(const GamePosition *position, Sides sides)
{
    if (sides.of[SIDE_LIONS] == 0)
        return outcome_of_margin(-1, position->mover);
    if (sides.of[SIDE_JACKALS] == 0)
        return outcome_of_margin(1, position->mover);
    if (position->counter < COUNTER_LIMIT)
        return OUTCOME_OPEN;
    return outcome_of_margin(sides_margin(sides), position->mover);
}

static inline Outcome game_outcome(const GamePosition *position)
{
    if (position->open)
        return OUTCOME_OPEN;
    return outcome_of(position, sides_of(position->before));
}

static inline int game_moves(const GamePosition *position, Move *moves)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return 0;
    Choice choice = turn_choice(position);
    int count = 0;
    for (uint64_t options = choice.options; options;)
        moves[count++] = part_of(choice.region, bits_pop(&options));
    return count;
}

static inline int game_noisy_moves(const GamePosition *position, Move *moves)
{
    (void)position;
    (void)moves;
    return 0;
}

/* Uniform over the parts that game_moves lists. */
static inline Move game_random_move(const GamePosition *position, Random *random)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return MOVE_NONE;
    Choice choice = turn_choice(position);
    int rank = (int)random_below(random, (uint32_t)bits_count(choice.options));
    return part_of(choice.region, bits_select(choice.options, rank));
}

static inline void game_play(GamePosition *position, Move move)
{
    turn_play_part(position, part_region(move), part_figures(move));
}

/* Passing is a legal turn (section 3) but for lions that must disperse. */
static inline bool game_pass(GamePosition *position)
{
    if (turn_is_crowded(position))
        return false;
    position->counter++;
    position->mover ^= 1;
    return true;
}

static inline uint64_t game_count(const GamePosition *position)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return 0;
    return turn_count(position);
}

#define GAME_WHOLE_TURNS /* made without parts */

#include "games/lions/walk.h"

#include "games/lions/chance.h"

static inline void game_each_turn(const GamePosition *position, GameVisitor *visit, void *context)
{
    if (game_outcome(position) == OUTCOME_OPEN)
        walk_turns(position, visit, context);
}

static inline bool game_random_turn(GamePosition *position, Random *random)
{
    Sides sides = sides_of(position->before);
    if (position->open)
        return random_turn_by_moves(position, random);
    if (outcome_of(position, sides) != OUTCOME_OPEN)
        return false;
    chance_turn(position, sides, random);
    return true;
}

#include "games/lions/evaluate.h"

#include "games/lions/index.h"

#endif
