/* HTML by hand. */
#include "bench/page.h"

#include "page_assets.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const page_results[PLOT_PARTS] = {"first wins", "draw", "second wins"};

Status page_open(Page *page, FILE *stream, const char *title, Error *error)
{
    *page = (Page){.stream = stream, .drawing = malloc(PAGE_DRAWING_MAX)};
    if (!page->drawing)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the page");
    /* The policy is a promise that the browser keeps: nothing is fetched from anywhere. */
    page_write(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>");
    page_text(page, title);
    page_write(page, "</title>\n<style>\n");
    fwrite(page_css, 1, sizeof page_css, stream);
    page_write(page, "</style>\n</head>\n<body>\n");
    return STATUS_OK;
}

void page_close(Page *page, bool script)
{
    if (script) {
        page_write(page, "<script>\n");
        fwrite(page_js, 1, sizeof page_js, page->stream);
        page_write(page, "</script>\n");
    }
    page_write(page, "</body>\n</html>\n");
    free(page->drawing);
    page->drawing = NULL;
}

void page_write(Page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(page->stream, format, arguments);
    va_end(arguments);
}

/* Writes a text in pieces through `write`, which escapes. */
void page_text(Page *page, const char *text)
{
    while (*text) {
        char piece[256], escaped[6 * sizeof piece];
        size_t length = strnlen(text, sizeof piece - 1);
        Text out = TEXT_OF(escaped);
        memcpy(piece, text, length);
        piece[length] = '\0';
        text_xml_string(&out, piece);
        fputs(escaped, page->stream);
        text += length;
    }
}

void page_json(Page *page, const char *text)
{
    fputc('"', page->stream);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        bool plain = *c >= 0x20 && *c != 0x7f && !strchr("\"\\<>&", *c);
        if (plain)
            fputc(*c, page->stream);
        else
            fprintf(page->stream, "\\u%04x", *c);
    }
    fputc('"', page->stream);
}

void page_section(Page *page, const char *id, const char *heading)
{
    page_write(page, "<section id=\"%s\">\n<h2>", id);
    page_text(page, heading);
    page_write(page, "</h2>\n");
}

void page_section_end(Page *page)
{
    page_write(page, "</section>\n");
}

void page_table(Page *page, const char *headings)
{
    page_write(page, "<div class=\"table\" tabindex=\"0\">\n<table>\n<thead><tr>");
    while (*headings) {
        char heading[80];
        size_t length = strcspn(headings, "|");
        bool right = *headings == '>';
        snprintf(heading, sizeof heading, "%.*s", (int)(length - right), headings + right);
        page_write(page, "<th%s>", right ? " class=\"number\"" : "");
        page_text(page, heading);
        page_write(page, "</th>");
        headings += length + (headings[length] == '|');
    }
    page_write(page, "</tr></thead>\n<tbody>\n");
}

void page_table_end(Page *page)
{
    page_write(page, "%s</tbody>\n</table>\n</div>\n", page->in_row ? "</tr>\n" : "");
    page->in_row = false;
}

void page_row(Page *page)
{
    page_write(page, "%s<tr>\n", page->in_row ? "</tr>\n" : "");
    page->in_row = true;
}

void page_cell(Page *page, const char *text)
{
    page_write(page, "<td>");
    page_text(page, text);
    page_write(page, "</td>");
}

void page_number(Page *page, const char *format, ...)
{
    char number[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(number, sizeof number, format, arguments);
    va_end(arguments);
    page_write(page, "<td class=\"number\">");
    page_text(page, number);
    page_write(page, "</td>");
}

/* The minus is as wide as the plus; nothing is "-0.0". */
void page_signed(Page *page, double value)
{
    bool zero = fabs(value) < 0.05;
    page_number(page, "%s%.1f", zero ? "" : value < 0 ? "−" : "+", fabs(value));
}

void page_time(Page *page, const char *time)
{
    char words[40];
    Text text = TEXT_OF(words);
    for (; *time && *time != 'Z'; time++)
        text_char(&text, *time == 'T' ? ' ' : *time);
    page_write(page, "<span class=\"time\">");
    page_text(page, words);
    page_write(page, "%s</span>", strchr(words, ' ') ? " UTC" : "");
}

Text page_drawing(Page *page)
{
    return text_over(page->drawing, PAGE_DRAWING_MAX);
}

void page_figure(Page *page, const Text *drawing, const char *caption)
{
    page_write(page, "<figure>\n");
    fwrite(drawing->data, 1, drawing->length, page->stream);
    if (caption) {
        page_write(page, "<figcaption>");
        page_text(page, caption);
        page_write(page, "</figcaption>");
    }
    page_write(page, "</figure>\n");
}
