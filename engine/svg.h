/* A few SVG shapes in the project's palette, so that all games' boards look like one family. */
#ifndef ENGINE_SVG_H
#define ENGINE_SVG_H

#include "engine/text.h"

/* The palette, as CSS colours. */
#define SVG_PAPER       "#f7f3e8"
#define SVG_INK         "#2f2a24"
#define SVG_LINE        "#8a7f6d"
#define SVG_LIGHT_CELL  "#efe3c8"
#define SVG_DARK_CELL   "#cdb891"
#define SVG_HOLE        "#5b5348"
#define SVG_WHITE_PIECE "#fdfcf8"
#define SVG_BLACK_PIECE "#33302c"
#define SVG_RED_PIECE   "#b8372e"
#define SVG_GOLD_PIECE  "#d9a227"

/* Opens a drawing of the given size in user units, with paper background and a title. */
void svg_begin(Text *text, double width, double height, const char *title);
void svg_end(Text *text);
void svg_line(Text *text, double x1, double y1, double x2, double y2, const char *stroke,
              double width);
void svg_rectangle(Text *text, double x, double y, double width, double height, const char *fill,
                   const char *stroke);
void svg_circle(Text *text, double x, double y, double radius, const char *fill,
                const char *stroke);
/* A polygon of `count` points x0 y0 x1 y1 ... */
void svg_polygon(Text *text, const double *points, int count, const char *fill, const char *stroke);
/* A label centred on (x, y), `size` high. */
void svg_label(Text *text, double x, double y, double size, const char *fill, const char *label);

#endif
