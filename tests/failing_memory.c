/* Memory that runs out on demand. */
#define _DEFAULT_SOURCE
#include "tests/failing_memory.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The one state that all requests of the process share. */
static struct {
    atomic_int failure;
    atomic_llong at, requests, in_use;
    atomic_bool refused;
} state;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__real_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
int __real_munmap(void *address, size_t length);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *string);
void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *address, size_t length);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

void memory_begin(MemoryFailure failure, int64_t at)
{
    atomic_store(&state.requests, 0);
    atomic_store(&state.refused, false);
    atomic_store(&state.at, at);
    atomic_store(&state.failure, (int)failure);
}

bool memory_end(int64_t *requests)
{
    atomic_store(&state.failure, MEMORY_SUFFICES);
    *requests = atomic_load(&state.requests);
    return atomic_load(&state.refused);
}

int64_t memory_in_use(void)
{
    return atomic_load(&state.in_use);
}

/* Counts a request; whether it is refused. */
static bool refuse(void)
{
    int failure = atomic_load(&state.failure);
    int64_t number = atomic_fetch_add(&state.requests, 1) + 1, at = atomic_load(&state.at);
    bool refused = (failure == MEMORY_FAILS_ONCE && number == at) ||
                   (failure == MEMORY_FAILS_AFTER && number >= at);
    if (refused) {
        atomic_store(&state.refused, true);
        errno = ENOMEM;
    }
    return refused;
}

static void *count(void *block)
{
    if (block)
        atomic_fetch_add(&state.in_use, 1);
    return block;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : count(__real_malloc(size));
}

void *__wrap_calloc(size_t number, size_t size)
{
    return refuse() ? NULL : count(__real_calloc(number, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuse() ? NULL : count(__real_aligned_alloc(alignment, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (refuse())
        return NULL;
    void *moved = __real_realloc(block, size);
    return block ? moved : count(moved);
}

void __wrap_free(void *block)
{
    if (block)
        atomic_fetch_sub(&state.in_use, 1);
    __real_free(block);
}

char *__wrap_strdup(const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = __wrap_malloc(size);
    return copy ? memcpy(copy, string, size) : NULL;
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    if (refuse())
        return MAP_FAILED;
    void *mapped = __real_mmap(address, length, protection, flags, file, offset);
    if (mapped != MAP_FAILED)
        atomic_fetch_add(&state.in_use, 1);
    return mapped;
}

int __wrap_munmap(void *address, size_t length)
{
    atomic_fetch_sub(&state.in_use, 1);
    return __real_munmap(address, length);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return refuse() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

/* ---- SQLite asks for the size of a block: it stands before it ---- */

enum { SIZE_BYTES = 16 };

static void *sqlite_malloc(int size)
{
    char *block = __wrap_malloc((size_t)size + SIZE_BYTES);
    if (!block)
        return NULL;
    memcpy(block, &size, sizeof size);
    return block + SIZE_BYTES;
}

static int sqlite_size(void *block)
{
    int size = 0;
    if (block)
        memcpy(&size, (char *)block - SIZE_BYTES, sizeof size);
    return size;
}

static void sqlite_free(void *block)
{
    if (block)
        __wrap_free((char *)block - SIZE_BYTES);
}

static void *sqlite_realloc(void *block, int size)
{
    char *moved = __wrap_realloc((char *)block - SIZE_BYTES, (size_t)size + SIZE_BYTES);
    if (!moved)
        return NULL;
    memcpy(moved, &size, sizeof size);
    return moved + SIZE_BYTES;
}

static int sqlite_round_up(int size)
{
    return (size + 7) / 8 * 8;
}

static int sqlite_begin(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void sqlite_end(void *context)
{
    (void)context;
}

void memory_take_sqlite(void)
{
    sqlite3_mem_methods methods = {.xMalloc = sqlite_malloc,
                                   .xFree = sqlite_free,
                                   .xRealloc = sqlite_realloc,
                                   .xSize = sqlite_size,
                                   .xRoundup = sqlite_round_up,
                                   .xInit = sqlite_begin,
                                   .xShutdown = sqlite_end};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    sqlite3_initialize();
}
