/* Memory of the perft table; its layout is the kernel's business (search/perft.c). */
#include "search/perft.h"

#include <stdlib.h>
#include <string.h>

Status perft_table_open(PerftTable *table, size_t bytes, Error *error)
{
    size_t size = bytes / 64 * 64;
    table->words = size ? aligned_alloc(64, size) : NULL;
    if (!table->words)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a perft table of %zu bytes",
                         bytes);
    memset((void *)table->words, 0, size);
    table->word_count = size / sizeof(uint64_t);
    return STATUS_OK;
}

void perft_table_close(PerftTable *table)
{
    free((void *)table->words);
    *table = (PerftTable){0};
}
