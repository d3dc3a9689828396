/* Drawings of Lions and Jackals: the board's polygons as a map of characters and as SVG. */
#ifndef GAMES_LIONS_DRAW_H
#define GAMES_LIONS_DRAW_H

#include "engine/svg.h"

enum {
    MAP_COLUMNS = 57, /* of the grid's corners; the cells between them are samples of the board */
    MAP_ROWS = 19,
    OUTSIDE = -1,
};

/* Units of the drawing in one of the board's: boards are drawn 6 to 15 units long, whatever units
 * their author took. */
static double drawing_scale(const Board *board)
{
    double length = fmax((double)board->width, (double)board->height);
    return length < 6 || length > 15 ? 12 / length : 1;
}

/* The region of a point by the even-odd rule, OUTSIDE if none. */
static int region_at(const Board *board, double x, double y)
{
    for (int region = 0; region < board->count; region++) {
        int first = board->point_first[region], last = board->point_first[region + 1] - 1;
        bool inside = false;
        for (int i = first, j = last; i <= last; j = i++) {
            const float *a = board->points[i], *b = board->points[j];
            if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
                inside = !inside;
        }
        if (inside)
            return region;
    }
    return OUTSIDE;
}

/* Whether every region has a polygon. */
static bool has_polygons(const Board *board)
{
    for (int region = 0; region < board->count; region++)
        if (board->point_first[region + 1] - board->point_first[region] < 3)
            return false;
    return true;
}

typedef struct Map {
    int8_t samples[MAP_ROWS + 1][MAP_COLUMNS + 1]; /* with a rim of OUTSIDE */
    char labels[MAP_ROWS][MAP_COLUMNS];            /* '\0' = no label here */
} Map;

static void map_sample(const Board *board, Map *map)
{
    memset(map->samples, OUTSIDE, sizeof map->samples);
    memset(map->labels, 0, sizeof map->labels);
    for (int row = 1; row < MAP_ROWS; row++)
        for (int column = 1; column < MAP_COLUMNS; column++)
            map->samples[row][column] =
                (int8_t)region_at(board, (column - 0.5) * board->width / (MAP_COLUMNS - 1),
                                  (row - 0.5) * board->height / (MAP_ROWS - 1));
}

/* Borders that meet in a corner: 1 up, 2 right, 4 down, 8 left. */
static int map_borders(const Map *map, int row, int column)
{
    const int8_t *above = &map->samples[row][column], *below = &map->samples[row + 1][column];
    return (above[0] != above[1]) | (above[1] != below[1]) << 1 | (below[0] != below[1]) << 2 |
           (above[0] != below[0]) << 3;
}

/* Whether a label of the region may start in this corner. */
static bool map_fits(const Map *map, int region, int row, int column, int length)
{
    for (int i = -1; i <= length; i++) {
        int at = column + i;
        if (at < 0 || at >= MAP_COLUMNS || map_borders(map, row, at) ||
            map->samples[row][at] != region)
            return false;
    }
    return true;
}

/* Writes the label as near as possible to the middle of the region's samples. */
static void map_label(Map *map, int region, const char *label)
{
    double middle_row = 0, middle_column = 0;
    int count = 0, length = (int)strlen(label);
    for (int row = 0; row <= MAP_ROWS; row++)
        for (int column = 0; column <= MAP_COLUMNS; column++)
            if (map->samples[row][column] == region) {
                middle_row += row - 0.5;
                middle_column += column - 0.5;
                count++;
            }
    double nearest = INFINITY;
    int best_row = -1, best_column = -1;
    for (int row = 0; count && row < MAP_ROWS; row++)
        for (int column = 0; column < MAP_COLUMNS; column++) {
            if (!map_fits(map, region, row, column, length))
                continue;
            double down = 2 * (row - middle_row / count);
            double right = column + (length - 1) / 2.0 - middle_column / count;
            double distance = down * down + right * right;
            if (distance < nearest) {
                nearest = distance;
                best_row = row;
                best_column = column;
            }
        }
    for (int i = 0; best_row >= 0 && i < length; i++)
        map->labels[best_row][best_column + i] = label[i];
}

