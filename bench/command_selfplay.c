/* skirmish selfplay: makes files of training positions. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "engine/selfplay.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const Option options[] = {
    BOARD_OPTION,
    {"engine", "SPEC", "who plays (default alphabeta,nodes=5000,hash=1)"},
    {"games", "N", "games to play (default 1000)"},
    {"seed", "S", "seed of openings and engine (default 1)"},
    {"opening-plies", "LEAST-MOST", "random turns before the engine plays (default 2-8)"},
    {"balance", "CP", "odd games begin where the engine scores within CP (default 0 = anywhere)"},
    {"per-game", "N", "positions drawn of a game at most (default 8, at most 64)"},
    {"quiet", "CP", "largest change of score with the turn played (default 100)"},
    {"max-plies", "N", "longer games give no positions (default 400)"},
    {"threads", "N", "games played at the same time (default 1)"},
    {"out", "FILE", "write FILE.skd there"},
    {"resume", NULL, "go on with FILE, made with the same options"},
    {"export", "FILE", "print the positions of FILE as CSV instead"},
    {0},
};

enum { GAMES_DEFAULT = 1000, PER_GAME = 8, QUIET = 100, PLIES_MAX = 400 };

/* The making of a file. */
typedef struct Making {
    const Game *game;
    Board *board; /* owned, NULL = the default board */
    EngineSpec spec;
    SelfplayOptions options;
    uint64_t games, threads;
    char recipe[RECIPE_MAX];
    Selfplay selfplay;
    FILE *file;
    uint32_t blocks;
    uint64_t positions, played; /* in the file */
    Error *error;
} Making;

static Status read_plies(SelfplayOptions *own, const char *text, Error *error)
{
    uint64_t least = 2, most = 8;
    Scan scan = scan_over(text ? text : "2-8", "--opening-plies");
    if (scan_number(&scan, 100, &least, NULL) == STATUS_OK && scan_take(&scan, '-') &&
        scan_number(&scan, 100, &most, NULL) == STATUS_OK && !*scan.at && least <= most) {
        own->opening_least = (int)least;
        own->opening_most = (int)most;
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "--opening-plies: expected LEAST-MOST like 2-8, got '%.60s'", text);
}

static Status read_options(Making *making, int index, const Arguments *arguments)
{
    const char *engine = arguments_value(arguments, "engine", 0);
    Error *error = making->error;
    uint64_t window = 0, per_game = 0, quiet = 0, plies = 0;
    making->game = games_at(index);
    Status status = engine_spec_parse(engine ? engine : "alphabeta,nodes=5000,hash=1",
                                      searches_of(index)->players, &making->spec, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "games", 1, UINT32_MAX, GAMES_DEFAULT, &making->games,
                                  error);
    if (status == STATUS_OK)
        status =
            arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &making->options.seed, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "balance", 0, SCORE_EVALUATION_MAX, 0, &window, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "per-game", 1, 64, PER_GAME, &per_game, error);
    if (status == STATUS_OK)
        status =
            arguments_number(arguments, "quiet", 0, SCORE_EVALUATION_MAX, QUIET, &quiet, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "max-plies", 1, 60000, PLIES_MAX, &plies, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "threads", 1, 256, 1, &making->threads, error);
    if (status == STATUS_OK)
        status =
            read_plies(&making->options, arguments_value(arguments, "opening-plies", 0), error);
    if (status == STATUS_OK)
        status = arguments_board(arguments, making->game, &making->board, error);
    making->options.game = making->game;
    making->options.board = making->board;
    making->options.spec = &making->spec;
    making->options.window = (int)window;
    making->options.per_game = (int)per_game;
    making->options.quiet = (int)quiet;
    making->options.plies_max = (int)plies;
    return status;
}

static void write_recipe(Making *making)
{
    const SelfplayOptions *own = &making->options;
    Environment environment;
    Text text = TEXT_OF(making->recipe);
    environment_read(&environment);
    text_format(&text,
                "game = %s:%s\nengine = %s\ngames = %" PRIu64 "\nseed = %" PRIu64
                "\nopening-plies = %d-%d\nbalance = %d\nper-game = %d\nquiet = %d\n"
                "max-plies = %d\ncommit = %s\n",
                making->game->folder, making->game->ruleset, making->spec.text, making->games,
                own->seed, own->opening_least, own->opening_most, own->window, own->per_game,
                own->quiet, own->plies_max, environment.commit);
    if (making->board) {
        Position start;
        making->game->start(making->board, &start);
        text_string(&text, "start = ");
        making->game->format(&start, &text);
        text_char(&text, '\n');
    }
}

/* Reads what is there and cuts off what is not whole. */
static Status reopen(Making *making, const char *path)
{
    DatasetSummary summary;
    Status status =
        dataset_read(path, selfplay_remember, &making->selfplay, &summary, making->error);
    if (status != STATUS_OK)
        return status;
    if (strcmp(summary.recipe, making->recipe) != 0)
        return error_set(making->error, STATUS_MISMATCH,
                         "'%.150s' was made with other options, or by another commit", path);
    if (summary.complete)
        return error_set(making->error, STATUS_BAD_ARGUMENT, "'%.150s' is complete", path);
    making->blocks = summary.blocks;
    making->positions = summary.positions;
    making->played = summary.games;
    making->file = fopen(path, "r+b");
    if (making->file && ftruncate(fileno(making->file), (off_t)summary.good_size) == 0 &&
        fseek(making->file, 0, SEEK_END) == 0)
        return STATUS_OK;
    return error_set(making->error, STATUS_NO_FILE, "cannot write '%.150s': %s", path,
                     strerror(errno));
}

