/* Plots as files. */
#include "bench/plot_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLOT_TEXT_MAX = 1 << 23 };

Status plot_write(const char *path, const char *title, const char *x_label, const PlotCurve *curves,
                  int count, Error *error)
{
    char *data = malloc(PLOT_TEXT_MAX);
    if (!data)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the plot");
    Text text = text_over(data, PLOT_TEXT_MAX);
    plot_curves(&text, &(PlotFrame){.title = title, .x_label = x_label}, curves, count, NULL, 0);
    FILE *file = fopen(path, "w");
    bool good = file && fputs(data, file) >= 0;
    good = (!file || fclose(file) == 0) && good;
    free(data);
    if (good)
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "cannot write '%.150s': %s", path, strerror(errno));
}
