/* skirmish standings: the tables of what a database holds, over all its runs. */
#include "bench/command.h"
#include "bench/tables.h"
#include "engine/schedule.h"
#include "engine/store.h"

#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {"run", "N", "only the N-th tournament of the database (default: all together)"},
    {"json", NULL, "print JSON"},
    {0},
};

enum { NAMES_MAX = SCHEDULE_ENGINES_MAX, RULESETS_MAX = STORE_RULESETS_MAX };

/* Names and texts seen so far. */
typedef struct Names {
    int count, maximum;
    char *names[NAMES_MAX], *texts[NAMES_MAX]; /* owned */
} Names;

/* A database being added up. */
typedef struct Sum {
    Store *store;
    int64_t only; /* run, 0 = all */
    Names engines, rulesets;
    int engine_of[NAMES_MAX], ruleset_of[RULESETS_MAX]; /* of the run being read */
    Standings standings;
} Sum;

/* The number of a name with its text, added if it is new; -1 with an error. */
static int find_name(Names *names, const char *name, const char *text, Error *error)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0 && strcmp(names->texts[i], text) == 0)
            return i;
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
    Sum *sum = context;
    int at = number < NAMES_MAX ? find_name(&sum->engines, name, text, error) : -1;
    if (at < 0)
        return STATUS_BAD_ARGUMENT;
    sum->engine_of[number] = at;
    return STATUS_OK;
}

/* A ruleset on another board is another one. */
static Status note_ruleset(void *context, int number, const char *name, const char *text,
                           Error *error)
{
    Sum *sum = context;
    int at = number < RULESETS_MAX ? find_name(&sum->rulesets, name, text ? text : "", error) : -1;
    if (at < 0)
        return STATUS_BAD_ARGUMENT;
    sum->ruleset_of[number] = at;
    return STATUS_OK;
}

static Status add_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    Sum *sum = context;
    GameSummary own[2] = {games[0], games[1]};
    (void)number, (void)error;
    for (int leg = 0; leg < 2; leg++) {
        own[leg].game = sum->ruleset_of[own[leg].game];
        own[leg].first = sum->engine_of[own[leg].first];
        own[leg].second = sum->engine_of[own[leg].second];
    }
    standings_add(&sum->standings, own);
    return STATUS_OK;
}

static Status read_names(void *context, const RunHeader *header, Error *error)
{
    Sum *sum = context;
    if (sum->only && sum->only != header->run)
        return STATUS_OK;
    Status status = store_each_engine(sum->store, header->run, note_engine, sum, error);
    return status == STATUS_OK
               ? store_each_ruleset(sum->store, header->run, note_ruleset, sum, error)
               : status;
}

/* Says what the tournament was. */
static Status print_run(void *context, const RunHeader *header, Error *error)
{
    const Sum *sum = context;
    (void)error;
    if (sum->only && sum->only != header->run)
        return STATUS_OK;
    printf("Tournament %lld: %s, seed %s, begun %s, %s%s%s%s\n", (long long)header->run,
           header->format, header->seed, header->created, header->finished ? "finished " : "",
           header->finished ? header->finished : "not finished", header->verdict ? ", " : "",
           header->verdict ? header->verdict : "");
    return STATUS_OK;
}

static Status read_pairs(void *context, const RunHeader *header, Error *error)
{
    Sum *sum = context;
    if (sum->only && sum->only != header->run)
        return STATUS_OK;
    Status status = read_names(context, header, error);
    return status == STATUS_OK ? store_each_pair(sum->store, header->run, add_pair, sum, error)
                               : status;
}

static Status print_sum(Sum *sum, const Arguments *arguments, Error *error)
{
    Status status = store_each_run(sum->store, read_names, sum, error);
    if (status == STATUS_OK && sum->engines.count == 0)
        status = error_set(error, STATUS_BAD_ARGUMENT, "there is no such tournament");
    if (status == STATUS_OK)
        status = standings_open(&sum->standings, sum->engines.count, sum->rulesets.count, error);
    if (status == STATUS_OK)
        status = store_each_run(sum->store, read_pairs, sum, error);
    if (status != STATUS_OK)
        return status;
    Tables tables = {
        .standings = &sum->standings,
        .names = (const char *const *)sum->engines.names,
        .games = (const char *const *)sum->rulesets.names,
    };
    if (arguments_flag(arguments, "json"))
        return tables_print_json(&tables, stdout, error);
    store_each_run(sum->store, print_run, sum, NULL);
    printf("\n");
    return tables_print(&tables, stdout, error);
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t only = 0;
    Sum sum = {.engines.maximum = NAMES_MAX, .rulesets.maximum = RULESETS_MAX};
    Status status = arguments_number(arguments, "run", 1, 1 << 20, 0, &only, &error);
    sum.only = (int64_t)only;
    if (status == STATUS_OK)
        status = store_open(arguments->positionals[0], STORE_READ, &sum.store, &error);
    if (status == STATUS_OK)
        status = print_sum(&sum, arguments, &error);
    standings_close(&sum.standings);
    names_close(&sum.engines);
    names_close(&sum.rulesets);
    store_close(sum.store);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_standings = {
    .name = "standings",
    .positionals = "FILE",
    .summary = "print the tables of a tournament's database",
    .details =
        "Ratings (joint, with draws and the first move), cross table, likelihoods of superiority,\n"
        "endings and work of all games in the database; it may be written to meanwhile. Engines "
        "of\n"
        "several tournaments are the same if name and specification are.",
    .example = "skirmish standings gounki.db",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
