/* SplitMix64 (Steele, Lea, Flood 2014): the one random generator. Small, fast and the same on
 * every machine, so that a seed names a result. */
#ifndef ENGINE_RANDOM_H
#define ENGINE_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

/* The finaliser of SplitMix64: a bijection that spreads every bit. */
static inline uint64_t random_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

/* The seed of work item `index` under `seed`: results never depend on who does which item. */
static inline uint64_t random_split(uint64_t seed, uint64_t index)
{
    return random_mix(random_mix(seed) + (index + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

static inline Random random_from(uint64_t seed)
{
    return (Random){random_mix(seed ^ UINT64_C(0x5851f42d4c957f2d))};
}

static inline uint64_t random_next(Random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return random_mix(random->state);
}

/* Uniform in 0 .. bound-1 (bound > 0); the bias is below bound / 2^32. */
static inline uint32_t random_below(Random *random, uint32_t bound)
{
    return (uint32_t)(((random_next(random) >> 32) * bound) >> 32);
}

/* Uniform in 0 .. bound-1 for large bounds; the bias is below bound / 2^64. */
static inline uint64_t random_below_wide(Random *random, uint64_t bound)
{
    __extension__ typedef unsigned __int128 Wide;
    return (uint64_t)(((Wide)random_next(random) * bound) >> 64);
}

#endif
