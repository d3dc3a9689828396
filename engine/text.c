/* Bounded writing and strict reading of text. */
#include "engine/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Text text_over(char *data, size_t size)
{
    data[0] = '\0';
    return (Text){.data = data, .size = size};
}

void text_char(Text *text, char c)
{
    if (text->length + 1 >= text->size) {
        text->overflow = true;
        return;
    }
    text->data[text->length++] = c;
    text->data[text->length] = '\0';
}

void text_string(Text *text, const char *string)
{
    size_t length = strlen(string);
    if (length >= text->size - text->length) {
        text->overflow = true;
        length = text->size - text->length - 1;
    }
    memcpy(text->data + text->length, string, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_number(Text *text, int64_t number)
{
    char digits[24];
    size_t first = sizeof digits - 1;
    uint64_t magnitude = number < 0 ? -(uint64_t)number : (uint64_t)number;
    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (number < 0)
        digits[--first] = '-';
    text_string(text, digits + first);
}

void text_format(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->data + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= text->size - text->length) {
        text->overflow = true;
        text->length = text->size - 1;
        text->data[text->length] = '\0';
    } else {
        text->length += (size_t)length;
    }
}

void text_grouped(Text *text, uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text_char(text, ',');
        text_char(text, digits[i]);
    }
}

void text_xml_string(Text *text, const char *string)
{
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        switch (c) {
        case '&': text_string(text, "&amp;"); break;
        case '<': text_string(text, "&lt;"); break;
        case '>': text_string(text, "&gt;"); break;
        case '"': text_string(text, "&quot;"); break;
        case '\'': text_string(text, "&#39;"); break;
        default: text_char(text, (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f ? '?' : (char)c);
        }
    }
}

void text_json_string(Text *text, const char *string)
{
    text_char(text, '"');
    for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
        if (*c == '"' || *c == '\\') {
            text_char(text, '\\');
            text_char(text, (char)*c);
        } else if (*c < 0x20) {
            text_format(text, "\\u%04x", *c);
        } else {
            text_char(text, (char)*c);
        }
    }
    text_char(text, '"');
}

Scan scan_over(const char *string, const char *what)
{
    return (Scan){.start = string, .at = string, .what = what};
}

char scan_peek(const Scan *scan)
{
    return *scan->at;
}

bool scan_take(Scan *scan, char c)
{
    if (*scan->at != c || c == '\0')
        return false;
    scan->at++;
    return true;
}

bool scan_take_string(Scan *scan, const char *literal)
{
    size_t length = strlen(literal);
    if (strncmp(scan->at, literal, length) != 0)
        return false;
    scan->at += length;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

Status scan_number(Scan *scan, uint64_t maximum, uint64_t *number, Error *error)
{
    char expected[64];
    snprintf(expected, sizeof expected, "a number from 0 to %" PRIu64, maximum);
    if (!is_digit(*scan->at) || (scan->at[0] == '0' && is_digit(scan->at[1])))
        return scan_fail(scan, error, expected);
    uint64_t value = 0;
    const char *at = scan->at;
    for (; is_digit(*at); at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (digit > maximum || value > (maximum - digit) / 10)
            return scan_fail(scan, error, expected);
        value = value * 10 + digit;
    }
    scan->at = at;
    *number = value;
    return STATUS_OK;
}

Status scan_expect(Scan *scan, char c, Error *error)
{
    if (scan_take(scan, c))
        return STATUS_OK;
    char expected[8] = {'\'', c, '\'', '\0'};
    return scan_fail(scan, error, c == ' ' ? "a space" : expected);
}

Status scan_end(const Scan *scan, Error *error)
{
    return *scan->at == '\0' ? STATUS_OK : scan_fail(scan, error, "the end");
}

Status scan_fail(const Scan *scan, Error *error, const char *expected)
{
    char got[16];
    unsigned char c = (unsigned char)*scan->at;
    if (c == '\0')
        snprintf(got, sizeof got, "the end");
    else if (c >= 0x20 && c < 0x7f)
        snprintf(got, sizeof got, "'%c'", c);
    else
        snprintf(got, sizeof got, "byte 0x%02x", c);
    return error_set(error, STATUS_BAD_TEXT, "%s: column %d: expected %s, got %s", scan->what,
                     (int)(scan->at - scan->start) + 1, expected, got);
}
