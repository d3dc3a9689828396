/* A page of HTML that stands alone: style sheet and script are inside, nothing is fetched. Whatever
 * is not markup of ours goes through page_text or page_json. */
#ifndef BENCH_PAGE_H
#define BENCH_PAGE_H

#include "engine/plot.h"

#include <stdio.h>

enum { PAGE_DRAWING_MAX = 1 << 20 };

typedef struct Page {
    FILE *stream;  /* borrowed */
    char *drawing; /* owned; PAGE_DRAWING_MAX, for page_drawing */
    bool in_row;   /* of a table */
} Page;

/* Writes the head and opens the body. */
Status page_open(Page *page, FILE *stream, const char *title, Error *error);

/* Ends the body, with the script if the page has something to play; frees what the page owns. */
void page_close(Page *page, bool script);

/* Our own markup, with numbers in it. */
void page_write(Page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Any text, escaped. */
void page_text(Page *page, const char *text);

/* Any text as a JSON string that cannot end the script element that it stands in. */
void page_json(Page *page, const char *text);

/* A section with a heading that can be linked to. */
void page_section(Page *page, const char *id, const char *heading);
void page_section_end(Page *page);

/* A table that scrolls sideways where the screen is narrow. Headings are separated by '|'; '>'
 * before one puts its column to the right, as numbers are. */
void page_table(Page *page, const char *headings);
void page_table_end(Page *page);
void page_row(Page *page); /* ends the row before */
void page_cell(Page *page, const char *text);
void page_number(Page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A value with one digit behind the point and its sign. */
void page_signed(Page *page, double value);

/* A time of the database, "2026-01-31T12:00:00Z", for people. */
void page_time(Page *page, const char *time);

/* The buffer for a drawing, and the figure that shows it; the caption (plain text) may be NULL. */
Text page_drawing(Page *page);
void page_figure(Page *page, const Text *drawing, const char *caption);

/* What the parts of a bar are, where they are results of the first player. */
extern const char *const page_results[PLOT_PARTS];

#endif
