/* libFuzzer target: what a program that speaks UGI answers. Input: a byte that chooses the game,
 * one for the longest line, then the program's output, read line by line as the player reads it. */
#include "engine/lines.h"
#include "engine/ugi.h"
#include "games/registry.h"
#include "tests/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_info(const Game *game, const Position *position, const char *words)
{
    SearchResult result = {0};
    const char *moves = ugi_read_info(words, &result);
    fuzz_demand(abs(result.score) <= SCORE_WIN);
    if (moves)
        ugi_read_line(game, position, moves, &result);
    fuzz_demand(result.line_count >= 0 && result.line_count <= PRINCIPAL_VARIATION_MAX);
}

static void check_move(const Game *game, const Position *position, const char *words)
{
    char text[TURN_TEXT_MAX];
    Turn turn;
    Error error;
    UgiWord word = ugi_next_word(&words);
    if (word.length == 0 || word.length >= sizeof text)
        return;
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    if (game->turn_parse(position, text, &turn, &error) != STATUS_OK)
        fuzz_demand(error.text[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const Game *game = games_at(data[0] % games_count());
    size_t limit = (size_t)data[1] + 1;
    Position position;
    Lines lines;
    game->start(NULL, &position);
    const FuzzFile *file = fuzz_file(data + 2, size - 2);
    lines_init(&lines, file->descriptor, limit);
    char *line = NULL;
    for (LineResult result = LINE_READ; result != LINE_END;) {
        result = lines_next(&lines, DEADLINE_NEVER, &line);
        if (result != LINE_READ)
            continue;
        fuzz_demand(strlen(line) <= limit && !strchr(line, '\n'));
        check_info(game, &position, line);
        check_move(game, &position, line);
    }
    lines_close(&lines);
    return 0;
}
