/* skirmish tune: evaluation weights from training positions, weights and options from games. */
#include "bench/plot_file.h"
#include "bench/tune.h"

#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {"method", "texel|spsa", "fit to positions (default texel), or play games (spsa)"},
    {"start", "FILE", "weights to begin from (default: the program's own)"},
    BOARD_OPTION,
    {"out", "FILE", "write the new weights there"},
    {"plot", "FILE", "draw the curves of loss or values as SVG"},
    {"seed", "S", "seed of games and openings (default 1)"},
    {"threads", "N", "threads (default 1)"},
    {"data", "FILE", "texel: training positions of 'skirmish selfplay'; several may be given"},
    {"optimizer", "lbfgs|adam", "texel: how to fit (default lbfgs)"},
    {"passes", "N", "texel: passes over the data at most (default 200)"},
    {"held", "PERCENT", "texel: games held out to see when to stop (default 10)"},
    {"patience", "N",
     "texel: steps without progress there before it stops (default 10, 0 = never)"},
    {"prior", "F",
     "texel: a weight is expected to change by F times its size, at least by 10 F "
     "(default 1, 0 = any change)"},
    {"mix", "PERCENT", "texel: share of the search score in what is fitted to (default 0)"},
    {"engine", "SPEC", "spsa: who plays (default alphabeta,nodes=2000,hash=1)"},
    {"parameter", "LIST", "spsa: NAME,START,MIN,MAX,C_END,R_END of a weight or an engine's option"},
    {"pairs", "N", "spsa: pairs of games in all (default 5000)"},
    {"step", "N", "spsa: pairs between two changes (default 8)"},
    {"opening-plies", "N", "spsa, proof: random turns before the engines play (default 4)"},
    {"history", "FILE", "spsa: record all values as CSV"},
    {"resume", NULL, "spsa: go on with the history FILE"},
    {"prove", "SPEC", "end with a sequential test of new against old weights for this engine"},
    {"prove-games", "N", "games of the proof at most (default 4000)"},
    {"elo1", "ELO", "difference that the proof looks for, against 0 (default 10)"},
    {0},
};

Status tune_real(const Tuning *tuning, const char *name, double minimum, double maximum,
                 double otherwise, double *value)
{
    const char *text = arguments_value(tuning->arguments, name, 0);
    char *end = NULL;
    *value = otherwise;
    if (!text)
        return STATUS_OK;
    *value = strtod(text, &end);
    if (*text && !*end && *value >= minimum && *value <= maximum)
        return STATUS_OK;
    return error_set(tuning->error, STATUS_BAD_ARGUMENT,
                     "--%s: expected a number from %g to %g, got '%.60s'", name, minimum, maximum,
                     text);
}

Status tune_plot(const Tuning *tuning, const char *title, const char *x_label,
                 const PlotCurve *curves, int count)
{
    const char *path = arguments_value(tuning->arguments, "plot", 0);
    return path ? plot_write(path, title, x_label, curves, count, tuning->error) : STATUS_OK;
}

static Status read_common(Tuning *tuning)
{
    const char *start = arguments_value(tuning->arguments, "start", 0);
    tuning->index = games_find(tuning->arguments->positionals[0], tuning->error);
    if (tuning->index < 0)
        return STATUS_BAD_ARGUMENT;
    tuning->game = games_at(tuning->index);
    tuning->out = arguments_value(tuning->arguments, "out", 0);
    weights_default(tuning->game, tuning->old);
    Status status = arguments_board(tuning->arguments, tuning->game, &tuning->board, tuning->error);
    if (status == STATUS_OK && arguments_flag(tuning->arguments, "prove") && !tuning->out)
        status = error_set(tuning->error, STATUS_BAD_ARGUMENT, "--prove needs --out FILE");
    if (status == STATUS_OK)
        status = arguments_number(tuning->arguments, "seed", 0, UINT64_MAX, 1, &tuning->seed,
                                  tuning->error);
    if (status == STATUS_OK)
        status = arguments_number(tuning->arguments, "threads", 1, 256, 1, &tuning->threads,
                                  tuning->error);
    if (status == STATUS_OK && start)
        status = weights_read(tuning->game, start, tuning->old, NULL, tuning->error);
    return status;
}

static int run(const Arguments *arguments)
{
    Error error;
    Tuning tuning = {.arguments = arguments, .error = &error};
    const char *method = arguments_value(arguments, "method", 0);
    bool done = true, better = true, texel = !method || strcmp(method, "texel") == 0;
    Status status = read_common(&tuning);
    if (status == STATUS_OK && !texel && strcmp(method, "spsa") != 0)
        status = error_set(&error, STATUS_BAD_ARGUMENT,
                           "--method: expected texel or spsa, got '%.60s'", method);
    if (status == STATUS_OK)
        status = texel ? tune_texel(&tuning) : tune_spsa(&tuning, &done);
    if (status == STATUS_OK && done && arguments_flag(arguments, "prove"))
        status = tune_prove(&tuning, &better);
    if (tuning.board)
        tuning.game->board_close(tuning.board);
    if (status != STATUS_OK)
        return report_error(&error);
    if (!done)
        return EXIT_INTERRUPTED;
    return better ? 0 : EXIT_DIFFERS;
}

const Command command_tune = {
    .name = "tune",
    .positionals = "GAME",
    .summary = "tune evaluation weights and engine options",
    .details =
        "texel fits the weights to the results of games, by logistic regression on the positions "
        "of\n"
        "'skirmish selfplay'; spsa lets engines with slightly different weights or options play\n"
        "each other. With --prove the new weights then play the old ones, and the exit code is 1\n"
        "unless a sequential test finds them better.",
    .example = "skirmish tune gounki --data gounki.skd --out gounki.weights --plot loss.svg "
               "--prove alphabeta,nodes=5000,hash=1",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .repeated = "data parameter",
    .run = run,
};
