/* Search results as text. */
#include "bench/report.h"

#include "engine/clock.h"

#include <inttypes.h>

void report_score(Score score, Text *text)
{
    if (score > SCORE_PROVEN)
        text_format(text, "mate %d", (SCORE_WIN - score + 1) / 2);
    else if (score < -SCORE_PROVEN)
        text_format(text, "mate %d", -(SCORE_WIN + score + 1) / 2);
    else if (score == SCORE_PROVEN || score == -SCORE_PROVEN)
        text_string(text, score > 0 ? "won" : "lost");
    else
        text_format(text, "cp %" PRId32, score);
}

void report_line(const Game *game, const Position *root, const SearchResult *result, Text *text)
{
    Position position = *root;
    const char *separator = "";
    for (int i = 0; i < result->line_count;) {
        Position before = position;
        Turn turn = {.count = 0};
        do {
            turn.parts[turn.count++] = result->line[i];
            game->play(&position, result->line[i++]);
        } while (game->mid_turn(&position) && i < result->line_count);
        if (game->mid_turn(&position))
            break;
        text_string(text, separator);
        game->turn_format(&before, &turn, text);
        separator = " ";
    }
}

void report_info(const Game *game, const Position *root, const SearchResult *result, Text *text)
{
    text_string(text, "info");
    if (result->depth)
        text_format(text, " depth %d", result->depth);
    text_format(text, " seldepth %d", result->deepest);
    if (result->rank)
        text_format(text, " multipv %d", result->rank);
    text_string(text, " score ");
    report_score(result->score, text);
    text_format(text, " nodes %" PRIu64 " nps %.0f", result->nodes,
                clock_rate(result->nodes, result->nanoseconds));
    if (result->playouts)
        text_format(text, " playouts %" PRIu64, result->playouts);
    if (result->table_hits)
        text_format(text, " tbhits %" PRIu64, result->table_hits);
    text_format(text, " hashfull %d time %" PRIu64 " pv ", result->fill,
                result->nanoseconds / NANOSECONDS_PER_MILLISECOND);
    report_line(game, root, result, text);
}

void report_json(const Game *game, const Position *root, const SearchResult *result, Text *text)
{
    char line[LINE_TEXT_MAX];
    Text own = TEXT_OF(line);
    report_score(result->score, &own);
    text_format(
        text, "{\"depth\":%d,\"seldepth\":%d,\"multipv\":%d,\"score\":\"%s\",\"value\":%" PRId32,
        result->depth, result->deepest, result->rank ? result->rank : 1, line, result->score);
    text_format(text,
                ",\"nodes\":%" PRIu64 ",\"playouts\":%" PRIu64 ",\"tbhits\":%" PRIu64
                ",\"nps\":%.0f,"
                "\"hashfull\":%d,\"milliseconds\":%.3f,\"pv\":",
                result->nodes, result->playouts, result->table_hits,
                clock_rate(result->nodes, result->nanoseconds), result->fill,
                (double)result->nanoseconds / NANOSECONDS_PER_MILLISECOND);
    own = TEXT_OF(line);
    report_line(game, root, result, &own);
    text_json_string(text, line);
    text_string(text, "}");
}
