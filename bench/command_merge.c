/* skirmish merge: joins the databases of independent tournaments. */
#include "bench/command.h"
#include "engine/store.h"

#include <stdlib.h>
#include <string.h>

static const Option options[] = {{0}};

/* Plans seen so far, to tell repeated ones. */
typedef struct Plans {
    char *configs[1024]; /* owned */
    int count;
} Plans;

static Status note_plan(void *context, const RunHeader *header, Error *error)
{
    Plans *plans = context;
    (void)error;
    for (int i = 0; i < plans->count; i++)
        if (strcmp(plans->configs[i], header->config) == 0)
            fprintf(stderr,
                    "skirmish: tournament %lld has the plan and seed of an earlier one: its games "
                    "say nothing new\n",
                    (long long)header->run);
    if (plans->count < (int)(sizeof plans->configs / sizeof plans->configs[0])) {
        char *copy = strdup(header->config);
        if (copy)
            plans->configs[plans->count++] = copy;
    }
    return STATUS_OK;
}

static void print_counts(const char *path, const MergeCounts *counts)
{
    printf("%s: %d tournament%s", path, counts->runs, counts->runs == 1 ? "" : "s");
    if (counts->benches)
        printf(", %d bench%s", counts->benches, counts->benches == 1 ? "" : "es");
    printf("\n");
}

/* Nothing is made before all files are known to be databases. */
static Status check_files(const Arguments *arguments, Error *error)
{
    Status status = STATUS_OK;
    for (int i = 1; status == STATUS_OK && i < arguments->positional_count; i++) {
        Store *store = NULL;
        status = store_open(arguments->positionals[i], STORE_READ, &store, error);
        store_close(store);
    }
    return status;
}

static int run(const Arguments *arguments)
{
    Error error;
    Store *store = NULL;
    Plans plans = {.count = 0};
    Status status = check_files(arguments, &error);
    if (status == STATUS_OK)
        status = store_open(arguments->positionals[0], STORE_WRITE, &store, &error);
    for (int i = 1; status == STATUS_OK && i < arguments->positional_count; i++) {
        MergeCounts counts;
        status = store_merge(store, arguments->positionals[i], &counts, &error);
        if (status == STATUS_OK)
            print_counts(arguments->positionals[i], &counts);
    }
    if (status == STATUS_OK)
        status = store_each_run(store, note_plan, &plans, &error);
    for (int i = 0; i < plans.count; i++)
        free(plans.configs[i]);
    store_close(store);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_merge = {
    .name = "merge",
    .positionals = "OUT FILE...",
    .summary = "join the databases of independent tournaments",
    .details = "Adds the tournaments of each FILE to the database OUT, which is made if need be.\n"
               "A tournament that is already there is refused; the files are not changed.",
    .example = "skirmish merge all.db monday.db tuesday.db",
    .positionals_min = 2,
    .positionals_max = POSITIONALS_MAX,
    .options = options,
    .run = run,
};
