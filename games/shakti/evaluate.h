/* Static evaluation, included by rules.h. Mates come from few tiles around the enemy king, warriors
 * that see them, and ways to give check that he cannot answer by capture; the terms measure these
 * for both sides (weights.def). */
#ifndef SHAKTI_EVALUATE_H
#define SHAKTI_EVALUATE_H

enum { ESCAPES_ENOUGH = 3 }; /* a king with so many escapes is in no net */

/* What the pieces of a side see: the first tiles in all directions. */
typedef struct Sight {
    uint64_t king, one, two;
} Sight;

static ALWAYS_INLINE Sight sight_of(uint64_t tiles, Army army)
{
    return (Sight){
        .king = first_tiles(tiles, king_of(army)),
        .one = first_tiles(tiles, piece_of(army, 1)),
        .two = first_tiles(tiles, piece_of(army, 2)),
    };
}

static inline uint64_t seen_by_all(Sight sight)
{
    return sight.king | sight.one | sight.two;
}

/* The adjacent tiles that a king could go to in check: free ones and capturable warriors that no
 * enemy sees. */
static inline uint64_t escapes_of(uint64_t tiles, Army own, Sight enemy_sight)
{
    return king_steps[king_of(own)] & tiles & ~warriors_of(own) & ~seen_by_all(enemy_sight);
}

/* What the army of `own` is worth: its number, freedom and hold on the enemy king. */
static ALWAYS_INLINE Score army_value(uint64_t tiles, Army own, Army other, Sight sight,
                                      Sight enemy_sight, const GameWeights *weights)
{
    int one = piece_of(own, 1), two = piece_of(own, 2), enemy = king_of(other);
    uint64_t free = tiles & ~pieces_of(own) & ~pieces_of(other);
    uint64_t one_targets = warrior_targets(tiles, free, one);
    uint64_t two_targets = warrior_targets(tiles, free, two);
    uint64_t safe = ~king_steps[enemy] | sight.king;
    int checks = bits_count(one_targets & enemy_sight.king & (safe | sight.two)) +
                 bits_count(two_targets & enemy_sight.king & (safe | sight.one));
    int escapes = bits_count(escapes_of(tiles, other, sight));
    int closed = escapes < ESCAPES_ENOUGH ? ESCAPES_ENOUGH - escapes : 0;
    uint64_t warriors = warriors_of(own) & tiles;
    return weights->warrior * bits_count(warriors) +
           weights->mobility * (bits_count(one_targets) + bits_count(two_targets)) +
           (weights->check + weights->net * closed) * checks - weights->escape * escapes +
           weights->guarded * bits_count(warriors & seen_by_all(sight));
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    Army own = mover_army(position), other = waiting_army(position);
    uint64_t tiles = position->tiles;
    Sight sight = sight_of(tiles, own), enemy_sight = sight_of(tiles, other);
    uint64_t prey = escapes_of(tiles, own, enemy_sight) & warriors_of(other);
    return army_value(tiles, own, other, sight, enemy_sight, weights) -
           army_value(tiles, other, own, enemy_sight, sight, weights) + (prey ? weights->prey : 0) +
           weights->tempo;
}

#endif
