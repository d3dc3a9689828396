/* libFuzzer target: what a UGI runner says. Input: a byte that chooses the game, then lines; each
 * is read as the words behind `position`, `go` and `setoption`, and the settings are obeyed. A
 * position line that grows must lead to the same game as one that is read afresh. */
#include "bench/ugi_server.h"
#include "engine/ugi.h"
#include "engine/ugi_game.h"
#include "games/registry.h"
#include "tests/fuzz.h"

#include <string.h>

static void check_position(UgiGame *game, const char *line)
{
    UgiGame fresh;
    if (ugi_game_set(game, line, NULL) != STATUS_OK)
        return;
    ugi_game_init(&fresh, game->game, NULL);
    fuzz_demand(ugi_game_set(&fresh, line, NULL) == STATUS_OK);
    fuzz_demand(position_same(game->game, &game->position, &fresh.position));
    fuzz_demand(game->key_count == fresh.key_count);
    fuzz_demand(strcmp(ugi_game_result(game), ugi_game_result(&fresh)) == 0);
    ugi_game_close(&fresh);
}

static void check_go(const char *line)
{
    UgiGo go = ugi_read_go(line);
    fuzz_demand(go.depth >= 0 && go.movestogo >= 0 && go.perft >= 0);
    for (int side = 0; side < 2; side++)
        fuzz_demand(!go.timed[side] || go.time[side] > 0);
}

static void check_setting(UgiOptions *options, const char *line)
{
    UgiSetting setting;
    UgiChange change;
    Error error;
    if (!ugi_read_setting(line, &setting))
        return;
    fuzz_demand(setting.name[0] != '\0');
    if (ugi_options_set(options, &setting, &change, &error) == STATUS_OK)
        return;
    fuzz_demand(change == UGI_CHANGE_NONE && error.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[2048];
    UgiOptions options;
    UgiGame game;
    if (size < 1 || !fuzz_text(data + 1, size - 1, text, sizeof text))
        return 0;
    ugi_options_init(&options, data[0] % games_count());
    ugi_game_init(&game, options.game, NULL);
    for (char *line = text, *next; line; line = next) {
        next = fuzz_next_line(line);
        check_position(&game, line);
        check_go(line);
        check_setting(&options, line);
    }
    ugi_game_close(&game);
    ugi_options_close(&options);
    return 0;
}
