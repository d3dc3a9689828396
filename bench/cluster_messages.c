/* Pairs as messages. */
#include "bench/cluster_messages.h"

#include "bench/environment.h"

#include <stdlib.h>
#include <string.h>

enum { STORED_TEXTS = 4 };

typedef struct TaskMessage {
    PairTask task;
    uint64_t seed; /* of the opening */
    uint64_t move_count;
    char start[POSITION_TEXT_MAX]; /* as text: a position may point to its board */
} TaskMessage;

/* One of a result's two games; its texts follow, each with its terminator. */
typedef struct GameMessage {
    GameSummary summary;
    int opening_plies;
    uint64_t seed;
    char reason[sizeof((StoredGame){0}.reason)], failure[FAILURE_TEXT_MAX];
    uint64_t sizes[STORED_TEXTS]; /* final, moves, searches, times */
} GameMessage;

static Status bad_message(const LinkMessage *message, const char *what, Error *error)
{
    return error_set(error, STATUS_BAD_TEXT, "rank %d sends a broken %s", message->rank, what);
}

void build_text(char text[BUILD_TEXT_MAX])
{
    Environment environment;
    Text build = text_over(text, BUILD_TEXT_MAX);
    environment_read(&environment);
    memset(text, 0, BUILD_TEXT_MAX);
    text_format(&build, "%s, commit %s, %s", environment.version, environment.commit,
                environment.compiler);
}

Status task_send(Link *link, int rank, const TournamentPlan *plan, const PairTask *task,
                 Error *error)
{
    const TournamentGame *game = &plan->games[task->game];
    Opening opening = opening_book_at(game->book, task->set);
    size_t moves = opening.move_count * sizeof(Move), size = sizeof(TaskMessage) + moves;
    unsigned char *data = malloc(size);
    if (!data)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a message");
    TaskMessage head = {.task = *task, .seed = opening.seed, .move_count = opening.move_count};
    Text start = TEXT_OF(head.start);
    game->game->format(&opening.start, &start);
    memcpy(data, &head, sizeof head);
    if (moves)
        memcpy(data + sizeof head, opening.moves, moves);
    Status status = link_send(link, rank, MESSAGE_TASK, data, size, error);
    free(data);
    return status;
}

Status task_read(const LinkMessage *message, const Game *const *games, int game_count,
                 const Board *board, PairTask *task, OpeningBook *book, Error *error)
{
    TaskMessage head;
    if (message->size < sizeof head)
        return bad_message(message, "task", error);
    memcpy(&head, message->data, sizeof head);
    head.start[sizeof head.start - 1] = '\0';
    size_t room = message->size - sizeof head;
    if (room % sizeof(Move) || head.move_count != room / sizeof(Move) || head.task.game < 0 ||
        head.task.game >= game_count)
        return bad_message(message, "task", error);
    Move *moves = malloc(room + 1);
    if (!moves)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an opening");
    memcpy(moves, message->data + sizeof head, room);
    Opening opening = {.moves = moves, .move_count = head.move_count, .seed = head.seed};
    *task = head.task;
    Status status = games[task->game]->parse(board, head.start, &opening.start, error);
    if (status == STATUS_OK)
        status = opening_book_add(book, &opening, error);
    free(moves);
    return status;
}

static GameMessage game_message(const StoredGame *game)
{
    const char *texts[STORED_TEXTS] = {game->final, game->moves, game->searches, game->times};
    GameMessage head = {
        .summary = game->summary,
        .opening_plies = game->opening_plies,
        .seed = game->seed,
    };
    memcpy(head.reason, game->reason, sizeof head.reason);
    memcpy(head.failure, game->failure, sizeof head.failure);
    for (int i = 0; i < STORED_TEXTS; i++)
        head.sizes[i] = strlen(texts[i]) + 1;
    return head;
}

static size_t texts_size(const GameMessage *head)
{
    size_t size = 0;
    for (int i = 0; i < STORED_TEXTS; i++)
        size += head->sizes[i];
    return size;
}

/* Writes a game's texts behind each other; returns where the next begins. */
static unsigned char *write_texts(const StoredGame *game, const GameMessage *head,
                                  unsigned char *at)
{
    const char *texts[STORED_TEXTS] = {game->final, game->moves, game->searches, game->times};
    for (int i = 0; i < STORED_TEXTS; i++) {
        memcpy(at, texts[i], head->sizes[i]);
        at += head->sizes[i];
    }
    return at;
}

Status result_send(Link *link, uint64_t number, const StoredGame games[2], Error *error)
{
    GameMessage heads[2] = {game_message(&games[0]), game_message(&games[1])};
    size_t size = sizeof number + sizeof heads + texts_size(&heads[0]) + texts_size(&heads[1]);
    unsigned char *data = malloc(size), *at = data;
    if (!data)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a message");
    memcpy(at, &number, sizeof number);
    at += sizeof number;
    memcpy(at, heads, sizeof heads);
    at += sizeof heads;
    for (int leg = 0; leg < 2; leg++)
        at = write_texts(&games[leg], &heads[leg], at);
    Status status = link_send(link, 0, MESSAGE_RESULT, data, size, error);
    free(data);
    return status;
}

/* Takes a game's texts over; false if they are not as the head says. */
static bool read_texts(const GameMessage *head, const char *data, size_t room, StoredGame *game)
{
    char **texts[STORED_TEXTS] = {&game->final, &game->moves, &game->searches, &game->times};
    size_t offset = 0;
    memcpy(game->buffer, data, room);
    for (int i = 0; i < STORED_TEXTS; i++) {
        size_t size = head->sizes[i];
        if (size == 0 || size > room - offset || data[offset + size - 1])
            return false;
        *texts[i] = game->buffer + offset;
        offset += size;
    }
    return true;
}

static Status reserve_buffer(StoredGame *game, size_t size, Error *error)
{
    if (size <= game->size)
        return STATUS_OK;
    char *grown = realloc(game->buffer, size);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game record");
    game->buffer = grown;
    game->size = size;
    return STATUS_OK;
}

Status result_read(const LinkMessage *message, uint64_t *number, StoredGame games[2], Error *error)
{
    GameMessage heads[2];
    size_t fixed = sizeof *number + sizeof heads, offset = fixed;
    if (message->size < fixed)
        return bad_message(message, "result", error);
    memcpy(number, message->data, sizeof *number);
    memcpy(heads, message->data + sizeof *number, sizeof heads);
    for (int leg = 0; leg < 2; leg++) {
        const GameMessage *head = &heads[leg];
        StoredGame *game = &games[leg];
        size_t room = message->size - offset;
        Status status = reserve_buffer(game, room, error);
        if (status != STATUS_OK)
            return status;
        if (!read_texts(head, (const char *)message->data + offset, room, game))
            return bad_message(message, "result", error);
        offset += texts_size(head);
        game->summary = head->summary;
        game->opening_plies = head->opening_plies;
        game->seed = head->seed;
        memcpy(game->reason, head->reason, sizeof game->reason);
        memcpy(game->failure, head->failure, sizeof game->failure);
        game->reason[sizeof game->reason - 1] = '\0';
        game->failure[sizeof game->failure - 1] = '\0';
    }
    return STATUS_OK;
}
