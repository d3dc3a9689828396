/* What the charts share. */
#include "engine/plot_private.h"

#include "engine/svg.h"

#include <math.h>
#include <stdio.h>

enum { NAME_LETTERS_MAX = 24, NAME_LETTERS_MIN = 4, SWATCH = 10 };

/* Of the sans-serif letters, on average. */
static const double letter_width = 6.4;

const char plot_ink[] = "#2f2a24", plot_grid[] = "#d8d4cc";

/* Blue, grey, orange: also apart for the colour-blind and in print. */
static const char *const part_colours[PLOT_PARTS] = {"#0072b2", "#a9a59d", "#d55e00"};

PlotScale plot_scale(double from, double to, int ticks, bool widen, double start, double end)
{
    from = fmax(-plot_most, fmin(from, plot_most));
    to = fmin(to, plot_most);
    if (!(to - from > fabs(from) * 1e-9)) /* a step must change the value */
        to = from + fmax(1, fabs(from) * 1e-6);
    double raw = (to - from) / ticks, power = pow(10, floor(log10(raw))), lead = raw / power;
    double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
    if (widen) {
        from = step * floor(from / step + 1e-9);
        to = step * ceil(to / step - 1e-9);
    }
    return (PlotScale){from, to, step, start, end};
}

double plot_place(const PlotScale *scale, double value)
{
    return scale->start +
           (scale->end - scale->start) * (value - scale->from) / (scale->to - scale->from);
}

double plot_first_tick(const PlotScale *scale)
{
    return scale->step * ceil(scale->from / scale->step - 1e-9);
}

void plot_tick(const PlotScale *scale, double value, Text *text)
{
    int digits = scale->step >= 1 ? 0 : (int)ceil(-log10(scale->step) - 1e-9);
    bool zero = fabs(value) < scale->step / 2; /* no "-0" */
    text_format(text, "%s%.*f", value < 0 && !zero ? "−" : "", digits, zero ? 0 : fabs(value));
}

void plot_begin(Text *text, const PlotFrame *frame, double width, double height)
{
    width = frame->width ? frame->width : width;
    height = frame->height ? frame->height : height;
    const char *title = frame->title ? frame->title : "";
    text_format(text,
                "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" "
                "width=\"%g\" height=\"%g\" font-family=\"sans-serif\" font-size=\"%d\" "
                "role=\"img\" aria-label=\"",
                width, height, width, height, PLOT_FONT);
    text_xml_string(text, title);
    text_string(text, "\">\n<title>");
    text_xml_string(text, title);
    text_string(text, "</title>\n");
    if (!frame->in_page)
        svg_rectangle(text, 0, 0, width, height, SVG_PAPER, "none");
}

void plot_end(Text *text)
{
    text_string(text, "</svg>\n");
}

void plot_line(Text *text, double x1, double y1, double x2, double y2, const char *class,
               const char *colour, double width)
{
    text_format(text,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                "stroke=\"%s\" stroke-width=\"%g\"/>\n",
                class, x1, y1, x2, y2, colour, width);
}

void plot_bar(Text *text, double x, double y, double width, double height, int part)
{
    text_format(text,
                "<rect class=\"part%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "fill=\"%s\"/>\n",
                part, x, y, width, height, part_colours[part]);
}

void plot_label(Text *text, double x, double y, const char *anchor, const char *label)
{
    text_format(text,
                "<text class=\"ink\" x=\"%.1f\" y=\"%.1f\" dy=\"0.35em\" fill=\"%s\" "
                "text-anchor=\"%s\">",
                x, y, plot_ink, anchor);
    text_xml_string(text, label);
    text_string(text, "</text>\n");
}

void plot_legend(Text *text, double x, double y, const char *const names[PLOT_PARTS])
{
    for (int part = 0; part < PLOT_PARTS; part++) {
        if (!names[part])
            continue;
        plot_bar(text, x, y - SWATCH / 2.0, SWATCH, SWATCH, part);
        plot_label(text, x + SWATCH + 5, y, "start", names[part]);
        x += SWATCH + 5 + letter_width * plot_letters(names[part]) + 14;
    }
}

void plot_x_axis(Text *text, const PlotScale *scale, double top, double bottom, bool percent)
{
    for (double value = plot_first_tick(scale); value <= scale->to + scale->step * 1e-6;
         value += scale->step) {
        char label[32];
        Text own = TEXT_OF(label);
        double x = plot_place(scale, value);
        plot_line(text, x, top, x, bottom, "grid", plot_grid, 1);
        plot_tick(scale, value, &own);
        if (percent)
            text_char(&own, '%');
        plot_label(text, x, bottom + 12, "middle", label);
    }
}

int plot_letters(const char *string)
{
    int letters = 0;
    for (; *string; string++)
        letters += (*string & 0xc0) != 0x80;
    return letters;
}

double plot_name_width(double longest)
{
    return 10 + letter_width * fmin(fmax(longest, NAME_LETTERS_MIN), NAME_LETTERS_MAX);
}

void plot_name(Text *text, double x, double y, const char *name)
{
    char cut[4 * NAME_LETTERS_MAX + 8];
    Text own = TEXT_OF(cut);
    bool whole = plot_letters(name) <= NAME_LETTERS_MAX;
    for (int letters = 0; *name; name++) {
        letters += (*name & 0xc0) != 0x80;
        if (!whole && letters == NAME_LETTERS_MAX)
            break;
        text_char(&own, *name);
    }
    if (!whole)
        text_string(&own, "…");
    plot_label(text, x, y, "end", cut);
}

void plot_point(Text *text, const PlotScale *scale, double y, double value, double margin)
{
    double low = plot_place(scale, fmax(scale->from, value - margin));
    double high = plot_place(scale, fmin(scale->to, value + margin));
    plot_line(text, low, y, high, y, "mark", plot_ink, 1.5);
    plot_line(text, low, y - 4, low, y + 4, "mark", plot_ink, 1.5);
    plot_line(text, high, y - 4, high, y + 4, "mark", plot_ink, 1.5);
    text_format(text,
                "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" "
                "stroke=\"#fff\" stroke-width=\"1\"/>\n",
                plot_place(scale, value), y, plot_ink);
}