static void write_map(const GamePosition *position, bool ascii, Text *text)
{
    static const char *const lines[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                          "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    static const char plain[] = " |-+||++-+-+++++";
    const Board *board = position->board;
    Map map;
    map_sample(board, &map);
    for (int region = 0; region < board->count; region++) {
        int figures = position->before[region];
        char label[16];
        if (figures)
            snprintf(label, sizeof label, "%c %c%d", 'a' + region, figures < 0 ? 'L' : 'j',
                     abs(figures));
        else
            snprintf(label, sizeof label, "%c", 'a' + region);
        map_label(&map, region, label);
    }
    for (int row = 0; row < MAP_ROWS; row++) {
        text_string(text, "  ");
        for (int column = 0; column < MAP_COLUMNS; column++) {
            int borders = map_borders(&map, row, column);
            if (map.labels[row][column])
                text_char(text, map.labels[row][column]);
            else if (ascii)
                text_char(text, plain[borders]);
            else
                text_string(text, lines[borders]);
        }
        text_char(text, '\n');
    }
    text_char(text, '\n');
}

/* The map, if the board has polygons, and a table of the regions. */
static void game_diagram(const GamePosition *position, bool ascii, Text *text)
{
    const Board *board = position->board;
    if (has_polygons(board))
        write_map(position, ascii, text);
    text_string(text, "  region  room  beside  figures\n");
    for (int region = 0; region < board->count; region++) {
        char beside[BOARD_REGIONS_MAX + 1];
        int length = 0;
        for (uint64_t near = board->neighbours[region]; near;)
            beside[length++] = (char)('a' + bits_pop(&near));
        beside[length] = '\0';
        int figures = position->before[region];
        text_format(text, "    %c     %4d  %-6s", 'a' + region, board->capacity[region], beside);
        for (int i = 0; i < abs(figures); i++) {
            if (i % 5 == 0)
                text_string(text, i ? " " : "  ");
            text_char(text, figures < 0 ? 'L' : 'j');
        }
        text_char(text, '\n');
    }
}

/* Stones of a region are set one by one where there is room, from its middle outwards. */
enum { SPOTS_MAX = JACKALS_MAX + 1 };

typedef struct Spots {
    int count;
    double at[SPOTS_MAX][2];
} Spots;

static double distance_to_border(const Board *board, int region, double x, double y)
{
    double nearest = INFINITY;
    int first = board->point_first[region], last = board->point_first[region + 1] - 1;
    for (int i = first, j = last; i <= last; j = i++) {
        double ax = board->points[j][0], ay = board->points[j][1];
        double dx = board->points[i][0] - ax, dy = board->points[i][1] - ay;
        double along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-9);
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        double distance = hypot(x - ax - along * dx, y - ay - along * dy);
        nearest = distance < nearest ? distance : nearest;
    }
    return nearest;
}

/* Where spots can be: the points of a grid over the drawing, each with its region and how far it
 * lies from the region's border, in units of the board. */
enum { GRID_MAX = 190 };

typedef struct Grid {
    double step;
    int columns, rows;
    int8_t region[GRID_MAX][GRID_MAX];
    float clearance[GRID_MAX][GRID_MAX];
} Grid;

static void grid_measure(const Board *board, Grid *grid)
{
    grid->step = 0.08 / drawing_scale(board);
    grid->columns = (int)fmin(ceil((double)board->width / grid->step), GRID_MAX);
    grid->rows = (int)fmin(ceil((double)board->height / grid->step), GRID_MAX);
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++) {
            double x = column * grid->step, y = row * grid->step;
            int region = region_at(board, x, y);
            grid->region[row][column] = (int8_t)region;
            if (region != OUTSIDE)
                grid->clearance[row][column] = (float)distance_to_border(board, region, x, y);
        }
}

static bool spot_is_clear(const Spots *spots, double radius, double x, double y)
{
    for (int i = 0; i < spots->count; i++)
        if (hypot(x - spots->at[i][0], y - spots->at[i][1]) < 2.05 * radius)
            return false;
    return true;
}

/* The free spot nearest to (x, y) for a disc; the rim and the other spots stay clear. */
static bool spot_find(const Grid *grid, int region, Spots *spots, double radius, double x, double y)
{
    double best = INFINITY, best_x = 0, best_y = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++) {
            if (grid->region[row][column] != region ||
                (double)grid->clearance[row][column] < radius)
                continue;
            double u = column * grid->step, v = row * grid->step;
            double far = hypot(u - x, v - y);
            if (far < best && spot_is_clear(spots, radius, u, v)) {
                best = far;
                best_x = u;
                best_y = v;
            }
        }
    if (best == INFINITY)
        return false;
    spots->at[spots->count][0] = best_x;
    spots->at[spots->count++][1] = best_y;
    return true;
}

/* Spots for `count` discs around the region's middle and, as the first spot, one for its label as
 * near as possible to the top left of the drawing. Returns the radius that lets them fit, in units
 * of the board. */
static double spots_find(const Board *board, const Grid *grid, int region, int count, Spots *spots)
{
    double x = 0, y = 0;
    int first = board->point_first[region], points = board->point_first[region + 1] - first;
    for (int i = first; i < first + points; i++) {
        x += (double)board->points[i][0] / points;
        y += (double)board->points[i][1] / points;
    }
    double unit = 1 / drawing_scale(board);
    for (double radius = 0.4 * unit; radius > 0.05 * unit; radius *= 0.9) {
        spots->count = 0;
        bool fits = spot_find(grid, region, spots, radius, 0, 0);
        while (fits && spots->count < count)
            fits = spot_find(grid, region, spots, radius, x, y);
        if (fits)
            return radius;
    }
    return 0;
}

