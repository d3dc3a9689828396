/* The library for other languages: games, and games that are being played. */
#include "search/skirmish_private.h"

#include "engine/report.h"
#include "games/registry.h"
#include "search/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_FIRST = 1 << 12, STEPS_FIRST = 64 };

static_assert((int)SKIRMISH_MESSAGE_MAX == (int)sizeof((Error *)0)->text, "messages must fit");

void message_set(char *message, const Error *error)
{
    if (message)
        memcpy(message, error->text, sizeof error->text);
}

int skirmish_interface(void)
{
    return SKIRMISH_INTERFACE;
}

int skirmish_games(void)
{
    return games_count();
}

const char *skirmish_game_name(int game)
{
    return games_at(game)->name;
}

int skirmish_find(const char *name, char *message)
{
    Error error;
    int index = games_find(name, &error);
    if (index < 0)
        message_set(message, &error);
    return index;
}

bool skirmish_describe(int game, char *json, int size)
{
    Text text = text_over(json, (size_t)size);
    report_game(games_at(game), &text);
    return !text.overflow;
}

PositionHistory play_history(const SkirmishPlay *play)
{
    return (PositionHistory){
        .keys = play->keys,
        .count = play->count,
        .start = play->count ? &play->steps[0].before : &play->position,
        .moves = play->moves,
        .move_count = play->move_count,
    };
}

static char *copy_string(const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, string, size);
    return copy;
}

static Status open_play(SkirmishPlay *play, const char *board, const char *position, Error *error)
{
    const Game *game = play->game;
    if (board && !game->board_open)
        return error_set(error, STATUS_BAD_ARGUMENT, "board: %s is played on one board only",
                         game->title);
    if (board && !(play->board_path = copy_string(board)))
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    Status status = board ? game->board_open(board, &play->board, error) : STATUS_OK;
    if (status == STATUS_OK && position)
        return game->parse(play->board, position, &play->position, error);
    if (status == STATUS_OK)
        game->start(play->board, &play->position);
    return status;
}

SkirmishPlay *skirmish_play_open(int game, const char *board, const char *position, char *message)
{
    Error error;
    SkirmishPlay *play = calloc(1, sizeof *play);
    if (play) {
        play->index = game;
        play->game = games_at(game);
        if (open_play(play, board, position, &error) == STATUS_OK)
            return play;
        skirmish_play_close(play);
    } else {
        error_set(&error, STATUS_NO_MEMORY, "no memory for a game");
    }
    message_set(message, &error);
    return NULL;
}

void skirmish_play_close(SkirmishPlay *play)
{
    if (!play)
        return;
    if (play->board)
        play->game->board_close(play->board);
    free(play->board_path);
    free(play->steps);
    free(play->keys);
    free(play->moves);
    free(play->text);
    free(play);
}

/* Makes room for one more turn. */
static bool reserve(SkirmishPlay *play)
{
    if (play->count == play->capacity) {
        int capacity = play->capacity ? 2 * play->capacity : STEPS_FIRST;
        PlayStep *steps = realloc(play->steps, (size_t)capacity * sizeof *steps);
        play->steps = steps ? steps : play->steps;
        uint64_t *keys = realloc(play->keys, (size_t)capacity * sizeof *keys);
        play->keys = keys ? keys : play->keys;
        if (!steps || !keys)
            return false;
        play->capacity = capacity;
    }
    if (play->move_count + TURN_PARTS_MAX > play->move_capacity) {
        size_t capacity = 2 * (play->move_capacity + TURN_PARTS_MAX);
        Move *moves = realloc(play->moves, capacity * sizeof *moves);
        if (!moves)
            return false;
        play->moves = moves;
        play->move_capacity = capacity;
    }
    return true;
}

static bool make(SkirmishPlay *play, const Turn *turn)
{
    if (!reserve(play))
        return false;
    play->steps[play->count] = (PlayStep){play->position, play->move_count};
    play->keys[play->count++] = play->game->key(&play->position);
    memcpy(play->moves + play->move_count, turn->parts, (size_t)turn->count * sizeof *play->moves);
    play->move_count += (size_t)turn->count;
    turn_play(play->game, turn, &play->position);
    return true;
}

