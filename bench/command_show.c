/* skirmish show: a position as a diagram in the terminal or as an SVG drawing. */
#include "bench/command.h"

#include <stdlib.h>

static const Option options[] = {
    SETTING_OPTIONS,
    {"ascii", NULL, "draw with ASCII characters only"},
    {"svg", NULL, "print an SVG drawing"},
    {0},
};

static void print_state(const Setting *setting)
{
    const Game *game = setting->game;
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->format(&setting->position, &text);
    printf("\n%s\n", line);
    char ending[64];
    text = TEXT_OF(ending);
    write_ending(game, &setting->position, &setting->history, &text);
    if (text.length)
        puts(ending);
    else
        printf("%s to move, %llu legal moves\n", game->sides[game->mover(&setting->position)],
               (unsigned long long)game->count(&setting->position));
}

static int run(const Arguments *arguments)
{
    Error error;
    Setting setting;
    if (setting_open(&setting, arguments->positionals[0], arguments, &error) != STATUS_OK)
        return report_error(&error);
    static const size_t sizes[2] = {DIAGRAM_TEXT_MAX, SVG_TEXT_MAX};
    bool svg = arguments_flag(arguments, "svg");
    char *drawing = malloc(sizes[svg]);
    if (!drawing) {
        error_set(&error, STATUS_NO_MEMORY, "no memory for the drawing");
        setting_close(&setting);
        return report_error(&error);
    }
    Text text = text_over(drawing, sizes[svg]);
    if (svg)
        setting.game->svg(&setting.position, &text);
    else
        setting.game->diagram(&setting.position, arguments_flag(arguments, "ascii"), &text);
    fputs(drawing, stdout);
    if (!svg)
        print_state(&setting);
    free(drawing);
    setting_close(&setting);
    return 0;
}

const Command command_show = {
    .name = "show",
    .positionals = "GAME",
    .summary = "draw a position",
    .details = "Draws a position in the terminal, or as SVG, and says who is to move.",
    .example = "skirmish show shakti --moves 'b2-b4 f6-d4' --svg > board.svg",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
