/* Boards of Lions and Jackals: their files, their drawings, and the tables of placements made from
 * them. */
#include "games/lions/board.h"
#include "games/lions/placements.h"
#include "games/lions/ways.h"
#include "games/registry.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#endif

Test(lions_board, built_in_boards_are_the_board_files)
{
    for (int i = 0; lions_board_built_in(i); i++) {
        const struct Board *board = lions_board_built_in(i);
        char path[512];
        snprintf(path, sizeof path, "%s/games/lions/boards/%s.board", SOURCE_DIR, board->name);
        struct Board *read = NULL;
        Error error = {0};
        cr_assert_eq(lions_board_open(path, &read, &error), STATUS_OK, "%s", error.text);
        cr_assert_str_eq(read->name, board->name);
        cr_assert_eq(read->id, board->id);
        cr_assert_eq(read->count, board->count);
        cr_assert_eq(read->mover, board->mover);
        cr_assert_eq(read->least_capacity, board->least_capacity);
        cr_assert_eq(memcmp(read->capacity, board->capacity, sizeof read->capacity), 0);
        cr_assert_eq(memcmp(read->neighbours, board->neighbours, sizeof read->neighbours), 0);
        cr_assert_eq(memcmp(read->start, board->start, sizeof read->start), 0);
        cr_assert_float_eq(read->width, board->width, 1e-6);
        cr_assert_float_eq(read->height, board->height, 1e-6);
        cr_assert_eq(read->line_count, board->line_count);
        for (int line = 0; line < board->line_count; line++)
            for (int j = 0; j < 4; j++)
                cr_assert_float_eq(read->lines[line][j], board->lines[line][j], 1e-5);
        for (int region = 0; region <= board->count; region++)
            cr_assert_eq(read->point_first[region], board->point_first[region]);
        for (int point = 0; point < board->point_first[board->count]; point++)
            for (int j = 0; j < 2; j++)
                cr_assert_float_eq(read->points[point][j], board->points[point][j], 1e-5);
        lions_board_close(read);
    }
}

/* A board file in one string, and what the reader must say about it; NULL = it is fine. */
typedef struct FileCase {
    const char *text, *message;
} FileCase;

static const FileCase file_cases[] = {
    {"board x\nregion a 3 b\nregion b 3 a\nstart b L1j2\n", NULL},
    {"# c\n\n board x # d\nsize 3.5 2\nline 0,0 1,-1.5\nregion a 3 b 0,0 1,0 1,1\n"
     "region b 3 a\nstart w L3j3",
     NULL},
    {"start b L1j2\nboard x\nregion a 3 b\nregion b 3 a\n", NULL},
    {"region a 3 b\nregion b 3 a\nstart b L1j2\n", "'board' line"},
    {"board x\nregion a 3 b\nregion b 3 a\n", "'start' line"},
    {"board x\nregion a 3 -\nstart w L1\n", "two regions"},
    {"board x\nregion b 3 a\nregion a 3 b\nstart w L1j1\n",
     "line 2: column 8: expected region 'a'"},
    {"board x\nregion a 0 b\nregion b 3 a\nstart w L1j1\n", "column 10: expected a capacity"},
    {"board x\nregion a 3 cb\nregion b 3 a\nregion c 3 a\nstart w L1j1.\n", "alphabetical order"},
    {"board x\nregion a 3 bb\nregion b 3 a\nstart w L1j1\n", "alphabetical order, each once"},
    {"board x\nregion a 3 ab\nregion b 3 a\nstart w L1j1\n", "other than the region itself"},
    {"board x\nregion a 3 b\nregion b 3 -\nstart w L1j1\n", "regions a and b"},
    {"board x\nregion a 3 bz\nregion b 3 a\nstart w L1j1\n", "a neighbour that is no region"},
    {"board x\nregion a 3 b\nregion b 3 a\nregion c 2 d\nregion d 2 c\nstart w L1j1..\n",
     "not connected"},
    {"board x\nregion a 3 b\nregion b 3 a\nstart w L1j4\n", "4 figures in region b"},
    {"board x\nregion a 3 b\nregion b 3 a\nstart w .j3\n", "no lions"},
    {"board x\nregion a 3 b\nregion b 3 a\nstart w L1.\n", "no jackals"},
    {"board x\nregion a 3 b\nregion b 3 a\nstart w L1\n", "a placement of 1 regions, not 2"},
    {"board x\nregion a 3 b\nregion b 3 a\nstart r L1j1\n", "column 7: expected 'w' or 'b'"},
    {"board x\nregion a 3 b\nregion b 3 a\nstart w L0j1\n", "column 10: expected a number of at"},
    {"board x y\n", "column 9: expected the end"},
    {"board x.y\n", "column 8: expected a blank"},
    {"board x\nboard y\n", "a second 'board' line"},
    {"board x\nsize 0 3\n", "must be positive"},
    {"board x\nline 0,0 1\n", "expected ','"},
    {"board x\nline 0,0 1,1.\n", "a digit"},
    {"regions a 3 b\n", "line 1: expected board, size, line, region or start"},
    {"board ten\nregion a 3 b\nregion b 3 a\nstart w L1j1\n", "the name 'ten' belongs to"},
    {"board x\nregion a 3 bcde\nregion b 3 acde\nregion c 3 abde\nregion d 3 abce\n"
     "region e 3 abcd\nstart w L1j1...\n",
     "10 pairs of neighbours"},
    {"board x\nregion a 99 b\nregion b 99 a\nstart w L1j41\n", "from 0 to 40"},
    {"board x\nregion a 99 b\nregion b 99 ac\nregion c 9 b\nstart w L5j3L5\n", "at most 8 lions"},
};

