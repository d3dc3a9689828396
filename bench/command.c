/* Command lines: the commands, their options, numbers, and the game and position one works on. */
#include "bench/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const Command *const all_commands[] = {
#define COMMAND(name) &command_##name,
#include "bench/commands.def"
#undef COMMAND
    NULL,
};

const Command *command_find(const char *name, Error *error)
{
    for (int i = 0; all_commands[i]; i++)
        if (strcmp(all_commands[i]->name, name) == 0)
            return all_commands[i];
    error_set(error, STATUS_BAD_ARGUMENT, "unknown command '%.60s'; see 'skirmish --help'", name);
    return NULL;
}

static const Option *find_option(const Option *options, const char *name, size_t length)
{
    for (const Option *option = options; option->name; option++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

bool words_contain(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (; words && *words; words += strcspn(words, " "), words += strspn(words, " "))
        if (strcspn(words, " ") == length && strncmp(words, word, length) == 0)
            return true;
    return false;
}

bool arguments_repeat(const Command *command, const char *name)
{
    return words_contain(command->repeated, name);
}

Status arguments_add(const Command *command, Arguments *arguments, const char *where,
                     const char *name, size_t length, const char *value, Error *error)
{
    const Option *option = find_option(command->options, name, length);
    if (!option)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "unknown option '%s%.*s'; see 'skirmish %s --help'", where, (int)length,
                         name, command->name);
    if (option->argument && !value)
        return error_set(error, STATUS_BAD_ARGUMENT, "option '%s%s' needs a value: %s", where,
                         option->name, option->argument);
    if (!option->argument && value)
        return error_set(error, STATUS_BAD_ARGUMENT, "option '%s%s' takes no value", where,
                         option->name);
    if (!arguments_repeat(command, option->name) && arguments_flag(arguments, option->name))
        return error_set(error, STATUS_BAD_ARGUMENT, "option '%s%s' is given twice", where,
                         option->name);
    if (arguments->value_count == OPTION_VALUES_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "more than %d options", OPTION_VALUES_MAX);
    arguments->values[arguments->value_count].option = option;
    arguments->values[arguments->value_count++].value = value ? value : "";
    return STATUS_OK;
}

static Status parse_option(const Command *command, int argc, char **argv, int *at,
                           Arguments *arguments, Error *error)
{
    const char *name = argv[*at] + 2;
    size_t length = strcspn(name, "=");
    const Option *option = find_option(command->options, name, length);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (option && option->argument && !value && *at + 1 < argc)
        value = argv[++*at];
    return arguments_add(command, arguments, "--", name, length, value, error);
}

Status arguments_parse(const Command *command, int argc, char **argv, Arguments *arguments,
                       Error *error)
{
    *arguments = (Arguments){.options = command->options};
    bool options_end = false;
    for (int at = 0; at < argc; at++) {
        if (!options_end && strcmp(argv[at], "--") == 0) {
            options_end = true;
        } else if (!options_end && strncmp(argv[at], "--", 2) == 0) {
            Status status = parse_option(command, argc, argv, &at, arguments, error);
            if (status != STATUS_OK)
                return status;
        } else if (arguments->positional_count == command->positionals_max) {
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "unexpected argument '%.60s'; usage: skirmish %s %s", argv[at],
                             command->name, command->positionals);
        } else {
            arguments->positionals[arguments->positional_count++] = argv[at];
        }
    }
    if (arguments->positional_count < command->positionals_min)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "too few arguments; usage: skirmish %s %s (see 'skirmish %s --help')",
                         command->name, command->positionals, command->name);
    return STATUS_OK;
}

const char *arguments_value(const Arguments *arguments, const char *name, int index)
{
    for (int i = 0; i < arguments->value_count; i++)
        if (strcmp(arguments->values[i].option->name, name) == 0 && index-- == 0)
            return arguments->values[i].value;
    return NULL;
}

bool arguments_flag(const Arguments *arguments, const char *name)
{
    return arguments_value(arguments, name, 0) != NULL;
}

Status read_number(const char *string, const char *what, uint64_t minimum, uint64_t maximum,
                   uint64_t *number, Error *error)
{
    Scan scan = scan_over(string, what);
    if (scan_number(&scan, maximum, number, NULL) == STATUS_OK && !*scan.at && *number >= minimum)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "%s: expected a number from %" PRIu64 " to %" PRIu64 ", got '%.60s'", what,
                     minimum, maximum, string);
}

Status arguments_number(const Arguments *arguments, const char *name, uint64_t minimum,
                        uint64_t maximum, uint64_t otherwise, uint64_t *number, Error *error)
{
    const char *value = arguments_value(arguments, name, 0);
    *number = otherwise;
    if (!value)
        return STATUS_OK;
    char what[64];
    snprintf(what, sizeof what, "--%s", name);
    return read_number(value, what, minimum, maximum, number, error);
}

