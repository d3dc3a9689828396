/* Shakti's drawings: the floor of tiles as boxes in the terminal, and SVG. */
#ifndef SHAKTI_DRAW_H
#define SHAKTI_DRAW_H

#include "engine/svg.h"
#include "games/shakti/rules.h"

/* The notation's letter for a cell: K W k w, '.' for an empty tile, '_' for a hole. */
static char letter_at(const GamePosition *position, int cell)
{
    const Army armies[2] = {mover_army(position), waiting_army(position)};
    for (int i = 0; i < 2; i++) {
        if (king_of(armies[i]) == cell)
            return "Kk"[player_of(armies[i])];
        if (warriors_of(armies[i]) & bit(cell))
            return "Ww"[player_of(armies[i])];
    }
    return position->tiles & bit(cell) ? '.' : '_';
}

static bool is_tile(const GamePosition *position, int file, int rank)
{
    return file >= 0 && file < BOARD_SIZE && rank >= 0 && rank < BOARD_SIZE &&
           position->tiles & bit(file + 8 * rank);
}

/* The corner at the lower left of a cell: lines run to the north, east, south and west of it (bits
 * 0 to 3) where a tile lies on either side. */
static const char *corner_at(const GamePosition *position, int file, int rank, bool ascii)
{
    static const char *const corners[16] = {
        " ", " ", " ", "└", " ", "│", "┌", "├", " ", "┘", "─", "┴", "┐", "┤", "┬", "┼",
    };
    bool north_west = is_tile(position, file - 1, rank), north_east = is_tile(position, file, rank);
    bool south_west = is_tile(position, file - 1, rank - 1);
    bool south_east = is_tile(position, file, rank - 1);
    int lines = (north_west | north_east) | (north_east | south_east) << 1 |
                (south_east | south_west) << 2 | (south_west | north_west) << 3;
    return ascii ? (lines ? "+" : " ") : corners[lines];
}

/* The line above the cells of `rank`. */
static void draw_border(const GamePosition *position, int rank, bool ascii, Text *text)
{
    text_string(text, "   ");
    for (int file = 0; file <= BOARD_SIZE; file++) {
        text_string(text, corner_at(position, file, rank + 1, ascii));
        bool line = is_tile(position, file, rank) || is_tile(position, file, rank + 1);
        if (file < BOARD_SIZE)
            text_string(text, !line ? "   " : ascii ? "---" : "───");
    }
    text_char(text, '\n');
}

/* Empty tiles carry a dot, holes nothing. */
static const char *cell_sign(char letter, bool ascii)
{
    switch (letter) {
    case 'K': return ascii ? "K" : "♔";
    case 'k': return ascii ? "k" : "♚";
    case 'W': return ascii ? "W" : "○";
    case 'w': return ascii ? "w" : "●";
    case '.': return ascii ? "." : "·";
    default: return " ";
    }
}

static void draw_rank(const GamePosition *position, int rank, bool ascii, Text *text)
{
    text_format(text, " %d ", rank + 1);
    for (int file = 0; file <= BOARD_SIZE; file++) {
        bool line = is_tile(position, file, rank) || is_tile(position, file - 1, rank);
        text_string(text, !line ? " " : ascii ? "|" : "│");
        if (file < BOARD_SIZE)
            text_format(text, " %s ", cell_sign(letter_at(position, file + 8 * rank), ascii));
    }
    text_char(text, '\n');
}

static void game_diagram(const GamePosition *position, bool ascii, Text *text)
{
    draw_border(position, BOARD_SIZE - 1, ascii, text);
    for (int rank = BOARD_SIZE - 1; rank >= 0; rank--) {
        draw_rank(position, rank, ascii, text);
        draw_border(position, rank - 1, ascii, text);
    }
    text_string(text, "     a   b   c   d   e   f   g\n");
}

/* User units: a cell, a tile in it, the frame with the coordinates. */
enum { SVG_CELL = 60, SVG_TILE = 56, SVG_FRAME = 32 };

static void svg_king(Text *text, double x, double y, const char *fill, const char *ink)
{
    double crown[] = {-20, -14, -10, -1, 0, -20, 10, -1, 20, -14, 15, 13, -15, 13};
    double base[] = {-15, 16, 15, 16, 15, 21, -15, 21};
    for (int i = 0; i < 14; i++)
        crown[i] += i % 2 ? y : x;
    for (int i = 0; i < 8; i++)
        base[i] += i % 2 ? y : x;
    svg_polygon(text, crown, 7, fill, ink);
    svg_polygon(text, base, 4, fill, ink);
    svg_circle(text, x - 20, y - 15, 3, fill, ink);
    svg_circle(text, x, y - 20, 3, fill, ink);
    svg_circle(text, x + 20, y - 15, 3, fill, ink);
}

static void svg_warrior(Text *text, double x, double y, const char *fill, const char *ink)
{
    svg_circle(text, x, y, 18, fill, ink);
    svg_circle(text, x, y, 11, fill, ink);
    svg_circle(text, x, y, 4, ink, ink);
}

static void svg_piece(Text *text, double x, double y, char letter)
{
    bool black = letter == 'k' || letter == 'w';
    const char *fill = black ? SVG_BLACK_PIECE : SVG_WHITE_PIECE;
    const char *ink = black ? SVG_WHITE_PIECE : SVG_INK;
    if (letter == 'K' || letter == 'k')
        svg_king(text, x, y, fill, ink);
    else if (letter == 'W' || letter == 'w')
        svg_warrior(text, x, y, fill, ink);
}

static void svg_coordinates(Text *text)
{
    double far = SVG_FRAME + BOARD_SIZE * SVG_CELL + SVG_FRAME / 2.0;
    for (int i = 0; i < BOARD_SIZE; i++) {
        const char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('7' - i), '\0'};
        double middle = SVG_FRAME + (i + 0.5) * SVG_CELL;
        svg_label(text, middle, far, 16, SVG_INK, file);
        svg_label(text, SVG_FRAME / 2.0, middle, 16, SVG_INK, rank);
    }
}

static void game_svg(const GamePosition *position, Text *text)
{
    double side = 2 * SVG_FRAME + BOARD_SIZE * SVG_CELL;
    double gap = (SVG_CELL - SVG_TILE) / 2.0;
    svg_begin(text, side, side, GAME_TITLE);
    svg_rectangle(text, SVG_FRAME - gap, SVG_FRAME - gap, BOARD_SIZE * SVG_CELL + 2 * gap,
                  BOARD_SIZE * SVG_CELL + 2 * gap, SVG_HOLE, SVG_INK);
    for (int row = 0; row < BOARD_SIZE; row++) {
        for (int file = 0; file < BOARD_SIZE; file++) {
            int cell = file + 8 * (BOARD_SIZE - 1 - row);
            double x = SVG_FRAME + file * SVG_CELL, y = SVG_FRAME + row * SVG_CELL;
            if (position->tiles & bit(cell))
                svg_rectangle(text, x + gap, y + gap, SVG_TILE, SVG_TILE,
                              (row + file) % 2 ? SVG_DARK_CELL : SVG_LIGHT_CELL, SVG_LINE);
            svg_piece(text, x + SVG_CELL / 2.0, y + SVG_CELL / 2.0, letter_at(position, cell));
        }
    }
    svg_coordinates(text);
    svg_end(text);
}

#endif
