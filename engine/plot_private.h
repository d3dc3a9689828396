/* What the charts share: frame, scales with round ticks, shapes with classes. */
#ifndef ENGINE_PLOT_PRIVATE_H
#define ENGINE_PLOT_PRIVATE_H

#include "engine/plot.h"

enum { PLOT_FONT = 12, PLOT_SERIES = 8 };

static const double plot_most = 1e100; /* what is larger is not drawn */

/* A range of values over a range of pixels. */
typedef struct PlotScale {
    double from, to, step; /* step: between ticks */
    double start, end;     /* pixels */
} PlotScale;

/* A scale with about `ticks` ticks at round values; `widen` extends the range to ticks. */
PlotScale plot_scale(double from, double to, int ticks, bool widen, double start, double end);
double plot_place(const PlotScale *scale, double value);

/* Writes a tick's value with the digits that its step needs. */
void plot_tick(const PlotScale *scale, double value, Text *text);

/* The first tick of the scale. */
double plot_first_tick(const PlotScale *scale);

/* Opens the drawing; width and height are those of the frame or, if 0, the given ones. */
void plot_begin(Text *text, const PlotFrame *frame, double width, double height);
void plot_end(Text *text);

void plot_line(Text *text, double x1, double y1, double x2, double y2, const char *class,
               const char *colour, double width);

/* A bar in the colour of a part. */
void plot_bar(Text *text, double x, double y, double width, double height, int part);

/* anchor: "start", "middle" or "end". */
void plot_label(Text *text, double x, double y, const char *anchor, const char *label);

/* Names of parts with their colours from the left. */
void plot_legend(Text *text, double x, double y, const char *const names[PLOT_PARTS]);

/* Ticks, their labels and vertical grid lines of a horizontal axis; percent adds its sign. */
void plot_x_axis(Text *text, const PlotScale *scale, double top, double bottom, bool percent);

/* Pixels that the longest of the names takes, within limits; see plot_name. */
double plot_name_width(double longest);

/* A name cut to NAME_LETTERS_MAX characters. */
void plot_name(Text *text, double x, double y, const char *name);

/* Characters of a UTF-8 string. */
int plot_letters(const char *string);

/* The point of an estimate with its error bar, clipped to the scale. */
void plot_point(Text *text, const PlotScale *scale, double y, double value, double margin);

extern const char plot_ink[], plot_grid[];

#endif
