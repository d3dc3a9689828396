/* What takes memory, as attempts that a test can make with too little of it. */
#include "tests/memory_cases.h"

#include "engine/dataset.h"
#include "engine/memory.h"
#include "engine/openings.h"
#include "engine/ratings.h"
#include "engine/regression.h"
#include "engine/store.h"
#include "engine/table.h"
#include "engine/tournament.h"
#include "engine/ugi_game.h"
#include "engine/weights.h"
#include "games/registry.h"
#include "search/referee.h"
#include "search/registry.h"
#include "search/solution.h"
#include "search/tables.h"
#include "search/training.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char memory_folder[64];

const char *memory_path(const char *name, char path[160])
{
    snprintf(path, 160, "%s/%s", memory_folder, name);
    return path;
}

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
    Status status = openings_read(&book, games_at(0), NULL, memory_path("openings", path), error);
    opening_book_close(&book);
    return status;
}

static Status try_weights(Error *error)
{
    char path[160];
    int values[WEIGHTS_MAX];
    WeightNotes notes = {.method = "none"};
    weights_default(games_at(0), values);
    Status status = weights_write(games_at(0), memory_path("weights", path), values, &notes, error);
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
        status = games_at(i)->board_open(memory_path("none.board", path), &board, error);
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
        status = endgame_file_write(memory_path("table", path), &info, values, crew, error);
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
    Status status = store_open(memory_path("store.db", path), STORE_WRITE, &store, error);
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
    Status status = store_open(memory_path("games.db", path), STORE_READ, &store, error);
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
    Status status = table_referee_open(index, memory_folder, &referee, error);
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
    Status status = solution_open(&solution, games_at(index), solver, memory_folder, 1, error);
    if (status != STATUS_OK)
        return status;
    status = solution_load(&solution, smallest_layer(solver), error);
    solution_close(&solution);
    return status;
}

bool memory_cases_make_tables(void)
{
    int index = solvable_game();
    if (index < 0)
        return true;
    const Solver *solver = searches_of(index)->solver;
    int layer = smallest_layer(solver);
    EndgameInfo info = tables_info(games_at(index), solver, layer, ENDGAME_DISTANCE);
    EndgameValue *values = calloc(info.value_count, 1);
    Crew *crew = NULL;
    char path[ENDGAME_PATH_MAX];
    Text text = TEXT_OF(path);
    tables_path(memory_folder, games_at(index), solver, layer, ENDGAME_DISTANCE, &text);
    bool made = values && crew_open(1, &crew, NULL) == STATUS_OK &&
                endgame_file_write(path, &info, values, crew, NULL) == STATUS_OK;
    crew_close(crew);
    free(values);
    return made;
}

const MemoryCase memory_cases[] = {
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

const size_t memory_case_count = sizeof memory_cases / sizeof memory_cases[0];
