/* Shakti: position, moves, outcome; one ruleset per compilation. README.md has the rules, whose
 * sections are cited here, and draws the encoding. */
#ifndef SHAKTI_RULES_H
#define SHAKTI_RULES_H

#include "games/shakti/army.h"
#include "games/shakti/lines.h"

#define GAME_TITLE "Shakti"
#define GAME_PASSES
#define GAME_THREATS
#define GAME_FIRST  "White"
#define GAME_SECOND "Black"
#define GAME_ENCODING \
    "49 tile bits in rows of 8; per side a byte each for king, two sorted warriors, player"

enum ShaktiRuleset { SHAKTI_SEED, SHAKTI_PUBLISHED, SHAKTI_NEAR };

enum {
    RULES = RULESET,
    BARE_CORNERS = RULES != SHAKTI_SEED,    /* a1, a7, g1 and g7 begin as holes */
    NEAR_JUMPS_ONLY = RULES == SHAKTI_NEAR, /* no gap between the jumped tile and the landing */
};

enum {
    GAME_MOVES_MAX = 40, /* 8 of the king, 8 steps and 8 jumps of each warrior */
    GAME_IDENTITY_SIZE = 16,
    GAME_QUIET_LIMIT = 100,
    GAME_REPETITIONS = 3,
    GAME_TURN_PARTS = 0,
    GAME_NOISY = 1,
    GAME_SYMMETRIES = 4,
};

/* Move = origin << 6 | target. A pass goes from no cell to itself. */
enum { CELL_BITS = 6, CELL_MASK = 63, NOWHERE = 62, MOVE_PASS = NOWHERE << CELL_BITS | NOWHERE };

struct GamePosition {
    uint64_t tiles;  /* bit = cell; a cell under a piece has its tile */
    uint64_t armies; /* lower half: the side to move, upper half: the side that waits */
    uint64_t clock;  /* plies since the last removal or capture */
};

static inline Army mover_army(const GamePosition *position)
{
    return (Army)position->armies;
}

static inline Army waiting_army(const GamePosition *position)
{
    return (Army)(position->armies >> 32);
}

/* No warriors at all: in both armies the first of the sorted bytes is MISSING. */
static inline bool is_material_draw(const GamePosition *position)
{
    const uint64_t firsts = UINT64_C(0x0000ff000000ff00), none = UINT64_C(0x00003f0000003f00);
    return (position->armies & firsts) == none;
}

/* Where the king and the warriors of a side may go if it is its turn. */
typedef struct Targets {
    uint64_t king, one, two;
    bool check;
} Targets;

/* Steps and jumps (section 5) before the test of section 4. The first tile is free exactly if it
 * is also the first free tile; the first two are free exactly if the second is also the second
 * free tile. Both tests are one AND of packed lines. */
static inline uint64_t warrior_targets(uint64_t tiles, uint64_t free, int cell)
{
    uint64_t targets = 0;
    for (int line = ROW; line < LINES; line++) {
        uint64_t entry = line_nearest(tiles, cell, line) & line_nearest(free, cell, line);
        uint64_t jumps = entry >> SECOND_SHIFT;
        if (NEAR_JUMPS_ONLY)
            jumps &= (entry & PACKED_MASK) << 1 | (entry & PACKED_MASK) >> 1;
        targets |= line_spread(entry | jumps, cell, line);
    }
    return targets;
}

/* The tiles that alone lie between the king and a piece that is his second in some direction. */
static inline uint64_t pinned_tiles(uint64_t tiles, int king, uint64_t pinners)
{
    uint64_t pinned = 0;
    while (pinners)
        pinned |= tiles & cells_between(king, bits_pop(&pinners));
    return pinned;
}

/* Takes away the jumps over tiles whose removal would let the king see an enemy. */
static inline uint64_t without_jumps_over(uint64_t pinned, uint64_t targets, int cell)
{
    for (uint64_t jumped = pinned & targets; jumped;)
        targets &= ~cells_beyond(cell, bits_pop(&jumped));
    return targets;
}

