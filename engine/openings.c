/* Books of openings. */
#include "engine/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 64,
    FRUITLESS_MAX = 2000, /* draws in a row without a new position */
};

void opening_book_close(OpeningBook *book)
{
    free(book->lines);
    free(book->moves);
    *book = (OpeningBook){0};
}

static Status no_memory(Error *error)
{
    return error_set(error, STATUS_NO_MEMORY, "no memory for the openings");
}

/* Room for one more line with so many moves. */
static bool reserve(OpeningBook *book, size_t moves)
{
    if (book->count == book->capacity) {
        size_t capacity = book->capacity ? 2 * book->capacity : FIRST_CAPACITY;
        BookLine *lines = realloc(book->lines, capacity * sizeof *lines);
        if (!lines)
            return false;
        book->lines = lines;
        book->capacity = capacity;
    }
    if (book->move_count + moves > book->move_capacity) {
        size_t capacity = 2 * (book->move_count + moves) + FIRST_CAPACITY;
        Move *list = realloc(book->moves, capacity * sizeof *list);
        if (!list)
            return false;
        book->moves = list;
        book->move_capacity = capacity;
    }
    return true;
}

Status opening_book_add(OpeningBook *book, const Opening *opening, Error *error)
{
    if (!reserve(book, opening->move_count))
        return no_memory(error);
    book->lines[book->count++] = (BookLine){
        .start = opening->start,
        .first_move = book->move_count,
        .move_count = opening->move_count,
        .seed = opening->seed,
    };
    if (opening->move_count)
        memcpy(book->moves + book->move_count, opening->moves, opening->move_count * sizeof(Move));
    book->move_count += opening->move_count;
    return STATUS_OK;
}

Opening opening_book_at(const OpeningBook *book, uint64_t index)
{
    const BookLine *line = &book->lines[index % book->count];
    return (Opening){
        .start = line->start,
        .moves = line->move_count ? book->moves + line->first_move : NULL,
        .move_count = line->move_count,
        .seed = line->seed,
    };
}

void position_set_close(PositionSet *set)
{
    free(set->keys);
    *set = (PositionSet){0};
}

/* The place of a key in a table of a power of two: its own or a free one. */
static size_t find_place(const uint64_t *keys, size_t size, uint64_t key)
{
    size_t at = (size_t)key & (size - 1);
    while (keys[at] && keys[at] != key)
        at = (at + 1) & (size - 1);
    return at;
}

static bool grow_set(PositionSet *set)
{
    size_t size = set->size ? 2 * set->size : FIRST_CAPACITY;
    uint64_t *keys = calloc(size, sizeof *keys);
    if (!keys)
        return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->keys[i])
            keys[find_place(keys, size, set->keys[i])] = set->keys[i];
    free(set->keys);
    set->keys = keys;
    set->size = size;
    return true;
}

/* The least key of a position's images. */
static uint64_t canonical_key(const Game *game, const Position *position)
{
    uint64_t least = game->key(position);
    for (int i = 1; i < game->symmetries; i++) {
        Position image;
        game->transform(position, i, &image);
        uint64_t key = game->key(&image);
        least = key < least ? key : least;
    }
    return least ? least : 1;
}

Status position_set_add(PositionSet *set, const Game *game, const Position *position, bool *fresh,
                        Error *error)
{
    if (2 * (set->count + 1) > set->size && !grow_set(set))
        return no_memory(error);
    uint64_t key = canonical_key(game, position);
    size_t at = find_place(set->keys, set->size, key);
    *fresh = !set->keys[at];
    set->count += *fresh;
    set->keys[at] = key;
    return STATUS_OK;
}

/* Draws one opening and adds it if it is new. */
static Status draw_opening(OpeningBook *book, PositionSet *seen, const Contest *contest,
                           GameRecord *record, bool *fresh, Error *error)
{
    Status status = contest_open(contest, record, error);
    if (status == STATUS_OK)
        status = position_set_add(seen, contest->game, &record->final, fresh, error);
    if (status != STATUS_OK || !*fresh)
        return status;
    Opening opening = {
        .start = record->start,
        .moves = record->moves,
        .move_count = record->move_count,
        .seed = contest->opening.seed,
    };
    return opening_book_add(book, &opening, error);
}

Status openings_draw(OpeningBook *book, const Game *game, const Position *start, int plies,
                     size_t count, uint64_t seed, Error *error)
{
    PositionSet seen = {0};
    GameRecord record = {0};
    Status status = STATUS_OK;
    Contest contest = {
        .game = game,
        .opening = {.start = *start, .random_plies = plies},
        .plies_max = plies + 1,
    };
    int fruitless = 0;
    for (uint64_t i = 0; status == STATUS_OK && book->count < count && fruitless < FRUITLESS_MAX;
         i++) {
        bool fresh = false;
        contest.opening.seed = random_split(seed, i);
        status = draw_opening(book, &seen, &contest, &record, &fresh, error);
        fruitless = fresh ? 0 : fruitless + 1;
    }
    game_record_close(&record);
    position_set_close(&seen);
    return status;
}

/* Adds the position on a line of a file, if there is one. */
static Status read_line(OpeningBook *book, const Game *game, const Board *board, char *line,
                        Error *error)
{
    Opening opening = {.seed = 0};
    line[strcspn(line, "\r\n")] = '\0';
    if (!*line || *line == '#')
        return STATUS_OK;
    Status status = game->parse(board, line, &opening.start, error);
    if (status != STATUS_OK)
        return status;
    bool open = game->outcome(&opening.start) == OUTCOME_OPEN &&
                position_history_draw(game, &opening.start, &opening.history) == HISTORY_OPEN;
    if (!open || game->mid_turn(&opening.start))
        return error_set(error, STATUS_BAD_TEXT, "expected a position with the game open, got '%s'",
                         line);
    return opening_book_add(book, &opening, error);
}

Status openings_read(OpeningBook *book, const Game *game, const Board *board, const char *path,
                     Error *error)
{
    char line[2 * POSITION_TEXT_MAX];
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, STATUS_NO_FILE, "cannot read '%s': %s", path, strerror(errno));
    Status status = STATUS_OK;
    for (int number = 1; status == STATUS_OK && fgets(line, sizeof line, file); number++) {
        Error inner;
        status = read_line(book, game, board, line, &inner);
        if (status != STATUS_OK)
            error_set(error, status, "%.120s: line %d: %.160s", path, number, inner.text);
    }
    if (status == STATUS_OK && ferror(file))
        status = error_set(error, STATUS_NO_FILE, "cannot read '%s': %s", path, strerror(errno));
    fclose(file);
    if (status == STATUS_OK && book->count == 0)
        status = error_set(error, STATUS_BAD_TEXT, "'%s' has no opening", path);
    return status;
}
