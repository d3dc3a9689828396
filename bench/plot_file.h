/* Plots as files. */
#ifndef BENCH_PLOT_FILE_H
#define BENCH_PLOT_FILE_H

#include "engine/plot.h"
#include "engine/status.h"

/* Writes plot_curves into the file at `path`. */
Status plot_write(const char *path, const char *title, const char *x_label, const PlotCurve *curves,
                  int count, Error *error);

#endif
