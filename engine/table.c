/* Transposition table. Data word: move 32 bits, score 16, depth 8, generation 6, bound 2. */
#include "engine/table.h"

#include "engine/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES = 4,
    SCORE_SHIFT = 32,
    DEPTH_SHIFT = 48,
    GENERATION_SHIFT = 56,
    BOUND_SHIFT = 62,
    GENERATIONS = 64,
    AGE_COST = 4, /* a generation of age counts like so many plies of depth */
};

typedef struct Slot {
    _Atomic uint64_t check, data;
} Slot;

struct TableBucket {
    Slot slots[ENTRIES];
};
_Static_assert(sizeof(struct TableBucket) == 64, "a bucket is one cache line");

Status table_open(Table *table, size_t bytes, Error *error)
{
    size_t count = bytes / sizeof(struct TableBucket);
    *table = (Table){.bucket_count = count ? count : 1};
    table->buckets = memory_large(table->bucket_count * sizeof(struct TableBucket));
    if (!table->buckets)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a table of %zu bytes", bytes);
    table_clear(table);
    return STATUS_OK;
}

void table_close(Table *table)
{
    free(table->buckets);
    *table = (Table){0};
}

void table_clear(Table *table)
{
    memset((void *)table->buckets, 0, table->bucket_count * sizeof(struct TableBucket));
    table->generation = 0;
}

void table_age(Table *table)
{
    table->generation = (table->generation + 1) % GENERATIONS;
}

static struct TableBucket *find_bucket(const Table *table, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return &table->buckets[(size_t)(((Wide)key * table->bucket_count) >> 64)];
}

static uint64_t pack(const TableEntry *entry, int generation)
{
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << SCORE_SHIFT |
           (uint64_t)(entry->depth & 0xff) << DEPTH_SHIFT |
           (uint64_t)generation << GENERATION_SHIFT | (uint64_t)entry->bound << BOUND_SHIFT;
}

static int depth_of(uint64_t data)
{
    return (int)(data >> DEPTH_SHIFT & 0xff);
}

static int generation_of(uint64_t data)
{
    return (int)(data >> GENERATION_SHIFT & (GENERATIONS - 1));
}

static Bound bound_of(uint64_t data)
{
    return (Bound)(data >> BOUND_SHIFT);
}

void table_prefetch(const Table *table, uint64_t key)
{
    __builtin_prefetch(find_bucket(table, key));
}

bool table_get(const Table *table, uint64_t key, TableEntry *entry)
{
    struct TableBucket *bucket = find_bucket(table, key);
    for (int i = 0; i < ENTRIES; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slots[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slots[i].check, memory_order_relaxed);
        if ((check ^ data) != key || bound_of(data) == BOUND_NONE)
            continue;
        *entry = (TableEntry){
            .move = (Move)data,
            .score = (int16_t)(data >> SCORE_SHIFT),
            .depth = depth_of(data),
            .bound = bound_of(data),
        };
        return true;
    }
    return false;
}

/* How little an entry is worth keeping: shallow and old ones go first, empty ones before all. */
static int keep_value(uint64_t data, int generation)
{
    if (bound_of(data) == BOUND_NONE)
        return -1000;
    int age = (generation - generation_of(data) + GENERATIONS) % GENERATIONS;
    return depth_of(data) - AGE_COST * age;
}

void table_put(const Table *table, uint64_t key, const TableEntry *entry)
{
    struct TableBucket *bucket = find_bucket(table, key);
    Slot *victim = NULL;
    int least = 0;
    TableEntry stored = *entry;
    for (int i = 0; i < ENTRIES; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && bound_of(data) != BOUND_NONE) {
            bool deeper = depth_of(data) > entry->depth + 2 && entry->bound != BOUND_EXACT;
            if (deeper && generation_of(data) == table->generation)
                return;
            if (stored.move == MOVE_NONE)
                stored.move = (Move)data;
            victim = slot;
            break;
        }
        int value = keep_value(data, table->generation);
        if (!victim || value < least) {
            victim = slot;
            least = value;
        }
    }
    uint64_t data = pack(&stored, table->generation);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}

int table_fill(const Table *table)
{
    size_t sample = table->bucket_count < 250 ? table->bucket_count : 250;
    int used = 0;
    if (sample == 0)
        return 0;
    for (size_t i = 0; i < sample; i++)
        for (int j = 0; j < ENTRIES; j++) {
            uint64_t data =
                atomic_load_explicit(&table->buckets[i].slots[j].data, memory_order_relaxed);
            used += bound_of(data) != BOUND_NONE && generation_of(data) == table->generation;
        }
    return (int)((size_t)used * 1000 / (sample * ENTRIES));
}
