/* xxHash (XXH3, 64 bits) as the project's only hash: position keys, file checksums. */
#ifndef ENGINE_HASH_H
#define ENGINE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Hash of a block of memory; with a constant size the compiler specialises it. */
static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

/* Order of keys, for qsort. */
static inline int hash_compare(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

#endif
