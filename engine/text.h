/* Bounded writing (Text) and strict reading (Scan): the only string code of the project. */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include "engine/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing string in memory that the caller owns. It is always terminated; what does not fit is
 * dropped and `overflow` set. */
typedef struct Text {
    char *data;
    size_t size, length;
    bool overflow;
} Text;

/* A Text over an array. */
#define TEXT_OF(array) text_over((array), sizeof(array))

Text text_over(char *data, size_t size);
void text_char(Text *text, char c);
void text_string(Text *text, const char *string);
void text_number(Text *text, int64_t number);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a number with a comma between groups of three digits. */
void text_grouped(Text *text, uint64_t number);

/* Writes text for HTML, XML and SVG, in content or in quoted attributes: markup is escaped, control
 * characters but tab and line feed become '?'. */
void text_xml_string(Text *text, const char *string);

/* Writes a JSON string with its quotes, escaped. */
void text_json_string(Text *text, const char *string);

/* A reading position in a terminated string (borrowed). `what` names the text in messages. */
typedef struct Scan {
    const char *start, *at, *what;
} Scan;

Scan scan_over(const char *string, const char *what);

/* The next character without taking it, 0 at the end. */
char scan_peek(const Scan *scan);

/* Takes `c` if it comes next. */
bool scan_take(Scan *scan, char c);

/* Takes the literal if it comes next. */
bool scan_take_string(Scan *scan, const char *literal);

/* Takes a decimal number without sign or needless zeros, 0 .. maximum. */
Status scan_number(Scan *scan, uint64_t maximum, uint64_t *number, Error *error);

/* Demands `c` and takes it. */
Status scan_expect(Scan *scan, char c, Error *error);

/* Demands the end of the text. */
Status scan_end(const Scan *scan, Error *error);

/* Fails with "<what>: column N: expected <expected>, got 'c'". */
Status scan_fail(const Scan *scan, Error *error, const char *expected);

#endif
