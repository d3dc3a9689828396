/* Playing with a program that speaks UGI. */
#include "engine/ugi_player.h"

#include "engine/clock.h"
#include "engine/ugi_link.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    STARTS_MAX = 3, /* failed starts one after another, then no more are tried */
    QUIT_PATIENCE = NANOSECONDS_PER_SECOND / 2,
    STOP_PATIENCE = NANOSECONDS_PER_SECOND, /* for the answer to `stop` */
    MESSAGE_FIRST = 4096,
};

const PlayerOption ugi_player_options[] = {
    [UGI_PLAYER_MARGIN] = {"margin", 100, 0, 1e6, false, "milliseconds an answer may be late"},
    [UGI_PLAYER_TIMEOUT] = {"timeout", 60, 0.001, 1e6, false,
                            "seconds for an answer where no clock or movetime says more"},
    [UGI_PLAYER_STARTUP] = {"startup", 10, 0.001, 1e4, false, "seconds for ugiok and readyok"},
    [UGI_PLAYER_ASK] = {"ask", 0, 0, 1, true, "1 = ask 'query gameover' with each turn"},
    {0},
};

/* Lines to be sent; the front of it may be kept for the next time. */
typedef struct Message {
    char *data; /* owned */
    size_t length, capacity;
} Message;

typedef struct UgiPlayer {
    Player player;
    const Game *game; /* borrowed */
    PlayerOptions options;
    UgiLink link;
    int failed_starts;
    bool has_game, has_hash, has_seed; /* options of the program */
    Message message;                   /* begins with the game's position line, if any */
    size_t line_length;                /* of that line, without its line feed; 0 = none */
    Position start, current;           /* of that line */
    Message sent;                      /* the moves (parts) of that line, as bytes */
} UgiPlayer;

static UgiPlayer *own(Player *player)
{
    return (void *)player;
}

/* Adds bytes; false without memory. */
static bool add_bytes(Message *message, const void *bytes, size_t length)
{
    if (message->length + length > message->capacity) {
        size_t capacity = 2 * (message->length + length);
        capacity = capacity < MESSAGE_FIRST ? MESSAGE_FIRST : capacity;
        char *data = realloc(message->data, capacity);
        if (!data)
            return false;
        message->data = data;
        message->capacity = capacity;
    }
    memcpy(message->data + message->length, bytes, length);
    message->length += length;
    return true;
}

static bool add(Message *message, const char *string)
{
    return add_bytes(message, string, strlen(string));
}

static uint64_t nanoseconds(const UgiPlayer *self, int option, double unit)
{
    return (uint64_t)(self->options.values[option] * unit);
}

static uint64_t startup_deadline(const UgiPlayer *self)
{
    return clock_wall() + nanoseconds(self, UGI_PLAYER_STARTUP, NANOSECONDS_PER_SECOND);
}

static bool send_text(UgiPlayer *self, const char *text, uint64_t deadline)
{
    return ugi_link_send(&self->link, text, strlen(text), deadline);
}

/* "option name NAME type ...": remembers those that the runner itself sets. */
static void read_option(UgiPlayer *self, const char *words)
{
    if (!ugi_take_word(&words, "name"))
        return;
    UgiWord name = ugi_next_word(&words);
    self->has_game |= ugi_word_is(name, "Game");
    self->has_hash |= ugi_word_is(name, "Hash");
    self->has_seed |= ugi_word_is(name, "Seed");
}

/* Reads until the line that is this one word. */
static bool wait_for(UgiPlayer *self, const char *word)
{
    uint64_t deadline = startup_deadline(self);
    for (;;) {
        const char *line = ugi_link_next(&self->link, deadline), *words = line;
        if (!line)
            return false;
        UgiWord first = ugi_next_word(&words);
        if (ugi_word_is(first, word))
            return true;
        if (ugi_word_is(first, "option"))
            read_option(self, words);
        else if (first.length && !ugi_word_is(first, "id") && !ugi_word_is(first, "info"))
            ugi_link_strange(&self->link, line);
    }
}

/* The options of the spec as lines. */
static void write_settings(const UgiPlayer *self, Text *text)
{
    const char *line = self->options.program.settings;
    if (self->has_game)
        text_format(text, "setoption name Game value %s\n", self->game->name);
    if (self->has_hash)
        text_format(text, "setoption name Hash value %zu\n",
                    self->options.hash_bytes >> 20 ? self->options.hash_bytes >> 20 : (size_t)1);
    while (*line) {
        int name = (int)strcspn(line, "="), all = (int)strcspn(line, "\n");
        text_format(text, "setoption name %.*s value %.*s\n", name, line, all - name - 1,
                    line + name + 1);
        line += all + 1;
    }
    text_string(text, "isready\n");
}

