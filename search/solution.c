/* Solved layers in memory. */
#include "search/solution.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

Status solution_open(Solution *solution, const Game *game, const Solver *solver, const char *folder,
                     int threads, Error *error)
{
    *solution = (Solution){.game = game, .solver = solver, .folder = folder};
    return crew_open(threads, &solution->crew, error);
}

void solution_close(Solution *solution)
{
    for (int layer = 0; layer < LAYERS_MAX; layer++)
        free(solution->values[layer]);
    crew_close(solution->crew);
    *solution = (Solution){0};
}

static Text file_path(const Solution *solution, int layer, EndgameKind kind, char *name)
{
    Text path = text_over(name, ENDGAME_PATH_MAX);
    tables_path(solution->folder, solution->game, solution->solver, layer, kind, &path);
    return path;
}

bool solution_has_file(const Solution *solution, int layer, EndgameKind kind)
{
    char name[ENDGAME_PATH_MAX];
    file_path(solution, layer, kind, name);
    return access(name, F_OK) == 0;
}

static Status take_memory(Solution *solution, int layer, Error *error)
{
    uint64_t size = solution->solver->layer_size(layer);
    solution->values[layer] = calloc(size, sizeof(EndgameValue));
    if (solution->values[layer])
        return STATUS_OK;
    return error_set(error, STATUS_NO_MEMORY, "no memory for %llu values",
                     (unsigned long long)size);
}

static void drop_layer(Solution *solution, int layer)
{
    free(solution->values[layer]);
    solution->values[layer] = NULL;
}

Status solution_load_file(Solution *solution, int layer, EndgameKind kind, const char *path,
                          Error *error)
{
    EndgameFile *file = NULL;
    drop_layer(solution, layer);
    Status status =
        tables_file_open(path, solution->game, solution->solver, layer, kind, &file, error);
    if (status != STATUS_OK)
        return status;
    status = take_memory(solution, layer, error);
    if (status == STATUS_OK)
        status = endgame_file_load(file, solution->crew, solution->values[layer], error);
    if (status != STATUS_OK)
        drop_layer(solution, layer);
    endgame_file_close(file);
    return status;
}

Status solution_load(Solution *solution, int layer, Error *error)
{
    char name[ENDGAME_PATH_MAX];
    if (solution->values[layer])
        return STATUS_OK;
    file_path(solution, layer, ENDGAME_DISTANCE, name);
    return solution_load_file(solution, layer, ENDGAME_DISTANCE, name, error);
}

Status solution_solve(Solution *solution, int layer, SolveProgress *progress, void *context,
                      Error *error)
{
    SolveTask task = {solution->crew, progress, context};
    Status status = take_memory(solution, layer, error);
    if (status == STATUS_OK)
        status = solution->solver->solve(layer, (const EndgameValue *const *)solution->values,
                                         solution->values[layer], &task, error);
    if (status != STATUS_OK)
        drop_layer(solution, layer);
    return status;
}

Status solution_write(const Solution *solution, int layer, EndgameKind kind, Error *error)
{
    char name[ENDGAME_PATH_MAX];
    Text path = file_path(solution, layer, kind, name);
    EndgameInfo info = tables_info(solution->game, solution->solver, layer, kind);
    if (path.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "the path of a table is too long");
    return endgame_file_write(name, &info, solution->values[layer], solution->crew, error);
}

EndgameValue solution_value(const Solution *solution, const Position *position)
{
    switch (solution->game->outcome(position)) {
    case OUTCOME_WIN: return endgame_win(0);
    case OUTCOME_LOSS: return endgame_loss(0);
    case OUTCOME_DRAW: return ENDGAME_DRAW;
    case OUTCOME_OPEN: break;
    }
    return solution->values[solution->solver->layer(position)][solution->solver->index(position)];
}

typedef struct Choice {
    const Solution *solution;
    int worth;
    Turn turn;
} Choice;

static bool weigh_turn(void *context, const Turn *turn, const Position *after)
{
    Choice *choice = context;
    int worth = endgame_worth(solution_value(choice->solution, after));
    if (worth > choice->worth) {
        choice->worth = worth;
        choice->turn = *turn;
    }
    return true;
}

Turn solution_best_turn(const Solution *solution, const Position *position)
{
    Choice choice = {.solution = solution, .worth = INT_MIN};
    turn_each(solution->game, position, weigh_turn, &choice);
    return choice.turn;
}