static const double svg_unit = 60; /* pixels for a unit of the drawing */
static const double svg_rim = 20;

static void svg_stone(Text *text, int figures, double x, double y, double radius)
{
    bool lion = figures < 0;
    svg_circle(text, x, y, radius, lion ? SVG_GOLD_PIECE : SVG_BLACK_PIECE, SVG_INK);
    svg_label(text, x, y, 1.3 * radius, lion ? SVG_INK : SVG_WHITE_PIECE, lion ? "L" : "j");
}

static void svg_region(const GamePosition *position, const Grid *grid, int region, Text *text)
{
    const Board *board = position->board;
    int figures = position->before[region];
    double unit = svg_unit * drawing_scale(board);
    double corners[2 * BOARD_POINTS_MAX];
    int first = board->point_first[region], points = board->point_first[region + 1] - first;
    for (int i = 0; i < points; i++) {
        corners[2 * i] = svg_rim + unit * board->points[first + i][0];
        corners[2 * i + 1] = svg_rim + unit * board->points[first + i][1];
    }
    svg_polygon(text, corners, points, figures ? SVG_LIGHT_CELL : SVG_PAPER, SVG_LINE);
    Spots spots;
    double radius = unit * spots_find(board, grid, region, abs(figures) + 1, &spots);
    for (int i = 0; radius > 0 && i < spots.count; i++) {
        double x = svg_rim + unit * spots.at[i][0], y = svg_rim + unit * spots.at[i][1];
        char label[16];
        snprintf(label, sizeof label, "%c %d", 'a' + region, board->capacity[region]);
        if (i == 0)
            svg_label(text, x, y, 0.75 * radius, SVG_LINE, label);
        else
            svg_stone(text, figures, x, y, 0.95 * radius);
    }
}

/* A board without polygons: the regions on a circle, joined to their neighbours. */
static void svg_circle_of_regions(const GamePosition *position, Text *text)
{
    const Board *board = position->board;
    double x[BOARD_REGIONS_MAX], y[BOARD_REGIONS_MAX];
    double middle = svg_rim + svg_unit * 4, turn = 2 * acos(-1.0) / board->count;
    for (int region = 0; region < board->count; region++) {
        x[region] = middle + 3.4 * svg_unit * sin(turn * region);
        y[region] = middle - 3.4 * svg_unit * cos(turn * region);
    }
    for (int one = 0; one < board->count; one++)
        for (int other = 0; other < one; other++)
            if (board->neighbours[one] >> other & 1)
                svg_line(text, x[one], y[one], x[other], y[other], SVG_LINE, 1);
    for (int region = 0; region < board->count; region++) {
        int figures = position->before[region];
        char label[32];
        if (figures)
            snprintf(label, sizeof label, "%c %c%d/%d", 'a' + region, figures < 0 ? 'L' : 'j',
                     abs(figures), board->capacity[region]);
        else
            snprintf(label, sizeof label, "%c /%d", 'a' + region, board->capacity[region]);
        const char *fill = figures == 0  ? SVG_LIGHT_CELL
                           : figures < 0 ? SVG_GOLD_PIECE
                                         : SVG_BLACK_PIECE;
        svg_circle(text, x[region], y[region], 0.5 * svg_unit, fill, SVG_INK);
        svg_label(text, x[region], y[region], 13, figures > 0 ? SVG_WHITE_PIECE : SVG_INK, label);
    }
}

static void game_svg(const GamePosition *position, Text *text)
{
    const Board *board = position->board;
    bool polygons = has_polygons(board);
    double unit = svg_unit * drawing_scale(board);
    double width = polygons ? unit * board->width : 8 * svg_unit;
    double height = polygons ? unit * board->height : 8 * svg_unit;
    svg_begin(text, 2 * svg_rim + width, 2 * svg_rim + height, GAME_TITLE);
    if (!polygons) {
        svg_circle_of_regions(position, text);
        svg_end(text);
        return;
    }
    Grid grid;
    grid_measure(board, &grid);
    for (int region = 0; region < board->count; region++)
        svg_region(position, &grid, region, text);
    for (int i = 0; i < board->line_count; i++) {
        const float *line = board->lines[i];
        svg_line(text, svg_rim + unit * line[0], svg_rim + unit * line[1], svg_rim + unit * line[2],
                 svg_rim + unit * line[3], SVG_INK, 2.5);
    }
    double corners[8] = {svg_rim,         svg_rim,          svg_rim + width, svg_rim,
                         svg_rim + width, svg_rim + height, svg_rim,         svg_rim + height};
    svg_polygon(text, corners, 4, "none", SVG_INK);
    svg_end(text);
}

#endif
