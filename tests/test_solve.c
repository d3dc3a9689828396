/* Solved games: the numbering of positions, the solver against other code, files, searches with
 * tables. Whole layers are taken where they are small, samples elsewhere. */
#include "search/solution.h"
#include "tests/walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WHOLE_LAYER = 400000, /* values of a layer that is looked at as a whole */
    SOLVED_LAYER = 5000000,
    TURNS_LAYER = 20000, /* where one position has many turns */
    SAMPLE = 2000,
};

static Error failure;

/* A folder of the test's own, removed by remove_folder. */
static const char *make_folder(void)
{
    static char name[] = "/tmp/skirmish-test-XXXXXX";
    cr_assert(mkdtemp(name));
    return name;
}

static void remove_folder(const char *folder)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    cr_assert_eq(system(command), 0);
}

static void check_index(const Game *game, const Solver *solver, int layer, uint64_t index)
{
    Position position;
    solver->position_at(layer, index, &position);
    cr_assert_eq(solver->layer(&position), layer, "%s", position_text(game, &position));
    cr_assert_eq(solver->index(&position), index, "%s", position_text(game, &position));
}

/* Where turns come from. */
typedef struct From {
    const Game *game;
    const Solver *solver;
    int layer;
} From;

static bool check_turn(void *context, const Turn *turn, const Position *after)
{
    const From *from = context;
    int lower = from->solver->layer(after);
    cr_assert_gt(turn->count, 0);
    cr_assert(lower >= 0 || from->game->outcome(after) != OUTCOME_OPEN);
    cr_assert(lower <= from->layer && (lower < 0 || from->solver->reaches(from->layer, lower)));
    return true;
}

/* Every index is some position's, every position's index is that of a position like it, and moves
 * lead to layers that the layer reaches. */
static void check_position(const Game *game, const Solver *solver, const Position *position)
{
    int layer = solver->layer(position);
    if (layer < 0)
        return;
    Position canonical, image;
    solver->position_at(layer, solver->index(position), &canonical);
    bool found = false;
    for (int symmetry = 0; symmetry < game->symmetries; symmetry++) {
        game->transform(position, symmetry, &image);
        found |= position_same(game, &image, &canonical);
        cr_assert_eq(solver->layer(&image), layer);
    }
    cr_assert(found, "%s", position_text(game, position));
    turn_each(game, position, check_turn, &(From){game, solver, layer});
}

ParameterizedTestParameters(solve, numbering_has_no_gaps)
{
    return all_games();
}

ParameterizedTest(int *index, solve, numbering_has_no_gaps)
{
    const Game *game = games_at(*index);
    const Solver *solver = searches_of(*index)->solver;
    Random random = random_from(7);
    for (int layer = 0; solver && layer < solver->layer_count; layer++) {
        uint64_t size = solver->layer_size(layer);
        bool whole = size <= WHOLE_LAYER;
        check_index(game, solver, layer, size - 1);
        for (uint64_t i = 0; i < (whole ? size : SAMPLE); i++) {
            uint64_t place = whole ? i : random_next(&random) % size;
            check_index(game, solver, layer, place);
            if (whole && i % 97)
                continue;
            Position position, image;
            solver->position_at(layer, place, &position);
            game->transform(&position, (int)(i % (uint64_t)game->symmetries), &image);
            check_position(game, solver, &image);
        }
    }
}

/* Solves the layers of up to so many values, the lowest ones. */
static void solve_small(Solution *solution, int index, const char *folder, int threads,
                        uint64_t most)
{
    const Solver *solver = searches_of(index)->solver;
    cr_assert_eq(solution_open(solution, games_at(index), solver, folder, threads, &failure),
                 STATUS_OK);
    for (int layer = 0; layer < solver->layer_count && solver->layer_size(layer) <= most; layer++)
        cr_assert_eq(solution_solve(solution, layer, NULL, NULL, &failure), STATUS_OK, "%s",
                     failure.text);
}

