/* Solves, counts and verifies small layers with four threads, for the thread sanitizer. */
#include "games/registry.h"
#include "search/registry.h"
#include "search/solution.h"

#include <stdio.h>

enum { LAYERS = 2, THREADS = 4 };

int main(void)
{
    Error error = {0};
    Solution solution;
    int index = games_find("shapluk:custodian", &error);
    if (index < 0)
        return 0; /* a build without the game */
    const Solver *solver = searches_of(index)->solver;
    Status status = solution_open(&solution, games_at(index), solver, "", THREADS, &error);
    for (int layer = 0; layer < LAYERS && status == STATUS_OK; layer++) {
        AuditResult result = {0};
        LayerCounts counts;
        SolveTask task = {.crew = solution.crew};
        status = solution_solve(&solution, layer, NULL, NULL, &error);
        if (status != STATUS_OK)
            break;
        const EndgameValue *const *tables = (const EndgameValue *const *)solution.values;
        solver->count(layer, tables, solution.crew, &counts);
        solver->audit(layer, tables, &task, &result);
        if (result.wrong || counts.sides[0].wins == 0)
            status = error_set(&error, STATUS_MISMATCH, "layer %d is wrong", layer);
    }
    solution_close(&solution);
    if (status != STATUS_OK)
        fprintf(stderr, "race_solve: %s\n", error.text);
    return status != STATUS_OK;
}
