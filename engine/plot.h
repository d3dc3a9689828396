/* Curves as an SVG drawing with axes, in the palette of svg.h. */
#ifndef ENGINE_PLOT_H
#define ENGINE_PLOT_H

#include "engine/text.h"

enum { PLOT_CURVES_MAX = 64 };

/* `count` points; borrowed. Curves without a name are not in the legend. */
typedef struct PlotCurve {
    const char *name;
    const double *x, *y;
    int count;
} PlotCurve;

/* Draws at most PLOT_CURVES_MAX curves over a common range; points that are not finite are left
 * out. */
void plot_curves(Text *text, const char *title, const char *x_label, const PlotCurve *curves,
                 int count);

#endif
