/* What a tournament came to. */
#include "bench/tournament_report.h"

#include <inttypes.h>
#include <stdio.h>

/* The engine that is left of a knockout: of a level last meeting the better seed. */
static int winner_of(const Stage *last)
{
    const Pairing *pairing = &last->pairings[0];
    uint64_t half = 2 * last->sets * (uint64_t)last->games;
    if (pairing->points == half)
        return pairing->engines[0] < pairing->engines[1] ? pairing->engines[0]
                                                         : pairing->engines[1];
    return pairing->engines[pairing->points > half ? 0 : 1];
}

/* A stage's meetings, and who had none in a swiss. */
static void print_stage(const Setup *setup, const Stage *stage, bool running)
{
    bool paired[SCHEDULE_ENGINES_MAX] = {0};
    const char *const *names = setup->names;
    uint64_t full = 4 * stage->sets * (uint64_t)stage->games;
    printf("%s %d%s:\n", stage->tie_break ? "Tie-break" : "Round", stage->number + 1,
           running ? " (not finished)" : "");
    for (int i = 0; i < stage->pairing_count; i++) {
        const Pairing *pairing = &stage->pairings[i];
        paired[pairing->engines[0]] = paired[pairing->engines[1]] = true;
        if (running)
            printf("  %s - %s\n", names[pairing->engines[0]], names[pairing->engines[1]]);
        else
            printf("  %s %g - %g %s\n", names[pairing->engines[0]], (double)pairing->points / 2,
                   (double)(full - pairing->points) / 2, names[pairing->engines[1]]);
    }
    for (int i = 0; i < setup->plan.schedule.engines; i++)
        if (setup->plan.schedule.format == FORMAT_SWISS && !paired[i])
            printf("  %s has no opponent: %g points\n", names[i], (double)full / 2);
}

static void print_rounds(const Setup *setup, const Tournament *tournament)
{
    Format format = setup->plan.schedule.format;
    if (format != FORMAT_SWISS && format != FORMAT_KNOCKOUT)
        return;
    const Stage *last = &tournament->stages[tournament->stage_count - 1];
    for (int i = 0; i < tournament->stage_count; i++)
        print_stage(setup, &tournament->stages[i],
                    &tournament->stages[i] == last && !tournament->over);
    if (format == FORMAT_KNOCKOUT && tournament->over)
        printf("Winner: %s\n", setup->names[winner_of(last)]);
    printf("\n");
}

Status tournament_print(const Setup *setup, const Tournament *tournament, const Tables *tables,
                        Error *error)
{
    const ScheduleOptions *schedule = &setup->plan.schedule;
    bool timed = false;
    printf("Tournament: %s, %d engines, %d game%s, %" PRIu64 " of %s%" PRIu64
           " games, seed %" PRIu64 "\n\n",
           format_word(schedule->format), schedule->engines, schedule->games,
           schedule->games == 1 ? "" : "s", 2 * tournament->standings.finished_pairs,
           schedule->format == FORMAT_SPRT && !tournament->over ? "at most " : "",
           2 * tournament_pairs(tournament), setup->plan.seed);
    print_rounds(setup, tournament);
    Status status = tables_print(tables, stdout, error);
    for (int i = 0; i < schedule->engines; i++)
        timed |= setup->specs[i].time.time || setup->specs[i].limits.nanoseconds;
    if (timed)
        printf("Engines are limited by time: playing it again gives other games\n");
    return status;
}

void tournament_print_repeated(Store *store, int64_t run)
{
    uint64_t repeated = 0;
    if (store_repeated_games(store, run, &repeated, NULL) == STATUS_OK && repeated)
        printf("Warning: %" PRIu64 " games repeat an earlier one move by move and say nothing "
               "new: give more openings\n",
               repeated);
}
