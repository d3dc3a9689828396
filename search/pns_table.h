/* The table of a proof-number search: buckets of one cache line, four entries of 16 bytes, for one
 * thread. When a bucket is full, the entry of the smallest subtree makes room
 * (SmallTreeReplacement, Nagai 1999), entries of earlier searches first.
 *
 * A position may have three entries, told apart by their tags: what holds for every way to it, what
 * holds only if enough plies without progress have passed, and what holds for one way alone (a
 * twin, Kishimoto, Mueller 2004). All three lie in the bucket of the position. */
#ifndef SEARCH_PNS_TABLE_H
#define SEARCH_PNS_TABLE_H

#include "search/kernel.h"

#include <stdlib.h>

enum {
    NUMBER_BITS = 24,
    NUMBER_INFINITE = (1 << NUMBER_BITS) - 1,
    NUMBER_MAX = NUMBER_INFINITE - 1, /* of an unsolved position */
    ROOM_MAX =
        GAME_QUIET_LIMIT ? GAME_QUIET_LIMIT - 1 : 0, /* most quiet plies of an open position */
    TAINT_NONE = PLY_MAX + 1,                        /* depends on no position of the way */
    PNS_ENTRIES = 4,
};
static_assert(GAME_QUIET_LIMIT < 128, "counters of quiet plies have 7 bits");

/* What is known of a position: (dis)proof numbers of "the attacker wins". pn = 0: he does, within
 * `turns`, if `quiet` is at least the quiet plies so far. dn = 0: he does not, if `quiet` is at
 * most the quiet plies so far, and if returning to the position with index `taint` on the way, or
 * to a later one, does not let him win either. */
typedef struct Value {
    uint32_t pn, dn;
    uint16_t turns, taint;
    uint8_t quiet;
} Value;

typedef struct PnsEntry {
    uint64_t tag, data;
} PnsEntry;

typedef struct PnsBucket {
    PnsEntry entries[PNS_ENTRIES];
} PnsBucket;
static_assert(sizeof(PnsBucket) == 64, "a bucket is one cache line");

typedef struct PnsTable {
    PnsBucket *buckets; /* owned */
    size_t count;
    uint64_t generation; /* 0 .. 7 */
} PnsTable;

/* Data word: pn 24 bits, dn 24, quiet 7, effort 6, generation 3. A solved position's infinite
 * number holds, if won, the turns and, if not, how far back the taint lies plus one. */
enum { DN_SHIFT = 24, QUIET_SHIFT = 48, EFFORT_SHIFT = 55, GENERATION_SHIFT = 61 };

static const uint64_t tag_quiet = UINT64_C(0x6a09e667f3bcc908);

static inline void pns_table_clear(PnsTable *table)
{
    memset(table->buckets, 0, table->count * sizeof(PnsBucket));
}

static inline Status pns_table_open(PnsTable *table, size_t bytes, Error *error)
{
    size_t count = bytes / sizeof(PnsBucket);
    *table = (PnsTable){.count = count ? count : 1};
    table->buckets = aligned_alloc(sizeof(PnsBucket), table->count * sizeof(PnsBucket));
    if (!table->buckets)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a table of %zu bytes", bytes);
    pns_table_clear(table);
    return STATUS_OK;
}

static inline PnsBucket *pns_bucket(const PnsTable *table, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return &table->buckets[(size_t)(((Wide)key * table->count) >> 64)];
}

static inline uint32_t data_pn(uint64_t data)
{
    return data & NUMBER_INFINITE;
}

static inline uint32_t data_dn(uint64_t data)
{
    return data >> DN_SHIFT & NUMBER_INFINITE;
}

static inline int data_quiet(uint64_t data)
{
    return (int)(data >> QUIET_SHIFT & 127);
}

/* Where a position is met: its key (for one attacker), what its way hashes to (0 = nothing on it
 * can recur), its index on the way and the quiet plies so far. */
typedef struct Spot {
    uint64_t key, way;
    int index, quiet;
} Spot;

