/* The words that the steps of the conformance test are made of. */
#include "bench/conformance.h"

#include "engine/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool talk_fail(Conversation *talk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(talk->why, sizeof talk->why, format, arguments);
    va_end(arguments);
    return false;
}

/* Explains why nothing came. */
static bool fail_by_link(Conversation *talk, const char *wanted)
{
    return talk_fail(talk, "expected '%s': %s", wanted,
                     talk->link.failure.failure == FAILURE_NONE ? "the program has been ended"
                                                                : talk->link.failure.text);
}

bool talk_send(Conversation *talk, const char *format, ...)
{
    char text[CONFORMANCE_MOVES_MAX + CONFORMANCE_LINE_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text)
        return talk_fail(talk, "the line to be sent is too long");
    return ugi_link_send(&talk->link, text, (size_t)length, clock_wall() + talk->patience) ||
           fail_by_link(talk, "that the program reads");
}

/* "option name NAME type TYPE ..." */
static void read_option(Conversation *talk, const char *line)
{
    static const char *const types[] = {"check", "spin", "combo", "button", "string"};
    const char *words = line;
    bool good = ugi_take_word(&words, "option") && ugi_take_word(&words, "name");
    const char *name = words;
    UgiWord word = ugi_next_word(&words);
    good = good && word.length;
    while (word.length && !ugi_word_is(word, "type"))
        word = ugi_next_word(&words);
    word = ugi_next_word(&words);
    bool known = false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        known |= ugi_word_is(word, types[i]);
    talk->has_game |= good && known && ugi_take_word(&name, "Game");
    if (!(good && known) && !talk->bad_option[0])
        snprintf(talk->bad_option, sizeof talk->bad_option, "%s", line);
}

/* Numbers stand where they should, and the line of moves is legal. */
static void read_info(Conversation *talk, const char *line)
{
    static const char *const counted[] = {"depth", "seldepth", "multipv", "nodes",
                                          "nps",   "hashfull", "time",    "playouts"};
    const char *words = line + strlen("info");
    bool good = true;
    talk->info_count++;
    for (UgiWord word = ugi_next_word(&words); good && word.length; word = ugi_next_word(&words)) {
        int64_t number = 0;
        if (ugi_word_is(word, "string"))
            return;
        if (ugi_word_is(word, "pv")) {
            SearchResult result;
            const char *first = words;
            ugi_read_line(talk->game, &talk->position, words, &result);
            good = result.line_count > 0 || !ugi_next_word(&first).length;
            break;
        }
        if (ugi_word_is(word, "score")) {
            UgiWord kind = ugi_next_word(&words);
            good = (ugi_word_is(kind, "cp") || ugi_word_is(kind, "mate")) &&
                   ugi_word_number(ugi_next_word(&words), &number);
        }
        for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
            if (ugi_word_is(word, counted[i]))
                good = ugi_word_number(ugi_next_word(&words), &number) && number >= 0;
    }
    if (!good && !talk->bad_info[0])
        snprintf(talk->bad_info, sizeof talk->bad_info, "%s", line);
}

bool talk_expect(Conversation *talk, const char *word)
{
    uint64_t deadline = clock_wall() + talk->patience;
    for (;;) {
        const char *line = ugi_link_next(&talk->link, deadline), *words = line;
        if (!line)
            return fail_by_link(talk, word);
        UgiWord first = ugi_next_word(&words);
        if (ugi_word_is(first, "option"))
            read_option(talk, line);
        else if (ugi_word_is(first, "info"))
            read_info(talk, line);
        else if (ugi_word_is(first, "id") && ugi_take_word(&words, "name"))
            snprintf(talk->name, sizeof talk->name, "%s", words + strspn(words, " "));
        if (ugi_word_is(first, word)) {
            snprintf(talk->line, sizeof talk->line, "%s", line);
            return true;
        }
    }
}

bool talk_query(Conversation *talk, const char *query, const char *expected)
{
    uint64_t deadline = clock_wall() + talk->patience;
    if (!talk_send(talk, "query %s\nisready\n", query))
        return false;
    talk->line[0] = '\0';
    for (;;) {
        const char *line = ugi_link_next(&talk->link, deadline), *words = line;
        if (!line)
            return fail_by_link(talk, "response");
        UgiWord first = ugi_next_word(&words);
        if (ugi_word_is(first, "response"))
            snprintf(talk->line, sizeof talk->line, "%s", line);
        if (ugi_word_is(first, "readyok"))
            break;
    }
    const char *words = talk->line;
    if (!ugi_take_word(&words, "response"))
        return talk_fail(talk, "query %s: no response", query);
    UgiWord answer = ugi_next_word(&words);
    if (answer.length && !ugi_next_word(&words).length &&
        (!expected || ugi_word_is(answer, expected)))
        return true;
    return talk_fail(talk, "query %s: expected 'response %s', got '%.100s'", query,
                     expected ? expected : "WORD", talk->line);
}

void talk_begin(Conversation *talk)
{
    talk->game->start(NULL, &talk->position);
    talk->moves[0] = '\0';
    talk->moves_length = 0;
}

bool talk_play(Conversation *talk, const Turn *turn)
{
    Text text =
        text_over(talk->moves + talk->moves_length, sizeof talk->moves - talk->moves_length);
    text_char(&text, ' ');
    talk->game->turn_format(&talk->position, turn, &text);
    if (text.overflow)
        return talk_fail(talk, "the game is too long for this test");
    talk->moves_length += text.length;
    turn_play(talk->game, turn, &talk->position);
    return true;
}

bool talk_position(Conversation *talk)
{
    return talk_send(talk, "position startpos%s%s\n", talk->moves_length ? " moves" : "",
                     talk->moves);
}

bool talk_read_bestmove(Conversation *talk, Turn *turn)
{
    char text[TURN_TEXT_MAX];
    Error error = {0};
    const char *words = talk->line;
    ugi_next_word(&words);
    UgiWord word = ugi_next_word(&words);
    if (!word.length || word.length >= sizeof text)
        return talk_fail(talk, "'%.100s' names no move", talk->line);
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    if (talk->game->turn_parse(&talk->position, text, turn, &error) == STATUS_OK)
        return true;
    return talk_fail(talk, "'%.60s' after 'position startpos moves%.60s': %.80s", talk->line,
                     talk->moves, error.text);
}

bool talk_go(Conversation *talk, const char *go)
{
    Turn turn;
    return talk_send(talk, "position startpos%s%s\ngo %s\n", talk->moves_length ? " moves" : "",
                     talk->moves, go) &&
           talk_expect(talk, "bestmove") && talk_read_bestmove(talk, &turn) &&
           talk_play(talk, &turn);
}

bool talk_start(Conversation *talk)
{
    Error error = {0};
    if (ugi_link_open(&talk->link, talk->command, talk->log, &error) != STATUS_OK)
        return talk_fail(talk, "%.200s", error.text);
    talk_begin(talk);
    if (!talk_send(talk, "ugi\n") || !talk_expect(talk, "ugiok"))
        return false;
    if (talk->has_game && !talk_send(talk, "setoption name Game value %s\n", talk->game->name))
        return false;
    return true;
}