static Status make_text(SkirmishPlay *play, const char *text, Error *error)
{
    Turn turn;
    if (skirmish_play_result(play) >= 0)
        return error_set(error, STATUS_BAD_MOVE, "move '%.60s': the game is over: %s", text,
                         skirmish_play_ending(play));
    Status status = play->game->turn_parse(&play->position, text, &turn, error);
    if (status == STATUS_OK && !make(play, &turn))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    return status;
}

bool skirmish_play_make(SkirmishPlay *play, const char *turn, char *message)
{
    Error error;
    if (make_text(play, turn, &error) == STATUS_OK)
        return true;
    message_set(message, &error);
    return false;
}

bool skirmish_play_undo(SkirmishPlay *play)
{
    if (play->count == 0)
        return false;
    const PlayStep *step = &play->steps[--play->count];
    play->position = step->before;
    play->move_count = step->move_count;
    return true;
}

/* Plays what the other one has played: its positions may point to its own board. */
static bool replay(SkirmishPlay *play, const SkirmishPlay *other)
{
    for (int i = 0; i < other->count; i++) {
        size_t end = i + 1 < other->count ? other->steps[i + 1].move_count : other->move_count;
        Turn turn = {.count = (int)(end - other->steps[i].move_count)};
        memcpy(turn.parts, other->moves + other->steps[i].move_count,
               (size_t)turn.count * sizeof *turn.parts);
        if (!make(play, &turn))
            return false;
    }
    return true;
}

SkirmishPlay *skirmish_play_copy(const SkirmishPlay *play, char *message)
{
    char position[POSITION_TEXT_MAX];
    Text text = TEXT_OF(position);
    Error error;
    play->game->format(play->count ? &play->steps[0].before : &play->position, &text);
    SkirmishPlay *copy = skirmish_play_open(play->index, play->board_path, position, message);
    if (!copy || replay(copy, play))
        return copy;
    skirmish_play_close(copy);
    error_set(&error, STATUS_NO_MEMORY, "no memory for a game");
    message_set(message, &error);
    return NULL;
}

int skirmish_play_turns(const SkirmishPlay *play)
{
    return play->count;
}

int skirmish_play_mover(const SkirmishPlay *play)
{
    return play->game->mover(&play->position);
}

uint64_t skirmish_play_key(const SkirmishPlay *play)
{
    return play->game->key(&play->position);
}

uint64_t skirmish_play_count(const SkirmishPlay *play)
{
    return play->game->count(&play->position);
}

int skirmish_play_evaluate(const SkirmishPlay *play)
{
    int weights[WEIGHTS_MAX];
    for (int i = 0; i < play->game->weight_count; i++)
        weights[i] = play->game->weights[i].value;
    return play->game->evaluate(&play->position, weights);
}

static HistoryDraw history_draw(const SkirmishPlay *play)
{
    PositionHistory history = play_history(play);
    return position_history_draw(play->game, &play->position, &history);
}

int skirmish_play_result(const SkirmishPlay *play)
{
    Outcome outcome = play->game->outcome(&play->position);
    int mover = skirmish_play_mover(play);
    switch (outcome) {
    case OUTCOME_OPEN: return history_draw(play) == HISTORY_OPEN ? -1 : 2;
    case OUTCOME_WIN: return mover;
    case OUTCOME_LOSS: return !mover;
    case OUTCOME_DRAW: return 2;
    }
    return 2;
}

typedef void PlayWriter(const SkirmishPlay *play, Text *text);

/* The text, with more room if need be. */
static const char *write_text(SkirmishPlay *play, PlayWriter *writer)
{
    for (;;) {
        if (play->text) {
            Text text = text_over(play->text, play->text_size);
            writer(play, &text);
            if (!text.overflow)
                return play->text;
        }
        size_t size = play->text ? 2 * play->text_size : TEXT_FIRST;
        char *data = realloc(play->text, size);
        if (!data)
            return NULL;
        play->text = data;
        play->text_size = size;
    }
}