/* Starts the program and brings it to the point where games can begin. */
static Status start_program(UgiPlayer *self, Error *error)
{
    const ProgramOptions *program = &self->options.program;
    char settings[4 * sizeof program->settings];
    Text text = TEXT_OF(settings);
    self->has_game = self->has_hash = self->has_seed = false;
    self->line_length = 0;
    Status status = ugi_link_open(&self->link, program->command, program->log, error);
    if (status != STATUS_OK)
        return status;
    bool good = send_text(self, "ugi\n", startup_deadline(self)) && wait_for(self, "ugiok");
    if (good) {
        write_settings(self, &text);
        good = send_text(self, settings, startup_deadline(self)) && wait_for(self, "readyok");
    }
    self->failed_starts = good ? 0 : self->failed_starts + 1;
    return STATUS_OK;
}

Status ugi_player_open(const Game *game, const PlayerType *type, const PlayerOptions *options,
                       Player **player, Error *error)
{
    UgiPlayer *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    self->player.type = type;
    self->game = game;
    self->options = *options;
    Status status = start_program(self, error);
    if (status != STATUS_OK) {
        free(self);
        return status;
    }
    *player = &self->player;
    return STATUS_OK;
}

void ugi_player_close(Player *player)
{
    UgiPlayer *self = own(player);
    ugi_link_close(&self->link, QUIT_PATIENCE);
    free(self->message.data);
    free(self->sent.data);
    free(self);
}

void ugi_player_reset(Player *player, uint64_t seed)
{
    UgiPlayer *self = own(player);
    char lines[96];
    Text text = TEXT_OF(lines);
    Error error;
    self->line_length = 0;
    if (!ugi_link_works(&self->link) && self->failed_starts < STARTS_MAX &&
        start_program(self, &error) != STATUS_OK)
        ugi_link_fail(&self->link, FAILURE_CRASH, "%.150s", error.text);
    if (!ugi_link_works(&self->link))
        return;
    if (self->has_seed)
        text_format(&text, "setoption name Seed value %" PRIu64 "\n", seed);
    text_string(&text, "uginewgame\nisready\n");
    if (send_text(self, lines, startup_deadline(self)))
        wait_for(self, "readyok");
}

/* Begins the position line anew. */
static bool write_start(UgiPlayer *self, const Position *start)
{
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    Position usual;
    self->game->start(NULL, &usual);
    self->start = self->current = *start;
    self->message.length = self->sent.length = self->line_length = 0;
    if (memcmp(start, &usual, sizeof usual) == 0)
        return add(&self->message, "position startpos");
    self->game->format(start, &text);
    return add(&self->message, "position fen ") && add(&self->message, line);
}

/* Adds the turn that begins with these moves; returns the number of its parts. */
static size_t write_turn(UgiPlayer *self, const Move *moves)
{
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    Turn turn = {.count = 0};
    Position before = self->current;
    do {
        turn.parts[turn.count] = moves[turn.count];
        self->game->play(&self->current, moves[turn.count++]);
    } while (self->game->mid_turn(&self->current));
    self->game->turn_format(&before, &turn, &text);
    bool good = add(&self->message, self->sent.length ? " " : " moves ") &&
                add(&self->message, line) &&
                add_bytes(&self->sent, turn.parts, (size_t)turn.count * sizeof *moves);
    return good ? (size_t)turn.count : 0;
}

/* Writes the position line, or only what it has more than the last one. */
static bool write_position(UgiPlayer *self, const Position *position,
                           const PositionHistory *history)
{
    const Position *start = history->start ? history->start : position;
    size_t count = history->start ? history->move_count : 0;
    size_t known = self->sent.length / sizeof(Move);
    bool continues =
        self->line_length && count >= known && memcmp(start, &self->start, sizeof *start) == 0 &&
        (known == 0 || memcmp(history->moves, self->sent.data, self->sent.length) == 0);
    self->message.length = self->line_length;
    if (!continues && !write_start(self, start))
        return false;
    for (size_t at = continues ? known : 0; at < count;) {
        size_t parts = write_turn(self, history->moves + at);
        if (!parts)
            return false;
        at += parts;
    }
    self->line_length = self->message.length;
    return true;
}

static uint64_t milliseconds(uint64_t time)
{
    return time / NANOSECONDS_PER_MILLISECOND;
}

/* The words of `go`; returns how long the answer may take. */
static uint64_t write_go(const UgiPlayer *self, int mover, const SearchLimits *limits, Text *text)
{
    const GameClocks *clocks = limits->clocks;
    uint64_t most = UINT64_MAX;
    text_string(text, "go");
    if (limits->depth)
        text_format(text, " depth %d", limits->depth);
    if (limits->nodes)
        text_format(text, " nodes %" PRIu64, limits->nodes);
    if (limits->playouts)
        text_format(text, " playouts %" PRIu64, limits->playouts);
    if (limits->nanoseconds) {
        most = limits->nanoseconds;
        text_format(text, " movetime %" PRIu64, milliseconds(most) ? milliseconds(most) : 1);
    }
    if (clocks && clocks->controls[mover].time) {
        const Clock *clock = &clocks->clocks[mover];
        most = clock->left < most ? clock->left : most;
        for (int side = 0; side < 2; side++)
            if (clocks->controls[side].time)
                text_format(text, " p%dtime %" PRIu64 " p%dinc %" PRIu64, side + 1,
                            milliseconds(clocks->clocks[side].left), side + 1,
                            milliseconds(clocks->controls[side].increment));
        if (clock->turns)
            text_format(text, " movestogo %d", clock->turns);
    }
    text_char(text, '\n');
    return most != UINT64_MAX ? most
                              : nanoseconds(self, UGI_PLAYER_TIMEOUT, NANOSECONDS_PER_SECOND);
}

