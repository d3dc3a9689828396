/* The proof of new weights: a sequential test against the old ones, by a tournament's own means. */
#include "bench/interrupt.h"
#include "bench/live.h"
#include "bench/tournament_report.h"
#include "bench/tournament_setup.h"
#include "bench/tune.h"
#include "engine/pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A test in progress. */
typedef struct Proof {
    Arguments arguments; /* of the tournament */
    char engines[2][SPEC_TEXT_MAX], seed[24];
    Setup setup;
    Tournament tournament;
    Live live;
} Proof;

static Status add(Proof *proof, const char *name, const char *value, Error *error)
{
    return value ? arguments_add(&command_tournament, &proof->arguments, "--", name, strlen(name),
                                 value, error)
                 : STATUS_OK;
}

/* The plan as a tournament's options. */
static Status plan(Proof *proof, const Tuning *tuning)
{
    const Arguments *own = tuning->arguments;
    const char *engine = arguments_value(own, "prove", 0), *elo = arguments_value(own, "elo1", 0);
    const char *games = arguments_value(own, "prove-games", 0);
    const char *start = arguments_value(own, "start", 0);
    Text new = TEXT_OF(proof->engines[0]), old = TEXT_OF(proof->engines[1]);
    text_format(&new, "%s,weights='%s',name=new", engine, tuning->out);
    text_format(&old, "%s%s%s%s,name=old", engine, start ? ",weights='" : "", start ? start : "",
                start ? "'" : "");
    /* Openings of a seed that no training game has. */
    Text seed = TEXT_OF(proof->seed);
    text_format(&seed, "%" PRIu64, random_split(tuning->seed, UINT64_MAX));
    proof->arguments.options = command_tournament.options;
    const char *const words[][2] = {
        {"format", "sprt"},
        {"game", tuning->game->name},
        {"engine", proof->engines[0]},
        {"engine", proof->engines[1]},
        {"games", games ? games : "4000"},
        {"elo1", elo ? elo : "10"},
        {"seed", proof->seed},
        {"board", arguments_value(own, "board", 0)},
        {"opening-plies", arguments_value(own, "opening-plies", 0)},
    };
    Status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof words / sizeof words[0]; i++)
        status = add(proof, words[i][0], words[i][1], tuning->error);
    if (status == STATUS_OK)
        status = setup_open(&proof->setup, &proof->arguments, tuning->error);
    if (status == STATUS_OK)
        status = setup_openings(&proof->setup, tuning->error);
    return status;
}

static Status play(Proof *proof, const Tuning *tuning)
{
    PoolOptions options = {.threads = (int)tuning->threads, .stop = interrupt_catch()};
    live_start(&proof->live, proof->setup.names, &tuning->game->name, 0, true);
    Status status = tournament_open(&proof->tournament, &proof->setup.plan, tuning->error);
    if (status == STATUS_OK)
        status = pool_play(&proof->tournament, &options, tuning->error);
    if (status != STATUS_OK)
        return status;
    Tables tables = live_tables(&proof->live, &proof->tournament);
    puts("");
    return tournament_print(&proof->setup, &proof->tournament, &tables, tuning->error);
}

static void print_verdict(const Proof *proof)
{
    static const char *const sentences[] = {
        [SPRT_OPEN] = "Not decided: the new weights are not shown to help.",
        [SPRT_ACCEPT_H0] = "The new weights do not help.",
        [SPRT_ACCEPT_H1] = "The new weights are better.",
    };
    printf("%s\n", sentences[proof->tournament.verdict]);
}

Status tune_prove(const Tuning *tuning, bool *better)
{
    /* A plan is large, and there is one. */
    Proof *proof = calloc(1, sizeof *proof);
    if (!proof)
        return error_set(tuning->error, STATUS_NO_MEMORY, "no memory for the proof");
    Status status = plan(proof, tuning);
    if (status == STATUS_OK)
        status = play(proof, tuning);
    if (status == STATUS_OK)
        print_verdict(proof);
    *better = proof->tournament.verdict == SPRT_ACCEPT_H1;
    tournament_close(&proof->tournament);
    setup_close(&proof->setup);
    free(proof);
    return status;
}