/* What the turns from a position lead to. */
typedef struct Tally {
    const Solution *solution;
    int win, loss;
    bool draw;
} Tally;

static bool tally_turn(void *context, const Turn *turn, const Position *after)
{
    Tally *tally = context;
    EndgameValue value = solution_value(tally->solution, after);
    int distance = value == ENDGAME_DRAW ? 0 : 1 + endgame_distance(value);
    cr_assert_gt(turn->count, 0);
    tally->draw |= value == ENDGAME_DRAW;
    if (endgame_outcome(value) == OUTCOME_LOSS && distance < tally->win)
        tally->win = distance;
    if (endgame_outcome(value) == OUTCOME_WIN && distance > tally->loss)
        tally->loss = distance;
    return true;
}

/* The value of an open position by what its turns lead to. */
static EndgameValue slow_value(const Solution *solution, const Position *position)
{
    Tally tally = {solution, INT32_MAX, -1, false};
    turn_each(solution->game, position, tally_turn, &tally);
    if (tally.win != INT32_MAX)
        return endgame_win(tally.win);
    return tally.draw ? ENDGAME_DRAW : endgame_loss(tally.loss);
}

static SearchResult think(Player *player, const Position *position, const SearchLimits *limits)
{
    SearchResult result;
    player->type->reset(player, 1);
    player->type->choose(player, position, &(PositionHistory){0}, limits, NULL, NULL, &result);
    return result;
}

static Player *open_player(int index, const char *words)
{
    EngineSpec spec;
    Player *player = NULL;
    cr_assert_eq(engine_spec_parse(words, searches_of(index)->players, &spec, &failure), STATUS_OK,
                 "%s", failure.text);
    cr_assert_eq(spec.type->open(&spec.options, &player, &failure), STATUS_OK, "%s", failure.text);
    return player;
}

/* A decided position is proven by a full search of just its distance, and by none less deep; a
 * search must not prove a drawn one. */
static void compare_with_search(Player *exact, const Position *position, EndgameValue value,
                                int deepest)
{
    int distance = value == ENDGAME_DRAW ? deepest : endgame_distance(value);
    if (distance > deepest)
        distance = deepest;
    SearchResult result = think(exact, position, &(SearchLimits){.depth = distance});
    if (value == ENDGAME_DRAW || endgame_distance(value) > deepest) {
        cr_assert_lt(abs(result.score), SCORE_PROVEN);
        return;
    }
    Score expected = SCORE_WIN - distance;
    cr_assert_eq(result.score, endgame_outcome(value) == OUTCOME_WIN ? expected : -expected);
    if (distance > 1) {
        result = think(exact, position, &(SearchLimits){.depth = distance - 1});
        cr_assert_lt(abs(result.score), SCORE_PROVEN);
    }
}

/* Looks at a sample of a solved layer: values against successors, some against full searches. */
static void check_layer(const Solution *solution, int layer, Player *exact)
{
    Random random = random_from(11);
    uint64_t size = solution->solver->layer_size(layer);
    int searches = 0, deepest = solution->game->turn_parts ? 2 : 5;
    for (int i = 0; i < SAMPLE; i++) {
        Position position;
        solution->solver->position_at(layer, random_next(&random) % size, &position);
        if (solution->game->outcome(&position) != OUTCOME_OPEN)
            continue;
        EndgameValue value = solution_value(solution, &position);
        cr_assert_eq(value, slow_value(solution, &position), "%s",
                     position_text(solution->game, &position));
        bool near = value != ENDGAME_DRAW && endgame_distance(value) <= deepest;
        if ((near || i % 20 == 0) && searches++ < 40)
            compare_with_search(exact, &position, value, deepest);
    }
}

ParameterizedTestParameters(solve, values_agree_with_searches)
{
    return all_games();
}