/* One question and what is known of its answer. */
typedef struct Question {
    const Position *position;
    SearchReport *report;
    void *context;
    uint64_t start, deadline;
    SearchResult *result;
} Question;

/* Of several lines only the best one counts for the result. */
static void take_info(UgiPlayer *self, const Question *question, const char *words)
{
    SearchResult line = *question->result;
    line.rank = 0;
    const char *moves = ugi_read_info(words, &line);
    if (moves && question->report) {
        ugi_read_line(self->game, question->position, moves, &line);
        question->report(question->context, &line);
    }
    if (line.rank <= 1)
        *question->result = line;
}

static void take_answer(UgiPlayer *self, const Question *question, const char *words)
{
    static const char *const claims[] = {"(none)", "none", "0000", "null", "resign"};
    char text[TURN_TEXT_MAX];
    Error error = {0};
    UgiWord word = ugi_next_word(&words);
    if (word.length == 0 || word.length >= sizeof text) {
        ugi_link_fail(&self->link, FAILURE_GARBAGE, "bestmove without a move");
        return;
    }
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++)
        if (ugi_word_is(word, claims[i])) {
            ugi_link_fail(&self->link, FAILURE_CLAIM, "bestmove %s, but the game is not over",
                          claims[i]);
            return;
        }
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    Status status =
        self->game->turn_parse(question->position, text, &question->result->turn, &error);
    if (status != STATUS_OK)
        ugi_link_fail(&self->link, FAILURE_ILLEGAL, "bestmove %.60s: %.120s", text, error.text);
}

/* Obeys a line of the program; returns whether it was the last one. */
static bool take_line(UgiPlayer *self, const Question *question, const char *line)
{
    const char *words = line;
    UgiWord first = ugi_next_word(&words);
    if (ugi_word_is(first, "bestmove")) {
        take_answer(self, question, words);
        return true;
    }
    if (ugi_word_is(first, "info"))
        take_info(self, question, words);
    else if (ugi_word_is(first, "response") && ugi_take_word(&words, "true"))
        ugi_link_fail(&self->link, FAILURE_CLAIM,
                      "response true to 'query gameover', but it is not");
    else if (first.length && !ugi_word_is(first, "response"))
        ugi_link_strange(&self->link, line);
    return !ugi_link_works(&self->link);
}

/* Reads until the answer, or a failure. */
static void listen(UgiPlayer *self, Question *question, const SearchLimits *limits)
{
    for (bool done = false; !done;) {
        const char *line = ugi_link_next(&self->link, question->deadline);
        if (line) {
            done = take_line(self, question, line);
        } else if (ugi_link_works(&self->link)) {
            uint64_t last = clock_wall() + STOP_PATIENCE;
            question->deadline = last < question->deadline ? last : question->deadline;
            self->link.stop = NULL;
            process_write(&self->link.process, "stop\n", 5, question->deadline);
        } else {
            done = true;
        }
    }
    if (limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed))
        question->result->stop = STOP_SIGNAL;
}

void ugi_player_choose(Player *player, const Position *position, const PositionHistory *history,
                       const SearchLimits *limits, SearchReport *report, void *context,
                       SearchResult *result)
{
    UgiPlayer *self = own(player);
    char lines[512];
    Text text = TEXT_OF(lines);
    *result = (SearchResult){.stop = limits->nanoseconds ? STOP_TIME : STOP_DEPTH};
    Question question = {position, report, context, clock_wall(), 0, result};
    text_string(&text, self->options.values[UGI_PLAYER_ASK] > 0 ? "\nquery gameover\n" : "\n");
    uint64_t most = write_go(self, self->game->mover(position), limits, &text);
    question.deadline =
        question.start + most + nanoseconds(self, UGI_PLAYER_MARGIN, NANOSECONDS_PER_MILLISECOND);
    self->link.stop = limits->stop;
    if (ugi_link_works(&self->link) &&
        !(write_position(self, position, history) && add(&self->message, lines))) {
        self->line_length = 0;
        ugi_link_fail(&self->link, FAILURE_CRASH, "no memory for what to tell the program");
    }
    if (ugi_link_send(&self->link, self->message.data, self->message.length, question.deadline))
        listen(self, &question, limits);
    result->failure = self->link.failure.failure;
    result->failure_text = self->link.failure.text;
    result->nanoseconds = clock_wall() - question.start;
    if (result->failure == FAILURE_NONE && !result->line_count) {
        result->line_count = result->turn.count;
        memcpy(result->line, result->turn.parts, sizeof result->turn.parts);
    }
}
