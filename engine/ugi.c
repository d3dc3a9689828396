/* Words, settings, limits, scores and info lines of UGI. Reading is lenient: what is not understood
 * is left out. */
#include "engine/ugi.h"

#include "engine/clock.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

UgiWord ugi_next_word(const char **at)
{
    *at += strspn(*at, " \t");
    UgiWord word = {*at, strcspn(*at, " \t")};
    *at += word.length;
    return word;
}

bool ugi_word_is(UgiWord word, const char *text)
{
    return strlen(text) == word.length && strncasecmp(word.at, text, word.length) == 0;
}

bool ugi_take_word(const char **at, const char *text)
{
    const char *after = *at;
    if (!ugi_word_is(ugi_next_word(&after), text))
        return false;
    *at = after;
    return true;
}

bool ugi_word_number(UgiWord word, int64_t *number)
{
    bool negative = word.length > 1 && word.at[0] == '-';
    int64_t value = 0;
    for (size_t i = negative; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        int64_t digit = word.at[i] - '0';
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    *number = negative ? -value : value;
    return word.length > 0;
}

/* Copies what lies between the pointers without the blanks around it. */
static bool copy_between(const char *from, const char *to, char *copy, size_t size)
{
    from += strspn(from, " \t");
    while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
        to--;
    size_t length = to > from ? (size_t)(to - from) : 0;
    if (length >= size)
        return false;
    memcpy(copy, from, length);
    copy[length] = '\0';
    return true;
}

bool ugi_read_setting(const char *words, UgiSetting *setting)
{
    if (!ugi_take_word(&words, "name"))
        return false;
    const char *at = words, *end = words + strlen(words), *value = end, *name_end = end;
    for (UgiWord word = ugi_next_word(&at); word.length; word = ugi_next_word(&at))
        if (ugi_word_is(word, "value")) {
            name_end = word.at;
            value = at;
            break;
        }
    return copy_between(words, name_end, setting->name, sizeof setting->name) &&
           copy_between(value, end, setting->value, sizeof setting->value) && setting->name[0];
}

/* Milliseconds as nanoseconds; nothing and less than nothing is the least there is. */
static uint64_t nanoseconds_of(int64_t milliseconds)
{
    int64_t most = INT64_MAX / NANOSECONDS_PER_MILLISECOND;
    if (milliseconds <= 0)
        return 1;
    return (uint64_t)(milliseconds < most ? milliseconds : most) * NANOSECONDS_PER_MILLISECOND;
}

static int small(int64_t number)
{
    return number < 0 ? 0 : number > 1000000 ? 1000000 : (int)number;
}

static uint64_t positive(int64_t number)
{
    return number > 0 ? (uint64_t)number : 0;
}

/* The side that a word like "p1time" or "btime" speaks of, -1 if it is none of this kind. */
static int side_of(UgiWord word, const char *kind)
{
    static const char *const prefixes[] = {"p1", "p2", "w", "b"};
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(prefixes[i]);
        if (word.length > length && strncasecmp(word.at, prefixes[i], length) == 0 &&
            ugi_word_is((UgiWord){word.at + length, word.length - length}, kind))
            return i & 1;
    }
    return -1;
}

/* Takes a word with its number; false if it is unknown. */
static bool read_limit(UgiGo *go, UgiWord word, int64_t number)
{
    int side = side_of(word, "time");
    if (side >= 0) {
        go->timed[side] = true;
        go->time[side] = nanoseconds_of(number);
    } else if ((side = side_of(word, "inc")) >= 0) {
        go->increment[side] = number > 0 ? nanoseconds_of(number) : 0;
    } else if (ugi_word_is(word, "depth")) {
        go->depth = small(number);
    } else if (ugi_word_is(word, "nodes")) {
        go->nodes = positive(number);
    } else if (ugi_word_is(word, "playouts")) {
        go->playouts = positive(number);
    } else if (ugi_word_is(word, "movetime")) {
        go->movetime = nanoseconds_of(number);
    } else if (ugi_word_is(word, "movestogo")) {
        go->movestogo = small(number);
    } else if (ugi_word_is(word, "perft")) {
        go->perft = small(number);
    } else {
        return false;
    }
    return true;
}

UgiGo ugi_read_go(const char *words)
{
    UgiGo go = {0};
    for (UgiWord word = ugi_next_word(&words); word.length; word = ugi_next_word(&words)) {
        int64_t number = 0;
        const char *after = words;
        bool known = ugi_word_is(word, "infinite");
        if (known) {
            go.infinite = true;
        } else if (ugi_word_number(ugi_next_word(&after), &number)) {
            known = read_limit(&go, word, number);
            words = after;
        }
        if (!known && !go.unknown.length)
            go.unknown = word;
    }
    return go;
}

