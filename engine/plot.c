/* Curves. */
#include "engine/plot_private.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 380, RIGHT = 16, TOP = 16, BOTTOM = 44, TICKS = 5, LEGEND_LINE = 18 };

/* Apart for the colour-blind (after Okabe and Ito), and each with dashes of its own. */
static const struct {
    const char *colour, *dashes;
} series[PLOT_SERIES] = {
    {"#0072b2", ""},     {"#d55e00", "7 3"}, {"#009e73", "2 3"}, {"#aa4499", "9 3 2 3"},
    {"#b58900", "12 4"}, {"#56a0d3", "4 4"}, {"#7a7268", "1 4"}, {"#882255", "6 2 1 2 1 2"},
};

typedef struct Range {
    double x0, x1, y0, y1;
} Range;

static void include(Range *range, double x, double y, double margin)
{
    if (!(fabs(x) < plot_most && fabs(y) < plot_most && fabs(margin) < plot_most))
        return;
    range->x0 = fmin(range->x0, x);
    range->x1 = fmax(range->x1, x);
    range->y0 = fmin(range->y0, y - margin);
    range->y1 = fmax(range->y1, y + margin);
}

static Range range_of(const PlotFrame *frame, const PlotCurve *curves, int count,
                      const PlotLevel *levels, int level_count)
{
    Range range = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < curves[i].count; j++)
            include(&range, curves[i].x[j], curves[i].y[j],
                    frame->margin && i == 0 ? frame->margin[j] : 0);
    if (range.x0 > range.x1)
        range = (Range){0, 1, 0, 1};
    for (int i = 0; i < level_count; i++)
        include(&range, range.x0, levels[i].y, 0);
    return range;
}

/* The legend above the axes; returns its height. */
static double draw_legend(Text *text, const PlotFrame *frame, const PlotCurve *curves, int count,
                          double width)
{
    double x = 8, y = 14;
    bool any = false;
    if (frame->title && !frame->in_page) {
        plot_label(text, width / 2, y, "middle", frame->title);
        y += LEGEND_LINE;
    }
    for (int i = 0; i < count; i++) {
        const char *name = curves[i].name;
        if (!name)
            continue;
        double needed = 34 + 6.4 * plot_letters(name) + 14;
        if (any && x + needed > width) {
            x = 8;
            y += LEGEND_LINE;
        }
        text_format(text,
                    "<path class=\"series%d\" d=\"M%.1f %.1fh26\" fill=\"none\" stroke=\"%s\" "
                    "stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n",
                    i % PLOT_SERIES, x, y, series[i % PLOT_SERIES].colour,
                    series[i % PLOT_SERIES].dashes);
        plot_label(text, x + 31, y, "start", name);
        x += needed;
        any = true;
    }
    return any ? y + LEGEND_LINE / 2.0 : y - 6;
}

static void draw_y_axis(Text *text, const PlotScale *y, double left, double right)
{
    for (double value = plot_first_tick(y); value <= y->to + y->step * 1e-6; value += y->step) {
        char label[32];
        Text own = TEXT_OF(label);
        plot_tick(y, value, &own);
        plot_line(text, left, plot_place(y, value), right, plot_place(y, value), "grid", plot_grid,
                  1);
        plot_label(text, left - 6, plot_place(y, value), "end", label);
    }
}

static void draw_band(Text *text, const PlotScale *x, const PlotScale *y, const PlotCurve *curve,
                      const double *margin)
{
    text_format(text, "<polygon class=\"band\" fill=\"%s\" fill-opacity=\"0.15\" points=\"",
                series[0].colour);
    for (int i = 0; i < curve->count; i++)
        text_format(text, "%.1f,%.1f ", plot_place(x, curve->x[i]),
                    plot_place(y, curve->y[i] + margin[i]));
    for (int i = curve->count - 1; i >= 0; i--)
        text_format(text, "%.1f,%.1f ", plot_place(x, curve->x[i]),
                    plot_place(y, curve->y[i] - margin[i]));
    text_string(text, "\"/>\n");
}

static void draw_curve(Text *text, const PlotScale *x, const PlotScale *y, const PlotCurve *curve,
                       int index)
{
    text_format(text,
                "<polyline class=\"series%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
                "stroke-linejoin=\"round\" stroke-dasharray=\"%s\" points=\"",
                index % PLOT_SERIES, series[index % PLOT_SERIES].colour,
                series[index % PLOT_SERIES].dashes);
    for (int i = 0; i < curve->count; i++)
        if (isfinite(curve->x[i]) && isfinite(curve->y[i]))
            text_format(text, "%.1f,%.1f ", plot_place(x, curve->x[i]), plot_place(y, curve->y[i]));
    text_string(text, "\"/>\n");
}

/* Room for the labels of the vertical axis. */
static double left_of(const PlotScale *y)
{
    size_t longest = 0;
    for (double value = plot_first_tick(y); value <= y->to + y->step * 1e-6; value += y->step) {
        char label[32];
        Text own = TEXT_OF(label);
        plot_tick(y, value, &own);
        size_t letters = (size_t)plot_letters(label);
        longest = letters > longest ? letters : longest;
    }
    return 14 + 7.0 * (double)longest;
}

void plot_curves(Text *text, const PlotFrame *frame, const PlotCurve *curves, int count,
                 const PlotLevel *levels, int level_count)
{
    double width = frame->width ? frame->width : WIDTH;
    double height = frame->height ? frame->height : HEIGHT;
    Range range = range_of(frame, curves, count, levels, level_count);
    plot_begin(text, frame, width, height);
    double top = draw_legend(text, frame, curves, count, width) + TOP / 2.0;
    PlotScale y = plot_scale(range.y0, range.y1, TICKS, true, height - BOTTOM, top);
    double left = left_of(&y), right = width - RIGHT;
    PlotScale x = plot_scale(range.x0, range.x1, TICKS, false, left, right);
    if (frame->whole_x)
        x.step = fmax(1, x.step);
    plot_x_axis(text, &x, top, height - BOTTOM, false);
    draw_y_axis(text, &y, left, right);
    if (frame->x_label)
        plot_label(text, (left + right) / 2, height - 10, "middle", frame->x_label);
    for (int i = 0; i < level_count; i++) {
        double at = plot_place(&y, levels[i].y);
        plot_line(text, left, at, right, at, "level", plot_ink, 1);
        if (levels[i].name)
            plot_label(text, right - 4, at + (at < top + 14 ? 9 : -8), "end", levels[i].name);
    }
    if (frame->margin && count && curves[0].count)
        draw_band(text, &x, &y, &curves[0], frame->margin);
    for (int i = 0; i < count; i++)
        draw_curve(text, &x, &y, &curves[i], i);
    plot_end(text);
}
