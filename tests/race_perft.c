/* A threaded perft with a shared table, for the thread sanitizer: Criterion cannot start under it.
 */
#include "games/registry.h"
#include "search/registry.h"

#include <stdio.h>

int main(void)
{
    int failed = 0;
    for (int i = 0; i < games_count(); i++) {
        Position position;
        PerftTable table;
        PerftResult alone, shared;
        games_at(i)->start(NULL, &position);
        if (perft_table_open(&table, 1 << 14, NULL) != STATUS_OK)
            return 1;
        searches_of(i)->perft(&position, 3, &(PerftOptions){.threads = 1, .bulk = true}, &alone,
                              NULL);
        searches_of(i)->perft(&position, 3,
                              &(PerftOptions){.threads = 4, .bulk = true, .table = &table}, &shared,
                              NULL);
        failed += alone.nodes != shared.nodes;
        perft_table_close(&table);
    }
    printf("threaded perft: %d of %d games differ\n", failed, games_count());
    return failed != 0;
}
