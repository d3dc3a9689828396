/* The numbering of the positions on the board `seven`, without gaps: the board that is solved.
 *
 * A layer is a number of lions and one of jackals. In a layer come first the positions just before
 * the game is scored, then those with one turn more to go, and so on, so that a turn leads to a
 * lower layer or to an earlier step of its own. In a step come the positions with the lions to
 * move, then the others; placements are ranked region by region: empty, one jackal and more, one
 * lion and more (placements.h counts the ways to fill the regions behind). */
#ifndef LIONS_INDEX_H
#define LIONS_INDEX_H

#include "engine/text.h"
#include "games/lions/placements.h"

#define GAME_INDEX      1
#define GAME_INDEX_FORM "board seven"

enum {
    SOLVED_BOARD = 1, /* of the built-in ones */
    SOLVED_LIONS = 2,
    SOLVED_JACKALS = 6,
    GAME_LAYERS = SOLVED_LIONS * SOLVED_JACKALS,
};

static inline int layer_lions(int layer)
{
    return 1 + layer / SOLVED_JACKALS;
}

static inline int layer_jackals(int layer)
{
    return 1 + layer % SOLVED_JACKALS;
}

static inline uint64_t layer_placements(int layer)
{
    return WAYS_BEHIND[0][layer_lions(layer)][layer_jackals(layer)];
}

static inline int game_layer(const GamePosition *position)
{
    Sides sides = sides_of(position->before);
    int lions = 0, jackals = 0;
    for (int region = 0; region < SOLVED_REGIONS; region++) {
        int figures = position->before[region];
        *(figures < 0 ? &lions : &jackals) += figures < 0 ? -figures : figures;
    }
    bool numbered = position->board_id == lions_board_built_in(SOLVED_BOARD)->id &&
                    !position->open && outcome_of(position, sides) == OUTCOME_OPEN &&
                    lions <= SOLVED_LIONS && jackals <= SOLVED_JACKALS;
    return numbered ? (lions - 1) * SOLVED_JACKALS + jackals - 1 : -1;
}

static inline uint64_t game_layer_size(int layer)
{
    return 2 * COUNTER_LIMIT * layer_placements(layer);
}

static inline int game_layer_steps(int layer)
{
    (void)layer;
    return COUNTER_LIMIT;
}

static inline bool game_layer_reaches(int layer, int lower)
{
    return layer_lions(lower) <= layer_lions(layer) && layer_jackals(lower) <= layer_jackals(layer);
}

static inline void game_layer_name(int layer, Text *text)
{
    text_format(text, "%dL%dj", layer_lions(layer), layer_jackals(layer));
}

/* The placements in which the regions before are filled alike and this one earlier in the order;
 * one after another until all that precede `figures` are counted or `rank` is passed. Returns how
 * the region is filled. */
static inline int count_fillings(int region, int lions, int jackals, int figures, uint32_t *rank,
                                 bool by_rank)
{
    int capacity = SOLVED_CAPACITY[region], filling = 0;
    for (;;) {
        int own_lions = filling < 0 ? -filling : 0, own_jackals = filling > 0 ? filling : 0;
        uint32_t ways = WAYS_BEHIND[region + 1][lions - own_lions][jackals - own_jackals];
        if (by_rank ? *rank < ways : filling == figures)
            return filling;
        *rank = by_rank ? *rank - ways : *rank + ways;
        bool more_jackals = filling >= 0 && filling < jackals && filling < capacity;
        filling = more_jackals ? filling + 1 : filling >= 0 ? -1 : filling - 1;
    }
}

static inline uint64_t game_index(const GamePosition *position)
{
    int layer = game_layer(position), lions = layer_lions(layer), jackals = layer_jackals(layer);
    uint64_t step = (uint64_t)(COUNTER_LIMIT - 1 - position->counter) * 2 + position->mover;
    uint32_t rank = 0;
    for (int region = 0; region < SOLVED_REGIONS; region++) {
        int figures = position->before[region];
        count_fillings(region, lions, jackals, figures, &rank, false);
        lions += figures < 0 ? figures : 0;
        jackals -= figures > 0 ? figures : 0;
    }
    return step * layer_placements(layer) + rank;
}

static inline GamePosition game_position_at(int layer, uint64_t index)
{
    const struct Board *board = lions_board_built_in(SOLVED_BOARD);
    uint64_t step = index / layer_placements(layer);
    uint32_t rank = (uint32_t)(index % layer_placements(layer));
    GamePosition position = {
        .board = board,
        .board_id = board->id,
        .mover = step & 1,
        .counter = (uint8_t)(COUNTER_LIMIT - 1 - (int)(step / 2)),
    };
    int lions = layer_lions(layer), jackals = layer_jackals(layer);
    for (int region = 0; region < SOLVED_REGIONS; region++) {
        int figures = count_fillings(region, lions, jackals, 0, &rank, true);
        position.before[region] = position.after[region] = (int8_t)figures;
        lions += figures < 0 ? figures : 0;
        jackals -= figures > 0 ? figures : 0;
    }
    return position;
}

static inline void game_position_next(int layer, uint64_t index, GamePosition *position)
{
    *position = game_position_at(layer, index);
}

static inline int game_orbit(const GamePosition *position)
{
    (void)position;
    return 1;
}

#endif
