/* Rules of Yoxii, the totem game, for the kernels. A turn moves the neutral totem and then places a
 * piece beside it; pieces never move. Section numbers refer to the rules text, docs/rules/yoxii.md;
 * README.md draws the encoding. */
#ifndef GAMES_YOXII_RULES_H
#define GAMES_YOXII_RULES_H

#include "engine/rules.h"

enum YoxiiRuleset { YOXII_SEED, YOXII_PUBLISHED };

/* What the rulesets differ in (section 5). */
enum {
    LEAPS = RULESET == YOXII_PUBLISHED,         /* the totem may leap over the mover's pieces */
    PIECES_DECIDE = RULESET == YOXII_PUBLISHED, /* more pieces win at equal points */
};

#define GAME_TITLE  "Yoxii"
#define GAME_FIRST  "White"
#define GAME_SECOND "Red"
#define GAME_ENCODING                                                                            \
    "32 bytes: two owner boards by side to move and two value bit planes of 8 x 8 bits; hands, " \
    "totem and colour in the bits below the board"

enum {
    PAIRS_MAX = LEAPS ? 118 : 64, /* totem moves with placements; see README.md for the proof */
    VALUES = 4,
    GAME_MOVES_MAX = PAIRS_MAX * VALUES,
    GAME_IDENTITY_SIZE = 32,
    GAME_QUIET_LIMIT = 0,
    GAME_REPETITIONS = 0,
    GAME_TURN_PARTS = 0,
    GAME_NOISY = 0,
    GAME_SYMMETRIES = 16,
};

/* Square = 9 + file + 8 * rank, both from 0. Column 0 and row 0 are no squares of the board, so
 * that shifts by 1, 7, 8 and 9 never run from one edge into the other. */
enum { SQUARE_FIRST = 9, RANK_STEP = 8, SIDE_LENGTH = 7 };
static const uint64_t BOARD = UINT64_C(0x387cfefefe7c3800);

/* From a square to its neighbours in four directions; the other four are the opposite ones. */
static const unsigned char square_steps[4] = {1, 7, 8, 9};

/* What lies in the bits below the board: in the two owner boards a hand, in `high` the totem's
 * square, in `low` the colour of the side to move (0 White, 1 Red). A hand counts the 1s, 2s and 3s
 * in three bits each and the 4s in two. */
enum { HAND_DIGIT = 3, HAND_MASK = 0x7ff, TOTEM_MASK = 0x3f, COLOUR_MASK = 1 };

struct GamePosition {
    uint64_t own, enemy; /* pieces of the side to move and of the other side; their hands */
    uint64_t high, low;  /* the two bits of each piece's value less one; totem; colour */
};

/* A move packs the totem's new square, the piece's square and its value less one. */
enum { MOVE_SQUARE_SHIFT = 6, MOVE_VALUE_SHIFT = 12, MOVE_MASK = 0x3f };

static inline Move move_pack(int totem, int square, int value)
{
    return (Move)(totem | square << MOVE_SQUARE_SHIFT | (value - 1) << MOVE_VALUE_SHIFT);
}

static inline int totem_square(const GamePosition *position)
{
    return (int)(position->high & TOTEM_MASK);
}

/* Squares without a piece. The totem's is one of them: it may be filled once he has left (D3). */
static inline uint64_t free_squares(const GamePosition *position)
{
    return BOARD & ~(position->own | position->enemy);
}

/* The up to eight neighbours of a square: a king's pattern around square 9, shifted. */
static inline uint64_t neighbours(int square)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): square is on the board */
    return (UINT64_C(0x70507) << (square - SQUARE_FIRST)) & BOARD;
}

/* All squares next to a set, which may include squares of the set itself. */
static inline uint64_t neighbours_of_set(uint64_t set)
{
    uint64_t sides = set << 1 | set >> 1;
    uint64_t rows = set | sides;
    return (sides | rows << RANK_STEP | rows >> RANK_STEP) & BOARD;
}

/* How many pieces worth `value` are in a hand. */
static inline int hand_count(uint64_t hand, int value)
{
    return (int)(hand >> HAND_DIGIT * (value - 1)) & (value < VALUES ? 7 : 3);
}

