/* Positions as changes of numbered lines. */
#include "bench/replay.h"

#include "engine/hash.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_FIRST = 1024, RESYNC_MAX = 256 };

Status replay_open(Replay *replay, const char *ruleset, const char *board, Error *error)
{
    *replay = (Replay){.slot_count = SLOTS_FIRST};
    int index = games_find(ruleset, error);
    if (index < 0)
        return STATUS_BAD_ARGUMENT;
    replay->game = games_at(index);
    Status status = STATUS_OK;
    if (*board)
        status = replay->game->board_open
                     ? replay->game->board_open(board, &replay->board, error)
                     : error_set(error, STATUS_BAD_ARGUMENT, "%s is played on one board only",
                                 replay->game->title);
    if (status != STATUS_OK)
        return status;
    replay->slots = calloc(SLOTS_FIRST, sizeof *replay->slots);
    replay->svg = malloc(SVG_TEXT_MAX);
    return replay->slots && replay->svg
               ? STATUS_OK
               : error_set(error, STATUS_NO_MEMORY, "no memory for drawings");
}

void replay_close(Replay *replay)
{
    for (int i = 0; i < replay->count; i++)
        free(replay->lines[i]);
    free(replay->lines);
    free(replay->slots);
    free(replay->base.lines);
    free(replay->before.lines);
    free(replay->now.lines);
    free(replay->svg);
    if (replay->board)
        replay->game->board_close(replay->board);
    *replay = (Replay){0};
}

/* The slot of a line, or the free one where it belongs. */
static int *find_slot(const Replay *replay, const char *line, size_t length)
{
    size_t mask = (size_t)replay->slot_count - 1, at = hash_bytes(line, length) & mask;
    for (;; at = (at + 1) & mask) {
        int number = replay->slots[at];
        if (!number)
            return &replay->slots[at];
        const char *other = replay->lines[number - 1];
        if (strncmp(other, line, length) == 0 && !other[length])
            return &replay->slots[at];
    }
}

/* Doubles table and array when they are half full. */
static Status grow(Replay *replay, Error *error)
{
    if (2 * replay->count < replay->capacity)
        return STATUS_OK;
    int capacity = replay->capacity ? 2 * replay->capacity : SLOTS_FIRST / 2;
    char **lines = realloc(replay->lines, (size_t)capacity * sizeof *lines);
    int *slots = calloc(2 * (size_t)capacity, sizeof *slots);
    if (lines)
        replay->lines = lines;
    if (!lines || !slots) {
        free(slots);
        return error_set(error, STATUS_NO_MEMORY, "no memory for drawings");
    }
    free(replay->slots);
    replay->slots = slots;
    replay->slot_count = 2 * capacity;
    replay->capacity = capacity;
    for (int i = 0; i < replay->count; i++)
        *find_slot(replay, lines[i], strlen(lines[i])) = i + 1;
    return STATUS_OK;
}

/* The number of a line, given to it if it is new. */
static Status number_line(Replay *replay, const char *line, size_t length, int *number,
                          Error *error)
{
    Status status = grow(replay, error);
    if (status != STATUS_OK)
        return status;
    int *slot = find_slot(replay, line, length);
    if (!*slot) {
        char *copy = strndup(line, length);
        if (!copy)
            return error_set(error, STATUS_NO_MEMORY, "no memory for drawings");
        replay->lines[replay->count++] = copy;
        *slot = replay->count;
    }
    *number = *slot - 1;
    return STATUS_OK;
}

static Status drawing_add(Drawing *drawing, int line, Error *error)
{
    if (drawing->count == drawing->capacity) {
        int capacity = drawing->capacity ? 2 * drawing->capacity : 256;
        int *lines = realloc(drawing->lines, (size_t)capacity * sizeof *lines);
        if (!lines)
            return error_set(error, STATUS_NO_MEMORY, "no memory for drawings");
        drawing->lines = lines;
        drawing->capacity = capacity;
    }
    drawing->lines[drawing->count++] = line;
    return STATUS_OK;
}

