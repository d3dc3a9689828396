/* Transposition table shared by the threads of a search: buckets of one cache line, four entries of
 * 16 bytes, lock-free. An entry's first word is key XOR data (Hyatt, Mann 2002), so an entry torn
 * by two writers is not recognised. */
#ifndef ENGINE_TABLE_H
#define ENGINE_TABLE_H

#include "engine/move.h"
#include "engine/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* What a search knows about a position. Win scores count from this position, not from the root. */
typedef struct TableEntry {
    Move move;   /* best or refuting move, MOVE_NONE if unknown */
    Score score; /* fits 16 bits */
    int depth;   /* 0 .. 255 */
    Bound bound;
} TableEntry;

typedef struct Table {
    struct TableBucket *buckets; /* owned */
    size_t bucket_count;
    int generation; /* of the current search, 0 .. 63 */
} Table;

/* Takes at most `bytes` (at least one bucket), in huge pages where the system gives them. */
Status table_open(Table *table, size_t bytes, Error *error);
void table_close(Table *table);

/* Forgets everything. */
void table_clear(Table *table);

/* Starts a new search: older entries are replaced first. */
void table_age(Table *table);

/* Asks for the key's bucket to be brought near, ahead of table_get. */
void table_prefetch(const Table *table, uint64_t key);

bool table_get(const Table *table, uint64_t key, TableEntry *entry);
void table_put(const Table *table, uint64_t key, const TableEntry *entry);

/* Share of entries of the current search, in per mille, from a sample. */
int table_fill(const Table *table);

#endif
