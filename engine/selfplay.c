/* Games of an engine against itself. */
#include "engine/selfplay.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPENING_TRIES = 40, /* for a balanced one */
    POSITIONS_MAX = 64, /* of a game */
};

/* A position that may be taken. */
typedef struct Candidate {
    Position position;
    Sample sample;
} Candidate;

/* What one game gave. */
typedef struct Drawn {
    Candidate candidates[POSITIONS_MAX];
    int count;
    SelfplayCounts counts;
    Status status;
    Error error;
} Drawn;

Status selfplay_open(Selfplay *selfplay, const SelfplayOptions *options, int threads, Error *error)
{
    *selfplay = (Selfplay){.options = *options, .threads = threads};
    if (selfplay->options.per_game > POSITIONS_MAX)
        selfplay->options.per_game = POSITIONS_MAX;
    selfplay->players = calloc((size_t)threads, sizeof *selfplay->players);
    selfplay->drawn = calloc(SELFPLAY_BLOCK, sizeof *selfplay->drawn);
    Status status = STATUS_OK;
    if (!selfplay->players || !selfplay->drawn)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for self-play");
    const EngineSpec *spec = options->spec;
    for (int i = 0; status == STATUS_OK && i < threads; i++)
        status = spec->type->open(&spec->options, &selfplay->players[i], error);
    if (status != STATUS_OK)
        selfplay_close(selfplay);
    return status;
}

void selfplay_close(Selfplay *selfplay)
{
    for (int i = 0; selfplay->players && i < selfplay->threads; i++)
        if (selfplay->players[i])
            selfplay->players[i]->type->close(selfplay->players[i]);
    free(selfplay->players);
    free(selfplay->drawn);
    position_set_close(&selfplay->seen);
    *selfplay = (Selfplay){.threads = 0};
}

Status selfplay_remember(void *context, const Sample *sample, Error *error)
{
    Selfplay *selfplay = context;
    Position position;
    bool fresh;
    Status status =
        selfplay->options.game->parse(selfplay->options.board, sample->text, &position, error);
    if (status == STATUS_OK)
        status =
            position_set_add(&selfplay->seen, selfplay->options.game, &position, &fresh, error);
    return status;
}

/* The engine's score of an opening. */
static Score judge(const Selfplay *selfplay, Player *player, const Position *position,
                   uint64_t seed)
{
    SearchLimits limits = engine_spec_limits(selfplay->options.spec, NULL);
    SearchResult result = {.score = 0};
    player->type->reset(player, seed);
    player->type->choose(player, position, &(PositionHistory){0}, &limits, NULL, NULL, &result);
    return result.score;
}

/* Chooses the game's opening: random turns, for odd games again until they are balanced. */
static Status choose_opening(const Selfplay *selfplay, uint64_t number, Player *player,
                             Contest *contest, GameRecord *record, Error *error)
{
    const SelfplayOptions *options = &selfplay->options;
    uint64_t seed = random_split(options->seed, number);
    int tries = options->window && number & 1 ? OPENING_TRIES : 1;
    for (int i = 0; i < tries; i++) {
        contest->opening.seed = random_split(seed, (uint64_t)i);
        Random random = random_from(contest->opening.seed);
        uint32_t more = (uint32_t)(options->opening_most - options->opening_least + 1);
        contest->opening.random_plies = options->opening_least + (int)random_below(&random, more);
        if (tries == 1)
            return STATUS_OK;
        Status status = contest_open(contest, record, error);
        if (status != STATUS_OK)
            return status;
        if (abs(judge(selfplay, player, &record->final, seed)) <= options->window)
            return STATUS_OK;
    }
    return STATUS_OK;
}