void ugi_write_score(Score score, Text *text)
{
    if (score > SCORE_PROVEN)
        text_format(text, "mate %d", (SCORE_WIN - score + 1) / 2);
    else if (score < -SCORE_PROVEN)
        text_format(text, "mate %d", -(SCORE_WIN + score + 1) / 2);
    else if (score == SCORE_PROVEN || score == -SCORE_PROVEN)
        text_format(text, "cp %" PRId32 " %s", score, score > 0 ? "lowerbound" : "upperbound");
    else
        text_format(text, "cp %" PRId32, score);
}

/* "cp N" or "mate N"; others' hundredths are cut to what no proof is made of. */
static void read_score(const char **at, SearchResult *result)
{
    UgiWord kind = ugi_next_word(at);
    int64_t number = 0;
    if (!ugi_word_number(ugi_next_word(at), &number))
        return;
    if (ugi_word_is(kind, "mate")) {
        int64_t turns = number < 0 ? -2 * small(-number) : 2 * small(number) - 1;
        int64_t plies = turns < 0 ? -turns : turns, most = SCORE_WIN - SCORE_PROVEN;
        Score score = SCORE_WIN - (Score)(plies < most ? plies : most);
        result->score = number > 0 ? score : -score;
    } else if (ugi_word_is(kind, "cp")) {
        int64_t most = SCORE_PROVEN;
        result->score = (Score)(number > most ? most : number < -most ? -most : number);
    }
}

/* "W D L" in per mille; what is no such thing is left alone. */
static void read_chances(const char **at, SearchResult *result)
{
    int64_t numbers[3];
    const char *words = *at;
    for (int i = 0; i < 3; i++)
        if (!ugi_word_number(ugi_next_word(&words), &numbers[i]) || numbers[i] < 0 ||
            numbers[i] > 1000)
            return;
    for (int i = 0; i < 3; i++)
        result->wdl[i] = (int)numbers[i];
    *at = words;
}

static void read_stop(const char *words, SearchResult *result)
{
    if (!ugi_take_word(&words, "stop"))
        return;
    UgiWord word = ugi_next_word(&words);
    for (StopReason reason = STOP_DEPTH; reason <= STOP_SOLVED; reason++)
        if (ugi_word_is(word, stop_reason_text(reason)))
            result->stop = reason;
}

/* Takes a word of an info line with its number. */
static void read_fact(SearchResult *result, UgiWord word, int64_t number)
{
    if (ugi_word_is(word, "depth"))
        result->depth = small(number);
    else if (ugi_word_is(word, "seldepth"))
        result->deepest = small(number);
    else if (ugi_word_is(word, "multipv"))
        result->rank = small(number);
    else if (ugi_word_is(word, "nodes"))
        result->nodes = positive(number);
    else if (ugi_word_is(word, "playouts"))
        result->playouts = positive(number);
    else if (ugi_word_is(word, "visits"))
        result->visits = positive(number);
    else if (ugi_word_is(word, "hashfull"))
        result->fill = small(number);
    else if (ugi_word_is(word, "time"))
        result->nanoseconds = positive(number) ? nanoseconds_of(number) : 0;
}

const char *ugi_read_info(const char *words, SearchResult *result)
{
    for (UgiWord word = ugi_next_word(&words); word.length; word = ugi_next_word(&words)) {
        int64_t number = 0;
        const char *after = words;
        if (ugi_word_is(word, "string")) {
            read_stop(words, result);
            return NULL;
        }
        if (ugi_word_is(word, "pv"))
            return words;
        if (ugi_word_is(word, "score")) {
            read_score(&words, result);
        } else if (ugi_word_is(word, "wdl")) {
            read_chances(&words, result);
        } else if (ugi_word_number(ugi_next_word(&after), &number)) {
            read_fact(result, word, number);
            words = after;
        }
    }
    return NULL;
}

void ugi_read_line(const Game *game, const Position *root, const char *words, SearchResult *result)
{
    Position position = *root;
    result->line_count = 0;
    while (game->outcome(&position) == OUTCOME_OPEN) {
        char text[TURN_TEXT_MAX];
        Turn turn;
        UgiWord word = ugi_next_word(&words);
        if (!word.length || !copy_between(word.at, word.at + word.length, text, sizeof text) ||
            game->turn_parse(&position, text, &turn, NULL) != STATUS_OK ||
            result->line_count + turn.count > PRINCIPAL_VARIATION_MAX)
            return;
        memcpy(result->line + result->line_count, turn.parts,
               (size_t)turn.count * sizeof turn.parts[0]);
        result->line_count += turn.count;
        turn_play(game, &turn, &position);
    }
}
