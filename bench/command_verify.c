/* skirmish verify: checks table files by the rules alone. */
#include "bench/command.h"
#include "bench/solve_report.h"
#include "engine/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024 };

static const Option options[] = {
    {"threads", "N", "share the work out to N threads (default 1)"},
    {0},
};

/* The folder part of a path. */
static void copy_folder(const char *path, char folder[ENDGAME_PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    Text text = text_over(folder, ENDGAME_PATH_MAX);
    text_format(&text, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

/* What a file says of itself. */
typedef struct Claim {
    int index; /* of the game in the registry */
    int layer;
    EndgameKind kind;
    uint64_t checksum;
} Claim;

static Status read_claim(const char *path, Claim *claim, Error *error)
{
    EndgameFile *file = NULL;
    Status status = endgame_file_open(path, &file, error);
    if (status != STATUS_OK)
        return status;
    const EndgameInfo *info = endgame_file_info(file);
    *claim = (Claim){games_find(info->game, NULL), (int)info->layer_number, info->kind,
                     endgame_file_checksum(file)};
    const Solver *solver = claim->index < 0 ? NULL : searches_of(claim->index)->solver;
    if (!solver || claim->layer < 0 || claim->layer >= solver->layer_count)
        status = error_set(error, STATUS_BAD_TEXT, "'%.160s': %s has no layer %d to be solved",
                           path, info->game, claim->layer);
    endgame_file_close(file);
    return status;
}

static Status load_lower(Solution *solution, int layer, Error *error)
{
    Status status = STATUS_OK;
    for (int lower = 0; lower < layer && status == STATUS_OK; lower++)
        if (solution->solver->reaches(layer, lower))
            status = solution_load(solution, lower, error);
    return status;
}

static void print_wrong(const Solution *solution, int layer, const AuditResult *result)
{
    char where[POSITION_TEXT_MAX], stored[128], expected[128];
    Position position;
    Text text = TEXT_OF(where), one = TEXT_OF(stored), other = TEXT_OF(expected);
    solution->solver->position_at(layer, result->first_wrong, &position);
    solution->game->format(&position, &text);
    solve_write_value(solution->game, &position, result->stored, &one);
    solve_write_value(solution->game, &position, result->expected, &other);
    printf("  %" PRIu64 " wrong; the first, index %" PRIu64 ", '%s': stored %s, expected %s\n",
           result->wrong, result->first_wrong, where, stored, expected);
}

/* Holds every value to its successors'. */
static Status verify_distances(Solution *solution, const Claim *claim, AuditResult *result,
                               Error *error)
{
    Status status = load_lower(solution, claim->layer, error);
    SolveTask task = {.crew = solution->crew};
    if (status == STATUS_OK)
        solution->solver->audit(claim->layer, (const EndgameValue *const *)solution->values, &task,
                                result);
    return status;
}

/* Holds every outcome to the file with distances beside it. */
static Status verify_outcomes(Solution *solution, const Claim *claim, AuditResult *result,
                              Error *error)
{
    EndgameValue *outcomes = solution->values[claim->layer];
    solution->values[claim->layer] = NULL;
    Status status = solution_load(solution, claim->layer, error);
    *result = (AuditResult){.checked = solution->solver->layer_size(claim->layer)};
    for (uint64_t i = 0; status == STATUS_OK && i < result->checked; i++) {
        EndgameValue distance = solution->values[claim->layer][i];
        if (endgame_outcome(outcomes[i]) == endgame_outcome(distance))
            continue;
        if (result->wrong++ == 0) {
            result->first_wrong = i;
            result->stored = outcomes[i];
            result->expected = distance;
        }
    }
    free(outcomes);
    return status;
}

static Status verify_file(const char *path, int threads, bool *sound, Error *error)
{
    Claim claim;
    char folder[ENDGAME_PATH_MAX];
    Solution solution = {0};
    AuditResult result = {0};
    uint64_t started = clock_process();
    copy_folder(path, folder);
    Status status = read_claim(path, &claim, error);
    if (status == STATUS_OK)
        status = solution_open(&solution, games_at(claim.index), searches_of(claim.index)->solver,
                               folder, threads, error);
    if (status == STATUS_OK)
        status = solution_load_file(&solution, claim.layer, claim.kind, path, error);
    if (status == STATUS_OK)
        status = (claim.kind == ENDGAME_DISTANCE ? verify_distances : verify_outcomes)(
            &solution, &claim, &result, error);
    if (status == STATUS_OK) {
        printf("%s: %" PRIu64 " values checked, %s (%016" PRIx64 ", %.1f s of CPU)\n", path,
               result.checked, result.wrong ? "WRONG" : "all right", claim.checksum,
               (double)(clock_process() - started) / NANOSECONDS_PER_SECOND);
        if (result.wrong)
            print_wrong(&solution, claim.layer, &result);
        fflush(stdout);
        *sound &= result.wrong == 0;
    }
    solution_close(&solution);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t threads = 0;
    bool sound = true;
    Status status = arguments_number(arguments, "threads", 1, THREADS_MAX, 1, &threads, &error);
    for (int i = 0; i < arguments->positional_count && status == STATUS_OK; i++)
        status = verify_file(arguments->positionals[i], (int)threads, &sound, &error);
    if (status != STATUS_OK)
        return report_error(&error);
    return sound ? 0 : EXIT_DIFFERS;
}

const Command command_verify = {
    .name = "verify",
    .positionals = "FILE...",
    .summary = "check solved positions by the rules alone",
    .details =
        "Checks every checksum, then that each value is what the values after its moves make it:\n"
        "nothing of the solver is used but the numbering of positions. The layers below must lie "
        "in\n"
        "the same folder; a table is proven when they have been checked as well. A file without\n"
        "distances is compared with the one with them. Exit code 1 if a value is wrong, 2 if a "
        "file\n"
        "is damaged.",
    .example = "skirmish verify tables/shapluk-seed-*.distance --threads 2",
    .positionals_min = 1,
    .positionals_max = POSITIONALS_MAX,
    .options = options,
    .run = run,
};
