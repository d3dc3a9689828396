/* Shap Luk's position as one 32-bit word, and the sets of moves that follow from it: the links a
 * rebel can move along as one 64-bit word, the general's arrivals as points and pair slots.
 * Section numbers refer to the rules text; README.md draws the layouts. */
#ifndef SHAPLUK_BOARD_H
#define SHAPLUK_BOARD_H

#include "engine/bits.h"
#include "engine/move.h"
#include "engine/text.h"
#include "games/shapluk/tables.h"

#include <stdbool.h>

enum ShaplukRuleset {
    SHAPLUK_SEED,
    SHAPLUK_WINTHER,
    SHAPLUK_CUSTODIAN,
    SHAPLUK_NOFLY,
    SHAPLUK_COMPULSORY,
    SHAPLUK_CAPTUREALL,
    SHAPLUK_OPTREMOVAL,
    SHAPLUK_OPTFLY,
    SHAPLUK_NODOORS,
    SHAPLUK_ALL16,
};

/* What the rulesets differ in (section 7). */
enum {
    APEX_WINS = RULESET == SHAPLUK_WINTHER,
    REBELS_CAPTURE = RULESET == SHAPLUK_CUSTODIAN,
    HAS_FLIGHT = !APEX_WINS && !REBELS_CAPTURE && RULESET != SHAPLUK_NOFLY,
    CAPTURE_IS_DUTY = RULESET == SHAPLUK_COMPULSORY,
    CAPTURES_ALL = REBELS_CAPTURE || RULESET == SHAPLUK_CAPTUREALL,
    REMOVAL_IS_OPTIONAL = RULESET == SHAPLUK_OPTREMOVAL,
    FLIGHT_IS_OPTIONAL = RULESET == SHAPLUK_OPTFLY,
    DOORS_WIN = RULESET != SHAPLUK_NODOORS,
    REBELS_TOO_FEW = REBELS_CAPTURE || RULESET == SHAPLUK_ALL16 ? 0 : 4,
};

/* Points and sets of points. */
enum {
    POINT_B6 = 25,
    POINT_APEX = 28,
    POINT_COUNT = 29,
    POINT_NONE = 31, /* of a general who has been captured */
    SQUARE = (1 << POINT_B6) - 1,
    BOARD = (1 << POINT_COUNT) - 1,
    APEX = 1 << POINT_APEX,
    DOORS = 7 << 21,
    FILE_A = 0x108421,
    FILES_A_TO_D = 15 * FILE_A,
    FILES_B_TO_D = 14 * FILE_A,
    FILES_B_TO_E = 30 * FILE_A,
    RANKS_1_TO_4 = (1 << 20) - 1,
    CROSSINGS = 0x1555555, /* even points: the diagonals pass through them */
    RISING = CROSSINGS & RANKS_1_TO_4 & FILES_A_TO_D,
    FALLING = CROSSINGS & RANKS_1_TO_4 & FILES_B_TO_E,
};

/* Bits of the state above the rebels' 25. A move has the same layout (README.md). */
enum {
    STATE_GENERAL_MOVES = 1 << 25,
    STATE_FLIGHT = 1 << 26,
    GENERAL_SHIFT = 27,
};
static const uint32_t STATE_GENERAL = UINT32_C(31) << GENERAL_SHIFT;

struct GamePosition {
    uint32_t state; /* rebels, side to move, flight, general: the identity */
    uint32_t quiet; /* plies since the last capture or flight */
};

static inline uint32_t rebels_of(const GamePosition *p)
{
    return p->state & SQUARE;
}

static inline int general_of(const GamePosition *p)
{
    return (int)(p->state >> GENERAL_SHIFT);
}

static inline bool general_moves(const GamePosition *p)
{
    return p->state & STATE_GENERAL_MOVES;
}

static inline bool in_sanctuary(int general)
{
    return general >= POINT_B6 && general != POINT_NONE;
}

/* Why a game is over (section 6). */
typedef enum Ending {
    ENDING_OPEN,
    ENDING_CAPTURES, /* the general wins */
    ENDING_APEX,
    ENDING_DOORS, /* the rebels win */
    ENDING_IMMOBILE,
    ENDING_TAKEN,
} Ending;

/* The endings that do not depend on who is to move. */
static inline Ending ending_of_board(const GamePosition *p)
{
    uint32_t rebels = rebels_of(p);
    int general = general_of(p);
    if (REBELS_CAPTURE && UNLIKELY(general == POINT_NONE))
        return ENDING_TAKEN;
    if (UNLIKELY(bits_count(rebels) <= REBELS_TOO_FEW))
        return ENDING_CAPTURES;
    if (APEX_WINS && UNLIKELY(general == POINT_APEX))
        return ENDING_APEX;
    if (DOORS_WIN && UNLIKELY(general >= POINT_B6) && (rebels & DOORS) == DOORS)
        return ENDING_DOORS;
    return ENDING_OPEN;
}