int report_error(const Error *error)
{
    char line[sizeof error->text];
    size_t length = strlen(error->text);
    for (size_t i = 0; i <= length; i++) {
        unsigned char c = (unsigned char)error->text[i];
        line[i] = c > 0 && (c < 0x20 || c == 0x7f) ? '?' : (char)c;
    }
    fprintf(stderr, "skirmish: %s\n", line);
    return EXIT_BAD_INPUT;
}

void write_ending(const Game *game, const Position *position, const PositionHistory *history,
                  Text *text)
{
    Outcome outcome = game->outcome(position);
    if (outcome == OUTCOME_OPEN) {
        HistoryDraw draw = position_history_draw(game, position, history);
        if (draw != HISTORY_OPEN)
            text_format(text, "draw (%s)", history_draw_text(draw));
        return;
    }
    if (outcome == OUTCOME_DRAW) {
        text_format(text, "draw (%s)", game->ending(position));
        return;
    }
    int mover = game->mover(position);
    const char *winner = game->sides[outcome == OUTCOME_WIN ? mover : !mover];
    bool plural = winner[strlen(winner) - 1] == 's';
    text_format(text, "%s %s (%s)", winner, plural ? "win" : "wins", game->ending(position));
}

/* Plays one word of a list of moves. */
static Status play_word(Setting *setting, const char *word, Error *error)
{
    Turn turn;
    const Game *game = setting->game;
    char ending[64];
    Text text = TEXT_OF(ending);
    write_ending(game, &setting->position, &setting->history, &text);
    if (text.length)
        return error_set(error, STATUS_BAD_MOVE, "move '%.60s': the game is over: %s", word,
                         ending);
    Status status = game->turn_parse(&setting->position, word, &turn, error);
    if (status != STATUS_OK)
        return status;
    PositionHistory *history = &setting->history;
    size_t moves = history->move_count + (size_t)turn.count;
    Move *grown = realloc(setting->moves, moves * sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a list of moves");
    memcpy(grown + history->move_count, turn.parts, (size_t)turn.count * sizeof *grown);
    history->moves = setting->moves = grown;
    history->move_count = moves;
    setting->keys[history->count++] = game->key(&setting->position);
    turn_play(game, &turn, &setting->position);
    return STATUS_OK;
}

static Status play_list(Setting *setting, const char *list, Error *error)
{
    char word[TURN_TEXT_MAX];
    setting->keys = malloc((strlen(list) + 1) * sizeof *setting->keys);
    if (!setting->keys)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a list of moves");
    setting->history.keys = setting->keys;
    while (*(list += strspn(list, " "))) {
        size_t length = strcspn(list, " ");
        if (length >= sizeof word)
            return error_set(error, STATUS_BAD_TEXT, "move: longer than %d characters",
                             TURN_TEXT_MAX - 1);
        memcpy(word, list, length);
        word[length] = '\0';
        Status status = play_word(setting, word, error);
        if (status != STATUS_OK)
            return status;
        list += length;
    }
    return STATUS_OK;
}

Status arguments_board(const Arguments *arguments, const Game *game, Board **board, Error *error)
{
    const char *path = arguments_value(arguments, "board", 0);
    *board = NULL;
    if (!path)
        return STATUS_OK;
    if (!game->board_open)
        return error_set(error, STATUS_BAD_ARGUMENT, "--board: %s is played on one board only",
                         game->title);
    return game->board_open(path, board, error);
}

Status setting_open(Setting *setting, const char *game, const Arguments *arguments, Error *error)
{
    *setting = (Setting){.index = games_find(game, error)};
    if (setting->index < 0)
        return STATUS_BAD_ARGUMENT;
    setting->game = games_at(setting->index);
    setting->kit = searches_of(setting->index);
    Status status = arguments_board(arguments, setting->game, &setting->board, error);
    if (status != STATUS_OK)
        return status;
    const char *position = arguments_value(arguments, "position", 0);
    const char *moves = arguments_value(arguments, "moves", 0);
    if (position)
        status = setting->game->parse(setting->board, position, &setting->position, error);
    else
        setting->game->start(setting->board, &setting->position);
    setting->start = setting->position;
    setting->history.start = &setting->start;
    if (status == STATUS_OK && moves)
        status = play_list(setting, moves, error);
    if (status != STATUS_OK)
        setting_close(setting);
    return status;
}

void setting_close(Setting *setting)
{
    if (setting->board)
        setting->game->board_close(setting->board);
    free(setting->keys);
    free(setting->moves);
    *setting = (Setting){0};
}
