/* Schedules as data: who meets whom, on which openings, in which order. */
#include "engine/random.h"
#include "engine/schedule.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Plays a whole tournament by strengths: points of a pair are drawn in favour of the lower number.
 * Returns the number of stages; the caller closes them. */
static int play_through(const ScheduleOptions *options, uint64_t seed, Stage *stages, int maximum)
{
    bool more = true;
    int count = 0;
    for (;;) {
        cr_assert_lt(count, maximum);
        cr_assert_eq(schedule_next(options, stages, count, &stages[count], &more, NULL), STATUS_OK);
        if (!more)
            return count;
        Random random = random_from(random_split(seed, (uint64_t)count));
        Stage *stage = &stages[count++];
        for (uint64_t i = 0; i < stage_pairs(stage); i++) {
            PairTask task = stage_pair(stage, i);
            bool better = task.engines[0] < task.engines[1];
            uint64_t points = random_below(&random, 3) + (better ? 2 : 0);
            stage->pairings[task.pairing].points += points;
        }
    }
}

static void close_stages(Stage *stages, int count)
{
    for (int i = 0; i < count; i++)
        stage_close(&stages[i]);
}

Test(schedule, every_pairing_gets_the_same_openings_and_all_are_interleaved)
{
    static const Format formats[] = {FORMAT_ROUND_ROBIN, FORMAT_GAUNTLET, FORMAT_SPRT};
    for (int f = 0; f < 3; f++) {
        int engines = formats[f] == FORMAT_SPRT ? 2 : 7;
        ScheduleOptions options = {formats[f], engines, 3, 5, 0, 2};
        Stage stages[2];
        int count = play_through(&options, 1, stages, 2);
        cr_assert_eq(count, 1);
        uint64_t pairs = stage_pairs(&stages[0]), pairings = (uint64_t)stages[0].pairing_count;
        cr_assert_eq(pairs, schedule_pairs(&options));
        cr_assert_eq(pairings, formats[f] == FORMAT_ROUND_ROBIN ? 21
                               : formats[f] == FORMAT_GAUNTLET  ? 10
                                                                : 1);
        int *seen = calloc((size_t)(7 * 7 * 3 * 5), sizeof *seen);
        for (uint64_t i = 0; i < pairs; i++) {
            PairTask task = stage_pair(&stages[0], i);
            cr_assert_eq(task.number, i);
            cr_assert_lt(task.set, 5);
            cr_assert_neq(task.engines[0], task.engines[1]);
            seen[((task.engines[0] * 7 + task.engines[1]) * 3 + task.game) * 5 + (int)task.set]++;
            /* No opening is begun before all pairings have played the one before. */
            cr_assert_eq(task.set, i / (pairings * 3));
        }
        for (uint64_t i = 0; i < pairings; i++)
            for (int game = 0; game < 3; game++)
                for (int set = 0; set < 5; set++) {
                    const int *pair = stages[0].pairings[i].engines;
                    cr_assert_eq(seen[((pair[0] * 7 + pair[1]) * 3 + game) * 5 + set], 1);
                }
        free(seen);
        close_stages(stages, count);
    }
}

Test(schedule, swiss_has_no_rematch_and_gives_each_one_free_round_at_most)
{
    for (int engines = 4; engines <= 21; engines++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            int rounds = engines / 2, met[21][21] = {{0}}, games[21] = {0};
            ScheduleOptions options = {FORMAT_SWISS, engines, 1, 2, rounds, 1};
            Stage stages[32];
            int count = play_through(&options, seed, stages, 32);
            cr_assert_eq(count, rounds);
            for (int i = 0; i < count; i++) {
                cr_assert_eq(stages[i].pairing_count, engines / 2);
                cr_assert_eq(stages[i].first_set, (uint64_t)(2 * i));
                for (int j = 0; j < stages[i].pairing_count; j++) {
                    const int *pair = stages[i].pairings[j].engines;
                    cr_assert_eq(met[pair[0]][pair[1]] + met[pair[1]][pair[0]], 0);
                    met[pair[0]][pair[1]]++;
                    games[pair[0]]++;
                    games[pair[1]]++;
                }
            }
            for (int i = 0; i < engines; i++)
                cr_assert_geq(games[i], rounds - 1);
            close_stages(stages, count);
        }
}

