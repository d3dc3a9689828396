/* Estimates with error bars, bars and histograms. */
#include "engine/plot_private.h"

#include <math.h>

enum { WIDTH = 460, ROW = 26, HISTOGRAM_HEIGHT = 180, TOP = 8, BOTTOM = 24, RIGHT = 16, TICKS = 5 };

/* Height of the label of the horizontal axis. */
static double label_height(const PlotFrame *frame)
{
    return frame->x_label ? 18 : 0;
}

void plot_estimates(Text *text, const PlotFrame *frame, const PlotEstimate *rows, int count,
                    double reference)
{
    double longest = 0, low = reference, high = reference;
    for (int i = 0; i < count; i++) {
        longest = fmax(longest, plot_letters(rows[i].name));
        low = fmin(low, rows[i].value - rows[i].margin);
        high = fmax(high, rows[i].value + rows[i].margin);
    }
    double width = frame->width ? frame->width : WIDTH, left = plot_name_width(longest);
    double bottom = TOP + (double)ROW * count;
    PlotScale x = plot_scale(low, high, TICKS, true, left, width - RIGHT);
    plot_begin(text, frame, width, bottom + BOTTOM + label_height(frame));
    plot_x_axis(text, &x, TOP, bottom, false);
    double at = plot_place(&x, reference);
    plot_line(text, at, TOP, at, bottom, "level", plot_ink, 1);
    for (int i = 0; i < count; i++) {
        double y = TOP + ROW * (i + 0.5);
        plot_name(text, left - 8, y, rows[i].name);
        plot_point(text, &x, y, rows[i].value, rows[i].margin);
    }
    if (frame->x_label)
        plot_label(text, (left + width - RIGHT) / 2, bottom + BOTTOM + 8, "middle", frame->x_label);
    plot_end(text);
}

static void draw_row(Text *text, const PlotScale *x, const PlotRow *row, double y)
{
    double from = x->from;
    for (int part = 0; part < PLOT_PARTS; part++) {
        double start = plot_place(x, from), end = plot_place(x, from + 100 * row->parts[part]);
        if (row->parts[part] > 0)
            plot_bar(text, start, y - 8, end - start, 16, part);
        from += 100 * row->parts[part];
    }
    if (row->margin >= 0)
        plot_point(text, x, y, 100 * row->value, 100 * row->margin);
}

void plot_rows(Text *text, const PlotFrame *frame, const PlotRow *rows, int count,
               const char *const part_names[PLOT_PARTS])
{
    double longest = 0, notes = 0;
    for (int i = 0; i < count; i++) {
        longest = fmax(longest, plot_letters(rows[i].name));
        notes = fmax(notes, rows[i].note ? plot_letters(rows[i].note) : 0);
    }
    double width = frame->width ? frame->width : WIDTH, left = plot_name_width(longest);
    double right = width - RIGHT - 7 * notes;
    double top = TOP + (part_names ? ROW : 0), bottom = top + (double)ROW * count;
    PlotScale x = plot_scale(0, 100, TICKS, true, left, right);
    plot_begin(text, frame, width, bottom + BOTTOM + label_height(frame));
    if (part_names)
        plot_legend(text, left, TOP + 8, part_names);
    plot_x_axis(text, &x, top, bottom, true);
    for (int i = 0; i < count; i++) {
        double y = top + ROW * (i + 0.5);
        plot_name(text, left - 8, y, rows[i].name);
        draw_row(text, &x, &rows[i], y);
        if (rows[i].note)
            plot_label(text, right + 12, y, "start", rows[i].note);
    }
    if (frame->x_label)
        plot_label(text, (left + right) / 2, bottom + BOTTOM + 8, "middle", frame->x_label);
    plot_end(text);
}

static double bin_total(const PlotBin *bin)
{
    double total = 0;
    for (int part = 0; part < PLOT_PARTS; part++)
        total += bin->parts[part];
    return total;
}

/* Horizontal grid lines with counts: whole numbers only. */
static void draw_counts(Text *text, const PlotScale *y, double left, double right)
{
    for (double value = 0; value <= y->to + y->step * 1e-6; value += fmax(1, y->step)) {
        char label[32];
        Text own = TEXT_OF(label);
        text_format(&own, "%.0f", value);
        plot_line(text, left, plot_place(y, value), right, plot_place(y, value), "grid", plot_grid,
                  1);
        plot_label(text, left - 5, plot_place(y, value), "end", label);
    }
}

int plot_bin_width(int values, int bins)
{
    static const int steps[] = {1, 2, 5};
    for (int power = 1;; power *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
            if (steps[i] * power * (bins - 1) >= values)
                return steps[i] * power;
}

void plot_histogram(Text *text, const PlotFrame *frame, double from, double width,
                    const PlotBin *bins, int count)
{
    double most = 1, full = frame->width ? frame->width : WIDTH;
    for (int i = 0; i < count; i++)
        most = fmax(most, bin_total(&bins[i]));
    double height = frame->height ? frame->height : HISTOGRAM_HEIGHT;
    double bottom = height - BOTTOM - label_height(frame), left = 14 + 7 * floor(log10(most) + 2);
    PlotScale y = plot_scale(0, most, 4, true, bottom, TOP);
    PlotScale x = plot_scale(from, from + width * count, TICKS, false, left, full - RIGHT);
    plot_begin(text, frame, full, height);
    draw_counts(text, &y, left, full - RIGHT);
    for (int i = 0; i < count; i++) {
        double start = plot_place(&x, from + width * i) + 0.5, base = 0;
        double end = plot_place(&x, from + width * (i + 1)) - 0.5;
        for (int part = 0; part < PLOT_PARTS; part++) {
            double over = base + bins[i].parts[part];
            if (over > base)
                plot_bar(text, start, plot_place(&y, over), end - start,
                         plot_place(&y, base) - plot_place(&y, over), part);
            base = over;
        }
    }
    plot_line(text, left, bottom, full - RIGHT, bottom, "axis", plot_ink, 1);
    for (double value = plot_first_tick(&x); value <= x.to + x.step * 1e-6; value += x.step) {
        char label[32];
        Text own = TEXT_OF(label);
        plot_tick(&x, value, &own);
        plot_label(text, plot_place(&x, value), bottom + 12, "middle", label);
    }
    if (frame->x_label)
        plot_label(text, (left + full - RIGHT) / 2, bottom + BOTTOM + 6, "middle", frame->x_label);
    plot_end(text);
}
