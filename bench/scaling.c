/* Searches with more and more threads. */
#include "bench/scaling.h"

#include "engine/clock.h"
#include "engine/match.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { OPENING_PLIES = 4, PLIES_MAX = 1000 };

/* The spec with its number of threads and a limit of time. */
static Status parse(const Scaling *scaling, int threads, uint64_t milliseconds, EngineSpec *spec,
                    Error *error)
{
    char words[SPEC_TEXT_MAX];
    Text text = TEXT_OF(words);
    text_format(&text, "%s,threads=%d,movetime=%" PRIu64, scaling->engine, threads, milliseconds);
    if (text.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "engine: longer than %d characters",
                         SPEC_TEXT_MAX - 1);
    return engine_spec_parse(words, searches_of(scaling->index)->players, spec, error);
}

static Status open_player(const Scaling *scaling, int threads, EngineSpec *spec, Player **player,
                          Error *error)
{
    Status status = parse(scaling, threads, scaling->milliseconds, spec, error);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an error is never STATUS_OK */
    return status == STATUS_OK ? spec->type->open(&spec->options, player, error) : status;
}

static SearchResult search(Player *player, const Position *position, const SearchLimits *limits,
                           uint64_t seed)
{
    SearchResult result;
    player->type->reset(player, seed);
    player->type->choose(player, position, &(PositionHistory){0}, limits, NULL, NULL, &result);
    return result;
}

/* Keeps the position if one thread has something to do there. */
static void add_goal(Scaling *scaling, const Position *position, Player *player,
                     const SearchLimits *limits)
{
    SearchLimits goal = *limits;
    goal.nanoseconds = 0;
    if (!goal.depth && !goal.nodes && !goal.playouts) {
        SearchResult result = search(player, position, limits, 1);
        if (result.nanoseconds < limits->nanoseconds / 2)
            return;
        if (player->type->limits & LIMIT_PLAYOUTS)
            goal.playouts = result.playouts;
        else if (player->type->limits & LIMIT_DEPTH)
            goal.depth = result.depth;
        else
            goal.nodes = result.nodes;
        if (!goal.depth && !goal.nodes && !goal.playouts) /* not even one turn deep in the time */
            return;
    }
    scaling->positions[scaling->position_count] = *position;
    scaling->goals[scaling->position_count++] = goal;
}

static Status find_goals(Scaling *scaling, Error *error)
{
    EngineSpec spec;
    Player *player = NULL;
    Position positions[WORKLOAD_POSITIONS];
    Status status = open_player(scaling, 1, &spec, &player, error);
    if (status != STATUS_OK)
        return status;
    SearchLimits own = spec.limits;
    Text words = TEXT_OF(scaling->limits);
    own.nanoseconds = 0;
    workload_limits_text(&own, &words);
    if (!words.length)
        text_format(&words, "%" PRIu64 " ms of one thread", scaling->milliseconds);
    workload_positions(games_at(scaling->index), positions);
    for (int i = 0; i < WORKLOAD_POSITIONS; i++)
        add_goal(scaling, &positions[i], player, &spec.limits);
    player->type->close(player);
    if (scaling->position_count)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "--time: in every position one thread reaches nothing in it, or solves it "
                     "in half of it");
}

static ScaledSearch *search_at(const Scaling *scaling, int i, int repetition)
{
    return scaling->searches[i * scaling->repetitions + repetition];
}

static Status run_threads(Scaling *scaling, int i, int repetition, Error *error)
{
    EngineSpec spec;
    Player *player = NULL;
    Status status = open_player(scaling, scaling->threads[i], &spec, &player, error);
    if (status != STATUS_OK)
        return status;
    for (int j = 0; j < scaling->position_count; j++) {
        uint64_t start = clock_wall();
        SearchResult result =
            search(player, &scaling->positions[j], &scaling->goals[j], (uint64_t)repetition + 1);
        double seconds = (double)(clock_wall() - start) / NANOSECONDS_PER_SECOND;
        search_at(scaling, i, repetition)[j] =
            (ScaledSearch){seconds, (double)result.nodes, (double)result.playouts};
    }
    player->type->close(player);
    return STATUS_OK;
}

Status scaling_run(Scaling *scaling, Error *error)
{
    Status status = find_goals(scaling, error);
    if (status != STATUS_OK)
        return status;
    scaling->searches =
        calloc((size_t)scaling->count * (size_t)scaling->repetitions, sizeof *scaling->searches);
    if (!scaling->searches)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the searches");
    for (int repetition = 0; repetition < scaling->repetitions; repetition++)
        for (int i = 0; status == STATUS_OK && i < scaling->count; i++)
            status = run_threads(scaling, i, repetition, error);
    return status;
}