/* More rounds than opponents: rematches are better than no round. */
Test(schedule, swiss_goes_on_when_all_have_met)
{
    ScheduleOptions options = {FORMAT_SWISS, 3, 1, 1, 9, 1};
    Stage stages[16];
    int count = play_through(&options, 2, stages, 16);
    cr_assert_eq(count, 9);
    for (int i = 0; i < count; i++)
        cr_assert_eq(stages[i].pairing_count, 1);
    close_stages(stages, count);
}

Test(schedule, knockout_leaves_one_and_the_best_seeds_meet_last)
{
    for (int engines = 2; engines <= 17; engines++) {
        ScheduleOptions options = {FORMAT_KNOCKOUT, engines, 2, 3, 0, 1};
        Stage stages[64];
        bool out[17] = {0};
        uint64_t sets = 0;
        int meetings = 0, count = play_through(&options, 3, stages, 64);
        for (int i = 0; i < count; i++) {
            sets += stages[i].sets;
            if (stages[i].tie_break)
                continue;
            for (int j = 0; j < stages[i].pairing_count; j++) {
                const Pairing *pairing = &stages[i].pairings[j];
                cr_assert(!out[pairing->engines[0]] && !out[pairing->engines[1]]);
                meetings++;
                uint64_t half = 2 * stages[i].sets * 2;
                if (pairing->points != half)
                    out[pairing->engines[pairing->points > half ? 1 : 0]] = true;
            }
        }
        cr_assert_eq(meetings, engines - 1, "%d engines, %d meetings", engines, meetings);
        cr_assert_leq(sets, schedule_openings(&options));
        close_stages(stages, count);
    }
    /* Without upsets the first two seeds meet in the last stage. */
    ScheduleOptions options = {FORMAT_KNOCKOUT, 8, 1, 1, 0, 1};
    Stage stages[8];
    bool more = true;
    int count = 0;
    for (; more; count += more) {
        cr_assert_eq(schedule_next(&options, stages, count, &stages[count], &more, NULL),
                     STATUS_OK);
        for (int i = 0; more && i < stages[count].pairing_count; i++) {
            Pairing *pairing = &stages[count].pairings[i];
            pairing->points = pairing->engines[0] < pairing->engines[1] ? 4 : 0;
        }
    }
    cr_assert_eq(count, 3);
    cr_assert_eq(stages[2].pairings[0].engines[0] + stages[2].pairings[0].engines[1], 1);
    close_stages(stages, count);
}

/* Always level: every tie-break is played, then the better seed goes on. */
Test(schedule, level_knockouts_end)
{
    ScheduleOptions options = {FORMAT_KNOCKOUT, 4, 1, 2, 0, 1};
    Stage stages[16];
    bool more = true;
    int count = 0;
    for (; more; count += more) {
        cr_assert_lt(count, 16);
        cr_assert_eq(schedule_next(&options, stages, count, &stages[count], &more, NULL),
                     STATUS_OK);
        for (int i = 0; more && i < stages[count].pairing_count; i++)
            stages[count].pairings[i].points = 2 * stages[count].sets;
    }
    cr_assert_eq(count, 2 * (1 + TIE_BREAKS_MAX));
    cr_assert_eq(stages[count - 1].pairings[0].engines[0], 0);
    cr_assert_eq(stages[count - 1].pairings[0].engines[1], 1);
    close_stages(stages, count);
}

Test(schedule, bad_options_are_refused)
{
    Error error;
    Format format;
    cr_assert_neq(schedule_check(&(ScheduleOptions){FORMAT_SPRT, 3, 1, 1, 0, 1}, &error),
                  STATUS_OK);
    cr_assert_neq(schedule_check(&(ScheduleOptions){FORMAT_ROUND_ROBIN, 1, 1, 1, 0, 1}, &error),
                  STATUS_OK);
    cr_assert_neq(schedule_check(&(ScheduleOptions){FORMAT_GAUNTLET, 3, 1, 1, 0, 3}, &error),
                  STATUS_OK);
    cr_assert_neq(format_find("swisss", &format, &error), STATUS_OK);
    cr_assert(strstr(error.text, "round-robin"));
    for (int i = 0; i < FORMATS; i++) {
        cr_assert_eq(format_find(format_word((Format)i), &format, &error), STATUS_OK);
        cr_assert_eq(format, (Format)i);
    }
}
