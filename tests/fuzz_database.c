/* libFuzzer target: database files, damaged ones above all. Input: the file. Opening and reading
 * everything gives an error or an end. */
#include "engine/store.h"
#include "games/registry.h"
#include "tests/fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Status read_name(void *context, int number, const char *name, const char *text, Error *error)
{
    (void)context, (void)number, (void)text, (void)error;
    fuzz_demand(name != NULL);
    return STATUS_OK;
}

static Status read_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    (void)context, (void)number, (void)error;
    fuzz_demand(games[0].first >= 0 && games[1].first >= 0);
    return STATUS_OK;
}

static Status read_game(void *context, const GameRow *row, Error *error)
{
    (void)context, (void)error;
    fuzz_demand(row->moves && row->start && row->first);
    return STATUS_OK;
}

static Status read_run(void *context, const RunHeader *header, Error *error)
{
    Store *store = context;
    OpeningBook book = {0};
    Status status = store_each_engine(store, header->run, read_name, NULL, error);
    if (status == STATUS_OK)
        status = store_each_ruleset(store, header->run, read_name, NULL, error);
    if (status == STATUS_OK)
        status = store_each_pair(store, header->run, read_pair, NULL, error);
    if (status == STATUS_OK)
        status = store_read_book(store, header->run, 0, games_at(0), NULL, &book, error);
    opening_book_close(&book);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    Store *store = NULL;
    Error error;
    /* SQLite wants a name that it can follow. */
    snprintf(path, sizeof path, "/dev/shm/skirmish-fuzz-%d.db", (int)getpid());
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fuzz_demand(file >= 0 && write(file, data, size) == (ssize_t)size && close(file) == 0);
    if (store_open(path, STORE_READ, &store, &error) == STATUS_OK) {
        store_each_run(store, read_run, store, &error);
        store_each_game(store, 0, read_game, NULL, &error);
        store_close(store);
    }
    unlink(path);
    return 0;
}