/* Bit 3 * (value - 1) for each value of which at least one piece is in hand. */
static inline uint64_t hand_values(uint64_t hand)
{
    return (hand | hand >> 1 | (hand & 0x124) >> 2) & 0x249;
}

/* Where a totem on one of the squares `from` may leap (section 3): in each direction to the first
 * empty square behind an unbroken row of pieces `own`. */
static inline uint64_t leap_targets(uint64_t own, uint64_t free, uint64_t from)
{
    uint64_t targets = 0;
    own &= BOARD;
    for (int i = 0; i < 4; i++) {
        uint64_t up = from << square_steps[i] & own, down = from >> square_steps[i] & own;
        for (int run = 1; run < SIDE_LENGTH - 2; run++) {
            up |= up << square_steps[i] & own;
            down |= down >> square_steps[i] & own;
        }
        targets |= up << square_steps[i] | down >> square_steps[i];
    }
    return targets & free;
}

/* The legal squares for the totem's move. */
static inline uint64_t totem_targets(const GamePosition *position)
{
    uint64_t free = free_squares(position);
    int totem = totem_square(position);
    uint64_t around = neighbours(totem), targets = around & free;
    if (LEAPS && (position->own & around))
        targets |= leap_targets(position->own, free, bit(totem));
    return targets;
}

/* Where a piece may go once the totem stands on `totem`. */
static inline uint64_t placements(uint64_t free, int totem)
{
    uint64_t around = neighbours(totem) & free;
    if (LEAPS && UNLIKELY(!around))
        return free & ~bit(totem);
    return around;
}

/* Targets from which no neighbour is empty, so that the piece may go anywhere. */
static inline uint64_t stranded_targets(uint64_t targets, uint64_t free)
{
    return LEAPS ? targets & ~neighbours_of_set(free) : 0;
}

static inline int game_moves(const GamePosition *position, Move *moves)
{
    /* Every pair stores four codes and keeps one for each value in hand; what is written beyond the
     * end stays within GAME_MOVES_MAX. */
    Move values[VALUES] = {0};
    int value_count = 0;
    for (int value = 1; value <= VALUES; value++) {
        values[value_count] = move_pack(0, 0, value);
        value_count += hand_count(position->own, value) > 0;
    }
    uint64_t free = free_squares(position);
    int count = 0;
    for (uint64_t targets = value_count ? totem_targets(position) : 0; targets;) {
        int totem = bits_pop(&targets);
        for (uint64_t squares = placements(free, totem); squares;) {
            Move pair = move_pack(totem, bits_pop(&squares), 1);
            for (int i = 0; i < VALUES; i++)
                moves[count + i] = pair | values[i];
            count += value_count;
        }
    }
    return count;
}

static inline int game_noisy_moves(const GamePosition *position, Move *moves)
{
    (void)position;
    (void)moves;
    return 0;
}

/* The sets of targets whose neighbour in each of the eight directions is empty. Their sizes add up
 * to the number of pairs of a target and a placement next to it. */
static inline void pair_sets(uint64_t targets, uint64_t free, uint64_t sets[8])
{
    for (int i = 0; i < 4; i++) {
        sets[i] = targets & free >> square_steps[i];
        sets[i + 4] = targets & free << square_steps[i];
    }
}

static inline uint64_t game_count(const GamePosition *position)
{
    uint64_t targets = totem_targets(position), free = free_squares(position);
    uint64_t sets[8];
    pair_sets(targets, free, sets);
    int pairs = 0;
    for (int i = 0; i < 8; i++)
        pairs += bits_count(sets[i]);
    if (LEAPS)
        pairs += bits_count(stranded_targets(targets, free)) * (bits_count(free) - 1);
    return (uint64_t)pairs * (uint64_t)bits_count(hand_values(position->own));
}

/* A uniform rank below `bound` from 32 random bits. */
static inline int rank_below(uint64_t bits, int bound)
{
    return (int)((bits & UINT32_MAX) * (uint64_t)bound >> 32);
}

