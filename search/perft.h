/* Perft: the number of leaves of the tree of legal turns, the standard check of a move generator.
 */
#ifndef SEARCH_PERFT_H
#define SEARCH_PERFT_H

#include "engine/game.h"

#include <stdatomic.h>

/* Shared table of subtree counts, checked against the full position: never a wrong hit. */
typedef struct PerftTable {
    _Atomic uint64_t *words; /* owned */
    size_t word_count;
} PerftTable;

Status perft_table_open(PerftTable *table, size_t bytes, Error *error);
void perft_table_close(PerftTable *table);

typedef struct PerftOptions {
    int threads;       /* at least 1 */
    bool bulk;         /* count the last ply instead of playing it */
    PerftTable *table; /* borrowed, NULL = none; used with bulk only: without, every leaf is made */
} PerftOptions;

typedef struct PerftResult {
    uint64_t nodes;
    uint64_t key_sum; /* without bulk: sum of the leaves' keys, a fingerprint of the whole tree */
} PerftResult;

/* Leaves at `depth` turns below the position. A finished position counts 1 at depth 0 and 0
 * deeper; rules that look at history are not applied. Fails if the count exceeds 63 bits. One such
 * function per game. */
typedef Status Perft(const Position *position, int depth, const PerftOptions *options,
                     PerftResult *result, Error *error);

#endif
