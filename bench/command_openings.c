/* skirmish openings: makes files of openings, balanced and different up to symmetry. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "engine/openings.h"

#include <errno.h>
#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {"plies", "N", "random turns (default 6)"},
    {"count", "M", "openings wanted (default 100)"},
    {"balance", "SPEC", "an engine that judges them, such as alphabeta,depth=6 (default: none)"},
    {"window", "CP", "keep those it scores within CP of equality (default 50)"},
    {"seed", "S", "seed of the walks (default 1)"},
    {"threads", "N", "openings judged at the same time (default 1)"},
    BOARD_OPTION,
    {"out", "FILE", "write there (default: standard output)"},
    {0},
};

enum {
    PLIES_DEFAULT = 6,
    COUNT_DEFAULT = 100,
    WINDOW_DEFAULT = 50,
    BATCH = 64,              /* walks judged at a time */
    TRIES_PER_OPENING = 500, /* walks before giving up, for each opening wanted */
};

/* The making of a file. */
typedef struct Making {
    const Game *game;
    Board *board; /* owned */
    Position start;
    EngineSpec spec;
    bool judged;
    int plies, window, threads;
    uint64_t count, seed;
    Player **players; /* owned, one a thread */
    PositionSet seen; /* of those taken and those judged unfit */
    uint64_t walks, doubles, unfit, taken;
    FILE *file;
    Error *error;
} Making;

/* A walk and what became of it. */
typedef struct Candidate {
    Position position;
    Score score;
    Status status;
    Error error;
} Candidate;

static Status read_numbers(Making *making, const Arguments *arguments)
{
    uint64_t plies = 0, window = 0, threads = 0;
    Status status =
        arguments_number(arguments, "plies", 1, 100, PLIES_DEFAULT, &plies, making->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "count", 1, 10000000, COUNT_DEFAULT, &making->count,
                                  making->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "window", 0, SCORE_EVALUATION_MAX, WINDOW_DEFAULT,
                                  &window, making->error);
    if (status == STATUS_OK)
        status =
            arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &making->seed, making->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "threads", 1, 256, 1, &threads, making->error);
    making->plies = (int)plies;
    making->window = (int)window;
    making->threads = (int)threads;
    return status;
}