/* The first tiles that the pieces of an army see. Not inlined: the board fits the registers here,
 * together with the other side's lines it does not. */
static NOINLINE uint64_t seen_by(uint64_t tiles, Army army)
{
    return first_tiles(tiles, king_of(army)) | first_tiles(tiles, piece_of(army, 1)) |
           first_tiles(tiles, piece_of(army, 2));
}

/* All legal moves of `own`, passing apart; correct for either side, whoever is to move.
 *
 * Seeing is mutual, so the cells where the own king would see an enemy are the first tiles that
 * the three enemies see: `danger`. He is in check if he stands on one; the tile he leaves stays, so
 * the set holds after his move too. A warrior's own cell is not among its first tiles: its capture
 * is legal unless another enemy sees the cell. In check only the king has moves (section 4).
 *
 * A warrior's step changes no tile, so it changes nothing that the king sees but own warriors. A
 * jump removes one tile and matters to the king only if that is his first tile in some direction:
 * then he sees the second. If an enemy stands there, it still does after the jump; if not, the jump
 * puts none there. So a jump is illegal exactly if the tile that it removes is the only one between
 * the king and an enemy (`pinned`). The facing ban is the same test with the king as the enemy. */
static ALWAYS_INLINE Targets targets_of(uint64_t tiles, Army own, Army other)
{
    int king = king_of(own), one = piece_of(own, 1), two = piece_of(own, 2);
    uint64_t enemies = pieces_of(other);
    uint64_t danger = seen_by(tiles, other);
    uint64_t pinners = second_tiles(tiles, king) & enemies;
    uint64_t retreats = first_tiles(tiles, king) & ~danger & ~warriors_of(own);
    if (danger & bit(king))
        return (Targets){.king = retreats & king_steps[king], .check = true};
    uint64_t free = tiles & ~enemies & ~pieces_of(own);
    Targets targets = {
        .king = retreats,
        .one = warrior_targets(tiles, free, one),
        .two = warrior_targets(tiles, free, two),
    };
    if (UNLIKELY(pinners)) {
        uint64_t pinned = pinned_tiles(tiles, king, pinners);
        targets.one = without_jumps_over(pinned, targets.one, one);
        targets.two = without_jumps_over(pinned, targets.two, two);
    }
    return targets;
}

static ALWAYS_INLINE int targets_count(Targets targets)
{
    return bits_count(targets.king) + bits_count(targets.one) + bits_count(targets.two);
}

static ALWAYS_INLINE Targets mover_targets(const GamePosition *position)
{
    if (is_material_draw(position))
        return (Targets){0};
    return targets_of(position->tiles, mover_army(position), waiting_army(position));
}

/* Whether the mover, who has no other move, must pass (section 6, rules 3 to 5). */
static NOINLINE bool must_pass(const GamePosition *position, bool check)
{
    if (check || is_material_draw(position))
        return false;
    Targets replies = targets_of(position->tiles, waiting_army(position), mover_army(position));
    return targets_count(replies) > 0;
}

static inline uint64_t game_count(const GamePosition *position)
{
    Targets targets = mover_targets(position);
    int count = targets_count(targets);
    return LIKELY(count) ? (uint64_t)count : must_pass(position, targets.check);
}

static inline int list_moves(int from, uint64_t targets, Move *moves, int count)
{
    while (targets)
        moves[count++] = (Move)from << CELL_BITS | (Move)bits_pop(&targets);
    return count;
}

static inline int game_moves(const GamePosition *position, Move *moves)
{
    Army own = mover_army(position);
    Targets targets = mover_targets(position);
    int count = list_moves(king_of(own), targets.king, moves, 0);
    count = list_moves(piece_of(own, 1), targets.one, moves, count);
    count = list_moves(piece_of(own, 2), targets.two, moves, count);
    if (UNLIKELY(!count) && must_pass(position, targets.check))
        moves[count++] = MOVE_PASS;
    return count;
}