void scaling_close(Scaling *scaling)
{
    free(scaling->searches);
    scaling->searches = NULL;
}

/* Mean of the logarithms of the seconds of one repetition. */
static double mean_time(const Scaling *scaling, int i, int repetition)
{
    double sum = 0;
    for (int j = 0; j < scaling->position_count; j++)
        sum += log(search_at(scaling, i, repetition)[j].seconds);
    return sum / scaling->position_count;
}

/* What all searches of a row come to. */
typedef struct Totals {
    double seconds, nodes, playouts, nodes_alone;
} Totals;

/* Logarithms of speed-up and rate for one position: repetitions are draws of it, not of positions.
 */
static void compare_position(const Scaling *scaling, int i, int position, Totals *totals,
                             RobustMean *time, RobustMean *nodes)
{
    double times[SCALED_REPETITIONS_MAX], rates[SCALED_REPETITIONS_MAX];
    for (int repetition = 0; repetition < scaling->repetitions; repetition++) {
        ScaledSearch own = search_at(scaling, i, repetition)[position];
        ScaledSearch one = search_at(scaling, 0, repetition)[position];
        times[repetition] = log(one.seconds / own.seconds);
        rates[repetition] = times[repetition] + log(own.nodes / one.nodes);
        totals->seconds += own.seconds;
        totals->nodes += own.nodes;
        totals->playouts += own.playouts;
        totals->nodes_alone += one.nodes;
    }
    *time = robust_mean(times, scaling->repetitions);
    *nodes = robust_mean(rates, scaling->repetitions);
}

ScaledRow scaling_row(const Scaling *scaling, int i)
{
    RobustMean times[WORKLOAD_POSITIONS], nodes[WORKLOAD_POSITIONS];
    double means[SCALED_REPETITIONS_MAX];
    Totals totals = {0};
    for (int repetition = 0; repetition < scaling->repetitions; repetition++)
        means[repetition] = exp(mean_time(scaling, i, repetition));
    for (int j = 0; j < scaling->position_count; j++)
        compare_position(scaling, i, j, &totals, &times[j], &nodes[j]);
    ScaledRow row = {
        .threads = scaling->threads[i],
        .rate = totals.nodes / totals.seconds,
        .playout_rate = totals.playouts / totals.seconds,
        .seconds = robust_median(means, scaling->repetitions),
        .time = robust_average(times, scaling->position_count),
        .nodes = robust_average(nodes, scaling->position_count),
        .overhead = totals.nodes / totals.nodes_alone - 1,
    };
    row.low = means[0];
    row.high = means[scaling->repetitions - 1];
    return row;
}

static Status play(const Scaling *scaling, const EngineSpec *first, const EngineSpec *second,
                   uint64_t games, uint64_t seed, MatchScore *score, Error *error)
{
    MatchResult result;
    MatchOptions options = {
        .game = games_at(scaling->index),
        .specs = {first, second},
        .games = games,
        .seed = seed,
        .threads = 1,
        .opening_plies = OPENING_PLIES,
        .plies_max = PLIES_MAX,
    };
    options.game->start(NULL, &options.start);
    Status status = match_play(&options, NULL, NULL, &result, error);
    *score = result.score;
    return status;
}

/* T times the time is worth so much Elo, and T threads fall short of it by so much: with Elo linear
 * in the logarithm of the time, that is a factor. */
static void estimate_factor(ScaledStrength *strength, int threads)
{
    Estimate gain = stats_elo(&strength->time_gain), gap = stats_elo(&strength->against_time);
    double share = 1 + gap.value / gain.value;
    double error =
        hypot(gap.margin / gain.value, gap.value * gain.margin / (gain.value * gain.value));
    strength->factor = strength->low = strength->high = NAN;
    if (gain.value <= gain.margin) /* time itself gains nothing that is certain */
        return;
    strength->factor = pow(threads, share);
    strength->low = pow(threads, share - error);
    strength->high = pow(threads, share + error);
}

Status scaling_strength(const Scaling *scaling, int threads, uint64_t games, uint64_t seed,
                        ScaledStrength *strength, Error *error)
{
    EngineSpec many, longer, alone;
    uint64_t time = scaling->milliseconds;
    Status status = parse(scaling, threads, time, &many, error);
    if (status == STATUS_OK)
        status = parse(scaling, 1, time * (uint64_t)threads, &longer, error);
    if (status == STATUS_OK)
        status = parse(scaling, 1, time, &alone, error);
    if (status == STATUS_OK)
        status = play(scaling, &many, &longer, games, seed, &strength->against_time, error);
    if (status == STATUS_OK)
        status = play(scaling, &longer, &alone, games, seed, &strength->time_gain, error);
    if (status == STATUS_OK)
        estimate_factor(strength, threads);
    return status;
}
