/* Drawings of a Shap Luk position: for the terminal and as SVG. */
#ifndef SHAPLUK_DRAW_H
#define SHAPLUK_DRAW_H

#include "engine/svg.h"
#include "games/shapluk/board.h"

static char point_letter(const GamePosition *position, int point)
{
    if (point == general_of(position))
        return 'G';
    return rebels_of(position) & bit(point) ? 'r' : '.';
}

/* The board as text: each '*' is the next of drawn_points, the rest is drawn as it stands. */
static const char drawing[] = " 7              *              c7 = apex\n"
                              "               /|\\\n"
                              " 6            *-*-*            b6 c6 d6\n"
                              "             /  |  \\\n"
                              " 5      *---*---*---*---*      b5 c5 d5 = doors\n"
                              "        | \\ | / | \\ | / |\n"
                              " 4      *---*---*---*---*\n"
                              "        | / | \\ | / | \\ |\n"
                              " 3      *---*---*---*---*\n"
                              "        | \\ | / | \\ | / |\n"
                              " 2      *---*---*---*---*\n"
                              "        | / | \\ | / | \\ |\n"
                              " 1      *---*---*---*---*\n"
                              "        a   b   c   d   e\n";

static const signed char drawn_points[POINT_COUNT] = {
    28, 25, 26, 27, 20, 21, 22, 23, 24, 15, 16, 17, 18, 19, 10,
    11, 12, 13, 14, 5,  6,  7,  8,  9,  0,  1,  2,  3,  4,
};

/* Writes the drawn form of a line or a piece. */
static void draw_character(char c, bool ascii, Text *text)
{
    static const char *const fine[][2] = {
        {"-", "─"}, {"|", "│"}, {"/", "╱"}, {"\\", "╲"}, {"G", "♔"}, {"r", "●"}, {".", "·"},
    };
    for (size_t i = 0; !ascii && i < sizeof fine / sizeof fine[0]; i++) {
        if (fine[i][0][0] == c) {
            text_string(text, fine[i][1]);
            return;
        }
    }
    text_char(text, c);
}

static void game_diagram(const GamePosition *position, bool ascii, Text *text)
{
    const signed char *point = drawn_points;
    for (const char *c = drawing; *c; c++) {
        if (*c == '*')
            draw_character(point_letter(position, *point++), ascii, text);
        else if (*c >= 'a' && *c <= 'z')
            text_char(text, *c);
        else
            draw_character(*c, ascii, text);
    }
    text_string(text, ascii ? "\nG general, r rebel, . free point"
                            : "\n♔ general, ● rebel, · free point");
    if (HAS_FLIGHT)
        text_string(text, position->state & STATE_FLIGHT ? "; flight available" : "; flight spent");
    text_char(text, '\n');
}

enum { SVG_STEP = 80, SVG_MARGIN = 70, SVG_WIDTH = 460, SVG_HEIGHT = 650 };

static double point_x(int point)
{
    static const double sanctuary[] = {1.5, 2, 2.5, 2};
    return SVG_MARGIN + SVG_STEP * (point < POINT_B6 ? point % 5 : sanctuary[point - POINT_B6]);
}

static double point_y(int point)
{
    double rank = point < POINT_B6 ? point / 5 : point == POINT_APEX ? 6 : 5;
    return SVG_HEIGHT - SVG_MARGIN - SVG_STEP * rank;
}

static void draw_lines(Text *text)
{
    double triangle[6] = {point_x(21), point_y(21), point_x(23),
                          point_y(23), point_x(28), point_y(28)};
    svg_rectangle(text, point_x(20), point_y(20), 4 * SVG_STEP, 4 * SVG_STEP, SVG_LIGHT_CELL,
                  SVG_LINE);
    svg_polygon(text, triangle, 3, SVG_DARK_CELL, SVG_LINE);
    for (int one = 0; one < POINT_COUNT; one++) {
        uint64_t others = NEIGHBOURS[one] & ~(bit(one) - 1);
        while (others) {
            int other = bits_pop(&others);
            svg_line(text, point_x(one), point_y(one), point_x(other), point_y(other), SVG_LINE,
                     2.5);
        }
    }
}

/* The general: a white piece with a red crown. */
static void draw_general(double x, double y, Text *text)
{
    double crown[14] = {x - 14, y + 10, x - 17, y - 10, x - 7,  y - 1,  x,
                        y - 14, x + 7,  y - 1,  x + 17, y - 10, x + 14, y + 10};
    svg_circle(text, x, y, 29, SVG_WHITE_PIECE, SVG_INK);
    svg_polygon(text, crown, 7, SVG_RED_PIECE, SVG_INK);
}

static void draw_point(const GamePosition *position, int point, Text *text)
{
    double x = point_x(point), y = point_y(point);
    switch (point_letter(position, point)) {
    case 'G': draw_general(x, y, text); break;
    case 'r':
        svg_circle(text, x, y, 26, SVG_BLACK_PIECE, SVG_INK);
        svg_circle(text, x, y, 19, "none", SVG_LINE);
        break;
    default: svg_circle(text, x, y, 6, bit(point) & DOORS ? SVG_GOLD_PIECE : SVG_INK, SVG_LINE);
    }
}

static void draw_labels(const GamePosition *position, Text *text)
{
    for (int i = 0; i < 5; i++) {
        char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('1' + i), '\0'};
        svg_label(text, point_x(i), SVG_HEIGHT - 22, 20, SVG_INK, file);
        svg_label(text, 22, point_y(5 * i), 20, SVG_INK, rank);
    }
    svg_label(text, point_x(25) - 48, point_y(25), 18, SVG_INK, "b6");
    svg_label(text, point_x(26) + 17, point_y(26) + 38, 18, SVG_INK, "c6");
    svg_label(text, point_x(27) + 48, point_y(27), 18, SVG_INK, "d6");
    svg_label(text, point_x(28) + 48, point_y(28), 18, SVG_INK, "c7");
    if (HAS_FLIGHT)
        svg_label(text, 85, 40, 18, SVG_INK,
                  position->state & STATE_FLIGHT ? "flight available" : "flight spent");
}

static void game_svg(const GamePosition *position, Text *text)
{
    svg_begin(text, SVG_WIDTH, SVG_HEIGHT, GAME_TITLE);
    draw_lines(text);
    for (int point = 0; point < POINT_COUNT; point++)
        draw_point(position, point, text);
    draw_labels(position, text);
    svg_end(text);
}

#endif
