/* Position lines of UGI. */
#include "engine/ugi_game.h"

#include "engine/ugi.h"

#include <stdlib.h>
#include <string.h>

void ugi_game_init(UgiGame *self, const Game *game, const Board *board)
{
    *self = (UgiGame){.game = game, .board = board};
    game->start(board, &self->position);
}

void ugi_game_close(UgiGame *self)
{
    free(self->keys);
    free(self->line);
    *self = (UgiGame){0};
}

PositionHistory ugi_game_history(const UgiGame *self)
{
    return (PositionHistory){.keys = self->keys, .count = self->key_count};
}

const char *ugi_game_result(const UgiGame *self)
{
    const Game *game = self->game;
    Outcome outcome = game->outcome(&self->position);
    PositionHistory history = ugi_game_history(self);
    if (outcome == OUTCOME_OPEN)
        return position_history_draw(game, &self->position, &history) == HISTORY_OPEN ? "none"
                                                                                      : "draw";
    if (outcome == OUTCOME_DRAW)
        return "draw";
    bool first = (outcome == OUTCOME_WIN) == (game->mover(&self->position) == 0);
    return first ? "p1win" : "p2win";
}

static bool push_key(UgiGame *self, int count, uint64_t key)
{
    if (count == self->key_capacity) {
        int capacity = count ? 2 * count : 64;
        uint64_t *keys = realloc(self->keys, (size_t)capacity * sizeof *keys);
        if (!keys)
            return false;
        self->keys = keys;
        self->key_capacity = capacity;
    }
    self->keys[count] = key;
    return true;
}

static Status no_memory(Error *error)
{
    return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
}

static Status read_turn(const UgiGame *self, const Position *position, UgiWord word, Turn *turn,
                        Error *error)
{
    char text[TURN_TEXT_MAX];
    if (word.length >= sizeof text)
        return error_set(error, STATUS_BAD_TEXT, "move: longer than %zu characters",
                         sizeof text - 1);
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    if (self->game->outcome(position) != OUTCOME_OPEN)
        return error_set(error, STATUS_BAD_MOVE, "move '%.60s': the game is over", text);
    return self->game->turn_parse(position, text, turn, error);
}

/* Plays all the words; after an error nothing has changed. */
static Status play_words(UgiGame *self, const char *words, Error *error)
{
    Position position = self->position;
    int count = self->key_count;
    for (UgiWord word = ugi_next_word(&words); word.length; word = ugi_next_word(&words)) {
        Turn turn;
        Status status = read_turn(self, &position, word, &turn, error);
        if (status != STATUS_OK)
            return status;
        if (!push_key(self, count++, self->game->key(&position)))
            return no_memory(error);
        turn_play(self->game, &turn, &position);
    }
    self->position = position;
    self->key_count = count;
    return STATUS_OK;
}

/* Adds to the line that is kept to be compared with the next one. */
static bool keep_words(UgiGame *self, const char *words)
{
    size_t length = strlen(words), end = self->line_length + length;
    if (end >= self->line_capacity) {
        char *line = realloc(self->line, 2 * (end + 1));
        if (!line)
            return false;
        self->line = line;
        self->line_capacity = 2 * (end + 1);
    }
    memcpy(self->line + self->line_length, words, length + 1);
    self->line_length = end;
    return true;
}

/* The words `moves ...` of a line, NULL if there are none. */
static const char *find_moves(const char *words)
{
    for (UgiWord word = ugi_next_word(&words); word.length; word = ugi_next_word(&words))
        if (ugi_word_is(word, "moves"))
            return word.at;
    return NULL;
}

/* "fen TEXT moves ...": TEXT as the position. */
static Status read_position(UgiGame *self, const char *from, const char *to, Error *error)
{
    char text[POSITION_TEXT_MAX];
    from += strspn(from, " \t");
    to = to ? to : from + strlen(from);
    while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
        to--;
    if ((size_t)(to - from) >= sizeof text)
        return error_set(error, STATUS_BAD_TEXT, "position: longer than %zu characters",
                         sizeof text - 1);
    memcpy(text, from, (size_t)(to - from));
    text[to - from] = '\0';
    return self->game->parse(self->board, text, &self->position, error);
}

static Status set_afresh(UgiGame *self, const char *words, Error *error)
{
    const char *at = words, *moves = find_moves(words);
    Status status = STATUS_OK;
    if (ugi_take_word(&at, "fen"))
        status = read_position(self, at, moves, error);
    else if (!ugi_take_word(&at, "startpos"))
        status = error_set(error, STATUS_BAD_TEXT, "position: expected startpos or fen");
    else if (at[strspn(at, " \t")] && !moves)
        status = error_set(error, STATUS_BAD_TEXT, "position: expected moves after startpos");
    self->has_moves = moves != NULL;
    if (status == STATUS_OK && moves)
        status = play_words(self, moves + strlen("moves"), error);
    return status;
}

/* Plays what `rest` adds to the last line. */
static Status continue_line(UgiGame *self, const char *rest, Error *error)
{
    const char *words = rest;
    bool begins = ugi_take_word(&words, "moves");
    Status status = play_words(self, begins ? words : rest, error);
    if (status != STATUS_OK)
        return status;
    self->has_moves |= begins;
    if (keep_words(self, rest))
        return STATUS_OK;
    self->line_length = 0;
    return no_memory(error);
}

/* Whether `rest`, which follows the last line, can only be further moves. */
static bool is_continuation(const UgiGame *self, const char *rest)
{
    const char *words = rest;
    return !*rest || (*rest == ' ' && ugi_take_word(&words, "moves") != self->has_moves);
}

Status ugi_game_set(UgiGame *self, const char *words, Error *error)
{
    if (self->line_length > 0 && strncmp(words, self->line, self->line_length) == 0 &&
        is_continuation(self, words + self->line_length))
        return continue_line(self, words + self->line_length, error);
    UgiGame next;
    ugi_game_init(&next, self->game, self->board);
    Status status = set_afresh(&next, words, error);
    if (status == STATUS_OK && !keep_words(&next, words))
        status = no_memory(error);
    if (status != STATUS_OK) {
        ugi_game_close(&next);
        return status;
    }
    ugi_game_close(self);
    *self = next;
    return STATUS_OK;
}