static inline Ending ending_of(const GamePosition *p)
{
    Ending ending = ending_of_board(p);
    if (ending == ENDING_OPEN && general_moves(p) && !(NEIGHBOURS[general_of(p)] & ~rebels_of(p)))
        return ENDING_IMMOBILE;
    return ending;
}

/* The slots of all links with a rebel at one end and nobody at the other. */
static inline uint64_t rebel_links(const GamePosition *p)
{
    uint32_t rebels = rebels_of(p);
    uint64_t upwards = (rebels ^ rebels >> 5) & RANKS_1_TO_4;
    uint64_t rising = (rebels ^ rebels >> 6) & RISING;
    uint64_t falling = (rebels ^ rebels >> 4) & FALLING;
    uint64_t sideways = (rebels ^ rebels >> 1) & FILES_A_TO_D;
    uint64_t links = upwards | rising << 20 | falling << 21 | sideways << 40;
    return links & ~LINKS_AT[general_of(p)];
}

/* Where a rebel's arrival would complete a pair around the general. */
static inline uint32_t custodian_points(const GamePosition *p)
{
    uint32_t rebels = rebels_of(p), points = 0;
    for (uint64_t slots = PAIRS_AT[general_of(p)]; slots;) {
        uint32_t pair = PAIRS[bits_pop(&slots)] & SQUARE;
        points |= pair & rebels ? pair & ~rebels : 0;
    }
    return points;
}

/* A rebel's move along the link in `slot`; `points` are the custodian points. */
static inline Move rebel_move(uint32_t rebels, int slot, uint32_t points)
{
    Move ends = LINK_ENDS[slot];
    return REBELS_CAPTURE && ends & ~rebels & points ? ends | STATE_GENERAL : ends;
}

/* Arrivals of the general: points where he captures nothing, and captures, as pair slots or, in
 * rulesets that remove all pairs, as points. */
typedef struct Arrivals {
    uint32_t plain;
    uint64_t captures;
} Arrivals;

static inline Arrivals arrivals_on(uint32_t rebels, uint32_t landing)
{
    uint32_t upwards = rebels << 5 & rebels >> 5 & landing;
    uint32_t rising = rebels << 6 & rebels >> 6 & landing & CROSSINGS & FILES_B_TO_D;
    uint32_t falling = rebels << 4 & rebels >> 4 & landing & CROSSINGS & FILES_B_TO_D;
    uint32_t sideways = rebels << 1 & rebels >> 1 & landing & FILES_B_TO_D;
    uint32_t centres = upwards | rising | falling | sideways;
    uint64_t slots =
        upwards | (uint64_t)rising << 14 | (uint64_t)falling << 15 | (uint64_t)sideways << 33;
    return (Arrivals){
        .plain = REMOVAL_IS_OPTIONAL ? landing : landing & ~centres,
        .captures = CAPTURES_ALL ? centres : slots,
    };
}

static inline int arrivals_count(Arrivals arrivals)
{
    return bits_count(arrivals.plain) + bits_count(arrivals.captures);
}

/* All that the general can do: steps on which he stays, and flights from the apex. */
typedef struct Choices {
    Arrivals steps, flights;
} Choices;

static inline Choices general_choices(const GamePosition *p)
{
    uint32_t rebels = rebels_of(p);
    uint32_t steps = NEIGHBOURS[general_of(p)] & ~rebels, flights = 0;
    if (HAS_FLIGHT && UNLIKELY(steps & APEX) && p->state & STATE_FLIGHT) {
        flights = BOARD & ~rebels & ~(uint32_t)APEX;
        steps &= FLIGHT_IS_OPTIONAL ? BOARD : ~(uint32_t)APEX;
    }
    Choices choices = {.steps = arrivals_on(rebels, steps)};
    if (HAS_FLIGHT && UNLIKELY(flights))
        choices.flights = arrivals_on(rebels, flights);
    if (CAPTURE_IS_DUTY && choices.steps.captures | choices.flights.captures)
        choices.steps.plain = choices.flights.plain = 0;
    return choices;
}

static inline Move plain_move(int point)
{
    return (Move)point << GENERAL_SHIFT;
}

/* Landing point and removed rebels of an element of Arrivals.captures. */
static inline Move capture_move(uint32_t rebels, int element)
{
    if (!CAPTURES_ALL)
        return PAIRS[element];
    Move move = plain_move(element);
    for (uint64_t slots = PAIRS_AT[element]; slots;) {
        uint32_t pair = PAIRS[bits_pop(&slots)] & SQUARE;
        move |= (rebels & pair) == pair ? pair : 0;
    }
    return move;
}

#endif
