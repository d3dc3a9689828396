/* Whatever can fail for want of memory: for n = 1, 2, ... the n-th request for memory or a thread
 * is refused, alone and with all that follow, until everything is granted. Each time the call must
 * fail as it says it does, or do without; give everything back; and do its work when it is called
 * again. Then whole commands, which must end with an exit code of theirs. usage: out_of_memory
 * PROGRAM_OF_AN_ENGINE [CASE] */
#include "bench/config.h"
#include "bench/tournament_setup.h"
#include "engine/dataset.h"
#include "engine/memory.h"
#include "engine/pool.h"
#include "engine/ratings.h"
#include "engine/regression.h"
#include "engine/selfplay.h"
#include "engine/spsa.h"
#include "engine/table.h"
#include "engine/ugi_game.h"
#include "engine/weights.h"
#include "search/referee.h"
#include "search/solution.h"
#include "search/tables.h"
#include "search/training.h"
#include "tests/failing_memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REQUESTS_MOST = 100000, WORDS_MOST = 40 };

/* A folder for files, in memory: on a disk the databases wait for it. Set before anything else. */
static char folder[64];

static const char *path_of(const char *name, char path[160])
{
    snprintf(path, 160, "%s/%s", folder, name);
    return path;
}

/* ---- What is opened ---- */

static Status try_memory(Error *error)
{
    void *memory = memory_large(4 << 20);
    free(memory);
    return memory ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no large memory");
}

static Status try_table(Error *error)
{
    Table table;
    Status status = table_open(&table, 1 << 16, error);
    if (status == STATUS_OK)
        table_close(&table);
    return status;
}

static Status try_perft(Error *error)
{
    PerftTable table = {0};
    Position position;
    PerftResult result;
    games_at(0)->start(NULL, &position);
    Status status = perft_table_open(&table, 1 << 16, error);
    PerftOptions options = {.threads = 1, .bulk = true, .table = &table};
    if (status == STATUS_OK)
        status = searches_of(0)->perft(&position, 3, &options, &result, error);
    perft_table_close(&table);
    return status;
}

static Status try_crew(Error *error)
{
    Crew *crew = NULL;
    Status status = crew_open(3, &crew, error);
    crew_close(status == STATUS_OK ? crew : NULL);
    return status;
}

static Status try_certificate(Error *error)
{
    Certificate certificate;
    Status status = certificate_open(&certificate, error);
    if (status != STATUS_OK)
        return status;
    for (uint64_t i = 1; status == STATUS_OK && i < 3000; i++) {
        CertificateStep step = {.key = i * UINT64_C(0x9e3779b97f4a7c15), .state = 1};
        status = certificate_put(&certificate, &step, error);
    }
    certificate_close(&certificate);
    return status;
}

/* Reads a spec, opens its player and lets it choose a turn from the start. */
static Status try_player(int index, const char *text, Error *error)
{
    EngineSpec spec;
    Player *player = NULL;
    Position position;
    SearchResult result;
    Status status = engine_spec_parse(text, searches_of(index)->players, &spec, error);
    if (status == STATUS_OK)
        status = spec.type->open(&spec.options, &player, error);
    if (status != STATUS_OK)
        return status;
    games_at(index)->start(NULL, &position);
    SearchLimits limits = engine_spec_limits(&spec, NULL);
    player->type->reset(player, 1);
    player->type->choose(player, &position, &(PositionHistory){0}, &limits, NULL, NULL, &result);
    player->type->close(player);
    return result.failure == FAILURE_NONE
               ? STATUS_OK
               : error_set(error, STATUS_NO_MEMORY, "%s", result.failure_text);
}

/* Of one game: the back ends are the same code for all. */
static Status try_players(Error *error)
{
    static const char *const specs[] = {
        "alphabeta,nodes=200,hash=0.1,threads=2",
        "mcts,playouts=50,hash=0.1,threads=2",
        "mcts,playouts=50,hash=0.1,rave=100",
        "mcts,playouts=50,hash=0.1,threads=2,parallel=1",
        "minimax,depth=1",
        "pns,nodes=100,hash=0.1",
        "random",
    };
    Status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof specs / sizeof specs[0]; i++)
        status = try_player(0, specs[i], error);
    return status;
}

