/* Adding up games. */
#include "engine/analysis.h"

#include "engine/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

void analysis_init(Analysis *analysis, const Game *game)
{
    memset(analysis, 0, sizeof *analysis);
    analysis->game = game;
}

void analysis_close(Analysis *analysis)
{
    free(analysis->games);
    free(analysis->scores);
    free(analysis->lengths);
    analysis->games = NULL;
    analysis->scores = NULL;
    analysis->lengths = NULL;
}

static Status no_memory(Error *error)
{
    return error_set(error, STATUS_NO_MEMORY, "no memory for the analysis of games");
}

/* Room for one game and its scores. */
static bool make_room(Analysis *analysis, size_t scores)
{
    if (analysis->game_count == analysis->game_capacity) {
        size_t capacity = analysis->game_capacity ? 2 * analysis->game_capacity : FIRST_CAPACITY;
        AnalysedGame *games = realloc(analysis->games, capacity * sizeof *games);
        if (!games)
            return false;
        analysis->games = games;
        analysis->game_capacity = capacity;
    }
    if (analysis->score_count + scores > analysis->score_capacity) {
        size_t capacity = 2 * (analysis->score_count + scores);
        int32_t *own = realloc(analysis->scores, capacity * sizeof *own);
        if (!own)
            return false;
        analysis->scores = own;
        analysis->score_capacity = capacity;
    }
    return true;
}

static void add_reason(Analysis *analysis, const GameRecord *record)
{
    int at = 0;
    while (at < analysis->reason_count && strcmp(analysis->reasons[at].reason, record->reason) != 0)
        at++;
    if (at == ANALYSIS_REASONS_MAX)
        return;
    if (at == analysis->reason_count)
        analysis->reasons[analysis->reason_count++] = (AnalysedReason){.reason = record->reason};
    AnalysedReason *reason = &analysis->reasons[at];
    reason->wins += record->result == OUTCOME_WIN;
    reason->draws += record->result == OUTCOME_DRAW;
    reason->losses += record->result == OUTCOME_LOSS;
}

/* Half points of the first player. */
static int points_of(Outcome result)
{
    return result == OUTCOME_WIN ? 2 : result == OUTCOME_DRAW;
}

static void add_result(Analysis *analysis, const AnalysedGame *game)
{
    MatchScore *first = &analysis->first;
    first->wins += game->result == OUTCOME_WIN;
    first->draws += game->result == OUTCOME_DRAW;
    first->losses += game->result == OUTCOME_LOSS;
    if (analysis->game_count & 1)
        first->pairs[points_of(game->result) + points_of((game - 1)->result)]++;
}

static bool occurred(const GameRecord *record, int at)
{
    for (int i = at - 2; i >= 0; i -= 2)
        if (record->keys[i] == record->keys[at])
            return true;
    return false;
}

/* Walks over the game's positions. */
static void add_turns(Analysis *analysis, const GameRecord *record, int history)
{
    const Game *game = analysis->game;
    Position position = record->start;
    double log_tree = 0, repeated = 0;
    size_t at = 0;
    for (int ply = 0; ply < record->turn_count; ply++) {
        double turns = (double)game->count(&position);
        int mover = game->mover(&position);
        moments_add(&analysis->branching, turns);
        if (ply < ANALYSIS_PLIES_MAX)
            moments_add(&analysis->by_ply[ply], turns);
        log_tree += log10(turns);
        repeated += occurred(record, history + ply);
        if (ply >= record->opening_count) {
            const PlyRecord *searched = &record->plies[ply];
            moments_add(&analysis->depth, searched->depth);
            moments_add(&analysis->nodes, (double)searched->nodes);
            analysis->scores[analysis->score_count++] =
                mover == 0 ? searched->score : -searched->score;
        }
        do
            game->play(&position, record->moves[at++]);
        while (game->mid_turn(&position));
    }
    moments_add(&analysis->log_tree, log_tree);
    if (record->turn_count)
        moments_add(&analysis->repeated, repeated / record->turn_count);
}

Status analysis_add(Analysis *analysis, const GameRecord *record, Error *error)
{
    if (!make_room(analysis, (size_t)record->turn_count))
        return no_memory(error);
    if (ending_is_failure(record->ending))
        return error_set(error, STATUS_BAD_ARGUMENT, "the engine failed: %s", record->failure);
    AnalysedGame *game = &analysis->games[analysis->game_count];
    *game = (AnalysedGame){
        .plies = record->turn_count,
        .opening = record->opening_count,
        .result = record->result,
        .first_score = analysis->score_count,
        .key = hash_bytes(record->moves, record->move_count * sizeof *record->moves),
    };
    add_turns(analysis, record, record->key_count - record->turn_count);
    add_result(analysis, game);
    add_reason(analysis, record);
    moments_add(&analysis->length, record->turn_count);
    analysis->game_count++;
    return STATUS_OK;
}

