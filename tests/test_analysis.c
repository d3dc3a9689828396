/* Balance reports: estimates against truths that are known. */
#include "tests/walks.h"

#include "engine/analysis.h"
#include "engine/match.h"
#include "engine/tree_probe.h"

#include <math.h>
#include <string.h>

enum { BEHIND = 5 }; /* turns at the beginning of a made-up course */

Test(analysis, moments_and_proportions_have_known_values)
{
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    Moments moments = {0};
    for (size_t i = 0; i < 8; i++)
        moments_add(&moments, values[i]);
    cr_assert_float_eq(moments.mean, 5, 1e-12);
    cr_assert_float_eq(moments_deviation(&moments), sqrt(32.0 / 7), 1e-12);
    cr_assert_float_eq(moments_estimate(&moments).margin, STATS_QUANTILE_95 * sqrt(32.0 / 56),
                       1e-12);
    Interval interval = stats_proportion(8, 10);
    cr_assert_float_eq(interval.low, 0.4901625, 1e-6);
    cr_assert_float_eq(interval.high, 0.9433178, 1e-6);
    interval = stats_proportion(0, 20);
    cr_assert_float_eq(interval.low, 0, 1e-12);
    cr_assert_float_eq(interval.high, 0.1611252, 1e-6);
}

static ProbeResult probe(int index, uint64_t probes, int depth, int threads)
{
    ProbeResult result;
    Error error = {0};
    ProbeOptions options = {
        .game = games_at(index),
        .probes = probes,
        .seed = 3,
        .threads = threads,
        .depth = depth,
        .plies_max = 400,
    };
    options.game->start(NULL, &options.start);
    cr_assert_eq(tree_probe(&options, &result, &error), STATUS_OK, "%s", error.text);
    return result;
}

ParameterizedTestParameters(analysis, probes_estimate_perft)
{
    return all_games();
}

ParameterizedTest(int *index, analysis, probes_estimate_perft)
{
    const Game *game = games_at(*index);
    Position start;
    ProbeResult result = probe(*index, 400, 4, 1);
    game->start(NULL, &start);
    for (int depth = 0; depth <= 3; depth++) {
        PerftResult exact;
        PerftOptions options = {.threads = 1, .bulk = true};
        searches_of(*index)->perft(&start, depth, &options, &exact, NULL);
        /* Five standard errors; the first two numbers do not depend on chance. */
        double off = fabs(result.leaves[depth].value - (double)exact.nodes);
        double most = depth < 2 ? 1e-9 : 5 / STATS_QUANTILE_95 * result.leaves[depth].margin;
        cr_assert(off <= most + 1e-9, "%s, depth %d: %g +/- %g, exactly %g", game->name, depth,
                  result.leaves[depth].value, result.leaves[depth].margin, (double)exact.nodes);
    }
    cr_assert_eq(result.wins[0] + result.wins[1] + result.draws + result.cut, 400);
    cr_assert_gt(result.distinct, 400);
    cr_assert_geq(result.log_mean_games, result.log_games.mean);
}

Test(analysis, probes_do_not_depend_on_threads)
{
    for (int i = 0; i < games_count(); i += 3) {
        ProbeResult one = probe(i, 40, 8, 1), three = probe(i, 40, 8, 3);
        cr_assert_eq(memcmp(&one, &three, sizeof one), 0, "%s", games_at(i)->name);
    }
}

Test(analysis, captures_and_recaptures_tell_a_population)
{
    enum { KINDS = 1000, SAMPLES = 300, CATCH = 5 };
    Estimate by_hand = chao_estimate(10, 4, 2, 10);
    cr_assert_float_eq(by_hand.value, 10 + 0.9 * 4 * 3 / (2 * 3), 1e-12);
    cr_assert_float_eq(chao_estimate(7, 0, 3, 10).value, 7, 1e-12);
    /* All kinds are equally likely: the bound is the number. */
    int caught[KINDS] = {0};
    Random random = random_from(1);
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < CATCH; j++)
            caught[random_below(&random, KINDS)]++;
    uint64_t distinct = 0, once = 0, twice = 0;
    for (int i = 0; i < KINDS; i++) {
        distinct += caught[i] > 0;
        once += caught[i] == 1;
        twice += caught[i] == 2;
    }
    Estimate all = chao_estimate(distinct, once, twice, SAMPLES);
    cr_assert_lt(distinct, 850);
    cr_assert(fabs(all.value - KINDS) < 2 * all.margin, "%g +/- %g", all.value, all.margin);
    cr_assert_lt(all.margin, 120);
}

/* A made-up course: the first player is a little behind, then as much ahead, and wins at last. */
typedef struct Course {
    Analysis analysis;
    MatchResult result;
    bool invented;
    uint64_t agreeing, scores; /* scores of one point; those with the sign of the result */
} Course;

