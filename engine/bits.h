/* Bit sets of up to 64 elements, and the few compiler attributes we use. */
#ifndef ENGINE_BITS_H
#define ENGINE_BITS_H

#include <stdint.h>

#define NOINLINE            __attribute__((noinline))
#define ALWAYS_INLINE       inline __attribute__((always_inline))
#define LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Tells the compiler what always holds there. */
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())

static inline int bits_count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* Index of the lowest element; bits must not be empty. */
static inline int bits_first(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

/* Index of the highest element; bits must not be empty. */
static inline int bits_last(uint64_t bits)
{
    return 63 - __builtin_clzll(bits);
}

/* Removes the lowest element and returns its index. */
static inline int bits_pop(uint64_t *bits)
{
    int first = bits_first(*bits);
    *bits &= *bits - 1;
    return first;
}

static inline uint64_t bit(int index)
{
    return UINT64_C(1) << index;
}

/* Index of the element with the given rank (0 = lowest); rank must be below the count. */
static inline int bits_select(uint64_t bits, int rank)
{
#ifdef __BMI2__
    return bits_first(__builtin_ia32_pdep_di(bit(rank), bits));
#else
    while (rank-- > 0)
        bits &= bits - 1;
    return bits_first(bits);
#endif
}

/* The bits of `bits` at the elements of `mask`, close together. */
static inline uint32_t bits_extract(uint32_t bits, uint32_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_si(bits, mask);
#else
    uint32_t result = 0;
    for (int i = 0; mask; mask &= mask - 1, i++)
        result |= (bits >> __builtin_ctz(mask) & 1) << i;
    return result;
#endif
}

/* The inverse: the lowest bits of `bits`, at the elements of `mask`. */
static inline uint32_t bits_deposit(uint32_t bits, uint32_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_si(bits, mask);
#else
    uint32_t result = 0;
    for (; mask; mask &= mask - 1, bits >>= 1)
        result |= (bits & 1) << __builtin_ctz(mask);
    return result;
#endif
}

#endif
