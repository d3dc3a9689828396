/* libFuzzer target: command lines. Input: a byte that chooses the command, then its words, one a
 * line. They are read by the command's own table, and where it takes a position and moves, these
 * are set up. */
#include "bench/command.h"
#include "tests/fuzz.h"

#include <string.h>

enum { WORDS_MOST = 64 };

static const Command *const commands[] = {
    &command_bench,  &command_check_engine, &command_engines,    &command_export,   &command_games,
    &command_match,  &command_merge,        &command_moves,      &command_openings, &command_perft,
    &command_play,   &command_probe,        &command_search,     &command_selfplay, &command_show,
    &command_solve,  &command_standings,    &command_tournament, &command_tune,     &command_ugi,
    &command_verify, &command_weights,
};

static bool has_option(const Command *command, const char *name)
{
    for (const Option *option = command->options; option->name; option++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

static void check_setting(const Arguments *arguments)
{
    Setting setting;
    Error error;
    if (setting_open(&setting, arguments->positionals[0], arguments, &error) != STATUS_OK)
        return;
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    setting.game->format(&setting.position, &text);
    fuzz_demand(!text.overflow);
    setting_close(&setting);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[1024], *words[WORDS_MOST];
    Arguments arguments;
    Error error;
    int count = 0;
    if (size < 1 || !fuzz_text(data + 1, size - 1, text, sizeof text))
        return 0;
    const Command *command = commands[data[0] % (sizeof commands / sizeof commands[0])];
    for (char *word = text, *next; word && count < WORDS_MOST; word = next) {
        next = fuzz_next_line(word);
        words[count++] = word;
    }
    if (arguments_parse(command, count, words, &arguments, &error) != STATUS_OK) {
        fuzz_demand(error.text[0] != '\0');
        return 0;
    }
    fuzz_demand(arguments.positional_count <= command->positionals_max);
    if (arguments.positional_count && has_option(command, "moves"))
        check_setting(&arguments);
    return 0;
}
