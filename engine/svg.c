/* SVG shapes. */
#include "engine/svg.h"

void svg_begin(Text *text, double width, double height, const char *title)
{
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" "
                "height=\"%g\" font-family=\"sans-serif\">\n<title>",
                width, height, width, height);
    text_xml_string(text, title);
    text_string(text, "</title>\n");
    svg_rectangle(text, 0, 0, width, height, SVG_PAPER, "none");
}

void svg_end(Text *text)
{
    text_string(text, "</svg>\n");
}

void svg_line(Text *text, double x1, double y1, double x2, double y2, const char *stroke,
              double width)
{
    text_format(text,
                "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" stroke=\"%s\" "
                "stroke-width=\"%g\" stroke-linecap=\"round\"/>\n",
                x1, y1, x2, y2, stroke, width);
}

void svg_rectangle(Text *text, double x, double y, double width, double height, const char *fill,
                   const char *stroke)
{
    text_format(text,
                "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\" stroke=\"%s\"/>\n",
                x, y, width, height, fill, stroke);
}

void svg_circle(Text *text, double x, double y, double radius, const char *fill, const char *stroke)
{
    text_format(text, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
                radius, fill, stroke);
}

void svg_polygon(Text *text, const double *points, int count, const char *fill, const char *stroke)
{
    text_string(text, "<polygon points=\"");
    for (int i = 0; i < count; i++)
        text_format(text, "%s%g,%g", i ? " " : "", points[2 * (size_t)i],
                    points[2 * (size_t)i + 1]);
    text_format(text, "\" fill=\"%s\" stroke=\"%s\" stroke-linejoin=\"round\"/>\n", fill, stroke);
}

void svg_label(Text *text, double x, double y, double size, const char *fill, const char *label)
{
    text_format(text,
                "<text x=\"%g\" y=\"%g\" font-size=\"%g\" fill=\"%s\" text-anchor=\"middle\" "
                "dy=\"0.35em\">",
                x, y, size, fill);
    text_xml_string(text, label);
    text_string(text, "</text>\n");
}
