/* Gounki's board drawn as text and as SVG. Included by gounki.c alone. */
#ifndef GAMES_GOUNKI_DRAW_H
#define GAMES_GOUNKI_DRAW_H

#include "engine/svg.h"

/* What lies on a cell of the table: player -1 = nothing. */
typedef struct Sight {
    int player;
    GounkiStack stack;
} Sight;

/* Turns the board upside down. */
static void position_flip(GamePosition *position)
{
    position->own = cells_flipped(position->own);
    for (int digit = 0; digit < 2; digit++) {
        position->rounds[digit] = cells_flipped(position->rounds[digit]);
        position->squares[digit] = cells_flipped(position->squares[digit]);
    }
}

/* A cell of the table as the mover sees it, and the other way round. */
static int cell_seen(const GamePosition *position, int cell)
{
    return game_mover(position) == 0 ? cell : cell ^ 56;
}

static Sight position_sight(const GamePosition *position, int cell)
{
    int seen = cell_seen(position, cell);
    GounkiStack stack = position_stack(position, seen);
    if (stack.rounds + stack.squares == 0)
        return (Sight){.player = -1};
    int mover = game_mover(position);
    return (Sight){position->own >> seen & 1 ? mover : !mover, stack};
}

/* Pieces side by side in a field of five. */
static void diagram_cell(Sight sight, bool ascii, Text *text)
{
    static const char *const plain[2][2] = {{"R", "S"}, {"r", "s"}};
    static const char *const drawn[2][2] = {{"○", "□"}, {"●", "■"}};
    int size = sight.player < 0 ? 1 : sight.stack.rounds + sight.stack.squares;
    text_string(text, size == 1 ? "  " : " ");
    if (sight.player < 0)
        text_string(text, ascii ? "." : "·");
    for (int i = 0; sight.player >= 0 && i < size; i++) {
        if (i > 0 && size == 2)
            text_char(text, ' ');
        bool square = i >= sight.stack.rounds;
        text_string(text, (ascii ? plain : drawn)[sight.player][square]);
    }
    text_string(text, size == 1 ? "  " : " ");
}

static void diagram_line(bool ascii, int line, Text *text)
{
    static const char *const ends[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    text_string(text, "   ");
    for (int file = 0; file < 8; file++) {
        text_string(text, ascii ? "+" : ends[line][file > 0]);
        text_string(text, ascii ? "-----" : "─────");
    }
    text_string(text, ascii ? "+\n" : ends[line][2]);
    if (!ascii)
        text_char(text, '\n');
}

static void game_diagram(const GamePosition *position, bool ascii, Text *text)
{
    const char *bar = ascii ? "|" : "│";
    diagram_line(ascii, 0, text);
    for (int rank = 7; rank >= 0; rank--) {
        text_format(text, " %d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            text_string(text, bar);
            diagram_cell(position_sight(position, 8 * rank + file), ascii, text);
        }
        text_format(text, "%s\n", bar);
        diagram_line(ascii, rank ? 1 : 2, text);
    }
    text_string(text, "      a     b     c     d     e     f     g     h\n");
}

static void svg_piece(double x, double y, bool square, int player, double radius, Text *text)
{
    const char *fill = player == 0 ? SVG_WHITE_PIECE : SVG_BLACK_PIECE;
    const char *stroke = player == 0 ? SVG_INK : SVG_PAPER;
    if (square) {
        double half = radius * 0.9;
        svg_rectangle(text, x - half, y - half, 2 * half, 2 * half, fill, stroke);
    } else {
        svg_circle(text, x, y, radius, fill, stroke);
    }
}

/* A stack's pieces side by side: one, two, or three in a triangle. */
static void svg_stack(double x, double y, Sight sight, Text *text)
{
    static const double places[STACK_MAX][STACK_MAX][2] = {
        {{0, 0}}, {{-13, 0}, {13, 0}}, {{-13, -12}, {13, -12}, {0, 13}}};
    static const double radii[STACK_MAX] = {17, 12, 11.5};
    int size = sight.stack.rounds + sight.stack.squares;
    for (int i = 0; i < size; i++)
        svg_piece(x + places[size - 1][i][0], y + places[size - 1][i][1], i >= sight.stack.rounds,
                  sight.player, radii[size - 1], text);
}

static void game_svg(const GamePosition *position, Text *text)
{
    enum { CELL = 60, MARGIN = 30, SIZE = 8 * CELL + 2 * MARGIN };
    svg_begin(text, SIZE, SIZE, GAME_TITLE);
    for (int cell = 0; cell < CELLS; cell++) {
        int file = cell % 8, rank = cell / 8;
        double left = MARGIN + CELL * file, top = MARGIN + CELL * (7 - rank);
        svg_rectangle(text, left, top, CELL, CELL,
                      (file + rank) % 2 ? SVG_LIGHT_CELL : SVG_DARK_CELL, "none");
        Sight sight = position_sight(position, cell);
        if (sight.player >= 0)
            svg_stack(left + CELL / 2.0, top + CELL / 2.0, sight, text);
    }
    svg_rectangle(text, MARGIN, MARGIN, 8 * CELL, 8 * CELL, "none", SVG_LINE);
    for (int i = 0; i < 8; i++) {
        char file[2] = {(char)('a' + i), '\0'}, rank[2] = {(char)('1' + i), '\0'};
        double along = MARGIN + CELL * i + CELL / 2.0;
        for (int side = 0; side < 2; side++) {
            double across = MARGIN / 2.0 + side * (SIZE - MARGIN);
            svg_label(text, along, across, 15, SVG_INK, file);
            svg_label(text, across, SIZE - along, 15, SVG_INK, rank);
        }
    }
    svg_end(text);
}

#endif
