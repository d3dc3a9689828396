/* Small charts as SVG, readable on paper, on a phone, and by those who see few colours: every
 * series has its own dashes. Each element has a class, so that the style sheet of a page may
 * replace its colour; the attributes hold without one. Texts are escaped. */
#ifndef ENGINE_PLOT_H
#define ENGINE_PLOT_H

#include "engine/text.h"

enum { PLOT_CURVES_MAX = 64, PLOT_PARTS = 3 };

/* What all charts have; texts are borrowed, NULL = none. */
typedef struct PlotFrame {
    const char *title, *x_label;
    int width, height; /* user units, one is a pixel at natural size; 0 = the chart's own choice */
    bool whole_x;      /* of curves: x is labelled at whole numbers only */
    bool in_page;      /* no background of its own */
    const double *margin; /* of curves: half width of a band around the first one, NULL = none */
} PlotFrame;

/* `count` points; borrowed. Curves without a name are not in the legend. */
typedef struct PlotCurve {
    const char *name;
    const double *x, *y;
    int count;
} PlotCurve;

/* A horizontal line that curves are read against. */
typedef struct PlotLevel {
    double y;
    const char *name;
} PlotLevel;

/* Draws at most PLOT_CURVES_MAX curves over a common range; points that are not finite are left
 * out. */
void plot_curves(Text *text, const PlotFrame *frame, const PlotCurve *curves, int count,
                 const PlotLevel *levels, int level_count);

/* A value with the half width of its interval. */
typedef struct PlotEstimate {
    const char *name;
    double value, margin;
} PlotEstimate;

/* Draws estimates one below the other as points with error bars, and a line at `reference`. */
void plot_estimates(Text *text, const PlotFrame *frame, const PlotEstimate *rows, int count,
                    double reference);

/* A horizontal bar: shares of the chart's width, with a word at its right; a point with an error
 * bar on it if margin >= 0. */
typedef struct PlotRow {
    const char *name, *note;
    double parts[PLOT_PARTS], value, margin;
} PlotRow;

/* Draws bars one below the other over 0 .. 100 %; the parts' names make the legend (NULL = none).
 */
void plot_rows(Text *text, const PlotFrame *frame, const PlotRow *rows, int count,
               const char *const part_names[PLOT_PARTS]);

/* Counts of what falls between two values, by part. */
typedef struct PlotBin {
    double parts[PLOT_PARTS];
} PlotBin;

/* The least width of 1, 2, 5, 10, ... with which so many values side by side fall into at most
 * `bins` bins, wherever the first bin begins. */
int plot_bin_width(int values, int bins);

/* Draws a histogram of `count` bins of equal width from `from` on. */
void plot_histogram(Text *text, const PlotFrame *frame, double from, double width,
                    const PlotBin *bins, int count);

#endif
