/* Matches. Each thread owns two players and plays whole games; a finished game waits until all
 * games before it have been reported. */
#include "engine/match.h"

#include "engine/clock.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_TRIES = 1000 };

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

/* A game being played. */
typedef struct Running {
    GameRecord *record;
    Position position;
    uint64_t *keys; /* owned; positions at turn boundaries before the current one */
    int key_count;
    size_t move_capacity;
    Clock clocks[2]; /* by spec */
} Running;

static void record_free(GameRecord *record)
{
    if (record) {
        free(record->moves);
        free(record->plies);
        free(record);
    }
}

static bool running_open(Running *running, const MatchOptions *options)
{
    size_t plies = (size_t)options->plies_max;
    *running =
        (Running){.record = calloc(1, sizeof *running->record),
                  .keys = malloc((plies + (size_t)options->history.count + 1) * sizeof(uint64_t)),
                  .move_capacity = plies};
    if (running->record) {
        running->record->moves = malloc(plies * sizeof(Move));
        running->record->plies = calloc(plies, sizeof(PlyRecord));
    }
    return running->record && running->keys && running->record->moves && running->record->plies;
}

static bool append_moves(Running *running, const Turn *turn)
{
    GameRecord *record = running->record;
    size_t count = record->move_count + (size_t)turn->count;
    if (count > running->move_capacity) {
        Move *moves = realloc(record->moves, 2 * count * sizeof(Move));
        if (!moves)
            return false;
        record->moves = moves;
        running->move_capacity = 2 * count;
    }
    memcpy(record->moves + record->move_count, turn->parts, (size_t)turn->count * sizeof(Move));
    record->move_count = count;
    return true;
}

static bool play_turn(Running *running, const MatchOptions *options, const Turn *turn)
{
    running->keys[running->key_count++] = options->game->key(&running->position);
    turn_play(options->game, turn, &running->position);
    running->record->turn_count++;
    return append_moves(running, turn);
}

/* Whether the game is over; fills in result and ending. The order is that of the rules. */
static bool is_over(Running *running, const MatchOptions *options)
{
    const Game *game = options->game;
    GameRecord *record = running->record;
    Outcome outcome = game->outcome(&running->position);
    record->result = OUTCOME_DRAW;
    record->ending = ENDING_RULES;
    if (outcome != OUTCOME_OPEN) {
        record->reason = game->ending(&running->position);
        if (outcome != OUTCOME_DRAW)
            record->result = (outcome == OUTCOME_WIN) == (game->mover(&running->position) == 0)
                                 ? OUTCOME_WIN
                                 : OUTCOME_LOSS;
        return true;
    }
    HistoryDraw draw = position_history_draw(game, &running->position,
                                             &(PositionHistory){running->keys, running->key_count});
    if (draw != HISTORY_OPEN) {
        record->ending = draw == HISTORY_REPETITION ? ENDING_REPETITION : ENDING_QUIET;
        record->reason = history_draw_text(draw);
        return true;
    }
    if (record->turn_count >= options->plies_max) {
        record->ending = ENDING_PLIES;
        record->reason = "ply limit";
        return true;
    }
    return false;
}

static void begin_game(Running *running, const MatchOptions *options)
{
    running->position = options->start;
    running->key_count = options->history.count;
    for (int i = 0; i < options->history.count; i++)
        running->keys[i] = options->history.keys[i];
    running->record->turn_count = 0;
    running->record->move_count = 0;
    for (int side = 0; side < 2; side++)
        running->clocks[side] = time_control_start(&options->specs[side]->time);
}

/* Plays the pair's random opening; tries again when it ends the game. */
static Status play_opening(Running *running, const MatchOptions *options, Error *error)
{
    GameRecord *record = running->record;
    Random random = random_from(record->seed);
    for (int attempt = 0; attempt < OPENING_TRIES; attempt++) {
        begin_game(running, options);
        bool over = is_over(running, options);
        while (!over && record->turn_count < options->opening_plies) {
            Turn turn;
            turn_random(options->game, &running->position, &random, &turn);
            if (!play_turn(running, options, &turn))
                return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
            over = is_over(running, options);
        }
        record->opening_count = record->turn_count;
        if (!over)
            return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "no random opening of %d plies leaves the game open", options->opening_plies);
}

static void lose_on_time(GameRecord *record, int mover)
{
    record->result = mover == 0 ? OUTCOME_LOSS : OUTCOME_WIN;
    record->ending = ENDING_TIME;
    record->reason = "time forfeit";
}

static Status play_moves(Running *running, const MatchOptions *options, const Worker *worker,
                         Error *error)
{
    GameRecord *record = running->record;
    while (!is_over(running, options)) {
        int mover = options->game->mover(&running->position);
        int side = mover == 0 ? record->first : !record->first;
        SearchResult found;
        const EngineSpec *spec = options->specs[side];
        SearchLimits limits = engine_spec_limits(spec, &running->clocks[side]);
        uint64_t start = clock_wall();
        spec->type->choose(worker->players[side], &running->position,
                           &(PositionHistory){running->keys, running->key_count}, &limits, NULL,
                           NULL, &found);
        if (spec->time.time &&
            !time_control_spend(&spec->time, &running->clocks[side], clock_wall() - start)) {
            lose_on_time(record, mover);
            break;
        }
        record->plies[record->turn_count] = (PlyRecord){
            found.score, found.depth, side, found.nodes, found.playouts, found.nanoseconds,
        };
        if (!play_turn(running, options, &found.turn))
            return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    }
    record->final = running->position;
    return STATUS_OK;
}

/* Plays one game; the caller owns the record. */
static Status play_game(const MatchOptions *options, const Worker *worker, uint64_t index,
                        GameRecord **played, Error *error)
{
    Running running;
    Status status = STATUS_OK;
    if (!running_open(&running, options))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    if (status == STATUS_OK) {
        GameRecord *record = running.record;
        record->index = index;
        record->first = (int)(index & 1);
        record->seed = random_split(options->seed, index / 2);
        record->start = options->start;
        for (uint64_t side = 0; side < 2; side++)
            options->specs[side]->type->reset(worker->players[side],
                                              random_split(record->seed, 2 * (index & 1) + side));
        status = play_opening(&running, options, error);
    }
    if (status == STATUS_OK)
        status = play_moves(&running, options, worker, error);
    free(running.keys);
    *played = status == STATUS_OK ? running.record : NULL;
    if (status != STATUS_OK)
        record_free(running.record);
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

Status match_play(const MatchOptions *given, GameCallback *on_game, void *context,
                  MatchResult *result, Error *error)
{
    MatchOptions own = *given;
    const MatchOptions *options = &own;
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
