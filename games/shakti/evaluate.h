/* Static evaluation, included by rules.h: a sum of the terms of weights.def. Mates come from few
 * tiles around a king, warriors that see them, and checks that he cannot answer by capture; so the
 * value of a side is its king's room and its hold on the other king. Mates with the next turn are
 * found out. */
#ifndef SHAKTI_EVALUATE_H
#define SHAKTI_EVALUATE_H

/* Cells off the edge, and the nine in the middle. */
#define INNER_CELLS  UINT64_C(0x00003e3e3e3e3e00)
#define MIDDLE_CELLS UINT64_C(0x0000001c1c1c0000)

enum { ESCAPES_ENOUGH = 3 }; /* a king with so many escapes is in no net */

/* What the pieces of a side see: the first tiles in all directions. */
typedef struct Sight {
    uint64_t king, one, two;
} Sight;

/* Where the warriors of a side may go, the tests for their king apart. */
typedef struct Warriors {
    uint64_t one, two;
} Warriors;

/* How one side hunts the other king. */
typedef struct Hunt {
    int escapes; /* adjacent tiles that he could go to if in check */
    int closed;  /* escapes he lacks of three */
    int checks;  /* targets from which a warrior, safe from him, would see him */
    int mates;   /* of these, the ones that would leave him no escape */
    int tight;   /* ... one escape */
} Hunt;

static ALWAYS_INLINE Sight sight_of(uint64_t tiles, Army army)
{
    return (Sight){
        .king = first_tiles(tiles, king_of(army)),
        .one = first_tiles(tiles, piece_of(army, 1)),
        .two = first_tiles(tiles, piece_of(army, 2)),
    };
}

static ALWAYS_INLINE Warriors warriors_moves(uint64_t tiles, uint64_t free, Army army)
{
    return (Warriors){
        .one = warrior_targets(tiles, free, piece_of(army, 1)),
        .two = warrior_targets(tiles, free, piece_of(army, 2)),
    };
}

static inline uint64_t seen_by_all(const Sight *sight)
{
    return sight->king | sight->one | sight->two;
}

/* The set and its neighbours; columns beyond the board are the caller's to mask. */
static inline uint64_t widened(uint64_t cells)
{
    uint64_t rows = cells | cells << 1 | cells >> 1;
    return rows | rows << 8 | rows >> 8;
}

/* Adjacent tiles that the king of `army` could go to in check: free ones and warriors that no enemy
 * sees. */
static inline uint64_t escapes_of(uint64_t tiles, Army army, uint64_t seen)
{
    return king_steps[king_of(army)] & tiles & ~warriors_of(army) & ~seen;
}

/* Plays the checks of the warrior on `from` and counts the king's escapes; `seen` is what the other
 * hunters see now, which a removed tile may still widen or the warrior on his new tile block. */
static inline void try_checks(uint64_t tiles, int from, uint64_t checks, Army hunted, uint64_t seen,
                              Hunt *hunt)
{
    hunt->checks += bits_count(checks);
    while (checks) {
        int to = bits_pop(&checks);
        uint64_t left = tiles & ~cells_between(from, to);
        uint64_t escapes = escapes_of(left & ~bit(to), hunted, seen | first_tiles(left, to));
        hunt->mates += escapes == 0;
        hunt->tight += escapes && !(escapes & (escapes - 1));
    }
}

/* `checking` are the first tiles that the hunted king sees: a warrior there sees him. */
static ALWAYS_INLINE Hunt hunt_of(uint64_t tiles, Army own, Army other, const Warriors *moves,
                                  const Sight *sight, uint64_t checking)
{
    Hunt hunt = {.escapes = bits_count(escapes_of(tiles, other, seen_by_all(sight)))};
    hunt.closed = hunt.escapes < ESCAPES_ENOUGH ? ESCAPES_ENOUGH - hunt.escapes : 0;
    uint64_t safe = ~king_steps[king_of(other)] | sight->king;
    try_checks(tiles, piece_of(own, 1), moves->one & checking & (safe | sight->two), other,
               sight->king | sight->two, &hunt);
    try_checks(tiles, piece_of(own, 2), moves->two & checking & (safe | sight->one), other,
               sight->king | sight->one, &hunt);
    return hunt;
}

