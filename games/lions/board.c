/* The built-in boards and the reader of .board files (rules, section 1.2). */
#include "games/lions/board.h"

#include "engine/text.h"
#include "games/lions/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_SIZE = 8192, /* longest line of a board file */
    COORDINATE_MAX = 9999,
    PATH_SHOWN = 60, /* characters of a path in a message */
    DECIMALS_MAX = 6,
};

/* What has been seen of the file so far. */
typedef struct Reader {
    struct Board *board; /* borrowed */
    bool named, sized, started;
    int points;
    int start_line, start_regions;
    char what[96]; /* "ten.board: line 7" */
} Reader;

const struct Board *lions_board_built_in(int index)
{
    int count = (int)(sizeof built_in_boards / sizeof built_in_boards[0]);
    return index >= 0 && index < count ? &built_in_boards[index] : NULL;
}

/* FNV-1a (Fowler, Noll, Vo) of the name and of what matters for play; as scripts/tables_lions.py.
 */
static uint32_t hash_byte(uint32_t hash, uint32_t byte)
{
    return (hash ^ (byte & 0xff)) * 0x01000193u;
}

static uint32_t board_identify(const struct Board *board)
{
    uint32_t hash = 0x811c9dc5u;
    for (const char *c = board->name; *c; c++)
        hash = hash_byte(hash, (unsigned char)*c);
    hash = hash_byte(hash, 0);
    for (int region = 0; region < board->count; region++) {
        for (int shift = 0; shift < 16; shift += 8)
            hash = hash_byte(hash, (uint32_t)board->capacity[region] >> shift);
        for (int shift = 0; shift < 32; shift += 8)
            hash = hash_byte(hash, board->neighbours[region] >> shift);
    }
    return hash;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static void skip_blanks(Scan *scan)
{
    while (is_blank(scan_peek(scan)))
        scan->at++;
}

/* Demands at least one blank, or the end of the line. */
static Status end_word(Scan *scan, Error *error)
{
    char c = scan_peek(scan);
    if (c != '\0' && !is_blank(c))
        return scan_fail(scan, error, "a blank");
    skip_blanks(scan);
    return STATUS_OK;
}

/* A decimal number with a '.', of any sign. */
static Status read_decimal(Scan *scan, float *number, Error *error)
{
    bool negative = scan_take(scan, '-');
    uint64_t whole = 0;
    Status status = scan_number(scan, COORDINATE_MAX, &whole, error);
    if (status != STATUS_OK)
        return status;
    double value = (double)whole, unit = 1;
    if (scan_take(scan, '.')) {
        int digits = 0;
        for (; scan_peek(scan) >= '0' && scan_peek(scan) <= '9' && digits < DECIMALS_MAX;
             digits++) {
            unit /= 10;
            value += unit * (*scan->at++ - '0');
        }
        if (digits == 0)
            return scan_fail(scan, error, "a digit");
    }
    *number = (float)(negative ? -value : value);
    return STATUS_OK;
}

static Status read_point(Scan *scan, float *x, float *y, Error *error)
{
    Status status = read_decimal(scan, x, error);
    if (status == STATUS_OK)
        status = scan_expect(scan, ',', error);
    if (status == STATUS_OK)
        status = read_decimal(scan, y, error);
    return status == STATUS_OK ? end_word(scan, error) : status;
}

static Status read_name(Reader *reader, Scan *scan, Error *error)
{
    if (reader->named)
        return error_set(error, STATUS_BAD_TEXT, "%s: a second 'board' line", reader->what);
    reader->named = true;
    int length = 0;
    for (; is_name_character(scan_peek(scan)); scan->at++) {
        if (length == BOARD_NAME_SIZE - 1)
            return scan_fail(scan, error, "a name of at most 31 characters");
        reader->board->name[length++] = scan_peek(scan);
    }
    if (length == 0)
        return scan_fail(scan, error, "a name of letters, digits, '_' or '-'");
    return end_word(scan, error);
}

static Status read_size(Reader *reader, Scan *scan, Error *error)
{
    if (reader->sized)
        return error_set(error, STATUS_BAD_TEXT, "%s: a second 'size' line", reader->what);
    reader->sized = true;
    Status status = read_decimal(scan, &reader->board->width, error);
    if (status == STATUS_OK)
        status = end_word(scan, error);
    if (status == STATUS_OK)
        status = read_decimal(scan, &reader->board->height, error);
    if (status == STATUS_OK)
        status = end_word(scan, error);
    if (status == STATUS_OK && !(reader->board->width > 0 && reader->board->height > 0))
        return error_set(error, STATUS_BAD_TEXT, "%s: the size must be positive", reader->what);
    return status;
}

static Status read_stroke(Reader *reader, Scan *scan, Error *error)
{
    struct Board *board = reader->board;
    if (board->line_count == BOARD_LINES_MAX)
        return error_set(error, STATUS_BAD_TEXT, "%s: more than %d lines", reader->what,
                         BOARD_LINES_MAX);
    float *line = board->lines[board->line_count++];
    Status status = read_point(scan, &line[0], &line[1], error);
    return status == STATUS_OK ? read_point(scan, &line[2], &line[3], error) : status;
}

static Status read_neighbours(Scan *scan, int region, uint32_t *neighbours, Error *error)
{
    if (scan_take(scan, '-'))
        return end_word(scan, error);
    char last = '\0';
    for (char c = scan_peek(scan); c >= 'a' && c <= 'z'; c = scan_peek(scan)) {
        if (c <= last)
            return scan_fail(scan, error, "neighbours in alphabetical order, each once");
        if (c == 'a' + region)
            return scan_fail(scan, error, "a neighbour other than the region itself");
        *neighbours |= UINT32_C(1) << (c - 'a');
        last = c;
        scan->at++;
    }
    if (last == '\0')
        return scan_fail(scan, error, "neighbours (letters) or '-'");
    return end_word(scan, error);
}

static Status read_region(Reader *reader, Scan *scan, Error *error)
{
    struct Board *board = reader->board;
    int region = board->count;
    if (region == BOARD_REGIONS_MAX)
        return error_set(error, STATUS_BAD_TEXT, "%s: more than 26 regions", reader->what);
    char expected[32];
    snprintf(expected, sizeof expected, "region '%c'", 'a' + region);
    if (!scan_take(scan, (char)('a' + region)))
        return scan_fail(scan, error, expected);
    Status status = end_word(scan, error);
    const char *field = scan->at;
    uint64_t capacity = 0;
    if (status == STATUS_OK)
        status = scan_number(scan, BOARD_CAPACITY_MAX, &capacity, error);
    if (status == STATUS_OK && capacity == 0) {
        scan->at = field;
        return scan_fail(scan, error, "a capacity of at least 1");
    }
    if (status == STATUS_OK)
        status = end_word(scan, error);
    if (status == STATUS_OK)
        status = read_neighbours(scan, region, &board->neighbours[region], error);
    while (status == STATUS_OK && scan_peek(scan) != '\0') {
        if (reader->points == BOARD_POINTS_MAX)
            return error_set(error, STATUS_BAD_TEXT, "%s: more than %d points", reader->what,
                             BOARD_POINTS_MAX);
        float *point = board->points[reader->points++];
        status = read_point(scan, &point[0], &point[1], error);
    }
    board->capacity[region] = (uint16_t)capacity;
    if (region == 0 || (int)capacity < board->least_capacity)
        board->least_capacity = (int)capacity;
    board->point_first[++board->count] = reader->points;
    return status;
}

/* Side and placement; the regions may be described later, so figures are checked at the end. */
static Status read_start(Reader *reader, Scan *scan, int line, Error *error)
{
    struct Board *board = reader->board;
    if (reader->started)
        return error_set(error, STATUS_BAD_TEXT, "%s: a second 'start' line", reader->what);
    reader->started = true;
    reader->start_line = line;
    board->mover = scan_peek(scan) == 'b';
    if (!scan_take(scan, 'w') && !scan_take(scan, 'b'))
        return scan_fail(scan, error, "'w' or 'b'");
    Status status = end_word(scan, error);
    int region = 0;
    for (; status == STATUS_OK && scan_peek(scan) && !is_blank(scan_peek(scan)); region++) {
        uint64_t number = 0;
        if (region == BOARD_REGIONS_MAX)
            return scan_fail(scan, error, "at most 26 regions");
        if (scan_take(scan, '.'))
            continue;
        bool lions = scan_peek(scan) == 'L';
        if (!scan_take(scan, 'L') && !scan_take(scan, 'j'))
            return scan_fail(scan, error, "'.', 'L' or 'j'");
        if (scan_peek(scan) == '0')
            return scan_fail(scan, error, "a number of at least 1");
        status = scan_number(scan, lions ? LIONS_MAX : JACKALS_MAX, &number, error);
        board->start[region] = (int8_t)(lions ? -(int)number : (int)number);
    }
    reader->start_regions = region;
    return status == STATUS_OK ? end_word(scan, error) : status;
}

static Status read_line(Reader *reader, char *line, int number, Error *error)
{
    line[strcspn(line, "#\r\n")] = '\0';
    Scan scan = scan_over(line, reader->what);
    skip_blanks(&scan);
    if (scan_peek(&scan) == '\0')
        return STATUS_OK;
    const char *word = scan.at;
    size_t length = strcspn(word, " \t");
    scan.at += length;
    skip_blanks(&scan);
    Status status;
    if (length == 5 && strncmp(word, "board", length) == 0)
        status = read_name(reader, &scan, error);
    else if (length == 4 && strncmp(word, "size", length) == 0)
        status = read_size(reader, &scan, error);
    else if (length == 4 && strncmp(word, "line", length) == 0)
        status = read_stroke(reader, &scan, error);
    else if (length == 6 && strncmp(word, "region", length) == 0)
        status = read_region(reader, &scan, error);
    else if (length == 5 && strncmp(word, "start", length) == 0)
        status = read_start(reader, &scan, number, error);
    else
        return error_set(error, STATUS_BAD_TEXT,
                         "%s: expected board, size, line, region or start, got '%.*s'",
                         reader->what, (int)(length < 20 ? length : 20), word);
    return status == STATUS_OK ? scan_end(&scan, error) : status;
}

/* The regions that can be reached from region a. */
static uint32_t board_reachable(const struct Board *board)
{
    uint32_t reached = 1, last = 0;
    while (reached != last) {
        last = reached;
        for (int region = 0; region < board->count; region++)
            if (last >> region & 1)
                reached |= board->neighbours[region];
    }
    return reached;
}

/* Section 1: a board is a map in the plane; by Euler's formula n >= 3 regions have at most 3n - 6
 * pairs of neighbours. */
static Status check_planar(const struct Board *board, const char *path, Error *error)
{
    int ends = 0, most = 3 * board->count - 6;
    for (int region = 0; region < board->count; region++)
        ends += __builtin_popcount(board->neighbours[region]);
    if (board->count < 3 || ends / 2 <= most)
        return STATUS_OK;
    return error_set(
        error, STATUS_BAD_TEXT,
        "%s: %d pairs of neighbours; a map in the plane with %d regions has at most %d", path,
        ends / 2, board->count, most);
}

static Status check_map(const struct Board *board, const char *path, Error *error)
{
    uint32_t all = (uint32_t)((UINT64_C(1) << board->count) - 1);
    for (int one = 0; one < board->count; one++) {
        if (board->neighbours[one] & ~all)
            return error_set(error, STATUS_BAD_TEXT,
                             "%s: region %c has a neighbour that is no region", path, 'a' + one);
        for (int other = 0; other < board->count; other++)
            if ((board->neighbours[one] >> other & 1) != (board->neighbours[other] >> one & 1))
                return error_set(error, STATUS_BAD_TEXT,
                                 "%s: regions %c and %c: only one is the other's neighbour", path,
                                 'a' + one, 'a' + other);
    }
    if (board_reachable(board) != all)
        return error_set(error, STATUS_BAD_TEXT, "%s: the regions are not connected", path);
    return check_planar(board, path, error);
}

static Status check_start(const struct Board *board, const Reader *reader, const char *path,
                          Error *error)
{
    int lions = 0, jackals = 0;
    if (reader->start_regions != board->count)
        return error_set(error, STATUS_BAD_TEXT, "%s: line %d: a placement of %d regions, not %d",
                         path, reader->start_line, reader->start_regions, board->count);
    for (int region = 0; region < board->count; region++) {
        int figures = abs(board->start[region]);
        *(board->start[region] < 0 ? &lions : &jackals) += figures;
        if (figures > board->capacity[region])
            return error_set(error, STATUS_BAD_TEXT,
                             "%s: line %d: %d figures in region %c, its capacity is %d", path,
                             reader->start_line, figures, 'a' + region, board->capacity[region]);
    }
    if (lions == 0 || jackals == 0)
        return error_set(error, STATUS_BAD_TEXT, "%s: line %d: the start has no %s", path,
                         reader->start_line, lions ? "jackals" : "lions");
    if (lions > LIONS_MAX || jackals > JACKALS_MAX)
        return error_set(error, STATUS_BAD_TEXT,
                         "%s: line %d: at most %d lions and %d jackals are supported", path,
                         reader->start_line, LIONS_MAX, JACKALS_MAX);
    return STATUS_OK;
}

/* Position texts name their board, so a built-in name must mean the built-in board. */
static Status check_name(const struct Board *board, const char *path, Error *error)
{
    for (int i = 0; lions_board_built_in(i); i++) {
        const struct Board *other = lions_board_built_in(i);
        if (strcmp(board->name, other->name) == 0 && board->id != other->id)
            return error_set(error, STATUS_BAD_TEXT,
                             "%s: the name '%s' belongs to another, built-in board", path,
                             board->name);
    }
    return STATUS_OK;
}

static Status check_board(const struct Board *board, const Reader *reader, const char *path,
                          Error *error)
{
    const char *missing = !reader->named                     ? "a 'board' line"
                          : !reader->started                 ? "a 'start' line"
                          : board->count < BOARD_REGIONS_MIN ? "at least two regions"
                                                             : NULL;
    if (missing)
        return error_set(error, STATUS_BAD_TEXT, "%s: the board needs %s", path, missing);
    Status status = check_map(board, path, error);
    return status == STATUS_OK ? check_start(board, reader, path, error) : status;
}

static Status read_lines(Reader *reader, FILE *file, const char *path, Error *error)
{
    char line[LINE_SIZE];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        snprintf(reader->what, sizeof reader->what, "%s: line %d", path, number);
        if (!strchr(line, '\n') && !feof(file))
            return error_set(error, STATUS_BAD_TEXT, "%s: too long, or a zero byte", reader->what);
        Status status = read_line(reader, line, number, error);
        if (status != STATUS_OK)
            return status;
    }
    if (ferror(file))
        return error_set(error, STATUS_NO_FILE, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

Status lions_board_open(const char *path, struct Board **board, Error *error)
{
    size_t length = strlen(path);
    const char *shown = length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, STATUS_NO_FILE, "cannot read '%s': %s", shown, strerror(errno));
    struct Board *fresh = calloc(1, sizeof *fresh);
    if (!fresh) {
        fclose(file);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the board");
    }
    fresh->width = 12;
    fresh->height = 8;
    Reader reader = {.board = fresh};
    Status status = read_lines(&reader, file, shown, error);
    fclose(file);
    if (status == STATUS_OK)
        status = check_board(fresh, &reader, shown, error);
    fresh->id = board_identify(fresh);
    if (status == STATUS_OK)
        status = check_name(fresh, shown, error);
    if (status != STATUS_OK) {
        lions_board_close(fresh);
        return status;
    }
    *board = fresh;
    return STATUS_OK;
}

void lions_board_close(struct Board *board)
{
    free(board);
}
