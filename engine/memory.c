/* Large memory. */
#define _DEFAULT_SOURCE /* madvise */
#include "engine/memory.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { CACHE_LINE = 64, HUGE_PAGE = 2 << 20 };

void *memory_large(size_t bytes)
{
    size_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    size_t size = (bytes + unit - 1) / unit * unit;
    void *memory = size >= bytes ? aligned_alloc(unit, size) : NULL;
#ifdef MADV_HUGEPAGE
    if (memory && unit == HUGE_PAGE)
        madvise(memory, size, MADV_HUGEPAGE); /* a wish: without it, only slower */
#endif
    return memory;
}