static Status try_stages(Error *error)
{
    Status status = STATUS_OK;
    for (int format = 0; status == STATUS_OK && format < FORMATS; format++) {
        int engines = format == FORMAT_SPRT ? 2 : 5;
        TournamentPlan plan = {.schedule = {(Format)format, engines, 1, 1, 0, 1},
                               .sprt = {.elo1 = 5, .alpha = 0.05, .beta = 0.05}};
        Tournament tournament;
        PairTask task;
        status = tournament_open(&tournament, &plan, error);
        if (status != STATUS_OK)
            break;
        while (status == STATUS_OK && tournament_take(&tournament, &task)) {
            GameSummary games[2] = {{.first = task.engines[0], .second = task.engines[1]},
                                    {.first = task.engines[1], .second = task.engines[0]}};
            games[0].result = OUTCOME_WIN;
            status = tournament_finish(&tournament, task.number, games, error);
        }
        Ratings ratings;
        if (status == STATUS_OK) {
            status = ratings_open(&ratings, &tournament.standings, -1, error);
            if (status == STATUS_OK)
                ratings_close(&ratings);
        }
        tournament_close(&tournament);
    }
    return status;
}

static Status try_openings(Error *error)
{
    OpeningBook book = {0};
    Position start;
    games_at(0)->start(NULL, &start);
    Status status = openings_draw(&book, games_at(0), &start, 3, 70, 1, error);
    opening_book_close(&book);
    return status;
}

static Status try_openings_file(Error *error)
{
    char path[160];
    OpeningBook book = {0};
    Status status = openings_read(&book, games_at(0), NULL, path_of("openings", path), error);
    opening_book_close(&book);
    return status;
}

static Status try_weights(Error *error)
{
    char path[160];
    int values[WEIGHTS_MAX];
    WeightNotes notes = {.method = "none"};
    weights_default(games_at(0), values);
    Status status = weights_write(games_at(0), path_of("weights", path), values, &notes, error);
    if (status == STATUS_OK)
        status = weights_read(games_at(0), path, values, NULL, error);
    return status;
}

static Status try_boards(Error *error)
{
    char path[160];
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < games_count(); i++) {
        Board *board = NULL;
        if (!games_at(i)->board_open)
            continue;
        status = games_at(i)->board_open(path_of("none.board", path), &board, error);
        /* There is no such file; only the want of memory is looked for. */
        status = status == STATUS_NO_FILE ? STATUS_OK : status;
    }
    return status;
}

static Status try_ugi_game(Error *error)
{
    UgiGame game;
    ugi_game_init(&game, games_at(0), NULL);
    Status status = ugi_game_set(&game, "startpos moves", error);
    ugi_game_close(&game);
    return status;
}

/* A table of outcomes with three blocks, written and read. */
static Status try_endgame(Error *error)
{
    static const EndgameValue values[3 * 4 * ENDGAME_BLOCK_BYTES] = {1, 2};
    EndgameInfo info = {.game = "none", .layer = "0", .form = "mirror", .kind = ENDGAME_OUTCOME};
    char path[160];
    Crew *crew = NULL;
    EndgameFile *file = NULL;
    EndgameReader *reader = NULL;
    EndgameValue value = 0;
    info.value_count = sizeof values;
    Status status = crew_open(1, &crew, error);
    if (status == STATUS_OK)
        status = endgame_file_write(path_of("table", path), &info, values, crew, error);
    if (status == STATUS_OK)
        status = endgame_file_open(path, &file, error);
    if (status == STATUS_OK)
        status = endgame_file_check(file, crew, error);
    if (status == STATUS_OK)
        status = endgame_reader_open(1 << 16, &reader, error);
    if (status == STATUS_OK)
        status = endgame_reader_get(reader, file, 1, &value, error);
    if (status == STATUS_OK && value != 2)
        abort();
    endgame_reader_close(reader);
    endgame_file_close(file);
    crew_close(crew);
    return status;
}

static Status try_dataset(Error *error)
{
    DatasetBlock block = {0};
    Sample sample = {.result = 1, .text = "a"};
    Status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < 100; i++)
        status = dataset_block_add(&block, &sample, error);
    dataset_block_close(&block);
    return status;
}

