/* The output of `skirmish solve`. */
#include "bench/solve_report.h"

#include "bench/environment.h"
#include "engine/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { REDRAW_NANOSECONDS = 100 * NANOSECONDS_PER_MILLISECOND };

static const char table_head[] = "%-6s %-8s %12s %12s %10s %12s %12s %8s %8s\n";
static const char table_line[] =
    "%-6s %-8s %12" PRIu64 " %12" PRIu64 " %10" PRIu64 " %12" PRIu64 " %12" PRIu64 " %8d %8d";

static void layer_name(const SolveReport *report, int layer, char name[ENDGAME_WORD_MAX])
{
    Text text = text_over(name, ENDGAME_WORD_MAX);
    report->solution->solver->layer_name(layer, &text);
}

SolveReport solve_report_start(const Solution *solution, const bool *wanted)
{
    SolveReport report = {
        .solution = solution,
        .started = clock_wall(),
        .started_cpu = clock_process(),
        .terminal = isatty(STDERR_FILENO),
    };
    for (int layer = 0; layer < solution->solver->layer_count; layer++)
        if (wanted[layer] && solution->folder &&
            !solution_has_file(solution, layer, ENDGAME_DISTANCE))
            report.to_do += solution->solver->layer_size(layer);
    if (solution->folder)
        printf(table_head, "layer", "to move", "positions", "wins", "draws", "losses", "over",
               "win in", "loss in");
    return report;
}

void solve_report_begin(SolveReport *report, int layer)
{
    report->layer = layer;
    report->layer_started = clock_wall();
    report->layer_cpu = clock_process();
}

void solve_report_progress(void *context, uint64_t decided)
{
    SolveReport *report = context;
    uint64_t now = clock_wall();
    if (!report->terminal || now - report->shown < REDRAW_NANOSECONDS)
        return;
    char name[ENDGAME_WORD_MAX];
    layer_name(report, report->layer, name);
    uint64_t size = report->solution->solver->layer_size(report->layer);
    double done = (double)(report->done + decided),
           rate = clock_rate((uint64_t)done, now - report->started);
    fprintf(stderr, "\rlayer %s: %3.0f %%, in all %3.0f %%, %.1f M values/s, %.0f s to go ", name,
            100.0 * (double)decided / (double)size, 100.0 * done / (double)report->to_do,
            rate / 1e6, rate > 0 ? ((double)report->to_do - done) / rate : 0.0);
    report->shown = now;
}

static uint64_t side_positions(const SideCounts *side)
{
    return side->wins + side->draws + side->losses;
}

void solve_report_layer(SolveReport *report, int layer, bool solved)
{
    const Solution *solution = report->solution;
    uint64_t cpu = clock_process() - report->layer_cpu;
    LayerCounts *counts = &report->counts[layer];
    char name[ENDGAME_WORD_MAX];
    layer_name(report, layer, name);
    solution->solver->count(layer, (const EndgameValue *const *)solution->values, solution->crew,
                            counts);
    report->known[layer] = true;
    uint64_t positions = side_positions(&counts->sides[0]) + side_positions(&counts->sides[1]);
    if (solved) {
        report->done += solution->solver->layer_size(layer);
        report->positions += positions;
        report->cpu += cpu;
    }
    if (report->terminal)
        fputs("\r\033[K", stderr);
    for (int side = 0; side < 2; side++) {
        const SideCounts *own = &counts->sides[side];
        printf(table_line, name, solution->game->sides[side], side_positions(own), own->wins,
               own->draws, own->losses, own->over, own->longest_win, own->longest_loss);
        if (side == 0 && solved)
            printf("  %.2f s CPU, %.1f M/s\n", (double)cpu / NANOSECONDS_PER_SECOND,
                   clock_rate(positions, cpu) / 1e6);
        else
            printf("%s\n", side == 0 ? "  kept" : "");
    }
    fflush(stdout);
}

void solve_write_value(const Game *game, const Position *position, EndgameValue value, Text *text)
{
    if (value == ENDGAME_DRAW) {
        text_string(text, "draw");
        return;
    }
    int mover = game->mover(position), distance = endgame_distance(value);
    const char *winner = game->sides[endgame_outcome(value) == OUTCOME_WIN ? mover : !mover];
    bool plural = winner[strlen(winner) - 1] == 's';
    text_format(text, "%s %s in %d %s", winner, plural ? "win" : "wins", distance,
                distance == 1 ? "ply" : "plies");
}

