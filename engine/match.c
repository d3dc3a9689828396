/* Matches. Each thread owns two players and plays whole games; a finished game waits until all
 * games before it have been reported. */
#include "engine/match.h"

#include <omp.h>
#include <stdlib.h>

/* What the games of a match share. */
typedef struct Match {
    const MatchOptions *options;
    GameRecord **finished; /* by index; owned until reported */
    uint64_t reported;
    GameCallback *on_game;
    void *context;
    MatchResult *result;
    atomic_bool stopped; /* start no more games */
    Status status;
    Error *error;
} Match;

/* A worker's own players. */
typedef struct Worker {
    Player *players[2];
} Worker;

static void record_free(GameRecord *record)
{
    if (record)
        game_record_close(record);
    free(record);
}

static Opening opening_of(const MatchOptions *options, uint64_t number)
{
    Opening opening = {
        .start = options->start,
        .history = options->history,
        .random_plies = options->opening_plies,
    };
    if (options->book)
        opening = opening_book_at(options->book, number);
    opening.seed = random_split(options->seed, number);
    return opening;
}

/* Plays one game; the caller owns the record. */
static Status play_game(const MatchOptions *options, const Worker *worker, uint64_t index,
                        GameRecord **played, Error *error)
{
    GameRecord *record = calloc(1, sizeof *record);
    if (!record)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    Contest contest = {
        .game = options->game,
        .first = (int)(index & 1),
        .opening = opening_of(options, options->single ? index : index / 2),
        .plies_max = options->plies_max,
    };
    for (uint64_t seat = 0; seat < 2; seat++)
        contest.seats[seat] = (Seat){
            .spec = options->specs[seat],
            .player = worker->players[seat],
            .seed = random_split(contest.opening.seed, 2 * (index & 1) + seat),
        };
    record->index = index;
    Status status = contest_play(&contest, record, error);
    *played = status == STATUS_OK ? record : NULL;
    if (status != STATUS_OK)
        record_free(record);
    return status;
}

/* Half points of specs[0]. */
static int points_of(const GameRecord *record)
{
    static const int points[] = {[OUTCOME_LOSS] = 0, [OUTCOME_DRAW] = 1, [OUTCOME_WIN] = 2};
    return record->first == 0 ? points[record->result] : 2 - points[record->result];
}

/* Half points of the side that moves first by the rules. */
static int first_points(const GameRecord *record)
{
    return record->first == 0 ? points_of(record) : 2 - points_of(record);
}

static void add_game(MatchResult *result, const GameRecord *record, const GameRecord *partner)
{
    int points = points_of(record);
    result->games++;
    result->score.wins += points == 2;
    result->score.draws += points == 1;
    result->score.losses += points == 0;
    result->first.wins += record->result == OUTCOME_WIN;
    result->first.draws += record->result == OUTCOME_DRAW;
    result->first.losses += record->result == OUTCOME_LOSS;
    if (partner) {
        result->score.pairs[points + points_of(partner)]++;
        result->first.pairs[first_points(record) + first_points(partner)]++;
    }
    result->endings[record->ending]++;
    uint64_t plies = (uint64_t)record->turn_count;
    result->plies += plies;
    if (result->games == 1 || plies < result->shortest)
        result->shortest = plies;
    if (plies > result->longest)
        result->longest = plies;
}

/* Adds each engine's work. */
static void add_work(MatchResult *result, const GameRecord *record)
{
    for (int i = record->opening_count; i < record->turn_count; i++) {
        const PlyRecord *ply = &record->plies[i];
        result->own_plies[ply->side]++;
        result->nodes[ply->side] += ply->nodes;
        result->playouts[ply->side] += ply->playouts;
        result->nanoseconds[ply->side] += ply->nanoseconds;
    }
}

/* Reports all games whose predecessors have been reported. A pair is complete with its second
 * game, so the first is kept until then. Called by one thread at a time. */
static void report_finished(Match *match)
{
    while (match->reported < match->options->games && match->finished[match->reported]) {
        uint64_t index = match->reported++;
        GameRecord *record = match->finished[index];
        GameRecord *partner = index & 1 ? match->finished[index - 1] : NULL;
        add_game(match->result, record, partner);
        add_work(match->result, record);
        if (match->on_game && !match->stopped)
            match->stopped = !match->on_game(match->context, record);
        if (partner) {
            record_free(partner);
            record_free(record);
            match->finished[index] = match->finished[index - 1] = NULL;
        }
    }
}

static void workers_close(Worker *workers, int count)
{
    for (int i = 0; workers && i < count; i++)
        for (int side = 0; side < 2; side++)
            if (workers[i].players[side])
                workers[i].players[side]->type->close(workers[i].players[side]);
    free(workers);
}

static Status workers_open(const MatchOptions *options, Worker **workers, Error *error)
{
    *workers = calloc((size_t)options->threads, sizeof **workers);
    if (!*workers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the match");
    for (int i = 0; i < options->threads; i++)
        for (int side = 0; side < 2; side++) {
            const EngineSpec *spec = options->specs[side];
            Status status = spec->type->open(&spec->options, &(*workers)[i].players[side], error);
            if (status != STATUS_OK) {
                workers_close(*workers, options->threads);
                return status;
            }
        }
    return STATUS_OK;
}

static bool is_stopped(const Match *match)
{
    const atomic_bool *stop = match->options->stop;
    return atomic_load_explicit(&match->stopped, memory_order_relaxed) ||
           (stop && atomic_load_explicit(stop, memory_order_relaxed));
}

static void play_all(Match *match, Worker *workers)
{
    const MatchOptions *options = match->options;
    int64_t games = (int64_t)options->games;
#pragma omp parallel for num_threads(options->threads) schedule(dynamic) default(none) \
    shared(match, options, workers, games)
    for (int64_t i = 0; i < games; i++) {
        if (is_stopped(match))
            continue;
        Error error = {0};
        GameRecord *record = NULL;
        Status status =
            play_game(options, &workers[omp_get_thread_num()], (uint64_t)i, &record, &error);
#pragma omp critical(match_report)
        {
            match->finished[i] = record;
            if (status != STATUS_OK) {
                match->status = error_set(match->error, status, "%s", error.text);
                match->stopped = true;
            }
            report_finished(match);
        }
    }
}

Status match_play(const MatchOptions *options, GameCallback *on_game, void *context,
                  MatchResult *result, Error *error)
{
    MatchOptions own = *options;
    options = &own;
    if ((uint64_t)own.threads > own.games)
        own.threads = (int)own.games;
    *result = (MatchResult){0};
    Worker *workers = NULL;
    Status status = workers_open(options, &workers, error);
    if (status != STATUS_OK)
        return status;
    Match match = {
        .options = options,
        .finished = calloc(options->games, sizeof *match.finished),
        .on_game = on_game,
        .context = context,
        .result = result,
        .error = error,
    };
    if (match.finished) {
        play_all(&match, workers);
        for (uint64_t i = 0; i < options->games; i++)
            record_free(match.finished[i]);
        free(match.finished);
    } else {
        match.status = error_set(error, STATUS_NO_MEMORY, "no memory for the match");
    }
    workers_close(workers, options->threads);
    return match.status;
}
