/* Games and search results as text. */
#include "engine/report.h"

#include "engine/clock.h"
#include "engine/ugi.h"

#include <inttypes.h>

static void add_member(Text *text, const char *name, const char *value)
{
    text_format(text, ",\"%s\":", name);
    text_json_string(text, value);
}

void report_game(const Game *game, Text *text)
{
    text_string(text, "{\"name\":");
    text_json_string(text, game->name);
    add_member(text, "title", game->title);
    add_member(text, "ruleset", game->ruleset);
    add_member(text, "first", game->sides[0]);
    add_member(text, "second", game->sides[1]);
    text_format(text,
                ",\"position_bytes\":%d,\"identity_bytes\":%d,\"moves_max\":%d,"
                "\"quiet_limit\":%d,\"repetitions\":%d,\"symmetries\":%d,\"weights\":%d",
                game->position_size, game->identity_size, game->moves_max, game->quiet_limit,
                game->repetitions, game->symmetries, game->weight_count);
    add_member(text, "encoding", game->encoding);
    text_char(text, '}');
}

void report_score(Score score, Text *text)
{
    if (score == SCORE_PROVEN || score == -SCORE_PROVEN)
        text_string(text, score > 0 ? "won" : "lost");
    else
        ugi_write_score(score, text);
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

static bool has_wdl(const SearchResult *result)
{
    return result->wdl[0] || result->wdl[1] || result->wdl[2];
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
    ugi_write_score(result->score, text);
    text_format(text, " nodes %" PRIu64 " nps %.0f", result->nodes,
                clock_rate(result->nodes, result->nanoseconds));
    if (result->playouts)
        text_format(text, " playouts %" PRIu64, result->playouts);
    if (has_wdl(result))
        text_format(text, " visits %" PRIu64 " wdl %d %d %d", result->visits, result->wdl[0],
                    result->wdl[1], result->wdl[2]);
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
                ",\"nps\":%.0f,\"hashfull\":%d,\"milliseconds\":%.3f",
                result->nodes, result->playouts, result->table_hits,
                clock_rate(result->nodes, result->nanoseconds), result->fill,
                (double)result->nanoseconds / NANOSECONDS_PER_MILLISECOND);
    if (has_wdl(result))
        text_format(text, ",\"visits\":%" PRIu64 ",\"wdl\":[%d,%d,%d]", result->visits,
                    result->wdl[0], result->wdl[1], result->wdl[2]);
    text_string(text, ",\"pv\":");
    own = TEXT_OF(line);
    report_line(game, root, result, &own);
    text_json_string(text, line);
    text_string(text, "}");
}

/* What is proven of a move: "won", "at least drawn", ... or nothing. */
static const char *proof_text(const PlayerChild *child)
{
    static const char *const words[3][3] = {
        {"lost", "at most drawn", ""}, {"", "drawn", "at least drawn"}, {"", "", "won"}};
    return words[child->lower][child->upper];
}

static void child_row(const Game *game, const Position *root, const PlayerChild *child,
                      double share, Text *text)
{
    char turn[TURN_TEXT_MAX], prior[16] = "-";
    Text own = TEXT_OF(turn), number = text_over(prior, sizeof prior);
    game->turn_format(root, &child->turn, &own);
    if (child->prior >= 0)
        text_format(&number, "%.2f", 100 * child->prior);
    text_format(text, "%-20s %12" PRIu64 " %7.2f %7.2f %7s  %s\n", turn, child->visits, share,
                100 * child->value, prior, proof_text(child));
}

static void child_json(const Game *game, const Position *root, const PlayerChild *child,
                       double share, Text *text)
{
    char turn[TURN_TEXT_MAX];
    Text own = TEXT_OF(turn);
    game->turn_format(root, &child->turn, &own);
    text_string(text, "{\"move\":");
    text_json_string(text, turn);
    text_format(text, ",\"visits\":%" PRIu64 ",\"share\":%.4f,\"value\":%.4f", child->visits,
                share / 100, child->value);
    if (child->prior >= 0)
        text_format(text, ",\"prior\":%.4f", child->prior);
    text_format(text, ",\"bounds\":[%.1f,%.1f]}\n", child->lower / 2.0, child->upper / 2.0);
}

void report_children(const Game *game, const Position *root, const PlayerChild *children, int count,
                     bool json, Text *text)
{
    uint64_t visits = 0;
    for (int i = 0; i < count; i++)
        visits += children[i].visits;
    if (!json)
        text_format(text, "%-20s %12s %7s %7s %7s  %s\n", "move", "visits", "share %", "value %",
                    "prior %", "proven");
    for (int i = 0; i < count; i++) {
        double share = visits ? 100.0 * (double)children[i].visits / (double)visits : 0;
        (json ? child_json : child_row)(game, root, &children[i], share, text);
    }
}