static Status open_players(Making *making)
{
    making->players = calloc((size_t)making->threads, sizeof(Player *));
    if (!making->players)
        return error_set(making->error, STATUS_NO_MEMORY, "no memory for the openings");
    for (int i = 0; making->judged && i < making->threads; i++) {
        Status status =
            making->spec.type->open(&making->spec.options, &making->players[i], making->error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static Status open_making(Making *making, const Arguments *arguments)
{
    int index = games_find(arguments->positionals[0], making->error);
    if (index < 0)
        return STATUS_BAD_ARGUMENT;
    making->game = games_at(index);
    Status status = read_numbers(making, arguments);
    const char *judge = arguments_value(arguments, "balance", 0);
    if (status == STATUS_OK)
        status = arguments_board(arguments, making->game, &making->board, making->error);
    if (status == STATUS_OK && judge)
        status =
            engine_spec_parse(judge, searches_of(index)->players, &making->spec, making->error);
    making->judged = judge != NULL;
    if (status == STATUS_OK && !judge && arguments_flag(arguments, "window"))
        status = error_set(making->error, STATUS_BAD_ARGUMENT, "--window needs --balance SPEC");
    if (status != STATUS_OK)
        return status;
    making->game->start(making->board, &making->start);
    return open_players(making);
}

/* Walks from the start: walk i depends on the seed and i alone. */
static void walk(const Making *making, uint64_t number, Candidate *candidate)
{
    GameRecord record = {0};
    Contest contest = {
        .game = making->game,
        .opening = {.start = making->start,
                    .random_plies = making->plies,
                    .seed = random_split(making->seed, number)},
        .plies_max = making->plies + 1,
    };
    candidate->status = contest_open(&contest, &record, &candidate->error);
    candidate->position = record.final;
    game_record_close(&record);
}

static void judge(const Making *making, uint64_t number, int thread, Candidate *candidate)
{
    Player *player = making->players[thread];
    SearchLimits limits = engine_spec_limits(&making->spec, NULL);
    SearchResult result;
    player->type->reset(player, random_split(making->seed, number));
    player->type->choose(player, &candidate->position, &(PositionHistory){0}, &limits, NULL, NULL,
                         &result);
    candidate->score = result.score;
    if (result.failure != FAILURE_NONE)
        candidate->status =
            error_set(&candidate->error, STATUS_BAD_ARGUMENT, "the engine failed: %s",
                      result.failure_text ? result.failure_text : "no reason");
}

/* Writes a walk's position if it is new and balanced. */
static Status take(Making *making, const Candidate *candidate)
{
    char line[POSITION_TEXT_MAX];
    bool fresh = false;
    Text text = TEXT_OF(line);
    if (candidate->status != STATUS_OK)
        return error_set(making->error, candidate->status, "%s", candidate->error.text);
    Status status =
        position_set_add(&making->seen, making->game, &candidate->position, &fresh, making->error);
    making->walks++;
    making->doubles += !fresh;
    if (status != STATUS_OK || !fresh)
        return status;
    if (making->judged && abs(candidate->score) > making->window) {
        making->unfit++;
        return STATUS_OK;
    }
    making->taken++;
    making->game->format(&candidate->position, &text);
    if (fprintf(making->file, "%s\n", line) > 0)
        return STATUS_OK;
    return error_set(making->error, STATUS_NO_FILE, "cannot write the openings: %s",
                     strerror(errno));
}

/* Walks and judges a batch in parallel, then takes what is good in order. */
static Status make_batch(Making *making, uint64_t first, Candidate *candidates)
{
#pragma omp parallel for num_threads(making->threads) schedule(dynamic) default(none) \
    shared(making, first, candidates)
    for (int i = 0; i < BATCH; i++) {
        walk(making, first + (uint64_t)i, &candidates[i]);
        if (candidates[i].status == STATUS_OK && making->judged)
            judge(making, first + (uint64_t)i, omp_get_thread_num(), &candidates[i]);
    }
    Status status = STATUS_OK;
    for (int i = 0; i < BATCH && status == STATUS_OK && making->taken < making->count; i++)
        status = take(making, &candidates[i]);
    return status;
}

static Status make(Making *making, const atomic_bool *stop)
{
    Status status = STATUS_OK;
    Candidate *candidates = calloc(BATCH, sizeof *candidates);
    if (!candidates)
        return error_set(making->error, STATUS_NO_MEMORY, "no memory for the openings");
    uint64_t most = making->count * TRIES_PER_OPENING + BATCH;
    for (uint64_t first = 0;
         status == STATUS_OK && making->taken < making->count && first < most && !atomic_load(stop);
         first += BATCH)
        status = make_batch(making, first, candidates);
    free(candidates);
    return status;
}

static void write_heading(const Making *making)
{
    Environment environment;
    environment_read(&environment);
    fprintf(making->file, "# Openings of %s: %d random turns, seed %" PRIu64, making->game->name,
            making->plies, making->seed);
    if (making->judged)
        fprintf(making->file, ", within %d of equality by %s", making->window, making->spec.text);
    fprintf(making->file, ", different up to symmetry.\n# skirmish %s, commit %s\n",
            environment.version, environment.commit);
}

static void close_making(Making *making)
{
    for (int i = 0; making->players && i < making->threads; i++)
        if (making->players[i])
            making->players[i]->type->close(making->players[i]);
    free(making->players);
    position_set_close(&making->seen);
    if (making->board)
        making->game->board_close(making->board);
}

static int run(const Arguments *arguments)
{
    Error error;
    Making making = {.error = &error, .file = stdout};
    const atomic_bool *stop = interrupt_catch();
    const char *path = arguments_value(arguments, "out", 0);
    Status status = open_making(&making, arguments);
    if (status == STATUS_OK && path) {
        making.file = fopen(path, "w");
        if (!making.file)
            status =
                error_set(&error, STATUS_NO_FILE, "cannot write '%s': %s", path, strerror(errno));
    }
    if (status == STATUS_OK) {
        write_heading(&making);
        status = make(&making, stop);
    }
    if (making.file && path && fclose(making.file) != 0 && status == STATUS_OK)
        status = error_set(&error, STATUS_NO_FILE, "cannot write '%s': %s", path, strerror(errno));
    close_making(&making);
    if (status != STATUS_OK)
        return report_error(&error);
    fprintf(stderr,
            "%" PRIu64 " openings from %" PRIu64 " walks: %" PRIu64 " came again, %" PRIu64
            " were not balanced\n",
            making.taken, making.walks, making.doubles, making.unfit);
    if (making.taken == making.count)
        return 0;
    return atomic_load(stop) ? EXIT_INTERRUPTED : EXIT_DIFFERS;
}

const Command command_openings = {
    .name = "openings",
    .positionals = "GAME",
    .summary = "make a file of balanced openings",
    .details =
        "Random walks from the start, different up to the board's symmetry; with --balance only\n"
        "those that an engine scores near equality. One position a line, for the --openings of\n"
        "match and tournament. The exit code is 1 if fewer were found than wanted.",
    .example = "skirmish openings gounki --plies 6 --count 500 --balance alphabeta,depth=6 "
               "--window 40 --out gounki.openings",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