static Status try_regression(Error *error)
{
    float matrix[64 * 8] = {0}, targets[64] = {0};
    double start[8] = {0}, spread[8];
    uint32_t games[64];
    for (int i = 0; i < 64; i++) {
        games[i] = (uint32_t)i / 4;
        matrix[8 * i + i % 3] = 1;
        targets[i] = (float)(i % 2);
    }
    for (int i = 0; i < 8; i++)
        spread[i] = 1;
    RegressionData data = {64, 48, 3, 8, matrix, targets, games, 1};
    RegressionOptions options = {REGRESSION_LBFGS, 1, start, spread, 20, 0};
    RegressionResult *result = malloc(sizeof *result);
    if (!result)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a result");
    Status status = regression_fit(&data, &options, result, error);
    free(result);
    return status;
}

static Status try_store(Error *error)
{
    char path[160];
    Store *store = NULL;
    Status status = store_open(path_of("store.db", path), STORE_WRITE, &store, error);
    if (status == STATUS_OK)
        store_close(store);
    unlink(path);
    return status;
}

static Status ignore_pair(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    (void)context, (void)number, (void)games, (void)error;
    return STATUS_OK;
}

static Status ignore_game(void *context, const GameRow *row, Error *error)
{
    (void)context, (void)row, (void)error;
    return STATUS_OK;
}

static Status try_store_reading(Error *error)
{
    char path[160];
    Store *store = NULL;
    OpeningBook book = {0};
    Status status = store_open(path_of("games.db", path), STORE_READ, &store, error);
    if (status != STATUS_OK)
        return status;
    status = store_each_pair(store, 1, ignore_pair, NULL, error);
    if (status == STATUS_OK)
        status = store_each_game(store, 1, ignore_game, NULL, error);
    if (status == STATUS_OK)
        status = store_read_book(store, 1, 0, games_at(0), NULL, &book, error);
    opening_book_close(&book);
    store_close(store);
    return status;
}

/* The smallest layer of a game that can be solved, and its values, all draws. */
static int smallest_layer(const Solver *solver)
{
    int least = 0;
    for (int layer = 1; layer < solver->layer_count; layer++)
        if (solver->layer_size(layer) < solver->layer_size(least))
            least = layer;
    return least;
}

static int solvable_game(void)
{
    for (int i = 0; i < games_count(); i++)
        if (searches_of(i)->solver)
            return i;
    return -1;
}

static Status try_tables(Error *error)
{
    int index = solvable_game();
    if (index < 0)
        return STATUS_OK;
    TableReferee *referee = NULL;
    Status status = table_referee_open(index, folder, &referee, error);
    table_referee_close(referee);
    return status;
}

static Status try_solution(Error *error)
{
    int index = solvable_game();
    if (index < 0)
        return STATUS_OK;
    const Solver *solver = searches_of(index)->solver;
    Solution solution;
    Status status = solution_open(&solution, games_at(index), solver, folder, 1, error);
    if (status != STATUS_OK)
        return status;
    status = solution_load(&solution, smallest_layer(solver), error);
    solution_close(&solution);
    return status;
}

/* ---- Whole commands ---- */

/* The words of a command line; %F is the folder, %E an engine's program, %G the first game. */
typedef struct CommandLine {
    const Command *command;
    const char *words[WORDS_MOST];
} CommandLine;

static const char *engine_program; /* an argument of this program */

/* Runs it; its exit code. */
static int run_command(const CommandLine *line)
{
    char texts[WORDS_MOST][256], *words[WORDS_MOST];
    Arguments arguments;
    Error error;
    int count = 0;
    for (; line->words[count]; count++) {
        Text text = text_over(texts[count], sizeof texts[count]);
        for (const char *at = line->words[count]; *at; at++) {
            const char *value = at[0] != '%'   ? NULL
                                : at[1] == 'F' ? folder
                                : at[1] == 'E' ? engine_program
                                               : games_at(0)->name;
            if (value) {
                text_string(&text, value);
                at++;
            } else {
                text_char(&text, *at);
            }
        }
        words[count] = texts[count];
    }
    if (arguments_parse(line->command, count, words, &arguments, &error) != STATUS_OK)
        return report_error(&error);
    return line->command->run(&arguments);
}