/* Looks a position up; false if nothing that holds here is known. */
static ALWAYS_INLINE bool pns_get(const PnsTable *table, Spot spot, Value *value)
{
    const PnsBucket *bucket = pns_bucket(table, spot.key);
    bool found = false;
    for (int i = 0; i < PNS_ENTRIES; i++) {
        uint64_t tag = bucket->entries[i].tag ^ spot.key, data = bucket->entries[i].data;
        bool twin = GAME_REPETITIONS > 0 && spot.way && tag == spot.way;
        if (data == 0 || (tag != 0 && !twin && (GAME_QUIET_LIMIT == 0 || tag != tag_quiet)))
            continue;
        uint32_t pn = data_pn(data), dn = data_dn(data);
        int quiet = data_quiet(data);
        if (pn == 0 && (GAME_QUIET_LIMIT == 0 || spot.quiet <= quiet)) {
            *value = (Value){0, NUMBER_INFINITE, (uint16_t)dn, TAINT_NONE, (uint8_t)quiet};
            return true;
        }
        if (dn == 0 && spot.quiet >= quiet) {
            int taint = pn == 1 ? TAINT_NONE : spot.index - (int)pn + 1;
            *value = (Value){NUMBER_INFINITE, 0, 0, (uint16_t)taint, (uint8_t)quiet};
            return true;
        }
        if (pn && dn) {
            *value = (Value){pn, dn, 0, TAINT_NONE, 0};
            found = true;
        }
    }
    return found;
}

/* How much an entry is worth keeping. */
static inline uint64_t pns_worth(const PnsTable *table, uint64_t data)
{
    if (data == 0)
        return 0;
    uint64_t effort = data >> EFFORT_SHIFT & 63;
    return data >> GENERATION_SHIFT == table->generation ? 128 + effort : 64 + effort;
}

static inline uint64_t value_pack(const Value *value, Spot spot)
{
    uint64_t pn = value->pn, dn = value->dn;
    if (pn == 0)
        dn = value->turns;
    else if (dn == 0)
        pn = value->taint == TAINT_NONE ? 1 : (uint64_t)(spot.index - value->taint + 1);
    return pn | dn << DN_SHIFT | (uint64_t)value->quiet << QUIET_SHIFT;
}

/* Enters what `nodes` visited positions have found out. */
static inline void pns_put(PnsTable *table, Spot spot, const Value *value, uint64_t nodes)
{
    PnsBucket *bucket = pns_bucket(table, spot.key);
    uint64_t tag = spot.key;
    if (value->dn == 0 && value->taint != TAINT_NONE)
        tag ^= spot.way;
    else if (value->dn == 0 && value->quiet > 0)
        tag ^= tag_quiet;
    PnsEntry *victim = NULL;
    uint64_t least = 0, effort = (uint64_t)bits_last(nodes + 1);
    for (int i = 0; i < PNS_ENTRIES; i++) {
        PnsEntry *entry = &bucket->entries[i];
        if (entry->tag == tag && entry->data) {
            uint64_t old = entry->data >> EFFORT_SHIFT & 63;
            effort = old > effort ? old : effort;
            victim = entry;
            break;
        }
        uint64_t worth = pns_worth(table, entry->data);
        if (!victim || worth < least) {
            victim = entry;
            least = worth;
        }
    }
    victim->tag = tag;
    victim->data =
        value_pack(value, spot) | effort << EFFORT_SHIFT | table->generation << GENERATION_SHIFT;
}

/* Share of entries of the current search, in per mille, from a sample. */
static inline int pns_table_fill(const PnsTable *table)
{
    size_t sample = table->count < 250 ? table->count : 250, used = 0;
    for (size_t i = 0; i < sample; i++)
        for (int j = 0; j < PNS_ENTRIES; j++) {
            uint64_t data = table->buckets[i].entries[j].data;
            used += data && data >> GENERATION_SHIFT == table->generation;
        }
    return (int)(used * 1000 / (sample * PNS_ENTRIES));
}

#endif