ParameterizedTest(int *index, solve, values_agree_with_searches)
{
    const Solver *solver = searches_of(*index)->solver;
    if (!solver)
        return;
    Solution solution;
    solve_small(&solution, *index, "", 1,
                games_at(*index)->turn_parts ? TURNS_LAYER : SOLVED_LAYER);
    Player *exact = open_player(*index, "alphabeta,exact=1,depth=1,hash=4");
    for (int layer = 0; layer < solver->layer_count; layer++)
        if (solution.values[layer])
            check_layer(&solution, layer, exact);
    exact->type->close(exact);
    solution_close(&solution);
}

/* The game with the smallest layers. */
static int small_game(void)
{
    return games_find("shapluk:custodian", &failure);
}

/* 2 and 4 rebels: the general in the square, C(24, n) * 25, or in the sanctuary, C(25, n) * 4. */
static const uint64_t small_placements[] = {276 * 25 + 300 * 4, 10626 * 25 + 12650 * 4};

static uint64_t wrong_values(const Solution *solution, int layer)
{
    AuditResult result;
    SolveTask task = {.crew = solution->crew};
    solution->solver->audit(layer, (const EndgameValue *const *)solution->values, &task, &result);
    cr_assert_eq(result.checked, solution->solver->layer_size(layer));
    return result.wrong;
}

Test(solve, threads_make_no_difference_and_verify_finds_one_wrong_value)
{
    Solution one, other;
    solve_small(&one, small_game(), "", 1, WHOLE_LAYER);
    solve_small(&other, small_game(), "", 3, WHOLE_LAYER);
    for (int layer = 0; one.values[layer]; layer++) {
        uint64_t size = one.solver->layer_size(layer);
        cr_assert_arr_eq(one.values[layer], other.values[layer], size);
        cr_assert_eq(wrong_values(&other, layer), 0);
        LayerCounts counts;
        other.solver->count(layer, (const EndgameValue *const *)other.values, other.crew, &counts);
        for (int side = 0; side < 2; side++) {
            const SideCounts *own = &counts.sides[side];
            cr_assert_eq(own->wins + own->draws + own->losses, small_placements[layer]);
        }
        one.values[layer][size / 3] ^= 2;
        cr_assert_gt(wrong_values(&one, layer), 0);
    }
    solution_close(&one);
    solution_close(&other);
}

static void write_bytes(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}

static size_t read_bytes(const char *path, unsigned char **bytes)
{
    FILE *file = fopen(path, "rb");
    cr_assert(file);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(file);
    *bytes = malloc(size + 1);
    rewind(file);
    cr_assert_eq(fread(*bytes, 1, size, file), size);
    fclose(file);
    return size;
}

static Status check_file(const Solution *solution, const char *path)
{
    EndgameFile *file = NULL;
    Status status = endgame_file_open(path, &file, &failure);
    if (status == STATUS_OK)
        status = endgame_file_check(file, solution->crew, &failure);
    endgame_file_close(file);
    return status;
}

/* Changes one byte after another, cuts and adds. */
static void damage_file(const Solution *solution, const char *path)
{
    unsigned char *bytes;
    size_t size = read_bytes(path, &bytes);
    for (size_t at = 0; at < size; at += at < 1024 ? 1 : 997) {
        bytes[at] ^= 0x10;
        write_bytes(path, bytes, size);
        cr_assert_eq(check_file(solution, path), STATUS_BAD_TEXT, "byte %zu", at);
        bytes[at] ^= 0x10;
    }
    bytes[size] = 0;
    const size_t sizes[] = {0, 1, 255, 256, 300, size / 2, size - 1, size + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        write_bytes(path, bytes, sizes[i]);
        cr_assert_eq(check_file(solution, path), STATUS_BAD_TEXT, "size %zu", sizes[i]);
    }
    write_bytes(path, bytes, size);
    cr_assert_eq(check_file(solution, path), STATUS_OK);
    free(bytes);
}

