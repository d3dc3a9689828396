/* skirmish weights: evaluation weights as the files that engine specs take. */
#include "bench/command.h"
#include "bench/environment.h"
#include "engine/weights.h"

#include <stdlib.h>

static const Option options[] = {
    {"file", "FILE", "check FILE and print its weights instead of the program's own"},
    {0},
};

static void print_explained(const Game *game, const int *values, const WeightNotes *notes)
{
    printf("# Evaluation weights of %s; the terms are explained in games/%s/weights.def.\n",
           game->title, game->folder);
    char *data = malloc(WEIGHTS_FILE_MAX);
    if (!data)
        return;
    Text text = text_over(data, WEIGHTS_FILE_MAX);
    weights_format(game, values, notes, &text);
    fputs(data, stdout);
    free(data);
}

static int run(const Arguments *arguments)
{
    Error error;
    WeightNotes notes = {.method = "the program's own"};
    Environment environment;
    int values[WEIGHTS_MAX];
    int index = games_find(arguments->positionals[0], &error);
    const char *path = arguments_value(arguments, "file", 0);
    if (index < 0)
        return report_error(&error);
    const Game *game = games_at(index);
    environment_read(&environment);
    Text commit = TEXT_OF(notes.commit);
    text_string(&commit, environment.commit);
    weights_default(game, values);
    if (path && weights_read(game, path, values, &notes, &error) != STATUS_OK)
        return report_error(&error);
    print_explained(game, values, &notes);
    return 0;
}

const Command command_weights = {
    .name = "weights",
    .positionals = "GAME",
    .summary = "print evaluation weights, for engine specs",
    .details =
        "Prints the weights that the program was compiled with, in the form of the files that\n"
        "'skirmish tune' writes and engine specs take: alphabeta,depth=6,weights=FILE. A file for\n"
        "another game or other terms is refused.",
    .example = "skirmish weights gounki > gounki.weights",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