/* The pair of the given rank in order of direction and target, as a move without a value. The
 * eight bytes of `sums` are the running totals of the sets' sizes. */
static inline Move pair_of_rank(const uint64_t sets[8], uint64_t sums, int rank)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t beyond = ((sums | 0x80 * ones) - (uint64_t)(rank + 1) * ones) & 0x80 * ones;
    int direction = bits_first(beyond) / 8;
    int before = (int)(sums << 8 >> 8 * direction & 0xff);
    int totem = bits_select(sets[direction], rank - before);
    int step = square_steps[direction % 4];
    return move_pack(totem, direction < 4 ? totem + step : totem - step, 1);
}

/* Every pair has the same number of values, so pair and value are drawn independently: the pair by
 * its rank among all, without a list. */
static inline Move game_random_move(const GamePosition *position, Random *random)
{
    uint64_t targets = totem_targets(position), free = free_squares(position);
    uint64_t values = hand_values(position->own);
    if (!targets || !values)
        return MOVE_NONE;
    uint64_t sets[8], sums = 0;
    pair_sets(targets, free, sets);
    for (int i = 0; i < 8; i++)
        sums |= (uint64_t)bits_count(sets[i]) << 8 * i;
    sums *= UINT64_C(0x0101010101010101);
    int beside = (int)(sums >> 56), anywhere = bits_count(free) - 1;
    uint64_t stranded = stranded_targets(targets, free);
    uint64_t drawn = random_next(random);
    int rank = rank_below(drawn >> 32, beside + bits_count(stranded) * anywhere);
    int digit = bits_select(values, rank_below(drawn, bits_count(values)));
    Move value = move_pack(0, 0, 1 + digit / HAND_DIGIT);
    if (!LEAPS || LIKELY(rank < beside))
        return value | pair_of_rank(sets, sums, rank);
    rank -= beside;
    int totem = bits_select(stranded, rank / anywhere);
    return value | move_pack(totem, bits_select(free & ~bit(totem), rank % anywhere), 1);
}

static inline void game_play(GamePosition *position, Move move)
{
    uint64_t totem = move & MOVE_MASK, value = move >> MOVE_VALUE_SHIFT;
    int square = move >> MOVE_SQUARE_SHIFT & MOVE_MASK;
    uint64_t own = position->own + bit(square) - bit(HAND_DIGIT * (int)value);
    position->own = position->enemy;
    position->enemy = own;
    position->high = (position->high & ~(uint64_t)TOTEM_MASK) | totem | value >> 1 << square;
    position->low = (position->low ^ COLOUR_MASK) | (value & 1) << square;
}

/* Sum of the values of the pieces in a set of squares that one side has filled. */
static inline int points(const GamePosition *position, uint64_t pieces)
{
    return bits_count(pieces) + bits_count(pieces & position->low) +
           2 * bits_count(pieces & position->high);
}

/* What the side to move is ahead in the ring around a totem on `square` (section 4): in points, and
 * in pieces if the points are equal and the ruleset says so. */
static inline int ring_lead(const GamePosition *position, int square)
{
    uint64_t around = neighbours(square);
    uint64_t own = position->own & around, enemy = position->enemy & around;
    int lead = points(position, own) - points(position, enemy);
    if (PIECES_DECIDE && lead == 0)
        lead = bits_count(own) - bits_count(enemy);
    return lead;
}

/* The game is over when the side to move has no move: the totem is stuck or the hand empty. */
static inline Outcome game_outcome(const GamePosition *position)
{
    if (LIKELY(totem_targets(position) && position->own & HAND_MASK))
        return OUTCOME_OPEN;
    int lead = ring_lead(position, totem_square(position));
    return lead > 0 ? OUTCOME_WIN : lead < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

static inline int game_mover(const GamePosition *position)
{
    return (int)(position->low & COLOUR_MASK);
}

static inline bool game_mid_turn(const GamePosition *position)
{
    (void)position;
    return false;
}

/* Every turn fills a square for good. */
static inline int game_quiet(const GamePosition *position)
{
    (void)position;
    return 0;
}

#include "games/yoxii/evaluate.h"

#endif