Test(solve, damaged_and_foreign_files_are_refused)
{
    const char *folder = make_folder();
    Solution solution;
    solve_small(&solution, small_game(), folder, 2, WHOLE_LAYER);
    for (int kind = ENDGAME_DISTANCE; kind <= ENDGAME_OUTCOME; kind++) {
        char name[ENDGAME_PATH_MAX];
        Text path = TEXT_OF(name);
        int layer = 1;
        tables_path(folder, solution.game, solution.solver, layer, (EndgameKind)kind, &path);
        cr_assert_eq(solution_write(&solution, layer, (EndgameKind)kind, &failure), STATUS_OK);
        damage_file(&solution, name);
        uint64_t size = solution.solver->layer_size(layer);
        EndgameValue *values = solution.values[layer];
        solution.values[layer] = NULL;
        cr_assert_eq(solution_load_file(&solution, layer, (EndgameKind)kind, name, &failure),
                     STATUS_OK);
        for (uint64_t i = 0; i < size; i++) {
            EndgameValue read = solution.values[layer][i];
            cr_assert(kind == ENDGAME_DISTANCE
                          ? read == values[i]
                          : endgame_outcome(read) == endgame_outcome(values[i]));
        }
        free(solution.values[layer]);
        solution.values[layer] = values;
        EndgameFile *file;
        int foreign = games_find("shapluk:all16", &failure);
        cr_assert_eq(tables_file_open(name, games_at(foreign), searches_of(foreign)->solver, layer,
                                      (EndgameKind)kind, &file, &failure),
                     STATUS_BAD_TEXT);
    }
    solution_close(&solution);
    remove_folder(folder);
}

/* Plays a won position to its end against a defender that knows the tables, too. */
static void play_out(const Solution *solution, Player *player, Position position)
{
    const Game *game = solution->game;
    SearchResult result = think(player, &position, &(SearchLimits){.nodes = 2000});
    int distance = endgame_distance(solution_value(solution, &position));
    cr_assert(distance == 1 || result.table_hits > 0);
    cr_assert_eq(result.score, SCORE_WIN - distance);
    cr_assert(game->turn_parts || result.line_count == distance);
    for (int left = distance; left > 0; left--) {
        Turn turn = solution_best_turn(solution, &position);
        if ((distance - left) % 2 == 0)
            turn = think(player, &position, &(SearchLimits){.nodes = 2000}).turn;
        turn_play(game, &turn, &position);
        cr_assert_eq(endgame_distance(solution_value(solution, &position)), left - 1);
    }
    cr_assert_eq(game->outcome(&position), distance % 2 ? OUTCOME_LOSS : OUTCOME_WIN);
}

/* Games from random won positions of the layers of up to so many values. */
static void win_games(const char *name, uint64_t most)
{
    enum { GAMES = 60 };
    const char *folder = make_folder();
    int index = games_find(name, &failure), layers = 0, played = 0;
    Solution solution;
    solve_small(&solution, index, folder, 1, most);
    for (; solution.values[layers]; layers++)
        cr_assert_eq(solution_write(&solution, layers, ENDGAME_DISTANCE, &failure), STATUS_OK);
    char words[256];
    snprintf(words, sizeof words, "alphabeta,nodes=2000,hash=1,tables=%s", folder);
    Player *player = open_player(index, words);
    Random random = random_from(3);
    while (played < GAMES) {
        int layer = (int)random_below(&random, (uint32_t)layers);
        uint64_t size = solution.solver->layer_size(layer);
        Position position;
        solution.solver->position_at(layer, random_next(&random) % size, &position);
        if (solution.game->outcome(&position) != OUTCOME_OPEN ||
            endgame_outcome(solution_value(&solution, &position)) != OUTCOME_WIN)
            continue;
        play_out(&solution, player, position);
        played++;
    }
    player->type->close(player);
    solution_close(&solution);
    remove_folder(folder);
}

Test(solve, searches_with_tables_win_in_the_stated_number_of_plies)
{
    win_games("shapluk:all16", WHOLE_LAYER);
}

Test(solve, searches_with_tables_leave_out_no_turn_in_parts)
{
    win_games("lions", 5 * TURNS_LAYER);
}
