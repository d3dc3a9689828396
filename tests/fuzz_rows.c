/* libFuzzer target: rows of a tournament's database, in tables that demand nothing of them. Input:
 * a line whose letter chooses what is read (Names, Sessions, Pairs, Whole games, else openings),
 * then rows: a letter for the table (Runs, Engines, ruleseTs, Openings, Games, Sessions), the
 * columns between tabs, '~' = NULL. Whatever stands there, readers get numbers within bounds and
 * texts, or an error. */
#include "engine/store_private.h"
#include "engine/tournament.h"
#include "games/registry.h"
#include "tests/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 32, TABLES = 6 };

static const char letters[] = "RETOGS";

/* The program's tables without types and constraints. */
static const char schema[] =
    "CREATE TABLE runs(run, identity, format, config, seed, planned_pairs, created, finished,"
    " verdict);"
    "CREATE TABLE engines(run, engine, name, spec);"
    "CREATE TABLE rulesets(run, ruleset, name, board);"
    "CREATE TABLE openings(run, ruleset, opening, seed, mover, start, moves);"
    "CREATE TABLE games(game, run, pair, leg, stage, ruleset, opening, first, second, result,"
    " ending, reason, failure, plies, opening_plies, seed, final, moves, searches, first_turns,"
    " first_nodes, first_playouts, second_turns, second_nodes, second_playouts, session, ended,"
    " first_microseconds, second_microseconds, overruns, overrun_microseconds, times);"
    "CREATE TABLE sessions(session, run, started, version, revision, compiler, flags, cpu,"
    " processors, threads, host);";

static const char *const inserts[TABLES] = {
    "INSERT INTO runs VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO engines VALUES(?, ?, ?, ?)",
    "INSERT INTO rulesets VALUES(?, ?, ?, ?)",
    "INSERT INTO openings VALUES(?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
    "?,"
    " ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO sessions VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
};

/* A database that is made once, since that takes longer than anything else, and rolled back. */
typedef struct Base {
    Store store;
    sqlite3_stmt *inserts[TABLES];
} Base;

static Base *base(void)
{
    static Base opened;
    if (opened.store.database)
        return &opened;
    fuzz_demand(sqlite3_open(":memory:", &opened.store.database) == SQLITE_OK);
    fuzz_demand(store_execute(&opened.store, schema, NULL) == STATUS_OK);
    for (int i = 0; i < TABLES; i++)
        fuzz_demand(store_prepare(&opened.store, inserts[i], &opened.inserts[i], NULL) ==
                    STATUS_OK);
    return &opened;
}

static void insert(Base *self, char *line)
{
    const char *letter = *line ? strchr(letters, *line) : NULL;
    if (!letter)
        return;
    sqlite3_stmt *statement = self->inserts[letter - letters];
    int columns = sqlite3_bind_parameter_count(statement);
    sqlite3_clear_bindings(statement);
    char *column = line + 1;
    for (int i = 1; i <= columns && column; i++) {
        char *next = strchr(column, '\t');
        if (next)
            *next++ = '\0';
        char *end = NULL;
        long long number = strtoll(column, &end, 10);
        if (*column && !*end)
            bind_number(statement, i, number);
        else if (strcmp(column, "~") != 0)
            bind_text(statement, i, column);
        column = next;
    }
    sqlite3_step(statement);
    sqlite3_reset(statement);
}

/* A run being read, into a tournament of three engines. */
typedef struct Reading {
    Store *store;
    Tournament *tournament;
    char choice; /* of what is read */
} Reading;

static Status read_name(void *context, int number, const char *name, const char *text, Error *error)
{
    (void)context, (void)error;
    fuzz_demand(number >= 0 && number < SCHEDULE_ENGINES_MAX && strlen(name) < 1 << 20);
    fuzz_demand(!text || strlen(text) < 1 << 20);
    return STATUS_OK;
}

static Status read_engine(void *context, int number, const char *name, const char *text,
                          Error *error)
{
    fuzz_demand(text != NULL);
    return read_name(context, number, name, text, error);
}

static Status read_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    for (int leg = 0; leg < 2; leg++) {
        const GameSummary *game = &games[leg];
        fuzz_demand(game->game >= 0 && game->game < STORE_RULESETS_MAX);
        fuzz_demand(game->first >= 0 && game->first < SCHEDULE_ENGINES_MAX);
        fuzz_demand(game->second >= 0 && game->second < SCHEDULE_ENGINES_MAX);
        fuzz_demand(game->ending >= 0 && game->ending < ENDINGS && game->plies >= 0);
    }
    return tournament_finish(context, number, games, error);
}

static void read_book(const Reading *reading, int64_t run)
{
    OpeningBook book = {0};
    Error error;
    const Game *game = games_at(0);
    if (store_read_book(reading->store, run, 0, game, NULL, &book, &error) == STATUS_OK)
        for (uint64_t i = 0; i < book.count; i++)
            fuzz_demand(game->outcome(&book.lines[i].start) == OUTCOME_OPEN);
    opening_book_close(&book);
}

static Status read_run(void *context, const RunHeader *header, Error *error)
{
    const Reading *reading = context;
    Store *store = reading->store;
    char commit[64];
    uint64_t repeated = 0;
    Error inner;
    (void)error;
    fuzz_demand(header->run > 0 && strlen(header->identity) + strlen(header->format) +
                                           strlen(header->config) + strlen(header->seed) +
                                           strlen(header->created) <
                                       1 << 20);
    switch (reading->choice) {
    case 'N':
        store_each_engine(store, header->run, read_engine, NULL, &inner);
        store_each_ruleset(store, header->run, read_name, NULL, &inner);
        break;
    case 'S':
        store_last_commit(store, header->run, commit, sizeof commit, &inner);
        store_repeated_games(store, header->run, &repeated, &inner);
        break;
    case 'P': store_each_pair(store, header->run, read_pair, reading->tournament, &inner); break;
    default: read_book(reading, header->run); break;
    }
    return STATUS_OK;
}

static Status read_game(void *context, const GameRow *row, Error *error)
{
    const char *const texts[] = {row->ruleset,     row->first,  row->second, row->first_spec,
                                 row->second_spec, row->result, row->ending, row->reason,
                                 row->start,       row->final,  row->moves,  row->searches,
                                 row->times,       row->ended};
    (void)context, (void)error;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        fuzz_demand(strlen(texts[i]) < 1 << 20);
    fuzz_demand(row->plies >= 0 && row->start_mover >= 0 && row->start_mover <= 1);
    return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[4096];
    Tournament tournament;
    Error error;
    if (!fuzz_text(data, size, text, sizeof text))
        return 0;
    TournamentPlan plan = {
        .schedule = {.format = FORMAT_ROUND_ROBIN, .engines = 3, .games = 1, .sets = 2}};
    Base *self = base();
    Reading reading = {&self->store, &tournament, *text};
    fuzz_demand(tournament_open(&tournament, &plan, NULL) == STATUS_OK);
    fuzz_demand(store_execute(&self->store, "BEGIN", NULL) == STATUS_OK);
    for (char *line = fuzz_next_line(text), *next; line; line = next) {
        next = fuzz_next_line(line);
        insert(self, line);
    }
    /* The whole rows by themselves: joining them takes longer than all the rest. */
    if (*text == 'W')
        store_each_game(&self->store, 0, read_game, NULL, &error);
    else
        store_each_run(&self->store, read_run, &reading, &error);
    fuzz_demand(store_execute(&self->store, "ROLLBACK", NULL) == STATUS_OK);
    tournament_close(&tournament);
    return 0;
}