/* The value of the start position and how it is won. */
static void print_start(const Solution *solution)
{
    const Game *game = solution->game;
    Position position;
    game->start(NULL, &position);
    int layer = solution->solver->layer(&position);
    if (layer < 0 || !solution->values[layer])
        return;
    char line[128];
    Text text = TEXT_OF(line);
    EndgameValue value = solution_value(solution, &position);
    solve_write_value(game, &position, value, &text);
    printf("\nstart   %s\n", line);
    if (value == ENDGAME_DRAW)
        return;
    printf("line   ");
    while (game->outcome(&position) == OUTCOME_OPEN) {
        char words[TURN_TEXT_MAX];
        Turn turn = solution_best_turn(solution, &position);
        text = TEXT_OF(words);
        game->turn_format(&position, &turn, &text);
        turn_play(game, &turn, &position);
        printf(" %s", words);
    }
    printf("\n");
}

static Status file_checksum(const Solution *solution, int layer, uint64_t *checksum, Error *error)
{
    char name[ENDGAME_PATH_MAX];
    Text path = TEXT_OF(name);
    EndgameFile *file = NULL;
    tables_path(solution->folder, solution->game, solution->solver, layer, ENDGAME_DISTANCE, &path);
    Status status = endgame_file_open(name, &file, error);
    if (status == STATUS_OK)
        *checksum = endgame_file_checksum(file);
    endgame_file_close(file);
    return status;
}

static Status write_layer(const SolveReport *report, int layer, FILE *file, Error *error)
{
    const Solution *solution = report->solution;
    uint64_t checksum = 0;
    char name[ENDGAME_WORD_MAX];
    layer_name(report, layer, name);
    Status status = file_checksum(solution, layer, &checksum, error);
    for (int side = 0; side < 2 && status == STATUS_OK; side++) {
        const SideCounts *own = &report->counts[layer].sides[side];
        char position_text[POSITION_TEXT_MAX];
        Text text = TEXT_OF(position_text);
        Position position;
        solution->solver->position_at(layer, own->longest_index, &position);
        if (own->longest_win >= 0)
            solution->game->format(&position, &text);
        else
            text_string(&text, "-");
        fprintf(file,
                "%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
                "\t%d\t%d\t%s\t%016" PRIx64 "\n",
                name, solution->game->sides[side], side_positions(own), own->wins, own->draws,
                own->losses, own->over, own->longest_win, own->longest_loss, position_text,
                checksum);
    }
    return status;
}

/* DIR/shapluk-seed.tsv. */
static Status write_statistics(const SolveReport *report, Error *error)
{
    const Solution *solution = report->solution;
    char name[ENDGAME_PATH_MAX];
    Text path = TEXT_OF(name);
    text_format(&path, "%s/%s-%s.tsv", solution->folder, solution->game->folder,
                solution->game->ruleset);
    FILE *file = fopen(name, "w");
    if (!file)
        return error_set(error, STATUS_NO_FILE, "cannot write '%.160s': %s", name, strerror(errno));
    fprintf(file, "layer\tto_move\tpositions\twins\tdraws\tlosses\tover\tlongest_win\t"
                  "longest_loss\tlongest_win_position\tfile_checksum\n");
    Status status = STATUS_OK;
    for (int layer = 0; layer < LAYERS_MAX && status == STATUS_OK; layer++)
        if (report->known[layer])
            status = write_layer(report, layer, file, error);
    if (fclose(file) != 0 && status == STATUS_OK)
        status =
            error_set(error, STATUS_NO_FILE, "cannot write '%.160s': %s", name, strerror(errno));
    return status;
}

Status solve_report_end(const SolveReport *report, Error *error)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    print_start(report->solution);
    printf("solved  %" PRIu64 " positions in %.1f s of CPU, %.1f M/s a thread\n", report->positions,
           (double)report->cpu / NANOSECONDS_PER_SECOND,
           clock_rate(report->positions, report->cpu) / 1e6);
    printf("used    %.1f s, %.1f s of CPU, %.2f GB of memory\n",
           (double)(clock_wall() - report->started) / NANOSECONDS_PER_SECOND,
           (double)(clock_process() - report->started_cpu) / NANOSECONDS_PER_SECOND,
           (double)usage.ru_maxrss * 1024 / 1e9);
    return write_statistics(report, error);
}