static bool add_game(void *context, const GameRecord *record)
{
    Course *course = context;
    GameRecord own = *record;
    int from = record->opening_count, count = record->turn_count - from;
    for (int i = 0; course->invented && i < count; i++) {
        int first = i < BEHIND ? -100 : i + 1 < count ? 100 : SCORE_WIN - 1;
        /* A score is its mover's; the seats take turns. */
        bool is_first = (own.plies[from + i].side == own.first);
        own.plies[from + i].score = is_first ? first : -first;
        course->agreeing += i >= BEHIND && i + 1 < count;
        course->scores += i + 1 < count;
    }
    own.result = course->invented ? OUTCOME_WIN : record->result;
    cr_assert(!course->invented || count > 3 * BEHIND);
    cr_assert_eq(analysis_add(&course->analysis, &own, NULL), STATUS_OK);
    return true;
}

/* Games of an engine against itself, added to the analysis. */
static void play(int index, const char *words, uint64_t games, int threads, Course *course)
{
    EngineSpec spec;
    Error error = {0};
    const Game *game = games_at(index);
    MatchOptions options = {
        .game = game,
        .specs = {&spec, &spec},
        .games = games,
        .seed = 9,
        .threads = threads,
        .single = true,
        .opening_plies = 2,
        .plies_max = 400,
    };
    cr_assert_eq(engine_spec_parse(words, searches_of(index)->players, &spec, &error), STATUS_OK);
    game->start(NULL, &options.start);
    analysis_init(&course->analysis, game);
    cr_assert_eq(match_play(&options, add_game, course, &course->result, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(analysis_finish(&course->analysis, &error), STATUS_OK);
}

ParameterizedTestParameters(analysis, sums_are_those_of_the_games)
{
    return all_games();
}

ParameterizedTest(int *index, analysis, sums_are_those_of_the_games)
{
    static Course course;
    Position start;
    play(*index, "alphabeta,depth=1,hash=0.1", 20, 2, &course);
    const Analysis *analysis = &course.analysis;
    games_at(*index)->start(NULL, &start);
    uint64_t turns = games_at(*index)->count(&start), ended = 0;
    cr_assert_eq(analysis->game_count, 20);
    cr_assert_float_eq(analysis->by_ply[0].mean, (double)turns, 1e-9, "branching is not perft 1");
    cr_assert_float_eq(analysis->by_ply[0].count, 20, 1e-9);
    cr_assert_float_eq(analysis->length.mean * 20, (double)course.result.plies, 1e-6);
    cr_assert_float_eq(analysis->branching.count, (double)course.result.plies, 1e-6);
    cr_assert_eq(memcmp(&analysis->first, &course.result.first, sizeof analysis->first), 0);
    cr_assert_eq((uint64_t)analysis_quantile(analysis, 1), course.result.longest);
    cr_assert_eq((uint64_t)analysis_quantile(analysis, 0), course.result.shortest);
    for (int i = 0; i < analysis->reason_count; i++)
        ended +=
            analysis->reasons[i].wins + analysis->reasons[i].draws + analysis->reasons[i].losses;
    cr_assert_eq(ended, 20);
    cr_assert_gt(analysis->distinct, 1);
    cr_assert_gt(analysis->log_tree.mean, 0);
    analysis_close(&course.analysis);
}

Test(analysis, leads_are_measured_as_they_were)
{
    static Course course;
    int index = games_find("shakti", NULL);
    if (index < 0)
        return;
    course.invented = true;
    play(index, "random", 10, 1, &course);
    const LeadMeasures *lead = &course.analysis.lead;
    double share = (double)course.agreeing / (double)course.scores, own = 2 * share - 1;
    double length = course.analysis.length.mean - 2, settled = 0, decided = 0;
    for (size_t i = 0; i < 10; i++) {
        double count = course.analysis.games[i].plies - 2;
        settled += BEHIND / count / 10;
        decided += 1 / count / 10;
    }
    cr_assert_gt(own, ANALYSIS_CLEAR_LEAD);
    cr_assert_float_eq(lead->slope, log(share / (1 - share)), 1e-6);
    cr_assert_float_eq(lead->lead_changes.mean, 1, 1e-9);
    cr_assert_float_eq(lead->comebacks.mean, 1, 1e-9);
    cr_assert_float_eq(lead->drama.mean, sqrt(own), 1e-6);
    cr_assert_float_eq(lead->settled.mean, settled, 1e-9);
    cr_assert_float_eq(lead->decisiveness.mean, decided, 1e-9);
    cr_assert_float_eq(lead->accuracy, 1 - BEHIND / length, 1e-9);
    cr_assert_float_eq(lead->course[0], 1 - own * own, 1e-6);
    cr_assert_float_eq(course.analysis.by_ply[0].count, 10, 1e-9);
    analysis_close(&course.analysis);
}
