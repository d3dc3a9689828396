/* Shakti's lookup tables and lines of sight, derived again by walking over the board. */
#include "engine/random.h"
#include "games/shakti/lines.h"

#include <criterion/criterion.h>
#include <stdbool.h>

enum { SIZE = 7, CELLS = 64, RANDOM_BOARDS = 200 };

/* Steps of file and rank; ways n and n + 4 are opposite and lie on line n. */
static const int ways[8][2] = {{1, 0},  {0, 1},  {1, 1},   {-1, 1},
                               {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

static bool is_cell(int file, int rank)
{
    return file >= 0 && file < SIZE && rank >= 0 && rank < SIZE;
}

/* The rank-th tile from a cell in a direction, as a set; empty if there is none. */
static uint64_t walk(uint64_t tiles, int cell, int way, int rank)
{
    int x = cell % 8, y = cell / 8;
    if (!is_cell(x, y))
        return 0;
    for (;;) {
        x += ways[way][0];
        y += ways[way][1];
        if (!is_cell(x, y))
            return 0;
        if (tiles & bit(x + 8 * y) && --rank == 0)
            return bit(x + 8 * y);
    }
}

static uint64_t whole_board(void)
{
    uint64_t tiles = 0;
    for (int rank = 0; rank < SIZE; rank++)
        tiles |= UINT64_C(0x7f) << 8 * rank;
    return tiles;
}

Test(shakti, lines_are_the_cells_reached_by_walking)
{
    for (int cell = 0; cell < CELLS; cell++) {
        for (int line = 0; line < LINES; line++) {
            uint64_t cells = is_cell(cell % 8, cell / 8) ? bit(cell) : 0;
            for (int n = 1; n < SIZE; n++)
                cells |=
                    walk(whole_board(), cell, line, n) | walk(whole_board(), cell, line + 4, n);
            int place = cells ? bits_count(cells & (bit(cell) - 1)) : 0;
            cr_assert_eq(cell_lines[cell].cells[line], cells, "cell %d line %d", cell, line);
            cr_assert_eq(cell_lines[cell].entries[line], 128 * place, "cell %d line %d", cell,
                         line);
        }
    }
}

Test(shakti, king_steps_are_the_adjacent_cells)
{
    int pairs = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        uint64_t steps = 0;
        for (int way = 0; way < 8; way++)
            steps |= walk(whole_board(), cell, way, 1);
        cr_assert_eq(king_steps[cell], steps, "cell %d", cell);
        pairs += bits_count(steps);
    }
    cr_assert_eq(pairs, 2 * 156, "section 2 counts 156 adjacent pairs");
}

Test(shakti, nearest_tiles_of_every_packed_line)
{
    for (int place = 0; place < SIZE; place++) {
        for (int tiles = 0; tiles < 128; tiles++) {
            uint64_t row = (uint64_t)tiles;
            uint64_t entry = walk(row, place, 0, 1) | walk(row, place, 4, 1);
            entry |= (walk(row, place, 0, 2) | walk(row, place, 4, 2)) << SECOND_SHIFT;
            cr_assert_eq(nearest_tiles[128 * place + tiles], entry, "place %d tiles %d", place,
                         tiles);
        }
    }
}

Test(shakti, cells_between_and_beyond)
{
    for (int from = 0; from < CELLS; from++) {
        for (int way = 0; way < 8; way++) {
            uint64_t between = 0;
            for (int n = 1; walk(whole_board(), from, way, n); n++) {
                uint64_t target = walk(whole_board(), from, way, n), beyond = 0;
                int to = bits_first(target);
                for (int m = n + 1; m < SIZE; m++)
                    beyond |= walk(whole_board(), from, way, m);
                cr_assert_eq(line_through(from, to), way % 4);
                cr_assert_eq(cells_between(from, to), between, "from %d to %d", from, to);
                cr_assert_eq(cells_beyond(from, to), beyond, "from %d to %d", from, to);
                between |= target;
            }
        }
    }
}

Test(shakti, sight_over_holes_on_random_boards)
{
    Random random = random_from(1);
    for (int i = 0; i < RANDOM_BOARDS; i++) {
        uint64_t tiles = random_next(&random) & whole_board();
        if (i % 2)
            tiles &= random_next(&random);
        for (int cell = 0; cell < CELLS; cell++) {
            uint64_t first = 0, second = 0;
            for (int way = 0; way < 8; way++) {
                first |= walk(tiles, cell, way, 1);
                second |= walk(tiles, cell, way, 2);
            }
            cr_assert_eq(first_tiles(tiles, cell), first, "board %d cell %d", i, cell);
            cr_assert_eq(second_tiles(tiles, cell), second, "board %d cell %d", i, cell);
        }
    }
}