/* Draws a position into `now`. */
static Status draw(Replay *replay, const Position *position, Error *error)
{
    Text svg = text_over(replay->svg, SVG_TEXT_MAX);
    replay->game->svg(position, &svg);
    if (svg.overflow)
        return error_set(error, STATUS_BAD_TEXT, "a drawing of more than %d bytes", SVG_TEXT_MAX);
    replay->now.count = 0;
    for (const char *line = svg.data; *line;) {
        int number = 0;
        size_t length = strcspn(line, "\n");
        Status status = number_line(replay, line, length, &number, error);
        if (status == STATUS_OK)
            status = drawing_add(&replay->now, number, error);
        if (status != STATUS_OK)
            return status;
        line += length + (line[length] == '\n');
    }
    return STATUS_OK;
}

static void write_36(Text *text, int number)
{
    if (number >= 36)
        write_36(text, number / 36);
    text_char(text, "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]);
}

/* The smallest change after which the two drawings agree again. */
static void resync(const Drawing *before, const Drawing *now, int i, int j, int *removed,
                   int *added)
{
    int left = before->count - i, new = now->count - j;
    for (int total = 1; total <= RESYNC_MAX; total++)
        for (*added = 0; *added <= total; ++*added) {
            *removed = total - *added;
            if (*removed < left && *added < new &&
                before->lines[i + *removed] == now->lines[j + *added])
                return;
        }
    *removed = left;
    *added = new;
}

/* Writes how the drawing `now` differs from the one before. */
static void write_changes(const Drawing *before, const Drawing *now, Text *text)
{
    const char *separator = "";
    for (int i = 0, j = 0; i < before->count || j < now->count;) {
        int removed, added;
        if (i < before->count && j < now->count && before->lines[i] == now->lines[j]) {
            i++;
            j++;
            continue;
        }
        resync(before, now, i, j, &removed, &added);
        text_string(text, separator);
        separator = " ";
        write_36(text, j);
        text_char(text, '.');
        write_36(text, removed);
        for (int k = 0; k < added; k++) {
            text_char(text, '.');
            write_36(text, now->lines[j + k]);
        }
        i += removed;
        j += added;
    }
}

/* Writes the position after a turn as changes of the one before it. */
static Status add_position(Replay *replay, const Position *position, Text *text, Error *error)
{
    Status status = draw(replay, position, error);
    if (status != STATUS_OK)
        return status;
    if (!replay->base.count)
        for (int i = 0; status == STATUS_OK && i < replay->now.count; i++)
            status = drawing_add(&replay->base, replay->now.lines[i], error);
    write_changes(replay->before.count ? &replay->before : &replay->base, &replay->now, text);
    Drawing spare = replay->before;
    replay->before = replay->now;
    replay->now = spare;
    return status;
}

Status replay_game(Replay *replay, const GameRow *row, Text *moves, Text *positions, Error *error)
{
    const Game *game = replay->game;
    Position position;
    Status status = game->parse(replay->board, row->start, &position, error);
    replay->before.count = 0;
    if (status == STATUS_OK)
        status = add_position(replay, &position, positions, error);
    for (const char *words = row->moves; status == STATUS_OK && *words;) {
        char word[TURN_TEXT_MAX] = "";
        size_t length = strcspn(words, " ");
        Turn turn;
        if (length < sizeof word)
            memcpy(word, words, length);
        status = game->turn_parse(&position, word, &turn, error);
        if (status != STATUS_OK)
            break;
        if (moves->length)
            text_char(moves, ' ');
        game->turn_format(&position, &turn, moves);
        turn_play(game, &turn, &position);
        text_char(positions, ';');
        status = add_position(replay, &position, positions, error);
        words += length + (words[length] == ' ');
    }
    if (status == STATUS_OK && (moves->overflow || positions->overflow))
        status = error_set(error, STATUS_BAD_TEXT, "a game too long to be shown");
    return status;
}

void replay_write(const Replay *replay, Page *page)
{
    page_write(page, "{\"title\":");
    page_json(page, replay->game->title);
    page_write(page, ",\"sides\":[");
    page_json(page, replay->game->sides[0]);
    page_write(page, ",");
    page_json(page, replay->game->sides[1]);
    page_write(page, "],\"lines\":[");
    for (int i = 0; i < replay->count; i++) {
        page_write(page, "%s", i ? ",\n" : "");
        page_json(page, replay->lines[i]);
    }
    page_write(page, "],\"base\":[");
    for (int i = 0; i < replay->base.count; i++)
        page_write(page, "%s%d", i ? "," : "", replay->base.lines[i]);
    page_write(page, "]}");
}