/* Captures; only a king in check can make them. */
static inline int game_noisy_moves(const GamePosition *position, Move *moves)
{
    Army own = mover_army(position);
    uint64_t prey = king_steps[king_of(own)] & warriors_of(waiting_army(position));
    if (LIKELY(!prey))
        return 0;
    Targets targets = mover_targets(position);
    return list_moves(king_of(own), targets.king & prey, moves, 0);
}

/* Draws a rank among all moves and selects it from the piece's set; without branches, which could
 * not be predicted. */
static inline Move game_random_move(const GamePosition *position, Random *random)
{
    Army own = mover_army(position);
    Targets targets = mover_targets(position);
    int king = bits_count(targets.king);
    int one = king + bits_count(targets.one);
    int count = one + bits_count(targets.two);
    if (UNLIKELY(!count))
        return must_pass(position, targets.check) ? MOVE_PASS : MOVE_NONE;
    int rank = (int)random_below(random, (uint32_t)count);
    int piece = (rank >= king) + (rank >= one);
    uint64_t cells = rank >= king ? targets.one : targets.king;
    int first = rank >= king ? king : 0;
    cells = rank >= one ? targets.two : cells;
    first = rank >= one ? one : first;
    return (Move)piece_of(own, piece) << CELL_BITS | (Move)bits_select(cells, rank - first);
}

/* Only a jump has a tile between origin and target. A pass has neither a tile nor a piece at its
 * ends, so it changes nothing but clock and turn. */
static inline void game_play(GamePosition *position, Move move)
{
    int from = (int)(move >> CELL_BITS), to = (int)(move & CELL_MASK);
    Army own = army_after(mover_army(position), from, to), other = waiting_army(position);
    uint64_t removed = position->tiles & cells_between(from, to);
    bool captured = warriors_of(other) & bit(to);
    if (UNLIKELY(captured))
        other = army_after(other, to, MISSING);
    position->tiles ^= removed;
    position->armies = (uint64_t)own << 32 | other;
    bool progress = (removed != 0) | captured;
    position->clock = progress ? 0 : position->clock + 1;
}

/* Whether the mover's king is in check. */
static inline bool game_threatened(const GamePosition *position)
{
    return first_tiles(position->tiles, king_of(mover_army(position))) &
           warriors_of(waiting_army(position));
}

static inline bool game_pass(GamePosition *position)
{
    if (game_threatened(position))
        return false;
    game_play(position, MOVE_PASS);
    position->clock = 0;
    return true;
}

/* The outcome where no step of a warrior settles it. */
static NOINLINE Outcome rare_outcome(const GamePosition *position)
{
    if (is_material_draw(position))
        return OUTCOME_DRAW;
    Targets targets = mover_targets(position);
    if (targets_count(targets))
        return OUTCOME_OPEN;
    if (targets.check)
        return OUTCOME_LOSS;
    return must_pass(position, false) ? OUTCOME_OPEN : OUTCOME_DRAW;
}

/* A step to a free adjacent tile is always legal for a warrior whose king is not in check. */
static inline Outcome game_outcome(const GamePosition *position)
{
    Army own = mover_army(position), other = waiting_army(position);
    uint64_t steps = king_steps[piece_of(own, 1)] | king_steps[piece_of(own, 2)];
    uint64_t free = position->tiles & ~pieces_of(own) & ~pieces_of(other);
    bool check = first_tiles(position->tiles, king_of(own)) & warriors_of(other);
    return LIKELY(steps & free && !check) ? OUTCOME_OPEN : rare_outcome(position);
}

static inline int game_mover(const GamePosition *position)
{
    return player_of(mover_army(position));
}

static inline bool game_mid_turn(const GamePosition *position)
{
    (void)position;
    return false;
}

static inline int game_quiet(const GamePosition *position)
{
    return (int)position->clock;
}

#include "games/shakti/evaluate.h"

#endif