#define PLAYERS "--engine", "alphabeta,depth=1,hash=0.1", "--engine", "random"

static const CommandLine lines[] = {
    {&command_games, {0}},
    {&command_engines, {0}},
    {&command_show, {"%G", "--svg"}},
    {&command_moves, {"%G"}},
    {&command_perft, {"%G", "3", "--threads", "2"}},
    {&command_search, {"%G", "--engine", "alphabeta,depth=2,hash=0.1,multipv=2"}},
    {&command_search, {"%G", "--engine", "mcts,playouts=50,hash=0.1"}},
    {&command_search, {"%G", "--engine", "pns,nodes=200,hash=0.1"}},
    {&command_match, {"%G", PLAYERS, "--games", "4", "--out", "%F/match"}},
    {&command_tournament, {"--game", "%G", PLAYERS, "--games", "4", "--threads", "1"}},
    {&command_tournament,
     {"--game", "%G", PLAYERS, "--games", "4", "--threads", "1", "--out", "%F/played.db"}},
    {&command_tournament,
     {"--game", "%G", "--engine", "cmd=%E ugi,nodes=10", "--engine", "random", "--games", "2",
      "--threads", "1"}},
    {&command_standings, {"%F/games.db"}},
    {&command_standings, {"%F/games.db", "--json"}},
    {&command_export, {"%F/games.db", "--json"}},
    {&command_merge, {"%F/merged.db", "%F/games.db"}},
    {&command_openings, {"%G", "--count", "20", "--plies", "3", "--out", "%F/drawn"}},
    {&command_weights, {"%G"}},
    {&command_selfplay,
     {"%G", "--engine", "alphabeta,nodes=20,hash=0.1", "--games", "6", "--out", "%F/self"}},
    {&command_tune,
     {"%G", "--data", "%F/games.skd", "--out", "%F/tuned", "--passes", "3", "--plot", "%F/plot"}},
};

/* ---- The test ---- */

typedef struct Case {
    const char *name;
    Status (*attempt)(Error *error);
    bool lenient; /* it may do without: fewer threads, a smaller cache */
} Case;

static const Case cases[] = {
    {"memory", try_memory, false},
    {"table", try_table, false},
    {"perft", try_perft, false},
    {"crew", try_crew, false},
    {"certificate", try_certificate, false},
    {"players", try_players, true},
    {"stages", try_stages, false},
    {"openings", try_openings, false},
    {"openings-file", try_openings_file, false},
    {"weights", try_weights, false},
    {"boards", try_boards, false},
    {"ugi-game", try_ugi_game, false},
    {"endgame", try_endgame, false},
    {"tables", try_tables, false},
    {"solution", try_solution, false},
    {"dataset", try_dataset, false},
    {"regression", try_regression, false},
    {"store", try_store, true},
    {"store-reading", try_store_reading, true},
};

static FILE *report; /* the standard error, while commands write elsewhere */
static int faults;

static void fail(const char *name, MemoryFailure failure, int64_t at, const char *what)
{
    fprintf(report, "%s: request %lld%s refused: %s\n", name, (long long)at,
            failure == MEMORY_FAILS_AFTER ? " and all after it" : "", what);
    faults++;
}

/* Tries once; whether a request was refused. */
static bool try_case(const Case *one, MemoryFailure failure, int64_t at)
{
    Error error = {0};
    int64_t before = memory_in_use(), requests = 0;
    memory_begin(failure, at);
    Status status = one->attempt(&error);
    bool refused = memory_end(&requests);
    if (memory_in_use() != before)
        fail(one->name, failure, at, "memory is not given back");
    if (!refused && status != STATUS_OK)
        fail(one->name, failure, at, error.text);
    if (refused && status == STATUS_OK && !one->lenient)
        fail(one->name, failure, at, "no error");
    if (status != STATUS_OK && (error.status != status || !error.text[0]))
        fail(one->name, failure, at, "an error without a sentence");
    if (refused && status != STATUS_OK && status != STATUS_NO_MEMORY)
        fail(one->name, failure, at, error.text);
    return refused;
}