static Status open_file(Making *making, const Arguments *arguments)
{
    const char *path = arguments_value(arguments, "out", 0);
    if (!path)
        return error_set(making->error, STATUS_BAD_ARGUMENT, "selfplay needs --out FILE");
    if (arguments_flag(arguments, "resume"))
        return reopen(making, path);
    making->file = fopen(path, "wbx");
    if (!making->file)
        return error_set(making->error, STATUS_NO_FILE, "cannot make '%.150s': %s", path,
                         strerror(errno));
    return dataset_write_header(making->file, making->recipe, making->error);
}

static Status make(Making *making, const atomic_bool *stop)
{
    DatasetBlock block = {0};
    Status status = STATUS_OK;
    while (status == STATUS_OK && making->played < making->games && !atomic_load(stop)) {
        uint64_t left = making->games - making->played;
        int count = left < SELFPLAY_BLOCK ? (int)left : SELFPLAY_BLOCK;
        status = selfplay_block(&making->selfplay, making->played, count, &block, making->error);
        uint32_t positions = block.positions;
        if (status == STATUS_OK)
            status = dataset_write_block(making->file, making->blocks, &block, making->error);
        making->blocks++;
        making->played += (uint64_t)count;
        making->positions += positions;
    }
    dataset_block_close(&block);
    if (status == STATUS_OK && making->played == making->games)
        status = dataset_write_end(making->file, making->blocks, making->positions, making->error);
    return status;
}

static Status print_sample(void *context, const Sample *sample, Error *error)
{
    (void)context, (void)error;
    printf("%" PRIu32 ",%u,%s,%d,\"%s\"\n", sample->game, (unsigned)sample->ply,
           sample->result == 1 ? "0.5"
           : sample->result    ? "1"
                               : "0",
           (int)sample->score, sample->text);
    return STATUS_OK;
}

static int export_csv(const Game *game, const char *path)
{
    Error error;
    DatasetSummary summary;
    /* Checked as a whole before the first line. */
    Status status = dataset_read(path, NULL, NULL, &summary, &error);
    if (status == STATUS_OK)
        status = dataset_check(path, &summary, game, &error);
    if (status == STATUS_OK) {
        puts("game,ply,result,score,position");
        status = dataset_read(path, print_sample, NULL, &summary, &error);
    }
    return status == STATUS_OK ? 0 : report_error(&error);
}

static void print_counts(const Making *making)
{
    const SelfplayCounts *counts = &making->selfplay.counts;
    printf("%" PRIu64 " positions of %" PRIu64 " games in the file\n", making->positions,
           making->played);
    printf("this session: %" PRIu64 " games, %" PRIu64 " of them without end, %" PRIu64
           " turns searched, %" PRIu64 " not quiet, %" PRIu64 " drawn positions came again\n",
           counts->games, counts->unfinished, counts->turns, counts->loud, counts->doubles);
}

static int run(const Arguments *arguments)
{
    Error error;
    Making making = {.error = &error};
    int index = games_find(arguments->positionals[0], &error);
    const char *exported = arguments_value(arguments, "export", 0);
    if (index < 0)
        return report_error(&error);
    if (exported)
        return export_csv(games_at(index), exported);
    Status status = read_options(&making, index, arguments);
    if (status == STATUS_OK) {
        write_recipe(&making);
        status = selfplay_open(&making.selfplay, &making.options, (int)making.threads, &error);
    }
    if (status == STATUS_OK)
        status = open_file(&making, arguments);
    if (status == STATUS_OK)
        status = make(&making, interrupt_catch());
    if (making.file && fclose(making.file) != 0 && status == STATUS_OK)
        status = error_set(&error, STATUS_NO_FILE, "cannot write the file: %s", strerror(errno));
    if (status == STATUS_OK)
        print_counts(&making);
    selfplay_close(&making.selfplay);
    if (making.board)
        making.game->board_close(making.board);
    if (status != STATUS_OK)
        return report_error(&error);
    return making.played == making.games ? 0 : EXIT_INTERRUPTED;
}

const Command command_selfplay = {
    .name = "selfplay",
    .positionals = "GAME",
    .summary = "make training positions for 'tune' by self-play",
    .details =
        "An engine plays itself from random openings, half of them balanced if --balance is "
        "given.\n"
        "Of each game some quiet positions are drawn, no position twice (not even mirrored), each\n"
        "with the game's result and its search score. The file does not depend on threads; after "
        "a\n"
        "kill or Ctrl-C, --resume goes on with it. Its format is described in engine/dataset.h.",
    .example = "skirmish selfplay gounki --engine alphabeta,nodes=5000,hash=1 --games 20000 "
               "--balance 150 --threads 2 --out gounki.skd",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