static bool is_noisy(const Game *game, const Position *position, Move move)
{
    Move moves[MOVES_MAX];
    int count = game->noisy_moves(position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Whether the search and the turn that it chose at this ply change little. */
static bool is_quiet(const SelfplayOptions *options, const GameRecord *record, int ply,
                     const Position *position, Move move)
{
    int score = record->plies[ply].score, next = record->plies[ply + 1].score;
    return abs(score) < SCORE_PROVEN && abs(next) < SCORE_PROVEN &&
           abs(score + next) <= options->quiet && !is_noisy(options->game, position, move);
}

/* Half points of the side to move. */
static uint8_t result_for(const Game *game, const GameRecord *record, const Position *position)
{
    if (record->result == OUTCOME_DRAW)
        return 1;
    return (record->result == OUTCOME_WIN) == (game->mover(position) == 0) ? 2 : 0;
}

/* Keeps each of the quiet positions met with equal chance (reservoir sampling). */
static void offer(Drawn *drawn, int most, int met, Random *random, const Candidate *candidate)
{
    int place = drawn->count;
    if (drawn->count == most)
        place = (int)random_below(random, (uint32_t)met);
    else
        drawn->count++;
    if (place < most)
        drawn->candidates[place] = *candidate;
}

static void sample_game(const SelfplayOptions *options, uint64_t number, const GameRecord *record,
                        Drawn *drawn)
{
    const Game *game = options->game;
    Random random = random_from(random_split(record->seed, UINT64_MAX));
    Position position = record->start;
    size_t at = 0;
    int met = 0;
    for (int ply = 0; ply + 1 < record->turn_count; ply++) {
        if (ply >= record->opening_count) {
            Candidate candidate = {
                .position = position,
                .sample = {.game = (uint32_t)number,
                           .ply = (uint16_t)ply,
                           .score = (int16_t)record->plies[ply].score,
                           .result = result_for(game, record, &position)},
            };
            Text text = TEXT_OF(candidate.sample.text);
            game->format(&position, &text);
            drawn->counts.turns++;
            if (is_quiet(options, record, ply, &position, record->moves[at]))
                offer(drawn, options->per_game, ++met, &random, &candidate);
            else
                drawn->counts.loud++;
        }
        do
            game->play(&position, record->moves[at++]);
        while (game->mid_turn(&position));
    }
}

static void play(const Selfplay *selfplay, uint64_t number, Player *player, Drawn *drawn)
{
    const SelfplayOptions *options = &selfplay->options;
    GameRecord record = {.index = number};
    Contest contest = {.game = options->game, .plies_max = options->plies_max};
    uint64_t seed = random_split(options->seed, number);
    for (int i = 0; i < 2; i++)
        contest.seats[i] = (Seat){options->spec, player, seed};
    options->game->start(options->board, &contest.opening.start);
    drawn->count = 0;
    drawn->counts = (SelfplayCounts){.games = 1};
    drawn->status = choose_opening(selfplay, number, player, &contest, &record, &drawn->error);
    if (drawn->status == STATUS_OK)
        drawn->status = contest_play(&contest, &record, &drawn->error);
    if (drawn->status == STATUS_OK && ending_is_failure(record.ending))
        drawn->status =
            error_set(&drawn->error, STATUS_BAD_ARGUMENT, "the engine failed: %s", record.failure);
    if (drawn->status == STATUS_OK && record.ending == ENDING_PLIES)
        drawn->counts.unfinished = 1;
    else if (drawn->status == STATUS_OK)
        sample_game(options, number, &record, drawn);
    game_record_close(&record);
}

/* Adds what is new of a game's positions. */
static Status add_game(Selfplay *selfplay, const Drawn *drawn, DatasetBlock *block, Error *error)
{
    SelfplayCounts *counts = &selfplay->counts;
    counts->games += drawn->counts.games;
    counts->unfinished += drawn->counts.unfinished;
    counts->turns += drawn->counts.turns;
    counts->loud += drawn->counts.loud;
    block->games++;
    if (drawn->status != STATUS_OK)
        return error_set(error, drawn->status, "%s", drawn->error.text);
    for (int i = 0; i < drawn->count; i++) {
        bool fresh = false;
        Status status = position_set_add(&selfplay->seen, selfplay->options.game,
                                         &drawn->candidates[i].position, &fresh, error);
        if (status == STATUS_OK && fresh)
            status = dataset_block_add(block, &drawn->candidates[i].sample, error);
        if (status != STATUS_OK)
            return status;
        counts->doubles += !fresh;
        counts->positions += fresh;
    }
    return STATUS_OK;
}

Status selfplay_block(Selfplay *selfplay, uint64_t first, int count, DatasetBlock *block,
                      Error *error)
{
#pragma omp parallel for num_threads(selfplay->threads) schedule(dynamic) default(none) \
    shared(selfplay, first, count)
    for (int i = 0; i < count; i++)
        play(selfplay, first + (uint64_t)i, selfplay->players[omp_get_thread_num()],
             &selfplay->drawn[i]);
    Status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = add_game(selfplay, &selfplay->drawn[i], block, error);
    return status;
}
