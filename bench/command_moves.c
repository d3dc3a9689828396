/* skirmish moves: the legal moves of a position. */
#include "bench/command.h"

#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    SETTING_OPTIONS,
    {"positions", NULL, "print the position after each move, too"},
    {0},
};

typedef struct Listing {
    const Setting *setting;
    char **lines; /* owned, each owned */
    size_t count, capacity;
    bool positions;
} Listing;

static bool list_turn(void *context, const Turn *turn, const Position *after)
{
    Listing *listing = context;
    const Game *game = listing->setting->game;
    char line[TURN_TEXT_MAX + POSITION_TEXT_MAX + 1];
    Text text = TEXT_OF(line);
    game->turn_format(&listing->setting->position, turn, &text);
    if (listing->positions) {
        text_char(&text, '\t');
        game->format(after, &text);
    }
    if (listing->count == listing->capacity) {
        size_t capacity = listing->capacity ? 2 * listing->capacity : 256;
        char **lines = realloc(listing->lines, capacity * sizeof *lines);
        if (!lines)
            return false;
        listing->lines = lines;
        listing->capacity = capacity;
    }
    char *copy = malloc(text.length + 1);
    if (!copy)
        return false;
    memcpy(copy, line, text.length + 1);
    listing->lines[listing->count++] = copy;
    return true;
}

static int compare_lines(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static int run(const Arguments *arguments)
{
    Error error;
    Setting setting;
    if (setting_open(&setting, arguments->positionals[0], arguments, &error) != STATUS_OK)
        return report_error(&error);
    Listing listing = {.setting = &setting, .positions = arguments_flag(arguments, "positions")};
    turn_each(setting.game, &setting.position, list_turn, &listing);
    if (listing.count)
        qsort(listing.lines, listing.count, sizeof *listing.lines, compare_lines);
    bool complete = listing.count == setting.game->count(&setting.position);
    for (size_t i = 0; i < listing.count; i++) {
        puts(listing.lines[i]);
        free(listing.lines[i]);
    }
    free(listing.lines);
    setting_close(&setting);
    if (complete)
        return 0;
    error_set(&error, STATUS_NO_MEMORY, "no memory for the list of moves");
    return report_error(&error);
}

const Command command_moves = {
    .name = "moves",
    .positionals = "GAME",
    .summary = "list the legal moves of a position",
    .details = "Prints the legal moves in the game's notation, sorted, one per line.",
    .example = "skirmish moves shapluk --position '1/3/rrrrr/r3r/4r/rG2r/rr1rr g f 1'",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
