/* The numbering of Shap Luk's positions up to the left-right mirror, without gaps.
 *
 * A layer is a number of rebels and, where there is one, a state of the flight. In a layer come
 * first the positions with the rebels to move, then those with the general to move; in each half
 * placement after placement of the rebels (a row), in a row the general's free points from a1 on.
 *
 * A placement is its half on files a and b, its half on files e and d seen in the mirror, and its
 * middle on file c. It is canonical if the first half's key is not above the second's; equal halves
 * make a placement its own mirror image, and then all its points are numbered. Rows are numbered by
 * first half, second half, middle; the rows before are counted in closed form (ranks.h). */
#ifndef SHAPLUK_INDEX_H
#define SHAPLUK_INDEX_H

#include "games/shapluk/board.h"
#include "games/shapluk/ranks.h"

#define GAME_INDEX      1
#define GAME_INDEX_FORM "mirror"
#define GAME_ROWS       "games/shapluk/rows.h"

enum {
    REBELS_MAX = 16,
    REBELS_FEWEST = REBELS_TOO_FEW + 2, /* of an open position */
    GAME_LAYERS = (REBELS_MAX - REBELS_TOO_FEW) / 2 * (1 + HAS_FLIGHT),
    FILES_A_AND_B = 3 * FILE_A,
    FILE_C = 4 * FILE_A,
    FILES_D_AND_E = 24 * FILE_A,
    ROWS_TOTAL = 15, /* in ROWS_BEFORE */
};

/* How a placement stands to its canonical form. */
typedef enum Likeness {
    LIKENESS_SAME,
    LIKENESS_MIRRORED,
    LIKENESS_SYMMETRIC, /* the same, and its own mirror image */
} Likeness;

/* Where a placement's row is. */
typedef struct Row {
    uint32_t number;
    Likeness likeness;
} Row;

/* Points of the mirror image. */
static inline uint32_t mirrored_points(uint32_t points)
{
    enum { SANCTUARY_LEFT = 1 << POINT_B6, SANCTUARY_MIDDLE = 10 << POINT_B6 };
    uint32_t a = points & FILE_A, b = points & FILE_A << 1,
             c = points & (FILE_C | SANCTUARY_MIDDLE);
    uint32_t d = points & FILE_A << 3, e = points & FILE_A << 4;
    uint32_t left = points & SANCTUARY_LEFT, right = points & SANCTUARY_LEFT << 2;
    return a << 4 | b << 2 | c | d >> 2 | e >> 4 | left << 2 | right >> 2;
}

static inline uint32_t mirrored_half(uint32_t half)
{
    enum { OUTER_FILE = 0x155 };
    return (half & OUTER_FILE) << 1 | (half >> 1 & OUTER_FILE);
}

static inline int layer_rebels(int layer)
{
    return REBELS_FEWEST + 2 * (HAS_FLIGHT ? layer / 2 : layer);
}

static inline bool layer_has_flight(int layer)
{
    return HAS_FLIGHT && layer % 2;
}

static inline int layer_of(int rebels, bool flight)
{
    int step = (rebels - REBELS_FEWEST) / 2;
    return HAS_FLIGHT ? 2 * step + flight : step;
}

static inline uint32_t rows_of(int rebels)
{
    return ROWS_BEFORE[16 * rebels + ROWS_TOTAL];
}

/* The row of a placement of so many rebels. */
static inline Row row_of(uint32_t board, int rebels)
{
    uint32_t left = HALF_KEYS[bits_extract(board, FILES_A_AND_B)];
    uint32_t right = HALF_KEYS[mirrored_half(bits_extract(board, FILES_D_AND_E))];
    Likeness likeness = left < right    ? LIKENESS_SAME
                        : left == right ? LIKENESS_SYMMETRIC
                                        : LIKENESS_MIRRORED;
    uint32_t first = left < right ? left : right, second = left < right ? right : left;
    int count = (int)(first >> 8), remaining = rebels - count, other = (int)(second >> 8);
    uint32_t rank = first & 255, among = MIDDLE_COUNTS[16 + remaining - count];
    uint32_t number = ROWS_BEFORE[16 * rebels + count] + rank * ROWS_OF_FIRST[16 * rebels + count] -
                      among * (rank * (rank + 1) / 2);
    number += OTHERS_BEFORE[16 * remaining + other] +
              (second & 255) * MIDDLE_COUNTS[16 + remaining - other];
    number += MIDDLE_RANKS[bits_extract(board, FILE_C)];
    return (Row){number, likeness};
}

/* The first index in `table` of 16 entries whose successor is above `number`. */
static inline int step_of(const uint32_t *table, uint32_t number)
{
    int step = 0;
    while (step < 10 && table[step + 1] <= number)
        step++;
    return step;
}

static inline uint32_t halves_first(int count)
{
    static const uint16_t first[] = {0, 1, 11, 56, 176, 386, 638, 848, 968, 1013, 1023};
    return first[count];
}

