/* Adding up the runs of a database. */
#include "bench/database.h"

#include <stdlib.h>
#include <string.h>

int names_find(const Names *names, const char *name, const char *text)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0 && strcmp(names->texts[i], text) == 0)
            return i;
    return -1;
}

/* The number of a name with its text, added if it is new; -1 with an error. */
static int add_name(Names *names, const char *name, const char *text, Error *error)
{
    int found = names_find(names, name, text);
    if (found >= 0)
        return found;
    if (names->count == names->maximum) {
        error_set(error, STATUS_BAD_ARGUMENT,
                  "more than %d engines or games in one database; choose a --run", names->maximum);
        return -1;
    }
    int at = names->count;
    names->names[at] = strdup(name);
    names->texts[at] = strdup(text);
    if (names->names[at] && names->texts[at])
        return names->count++;
    free(names->names[at]);
    free(names->texts[at]);
    error_set(error, STATUS_NO_MEMORY, "no memory for names");
    return -1;
}

static void names_close(Names *names)
{
    for (int i = 0; i < names->count; i++) {
        free(names->names[i]);
        free(names->texts[i]);
    }
}

static Status note_engine(void *context, int number, const char *name, const char *text,
                          Error *error)
{
    Database *database = context;
    int at = number < DATABASE_ENGINES_MAX ? add_name(&database->engines, name, text, error) : -1;
    if (at < 0)
        return STATUS_BAD_ARGUMENT;
    database->engine_of[number] = at;
    database->run_engines = number + 1;
    return STATUS_OK;
}

/* A ruleset on another board is another one. */
static Status note_ruleset(void *context, int number, const char *name, const char *text,
                           Error *error)
{
    Database *database = context;
    int at = number < DATABASE_RULESETS_MAX
                 ? add_name(&database->rulesets, name, text ? text : "", error)
                 : -1;
    if (at < 0)
        return STATUS_BAD_ARGUMENT;
    database->ruleset_of[number] = at;
    return STATUS_OK;
}

bool database_has(const Database *database, const RunHeader *header)
{
    return !database->only || database->only == header->run;
}

Status database_read_run(Database *database, int64_t run, Error *error)
{
    for (int i = 0; i < DATABASE_ENGINES_MAX; i++)
        database->engine_of[i] = -1;
    for (int i = 0; i < DATABASE_RULESETS_MAX; i++)
        database->ruleset_of[i] = -1;
    Status status = store_each_engine(database->store, run, note_engine, database, error);
    return status == STATUS_OK
               ? store_each_ruleset(database->store, run, note_ruleset, database, error)
               : status;
}

static Status read_names(void *context, const RunHeader *header, Error *error)
{
    Database *database = context;
    return database_has(database, header) ? database_read_run(database, header->run, error)
                                          : STATUS_OK;
}

Status database_translate(const Database *database, uint64_t number, const GameSummary games[2],
                          GameSummary own[2], Error *error)
{
    for (int leg = 0; leg < 2; leg++) {
        own[leg] = games[leg];
        own[leg].game = database->ruleset_of[games[leg].game];
        own[leg].first = database->engine_of[games[leg].first];
        own[leg].second = database->engine_of[games[leg].second];
        if (own[leg].game < 0 || own[leg].first < 0 || own[leg].second < 0)
            return error_set(error, STATUS_BAD_TEXT,
                             "the database is damaged: pair %llu is of an unknown engine or game",
                             (unsigned long long)number);
    }
    return STATUS_OK;
}

static Status add_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    Database *database = context;
    GameSummary own[2];
    Status status = database_translate(database, number, games, own, error);
    if (status == STATUS_OK)
        standings_add(&database->standings, own);
    return status;
}

static Status read_pairs(void *context, const RunHeader *header, Error *error)
{
    Database *database = context;
    if (!database_has(database, header))
        return STATUS_OK;
    Status status = database_read_run(database, header->run, error);
    return status == STATUS_OK
               ? store_each_pair(database->store, header->run, add_pair, database, error)
               : status;
}

Status database_open(Database *database, Store *store, int64_t only, Error *error)
{
    *database = (Database){
        .store = store,
        .only = only,
        .engines.maximum = DATABASE_ENGINES_MAX,
        .rulesets.maximum = DATABASE_RULESETS_MAX,
    };
    Status status = store_each_run(store, read_names, database, error);
    if (status == STATUS_OK && database->engines.count == 0)
        return only ? error_set(error, STATUS_BAD_ARGUMENT, "there is no such tournament")
                    : STATUS_OK;
    if (status == STATUS_OK)
        status = standings_open(&database->standings, database->engines.count,
                                database->rulesets.count, error);
    if (status == STATUS_OK)
        status = store_each_run(store, read_pairs, database, error);
    return status;
}

void database_close(Database *database)
{
    standings_close(&database->standings);
    names_close(&database->engines);
    names_close(&database->rulesets);
}
