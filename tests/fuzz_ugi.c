/* libFuzzer target: the texts of UGI. Input: a byte that chooses the game, then lines; each is read
 * as the words behind `position`, `go`, `setoption` and `info`, as a command and as an engine. A
 * position line that grows must lead to the same game as one that is read afresh. */
#include "engine/process.h"
#include "engine/ugi.h"
#include "engine/ugi_game.h"
#include "games/registry.h"
#include "search/registry.h"

#include <stdlib.h>
#include <string.h>

static void demand(bool truth)
{
    if (!truth)
        abort();
}

static void check_position(UgiGame *game, const char *line)
{
    UgiGame fresh;
    if (ugi_game_set(game, line, NULL) != STATUS_OK)
        return;
    ugi_game_init(&fresh, game->game, NULL);
    demand(ugi_game_set(&fresh, line, NULL) == STATUS_OK);
    demand(position_same(game->game, &game->position, &fresh.position));
    demand(game->key_count == fresh.key_count);
    demand(strcmp(ugi_game_result(game), ugi_game_result(&fresh)) == 0);
    ugi_game_close(&fresh);
}

static void check_info(const UgiGame *game, const char *line)
{
    SearchResult result = {0};
    const char *moves = ugi_read_info(line, &result);
    demand(abs(result.score) <= SCORE_WIN);
    if (moves)
        ugi_read_line(game->game, &game->position, moves, &result);
    demand(result.line_count >= 0 && result.line_count <= PRINCIPAL_VARIATION_MAX);
}

static void check_command(const char *line)
{
    char words[PROCESS_COMMAND_MAX + PROCESS_ARGUMENTS_MAX], *arguments[PROCESS_ARGUMENTS_MAX];
    EngineSpec spec;
    if (strlen(line) < PROCESS_COMMAND_MAX &&
        process_split(line, words, arguments, NULL) == STATUS_OK)
        demand(arguments[0] == words);
    engine_spec_parse(line, searches_of(0)->players, &spec, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[2048], *next = text;
    UgiSetting setting;
    UgiGame game;
    if (size < 1 || size >= sizeof text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    ugi_game_init(&game, games_at(data[0] % games_count()), NULL);
    while (next) {
        char *line = next;
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        check_position(&game, line);
        check_info(&game, line);
        check_command(line);
        ugi_read_go(line);
        ugi_read_setting(line, &setting);
    }
    ugi_game_close(&game);
    return 0;
}
