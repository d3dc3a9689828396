/* skirmish standings: the tables of what a database holds, over all its runs. */
#include "bench/command.h"
#include "bench/database.h"
#include "bench/tables.h"

static const Option options[] = {
    {"run", "N", "only the N-th tournament of the database (default: all together)"},
    {"json", NULL, "print JSON"},
    {0},
};

/* Says what the tournament was. */
static Status print_run(void *context, const RunHeader *header, Error *error)
{
    (void)error;
    if (!database_has(context, header))
        return STATUS_OK;
    printf("Tournament %lld: %s, seed %s, begun %s, %s%s%s%s\n", (long long)header->run,
           header->format, header->seed, header->created, header->finished ? "finished " : "",
           header->finished ? header->finished : "not finished", header->verdict ? ", " : "",
           header->verdict ? header->verdict : "");
    return STATUS_OK;
}

static Status print(Database *database, const Arguments *arguments, Error *error)
{
    Tables tables = {
        .standings = &database->standings,
        .names = (const char *const *)database->engines.names,
        .games = (const char *const *)database->rulesets.names,
    };
    if (arguments_flag(arguments, "json"))
        return tables_print_json(&tables, stdout, error);
    store_each_run(database->store, print_run, database, NULL);
    printf("\n");
    return tables_print(&tables, stdout, error);
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t only = 0;
    Store *store = NULL;
    Database database = {0};
    Status status = arguments_number(arguments, "run", 1, 1 << 20, 0, &only, &error);
    if (status == STATUS_OK)
        status = store_open(arguments->positionals[0], STORE_READ, &store, &error);
    if (status == STATUS_OK)
        status = database_open(&database, store, (int64_t)only, &error);
    if (status == STATUS_OK && database.engines.count == 0)
        status = error_set(&error, STATUS_BAD_ARGUMENT, "there is no such tournament");
    if (status == STATUS_OK)
        status = print(&database, arguments, &error);
    database_close(&database);
    store_close(store);
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