Test(lions_board, table_of_ways_is_pascals)
{
    for (int regions = 1; regions <= BOARD_REGIONS_MAX; regions++)
        for (int units = 0; units <= JACKALS_MAX; units++) {
            uint64_t above = regions > 1 ? ways_to_fill[regions - 1][units] : units == 0;
            uint64_t beside = units > 0 ? ways_to_fill[regions][units - 1] : 0;
            cr_assert_eq(ways_to_fill[regions][units], above + beside);
        }
}

/* Fills the regions from one on in every way, one figure count after another. */
static int count_placements(const struct Board *board, int region, int lions, int jackals)
{
    if (region == board->count)
        return lions == 0 && jackals == 0;
    int capacity = board->capacity[region];
    int count = count_placements(board, region + 1, lions, jackals);
    for (int figures = 1; figures <= capacity && figures <= jackals; figures++)
        count += count_placements(board, region + 1, lions, jackals - figures);
    for (int figures = 1; figures <= capacity && figures <= lions; figures++)
        count += count_placements(board, region + 1, lions - figures, jackals);
    return count;
}

Test(lions_board, placements_on_the_solved_board_are_counted)
{
    const struct Board *board = lions_board_built_in(1);
    cr_assert_str_eq(board->name, "seven");
    cr_assert_eq(board->count, SOLVED_REGIONS);
    for (int region = 0; region <= board->count; region++) {
        cr_assert(region == board->count || SOLVED_CAPACITY[region] == board->capacity[region]);
        for (int lions = 0; lions <= 2; lions++)
            for (int jackals = 0; jackals <= 6; jackals++)
                cr_assert_eq(WAYS_BEHIND[region][lions][jackals],
                             count_placements(board, region, lions, jackals));
    }
}

Test(lions_board, board_files_are_read_strictly)
{
    char path[] = "/tmp/skirmish-board-XXXXXX";
    int handle = mkstemp(path);
    cr_assert_geq(handle, 0);
    for (size_t i = 0; i < sizeof file_cases / sizeof file_cases[0]; i++) {
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file);
        fputs(file_cases[i].text, file);
        fclose(file);
        struct Board *board = NULL;
        Error error = {0};
        Status status = lions_board_open(path, &board, &error);
        if (file_cases[i].message) {
            cr_assert_eq(status, STATUS_BAD_TEXT, "case %zu", i);
            cr_assert_not_null(strstr(error.text, file_cases[i].message), "'%s' is not in '%s'",
                               file_cases[i].message, error.text);
        } else {
            cr_assert_eq(status, STATUS_OK, "%s", error.text);
            lions_board_close(board);
        }
    }
    remove(path);
    cr_assert_eq(lions_board_open("no/such.board", NULL, NULL), STATUS_NO_FILE);
}

/* A board given to the parser is known by its name; boards never share an identity. */
Test(lions_board, positions_on_different_boards_differ)
{
    const Game *game = games_at(games_find("lions", NULL));
    const struct Board *ten = lions_board_built_in(0);
    struct Board other = *ten;
    other.capacity[1]++;
    other.id++;
    Position one, two;
    cr_assert_eq(game->parse(NULL, "ten L1..L1..j9L1.. w 0", &one, NULL), STATUS_OK);
    cr_assert_eq(game->parse(&other, "ten L1..L1..j9L1.. w 0", &two, NULL), STATUS_OK);
    cr_assert_not(position_same(game, &one, &two));
    cr_assert_eq(game->parse(&other, "ten .j13.L1...... w 0", &two, NULL), STATUS_OK);
    cr_assert_eq(game->parse(NULL, "ten .j13.L1...... w 0", &two, NULL), STATUS_BAD_TEXT);
}

/* Authors of boards choose their own unit of length. */
Test(lions_board, drawings_do_not_depend_on_the_unit)
{
    const Game *game = games_at(games_find("lions", NULL));
    struct Board board = *lions_board_built_in(0);
    static char drawings[3][SVG_TEXT_MAX];
    static const float units[3] = {1, 50, 0.015625F};
    for (int i = 0; i < 3; i++) {
        const struct Board *ten = lions_board_built_in(0);
        board.width = ten->width * units[i];
        board.height = ten->height * units[i];
        for (int line = 0; line < ten->line_count; line++)
            for (int j = 0; j < 4; j++)
                board.lines[line][j] = ten->lines[line][j] * units[i];
        for (int point = 0; point < ten->point_first[ten->count]; point++)
            for (int j = 0; j < 2; j++)
                board.points[point][j] = ten->points[point][j] * units[i];
        Position position;
        Text text = TEXT_OF(drawings[i]);
        cr_assert_eq(game->parse(&board, "ten L1L1j2j9.L1.... w 0", &position, NULL), STATUS_OK);
        game->svg(&position, &text);
        cr_assert_not(text.overflow);
    }
    cr_assert_str_eq(drawings[1], drawings[0]);
    cr_assert_str_eq(drawings[2], drawings[0]);
}