static bool try_line(const CommandLine *line, MemoryFailure failure, int64_t at)
{
    int64_t before = memory_in_use(), requests = 0;
    char path[160];
    unlink(path_of("played.db", path));
    unlink(path_of("merged.db", path));
    unlink(path_of("self", path));
    memory_begin(failure, at);
    int code = run_command(line);
    bool refused = memory_end(&requests);
    if (memory_in_use() != before)
        fail(line->command->name, failure, at, "memory is not given back");
    if (code != 0 && code != EXIT_DIFFERS && code != EXIT_BAD_INPUT)
        fail(line->command->name, failure, at, "an exit code of no meaning");
    if (!refused && code != 0)
        fail(line->command->name, failure, at, "it fails with all memory there is");
    return refused;
}

static void try_cases(const char *only)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (only && strcmp(only, cases[i].name) != 0)
            continue;
        for (int failure = MEMORY_FAILS_ONCE; failure <= MEMORY_FAILS_AFTER; failure++) {
            int64_t at = 1;
            while (at < REQUESTS_MOST && try_case(&cases[i], (MemoryFailure)failure, at))
                at++;
            fprintf(report, "%s: %lld requests\n", cases[i].name, (long long)at - 1);
        }
    }
}

/* Commands ask thousands of times, mostly for the same: the later, the fewer are refused. */
static void try_lines(const char *only)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (only && strcmp(only, lines[i].command->name) != 0)
            continue;
        for (int failure = MEMORY_FAILS_ONCE; failure <= MEMORY_FAILS_AFTER; failure++) {
            int64_t at = 1;
            while (at < REQUESTS_MOST && try_line(&lines[i], (MemoryFailure)failure, at))
                at += 1 + at / 12;
            fprintf(report, "command %s: up to request %lld\n", lines[i].command->name,
                    (long long)at);
        }
    }
}

/* What cases and commands read. */
static void make_files(void)
{
    static const CommandLine making[] = {
        {&command_openings, {"%G", "--count", "5", "--plies", "2", "--out", "%F/openings"}},
        {&command_selfplay,
         {"%G", "--engine", "alphabeta,nodes=50,hash=0.1", "--games", "20", "--out",
          "%F/games.skd"}},
        {&command_tournament,
         {"--game", "%G", PLAYERS, "--games", "4", "--threads", "1", "--out", "%F/games.db"}},
    };
    for (size_t i = 0; i < sizeof making / sizeof making[0]; i++)
        if (run_command(&making[i]) != 0)
            fail(making[i].command->name, MEMORY_SUFFICES, 0, "the files cannot be made");
    int index = solvable_game();
    if (index < 0)
        return;
    const Solver *solver = searches_of(index)->solver;
    int layer = smallest_layer(solver);
    EndgameInfo info = tables_info(games_at(index), solver, layer, ENDGAME_DISTANCE);
    EndgameValue *values = calloc(info.value_count, 1);
    Crew *crew = NULL;
    char path[ENDGAME_PATH_MAX];
    Text text = TEXT_OF(path);
    tables_path(folder, games_at(index), solver, layer, ENDGAME_DISTANCE, &text);
    if (!values || crew_open(1, &crew, NULL) != STATUS_OK ||
        endgame_file_write(path, &info, values, crew, NULL) != STATUS_OK)
        fail("tables", MEMORY_SUFFICES, 0, "the table cannot be made");
    crew_close(crew);
    free(values);
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : NULL;
    char command[96];
    if (argc < 2)
        return EXIT_BAD_INPUT;
    engine_program = argv[1];
    report = fdopen(dup(STDERR_FILENO), "w");
    Text text = TEXT_OF(folder);
    text_string(&text, "/dev/shm/skirmish-memory-XXXXXX");
    if (!report || !mkdtemp(folder) || !freopen("/dev/null", "w", stdout) ||
        !freopen("/dev/null", "w", stderr))
        return EXIT_BAD_INPUT;
    setvbuf(report, NULL, _IOLBF, 0);
    memory_take_sqlite();
    make_files();
    try_cases(only);
    try_lines(only);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    if (system(command) != 0)
        faults++;
    fprintf(report, "%d faults\n", faults);
    return faults != 0;
}