static int compare_lengths(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static bool count_distinct(Analysis *analysis)
{
    uint64_t *keys = malloc((analysis->game_count + 1) * sizeof *keys);
    if (!keys)
        return false;
    for (size_t i = 0; i < analysis->game_count; i++)
        keys[i] = analysis->games[i].key;
    qsort(keys, analysis->game_count, sizeof *keys, hash_compare);
    analysis->distinct = 0;
    for (size_t i = 0; i < analysis->game_count; i++)
        analysis->distinct += i == 0 || keys[i] != keys[i - 1];
    free(keys);
    return true;
}

double analysis_chance(double slope, int32_t score)
{
    if (abs(score) >= SCORE_PROVEN)
        return score > 0;
    return 1 / (1 + exp(-slope * score / 100.0));
}

/* The slope that makes the results likeliest, by Newton's method: the likelihood is concave. With
 * scores that always foretell the result there is none, so it has a bound. */
static double fit_slope(const Analysis *analysis)
{
    const double most = 20;
    double slope = 0;
    for (int step = 0; step < 60; step++) {
        double first = 0, second = 0;
        for (size_t i = 0; i < analysis->game_count; i++) {
            const AnalysedGame *game = &analysis->games[i];
            double result = points_of(game->result) / 2.0;
            for (int j = 0; j < game->plies - game->opening; j++) {
                int32_t score = analysis->scores[game->first_score + (size_t)j];
                if (abs(score) >= SCORE_PROVEN)
                    continue;
                double chance = analysis_chance(slope, score), x = score / 100.0;
                first += (result - chance) * x;
                second += chance * (1 - chance) * x * x;
            }
        }
        double change = second > 1e-9 ? first / second : 0;
        change = fmax(fmin(change, 1), -1);
        slope = fmax(fmin(slope + change, most), 0);
        if (fabs(change) < 1e-10)
            break;
    }
    return slope;
}

/* The lead of the first player after a searched ply. */
static double lead_at(const Analysis *analysis, const AnalysedGame *game, int at)
{
    int32_t score = analysis->scores[game->first_score + (size_t)at];
    return 2 * analysis_chance(analysis->lead.slope, score) - 1;
}

/* What only won games have; `sign` = 1 if the first player won. */
static void measure_won(Analysis *analysis, const AnalysedGame *game, int sign, int count)
{
    LeadMeasures *lead = &analysis->lead;
    double worst = 0, deficit = 0;
    int behind = 0, settled = 0, passed = count;
    for (int i = 0; i < count; i++) {
        double own = sign * lead_at(analysis, game, i);
        worst = fmax(worst, -own);
        behind += own < 0;
        deficit += own < 0 ? sqrt(-own) : 0;
        if (own < ANALYSIS_CLEAR_LEAD)
            settled = i + 1;
    }
    for (int i = 0; i < count && passed == count; i++)
        if (sign * lead_at(analysis, game, i) > worst)
            passed = i;
    moments_add(&lead->comebacks, worst >= ANALYSIS_CLEAR_LEAD);
    moments_add(&lead->drama, behind ? deficit / behind : 0);
    moments_add(&lead->settled, (double)settled / count);
    moments_add(&lead->decisiveness, (double)(count - passed) / count);
}

static void measure_game(Analysis *analysis, const AnalysedGame *game, Moments *course,
                         Moments *accuracy)
{
    int count = game->plies - game->opening, leader = 0, changes = 0;
    int sign = game->result == OUTCOME_WIN ? 1 : game->result == OUTCOME_LOSS ? -1 : 0;
    double open = 0;
    if (count == 0)
        return;
    for (int i = 0; i < count; i++) {
        double own = lead_at(analysis, game, i);
        if (fabs(own) >= ANALYSIS_CLEAR_LEAD) {
            int now = own > 0 ? 1 : -1;
            changes += leader && now != leader;
            leader = now;
        }
        open += 1 - own * own;
        if (sign)
            moments_add(accuracy, own * sign > 0 ? 1 : own == 0 ? 0.5 : 0);
    }
    /* Every game has a turn in the middle of each part, however short it is. */
    for (int i = 0; i < ANALYSIS_PARTS; i++) {
        double own = lead_at(analysis, game, (2 * i + 1) * count / (2 * ANALYSIS_PARTS));
        moments_add(&course[i], 1 - own * own);
    }
    moments_add(&analysis->lead.lead_changes, changes);
    moments_add(&analysis->lead.uncertainty, open / count);
    if (sign)
        measure_won(analysis, game, sign, count);
}

Status analysis_finish(Analysis *analysis, Error *error)
{
    Moments course[ANALYSIS_PARTS] = {{0}}, accuracy = {0};
    analysis->lengths = malloc((analysis->game_count + 1) * sizeof *analysis->lengths);
    if (!analysis->lengths || !count_distinct(analysis))
        return no_memory(error);
    for (size_t i = 0; i < analysis->game_count; i++)
        analysis->lengths[i] = analysis->games[i].plies;
    qsort(analysis->lengths, analysis->game_count, sizeof *analysis->lengths, compare_lengths);
    analysis->lead = (LeadMeasures){.slope = fit_slope(analysis)};
    for (size_t i = 0; i < analysis->game_count; i++)
        measure_game(analysis, &analysis->games[i], course, &accuracy);
    for (int i = 0; i < ANALYSIS_PARTS; i++)
        analysis->lead.course[i] = course[i].mean;
    analysis->lead.accuracy = accuracy.mean;
    return STATUS_OK;
}

int analysis_quantile(const Analysis *analysis, double share)
{
    if (analysis->game_count == 0)
        return 0;
    size_t rank = (size_t)ceil(share * (double)analysis->game_count);
    return analysis->lengths[rank > 0 ? rank - 1 : 0];
}