/* The room of a side's king. */
static ALWAYS_INLINE int king_value(uint64_t tiles, Army own, uint64_t seen,
                                    const GameWeights *weights)
{
    uint64_t king = bit(king_of(own)), ring = king_steps[king_of(own)] & tiles;
    uint64_t region = widened(widened(ring) & tiles) & tiles;
    uint64_t haven = widened(escapes_of(tiles, own, seen)) & tiles & ~seen;
    int count = bits_count(ring);
    int value = weights->region * bits_count(region) + weights->haven * bits_count(haven) +
                weights->bodyguard * bits_count(ring & warriors_of(own));
    value += king & INNER_CELLS ? weights->inner_king : 0;
    value += count <= 2 ? weights->ring_two : 0;
    value += count == 3 ? weights->ring_three : 0;
    value += count == 4 ? weights->ring_four : 0;
    return value + (count == 5 ? weights->ring_five : 0);
}

/* What the other side's hunt takes from him. */
static ALWAYS_INLINE int net_value(const Hunt *hunt, const GameWeights *weights)
{
    int value = hunt->escapes == 0 ? weights->escape_none : 0;
    return value + (hunt->escapes == 1 ? weights->escape_one : 0);
}

/* Number, place and freedom of a side's warriors. */
static ALWAYS_INLINE int warriors_value(uint64_t tiles, uint64_t free, Army own, Army other,
                                        const Warriors *moves, const Sight *sight,
                                        const GameWeights *weights)
{
    int one = piece_of(own, 1), two = piece_of(own, 2);
    uint64_t warriors = warriors_of(own) & tiles;
    uint64_t behind = second_tiles(tiles, king_of(other));
    int jumps = bits_count(moves->one & ~sight->one) + bits_count(moves->two & ~sight->two);
    return weights->warrior * bits_count(warriors) + weights->jump * jumps +
           weights->support * bits_count((king_steps[one] | king_steps[two]) & free) +
           weights->guarded * bits_count(warriors & (sight->one | sight->two)) +
           weights->kept * bits_count(warriors & sight->king) +
           weights->middle * bits_count(warriors & MIDDLE_CELLS) +
           weights->xray * bits_count(warriors & behind);
}

/* The mover's own checks; in check he has none to give. */
static ALWAYS_INLINE int attack_value(const Hunt *hunt, const Hunt *threat, bool check,
                                      const GameWeights *weights)
{
    if (check)
        return weights->checked + weights->checked_net * threat->closed;
    return weights->check * hunt->checks + weights->check_net * hunt->closed * hunt->checks +
           weights->check_tight * hunt->tight + (hunt->mates ? weights->mate : 0);
}

/* The checks that he has to fear. */
static ALWAYS_INLINE int danger_value(const Hunt *threat, const GameWeights *weights)
{
    int value = weights->danger * threat->checks +
                weights->danger_net * threat->closed * threat->checks +
                weights->danger_tight * threat->tight;
    value += threat->mates ? weights->mate_danger : 0;
    return value + (threat->mates > 1 ? weights->mates_danger : 0);
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    Army own = mover_army(position), other = waiting_army(position);
    uint64_t tiles = position->tiles, free = tiles & ~pieces_of(own) & ~pieces_of(other);
    Sight sight = sight_of(tiles, own), enemy_sight = sight_of(tiles, other);
    Warriors moves = warriors_moves(tiles, free, own);
    Warriors enemy_moves = warriors_moves(tiles, free, other);
    Hunt hunt = hunt_of(tiles, own, other, &moves, &sight, enemy_sight.king);
    Hunt threat = hunt_of(tiles, other, own, &enemy_moves, &enemy_sight, sight.king);
    bool check = sight.king & warriors_of(other);
    int value = weights->tempo + king_value(tiles, own, seen_by_all(&enemy_sight), weights) -
                king_value(tiles, other, seen_by_all(&sight), weights) +
                net_value(&threat, weights) - net_value(&hunt, weights) +
                warriors_value(tiles, free, own, other, &moves, &sight, weights) -
                warriors_value(tiles, free, other, own, &enemy_moves, &enemy_sight, weights) +
                attack_value(&hunt, &threat, check, weights) + danger_value(&threat, weights);
    return evaluation_within(value);
}

#endif
