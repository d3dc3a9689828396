/* Drawings of a position: a grid for the terminal and an SVG picture, both with the hands. */
#ifndef GAMES_YOXII_DRAW_H
#define GAMES_YOXII_DRAW_H

#include "engine/svg.h"

#include <math.h>

static const char *const side_names[2] = {GAME_FIRST, GAME_SECOND};

/* White's pieces are hollow, Red's filled; in ASCII both are the marks of the position text. */
static const char *const piece_signs[2][VALUES] = {{"①", "②", "③", "④"}, {"❶", "❷", "❸", "❹"}};

static void draw_sign(int colour, int value, bool ascii, Text *text)
{
    if (ascii)
        text_char(text, marks[colour][value - 1]);
    else
        text_string(text, piece_signs[colour][value - 1]);
}

/* The line below `rank` (-1 .. 6 counts the line above rank 6 as that below rank 7). */
static void draw_grid_line(int rank, bool ascii, Text *text)
{
    /* Bits of an index: an arm goes up, down, left, right. */
    static const char *const joints[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                           "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    text_string(text, "   ");
    for (int file = 0; file <= SIDE_LENGTH; file++) {
        bool above_left = on_board(file - 1, rank), above_right = on_board(file, rank);
        bool below_left = on_board(file - 1, rank - 1), below_right = on_board(file, rank - 1);
        int arms = (above_left || above_right) | (below_left || below_right) << 1 |
                   (above_left || below_left) << 2 | (above_right || below_right) << 3;
        text_string(text, !ascii ? joints[arms] : arms ? "+" : " ");
        if (file < SIDE_LENGTH)
            text_string(text, !(arms & 8) ? "   " : ascii ? "---" : "───");
    }
    text_char(text, '\n');
}

static void draw_rank(const GamePosition *position, int rank, bool ascii, Text *text)
{
    text_format(text, " %d ", rank + 1);
    for (int file = 0; file <= SIDE_LENGTH; file++) {
        bool wall = on_board(file - 1, rank) || on_board(file, rank);
        text_string(text, !wall ? " " : ascii ? "|" : "│");
        if (file == SIDE_LENGTH)
            break;
        int square = square_at(file, rank);
        int colour = piece_colour(position, square);
        text_char(text, ' ');
        if (colour >= 0)
            draw_sign(colour, piece_value(position, square), ascii, text);
        else if (square == totem_square(position))
            text_string(text, ascii ? "*" : "♜");
        else
            text_char(text, ' ');
        text_char(text, ' ');
    }
    text_char(text, '\n');
}

static void draw_hand(const GamePosition *position, int colour, bool ascii, Text *text)
{
    text_format(text, "%c  %-6s", colour == game_mover(position) ? '>' : ' ', side_names[colour]);
    for (int value = 1; value <= VALUES; value++) {
        text_string(text, "  ");
        draw_sign(colour, value, ascii, text);
        text_format(text, " x%d", hand_count(colour_board(position, colour), value));
    }
    text_char(text, '\n');
}

static void game_diagram(const GamePosition *position, bool ascii, Text *text)
{
    for (int rank = SIDE_LENGTH - 1; rank >= 0; rank--) {
        draw_grid_line(rank + 1, ascii, text);
        draw_rank(position, rank, ascii, text);
    }
    draw_grid_line(0, ascii, text);
    text_string(text, "     a   b   c   d   e   f   g\n\n");
    for (int colour = 0; colour < 2; colour++)
        draw_hand(position, colour, ascii, text);
}

/* Sizes of the SVG picture, in its units. */
enum { CELL = 60, MARGIN = 34, BOARD_SIZE = SIDE_LENGTH * CELL, HAND_HEIGHT = 52 };

/* A piece: a disc with its mark, a ring for 1 and a figure of 2, 3 or 4 arms for the others. */
static void svg_piece(Text *text, double x, double y, double radius, int colour, int value)
{
    const char *ink = colour ? SVG_WHITE_PIECE : SVG_INK;
    const char *fill = colour ? SVG_RED_PIECE : SVG_WHITE_PIECE;
    svg_circle(text, x, y, radius, fill, SVG_INK);
    if (value == 1) {
        svg_circle(text, x, y, 0.42 * radius, ink, "none");
        svg_circle(text, x, y, 0.24 * radius, fill, "none");
        return;
    }
    const double turn = 2 * acos(-1.0);
    double first = value == VALUES ? turn / 8 : turn / 4;
    for (int arm = 0; arm < value; arm++) {
        double angle = first + turn * arm / value;
        svg_line(text, x, y, x + 0.62 * radius * cos(angle), y + 0.62 * radius * sin(angle), ink,
                 0.2 * radius);
    }
}

static void svg_totem(Text *text, double x, double y)
{
    enum { POINTS = 8 };
    double outline[4 * POINTS];
    for (int i = 0; i < 2 * POINTS; i++) {
        double angle = acos(-1.0) * i / POINTS, radius = i % 2 ? 15 : 25;
        outline[2 * i] = x + radius * cos(angle);
        outline[2 * i + 1] = y + radius * sin(angle);
    }
    svg_polygon(text, outline, 2 * POINTS, SVG_GOLD_PIECE, SVG_INK);
    svg_circle(text, x, y, 6, SVG_INK, "none");
}

static void svg_square(Text *text, const GamePosition *position, int file, int rank)
{
    int square = square_at(file, rank), colour = piece_colour(position, square);
    double x = MARGIN + CELL * file, y = MARGIN + CELL * (SIDE_LENGTH - 1 - rank);
    svg_rectangle(text, x, y, CELL, CELL, (file + rank) % 2 ? SVG_DARK_CELL : SVG_LIGHT_CELL,
                  SVG_LINE);
    if (colour >= 0)
        svg_piece(text, x + CELL / 2.0, y + CELL / 2.0, 23, colour, piece_value(position, square));
    else if (square == totem_square(position))
        svg_totem(text, x + CELL / 2.0, y + CELL / 2.0);
}

static void svg_hand(Text *text, const GamePosition *position, int colour)
{
    double y = 2.0 * MARGIN + BOARD_SIZE + HAND_HEIGHT * (colour + 0.5);
    if (colour == game_mover(position)) {
        const double pointer[] = {12, y - 8, 12, y + 8, 26, y};
        svg_polygon(text, pointer, 3, SVG_INK, "none");
    }
    svg_label(text, MARGIN + 32, y, 18, SVG_INK, side_names[colour]);
    for (int value = 1; value <= VALUES; value++) {
        double x = MARGIN + 15 + 90 * value;
        int count = hand_count(colour_board(position, colour), value);
        const char label[] = {'x', (char)('0' + count), '\0'};
        svg_piece(text, x, y, 18, colour, value);
        svg_label(text, x + 36, y, 18, SVG_INK, label);
    }
}

static void game_svg(const GamePosition *position, Text *text)
{
    svg_begin(text, BOARD_SIZE + 2 * MARGIN, BOARD_SIZE + 2 * MARGIN + 2 * HAND_HEIGHT + 12,
              GAME_TITLE);
    for (int i = 0; i < SIDE_LENGTH; i++) {
        const char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('1' + i), '\0'};
        svg_label(text, MARGIN + CELL * (i + 0.5), MARGIN * 1.5 + BOARD_SIZE, 16, SVG_INK, file);
        svg_label(text, MARGIN * 0.5, MARGIN + BOARD_SIZE - CELL * (i + 0.5), 16, SVG_INK, rank);
    }
    for (int rank = 0; rank < SIDE_LENGTH; rank++)
        for (int file = 0; file < SIDE_LENGTH; file++)
            if (on_board(file, rank))
                svg_square(text, position, file, rank);
    for (int colour = 0; colour < 2; colour++)
        svg_hand(text, position, colour);
    svg_end(text);
}

#endif
