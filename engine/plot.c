/* Curves as SVG. */
#include "engine/plot.h"

#include "engine/svg.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 720, HEIGHT = 420, LEFT = 80, RIGHT = 20, TOP = 40, BOTTOM = 60, TICKS = 5 };

typedef struct Range {
    double x0, x1, y0, y1;
} Range;

static const char *const colours[] = {"#b8372e", "#33302c", "#d9a227",
                                      "#4b7a8f", "#6b8e4e", "#8a5a83"};

static const char *colour_of(int curve)
{
    return colours[(size_t)curve % (sizeof colours / sizeof colours[0])];
}

static Range range_of(const PlotCurve *curves, int count)
{
    Range range = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < curves[i].count; j++) {
            if (!isfinite(curves[i].x[j]) || !isfinite(curves[i].y[j]))
                continue;
            range.x0 = fmin(range.x0, curves[i].x[j]);
            range.x1 = fmax(range.x1, curves[i].x[j]);
            range.y0 = fmin(range.y0, curves[i].y[j]);
            range.y1 = fmax(range.y1, curves[i].y[j]);
        }
    if (range.x0 > range.x1)
        return (Range){0, 1, 0, 1};
    range.x1 += range.x1 == range.x0;
    range.y1 += range.y1 == range.y0;
    return range;
}

static double place_x(const Range *range, double x)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (x - range->x0) / (range->x1 - range->x0);
}

static double place_y(const Range *range, double y)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y - range->y0) / (range->y1 - range->y0);
}

/* The round number (1, 2 or 5 times a power of ten) that divides a span into about TICKS parts. */
static double tick_step(double span)
{
    static const double factors[] = {1, 2, 5, 10};
    double part = span / TICKS, power = pow(10, floor(log10(part))), step = 0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0] && step < part; i++)
        step = factors[i] * power;
    return step;
}

static void draw_axes(Text *text, const Range *range, const char *title, const char *x_label)
{
    char label[32];
    double x_step = tick_step(range->x1 - range->x0), y_step = tick_step(range->y1 - range->y0);
    svg_rectangle(text, LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, "none", SVG_LINE);
    for (double i = ceil(range->x0 / x_step); i * x_step <= range->x1; i++) {
        snprintf(label, sizeof label, "%.6g", i * x_step);
        svg_label(text, place_x(range, i * x_step), HEIGHT - BOTTOM + 16, 12, SVG_INK, label);
    }
    for (double i = ceil(range->y0 / y_step); i * y_step <= range->y1; i++) {
        double y = place_y(range, i * y_step);
        snprintf(label, sizeof label, "%.6g", i * y_step);
        svg_label(text, LEFT / 2.0, y, 12, SVG_INK, label);
        svg_line(text, LEFT, y, WIDTH - RIGHT, y, SVG_DARK_CELL, 0.5);
    }
    svg_label(text, WIDTH / 2.0, TOP / 2.0, 15, SVG_INK, title);
    svg_label(text, WIDTH / 2.0, HEIGHT - 16, 13, SVG_INK, x_label);
}

/* Where the curves leave room at the top: on the left if the highest begins lower than one ends. */
static double legend_x(const PlotCurve *curves, int count)
{
    double first = -INFINITY, last = -INFINITY;
    for (int i = 0; i < count; i++)
        if (curves[i].count) {
            first = fmax(first, curves[i].y[0]);
            last = fmax(last, curves[i].y[curves[i].count - 1]);
        }
    return last > first ? LEFT + 90 : WIDTH - RIGHT - 90;
}

static void draw_curve(Text *text, const Range *range, const PlotCurve *curve, const char *colour)
{
    text_format(text, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
                colour);
    for (int i = 0; i < curve->count; i++)
        if (isfinite(curve->x[i]) && isfinite(curve->y[i]))
            text_format(text, "%.1f,%.1f ", place_x(range, curve->x[i]),
                        place_y(range, curve->y[i]));
    text_string(text, "\"/>\n");
}

void plot_curves(Text *text, const char *title, const char *x_label, const PlotCurve *curves,
                 int count)
{
    Range range = range_of(curves, count);
    double legend = legend_x(curves, count);
    svg_begin(text, WIDTH, HEIGHT, title);
    draw_axes(text, &range, title, x_label);
    for (int i = 0, named = 0; i < count; i++) {
        draw_curve(text, &range, &curves[i], colour_of(i));
        if (curves[i].name)
            svg_label(text, legend, TOP + 14 + 16 * named++, 12, colour_of(i), curves[i].name);
    }
    svg_end(text);
}