static void write_ending(const SkirmishPlay *play, Text *text)
{
    if (play->game->outcome(&play->position) != OUTCOME_OPEN)
        text_string(text, play->game->ending(&play->position));
    else if (history_draw(play) != HISTORY_OPEN)
        text_string(text, history_draw_text(history_draw(play)));
}

const char *skirmish_play_ending(SkirmishPlay *play)
{
    return write_text(play, write_ending);
}

static void write_position(const SkirmishPlay *play, Text *text)
{
    play->game->format(&play->position, text);
}

const char *skirmish_play_position(SkirmishPlay *play)
{
    return write_text(play, write_position);
}

static void write_diagram(const SkirmishPlay *play, Text *text)
{
    play->game->diagram(&play->position, false, text);
}

static void write_ascii(const SkirmishPlay *play, Text *text)
{
    play->game->diagram(&play->position, true, text);
}

const char *skirmish_play_diagram(SkirmishPlay *play, bool ascii)
{
    return write_text(play, ascii ? write_ascii : write_diagram);
}

static void write_svg(const SkirmishPlay *play, Text *text)
{
    play->game->svg(&play->position, text);
}

const char *skirmish_play_svg(SkirmishPlay *play)
{
    return write_text(play, write_svg);
}

typedef struct LegalList {
    const SkirmishPlay *play;
    Text *text;
} LegalList;

static bool add_turn(void *context, const Turn *turn, const Position *after)
{
    const LegalList *list = context;
    (void)after;
    list->play->game->turn_format(&list->play->position, turn, list->text);
    text_char(list->text, '\n');
    return !list->text->overflow;
}

static void write_legal(const SkirmishPlay *play, Text *text)
{
    LegalList list = {play, text};
    if (skirmish_play_result(play) < 0)
        turn_each(play->game, &play->position, add_turn, &list);
}

const char *skirmish_play_legal(SkirmishPlay *play)
{
    return write_text(play, write_legal);
}

static void write_line(const SkirmishPlay *play, Text *text)
{
    for (int i = 0; i < play->count; i++) {
        const PlayStep *step = &play->steps[i];
        size_t end = i + 1 < play->count ? play->steps[i + 1].move_count : play->move_count;
        Turn turn = {.count = (int)(end - step->move_count)};
        memcpy(turn.parts, play->moves + step->move_count, (size_t)turn.count * sizeof(Move));
        if (i)
            text_char(text, ' ');
        play->game->turn_format(&step->before, &turn, text);
    }
}

const char *skirmish_play_line(SkirmishPlay *play)
{
    return write_text(play, write_line);
}

bool skirmish_play_perft(const SkirmishPlay *play, int depth, int threads, int hash,
                         uint64_t *nodes, char *message)
{
    Error error;
    PerftTable table;
    PerftResult result = {0};
    PerftOptions options = {.threads = threads, .bulk = true, .table = hash > 0 ? &table : NULL};
    Status status = STATUS_OK;
    if (depth < 0 || threads < 1 || threads > SKIRMISH_THREADS_MAX)
        status = error_set(&error, STATUS_BAD_ARGUMENT,
                           "perft: expected a depth from 0 and 1 to %d threads, got %d and %d",
                           SKIRMISH_THREADS_MAX, depth, threads);
    if (status == STATUS_OK && options.table)
        status = perft_table_open(&table, (size_t)hash << 20, &error);
    bool opened = status == STATUS_OK && options.table;
    if (status == STATUS_OK)
        status = searches_of(play->index)->perft(&play->position, depth, &options, &result, &error);
    if (opened)
        perft_table_close(&table);
    if (status != STATUS_OK)
        message_set(message, &error);
    *nodes = result.nodes;
    return status == STATUS_OK;
}