static inline uint32_t middles_first(int count)
{
    static const uint8_t first[] = {0, 1, 6, 16, 26, 31};
    return first[count];
}

/* Rows before the rank-th first half with `count` rebels. */
static inline uint32_t rows_before_half(int rebels, int count, uint32_t rank)
{
    uint32_t among = MIDDLE_COUNTS[16 + rebels - 2 * count];
    return ROWS_BEFORE[16 * rebels + count] + OTHERS_BEFORE[16 * (rebels - count) + count] +
           rank * ROWS_OF_FIRST[16 * rebels + count] - among * (rank * (rank - 1) / 2);
}

static inline uint32_t half_size(int count)
{
    return (count == 10 ? 1024 : halves_first(count + 1)) - halves_first(count);
}

/* The canonical placement of a row. */
static inline uint32_t row_board(int rebels, uint32_t number)
{
    int count = 0;
    while (count < 10 && count < rebels && rows_before_half(rebels, count + 1, 0) <= number)
        count++;
    uint32_t low = 0, high = half_size(count);
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(rows_before_half(rebels, count, middle) <= number ? &low : &high) = middle;
    }
    const uint32_t *others = OTHERS_BEFORE + 16 * (rebels - count);
    uint32_t rest = number - rows_before_half(rebels, count, low) + others[count] +
                    low * MIDDLE_COUNTS[16 + rebels - 2 * count];
    int other = step_of(others, rest), left_over = rebels - count - other;
    uint32_t among = MIDDLE_COUNTS[16 + left_over];
    rest -= others[other];
    uint32_t left = HALVES[halves_first(count) + low];
    uint32_t right = mirrored_half(HALVES[halves_first(other) + rest / among]);
    uint32_t middle = MIDDLES[middles_first(left_over) + rest % among];
    return bits_deposit(left, FILES_A_AND_B) | bits_deposit(right, FILES_D_AND_E) |
           bits_deposit(middle, FILE_C);
}

/* The rank of a free point among a row's free points. */
static inline uint32_t point_rank(uint32_t board, int point)
{
    return (uint32_t)bits_count(BOARD & ~board & ((UINT32_C(1) << point) - 1));
}

static inline int game_layer(const GamePosition *position)
{
    int rebels = bits_count(rebels_of(position));
    if (general_of(position) == POINT_NONE || rebels < REBELS_FEWEST || rebels > REBELS_MAX)
        return -1;
    return layer_of(rebels, HAS_FLIGHT && position->state & STATE_FLIGHT);
}

static inline uint64_t game_layer_size(int layer)
{
    int rebels = layer_rebels(layer);
    return 2 * (uint64_t)rows_of(rebels) * (uint64_t)(POINT_COUNT - rebels);
}

static inline uint64_t game_index(const GamePosition *position)
{
    uint32_t board = rebels_of(position);
    int rebels = bits_count(board), point = general_of(position);
    Row row = row_of(board, rebels);
    if (row.likeness == LIKENESS_MIRRORED) {
        board = mirrored_points(board);
        point = bits_first(mirrored_points((uint32_t)bit(point)));
    }
    uint64_t number = row.number;
    if (general_moves(position))
        number += rows_of(rebels);
    return number * (uint64_t)(POINT_COUNT - rebels) + point_rank(board, point);
}

static inline GamePosition game_position_at(int layer, uint64_t index)
{
    int rebels = layer_rebels(layer);
    uint64_t columns = (uint64_t)(POINT_COUNT - rebels), row = index / columns;
    uint32_t half = rows_of(rebels), moves = row >= half ? STATE_GENERAL_MOVES : 0;
    uint32_t board = row_board(rebels, (uint32_t)row - (moves ? half : 0));
    uint32_t point = (uint32_t)bits_select(BOARD & ~board, (int)(index % columns));
    return (GamePosition){.state = board | moves | (layer_has_flight(layer) ? STATE_FLIGHT : 0) |
                                   point << GENERAL_SHIFT};
}

static inline bool game_layer_reaches(int layer, int lower)
{
    return layer_rebels(lower) <= layer_rebels(layer) &&
           layer_has_flight(lower) <= layer_has_flight(layer);
}

static inline void game_position_next(int layer, uint64_t index, GamePosition *position)
{
    uint32_t above = BOARD & ~rebels_of(position) & ~((UINT32_C(2) << general_of(position)) - 1);
    if (above)
        position->state = (position->state & ~STATE_GENERAL) | (uint32_t)bits_first(above)
                                                                   << GENERAL_SHIFT;
    else
        *position = game_position_at(layer, index);
}

static inline int game_orbit(const GamePosition *position)
{
    uint32_t board = rebels_of(position);
    return mirrored_points(board) == board ? 1 : 2;
}

static inline void game_layer_name(int layer, Text *text)
{
    text_format(text, "%02d%s", layer_rebels(layer), layer_has_flight(layer) ? "f" : "");
}

#endif
