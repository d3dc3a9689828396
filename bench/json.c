/* A small reader of flat JSON. */
#include "bench/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 64 };

static void skip_blanks(Scan *scan)
{
    scan->at += strspn(scan->at, " \t\r\n");
}

static bool take(Scan *scan, char c)
{
    skip_blanks(scan);
    return scan_take(scan, c);
}

/* Takes a text; `value` may be NULL. Escapes other than those that this program writes are refused.
 */
static Status take_text(Scan *scan, Text *value, Error *error)
{
    static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    skip_blanks(scan);
    Status status = scan_expect(scan, '"', error);
    if (status != STATUS_OK)
        return status;
    while (*scan->at && *scan->at != '"') {
        char c = *scan->at++;
        if ((unsigned char)c < 0x20)
            return scan_fail(scan, error, "no control character");
        if (c == '\\') {
            char digits[5] = "", *end = digits;
            const char *found = *scan->at ? strchr(escaped, *scan->at) : NULL;
            if (scan_take(scan, 'u')) {
                memcpy(digits, scan->at, strnlen(scan->at, 4));
                c = (char)strtoul(digits, &end, 16);
                if (end != digits + 4)
                    return scan_fail(scan, error, "four hexadecimal digits");
                scan->at += 4;
            } else if (found) {
                c = meant[found - escaped];
                scan->at++;
            } else {
                return scan_fail(scan, error, "an escape of JSON");
            }
        }
        if (value)
            text_char(value, c);
    }
    return scan_expect(scan, '"', error);
}

static Status take_number(Scan *scan, double *value, Error *error)
{
    char *end = NULL;
    skip_blanks(scan);
    *value = strtod(scan->at, &end);
    if (end == scan->at || !strchr("-0123456789", *scan->at) || !isfinite(*value))
        return scan_fail(scan, error, "a number");
    scan->at = end;
    return STATUS_OK;
}

/* Takes the list behind its bracket. */
static Status take_numbers(Scan *scan, double *values, int most, int *count, Error *error)
{
    double value = 0;
    for (*count = 0; !take(scan, ']'); (*count)++) {
        Status status = *count && !take(scan, ',') ? scan_fail(scan, error, "',' or ']'")
                                                   : take_number(scan, &value, error);
        if (status != STATUS_OK)
            return status;
        if (*count < most)
            values[*count] = value;
    }
    return STATUS_OK;
}

static Status take_value(Scan *scan, Error *error)
{
    double value = 0;
    int count = 0;
    skip_blanks(scan);
    if (scan_peek(scan) == '"')
        return take_text(scan, NULL, error);
    return scan_take(scan, '[') ? take_numbers(scan, NULL, 0, &count, error)
                                : take_number(scan, &value, error);
}

Status json_check(const char *line, Error *error)
{
    Scan scan = scan_over(line, "JSON");
    skip_blanks(&scan);
    Status status = scan_expect(&scan, '{', error);
    for (bool first = true; status == STATUS_OK && !take(&scan, '}'); first = false) {
        if (!first && !take(&scan, ','))
            return scan_fail(&scan, error, "',' or '}'");
        status = take_text(&scan, NULL, error);
        if (status == STATUS_OK && !take(&scan, ':'))
            return scan_fail(&scan, error, "':'");
        if (status == STATUS_OK)
            status = take_value(&scan, error);
    }
    skip_blanks(&scan);
    return status == STATUS_OK ? scan_end(&scan, error) : status;
}

/* Moves to the value of a member of a checked line. */
static bool find_member(Scan *scan, const char *name)
{
    take(scan, '{');
    while (!take(scan, '}')) {
        char own[NAME_MAX_LENGTH];
        Text text = TEXT_OF(own);
        take(scan, ',');
        if (take_text(scan, &text, NULL) != STATUS_OK || !take(scan, ':'))
            return false;
        skip_blanks(scan);
        if (!text.overflow && strcmp(own, name) == 0)
            return true;
        if (take_value(scan, NULL) != STATUS_OK)
            return false;
    }
    return false;
}

bool json_text(const char *line, const char *name, Text *value)
{
    Scan scan = scan_over(line, name);
    return find_member(&scan, name) && take_text(&scan, value, NULL) == STATUS_OK;
}

bool json_number(const char *line, const char *name, double *value)
{
    Scan scan = scan_over(line, name);
    return find_member(&scan, name) && take_number(&scan, value, NULL) == STATUS_OK;
}

bool json_whole(const char *line, const char *name, uint64_t *value)
{
    Scan scan = scan_over(line, name);
    return find_member(&scan, name) && scan_number(&scan, UINT64_MAX, value, NULL) == STATUS_OK;
}

int json_numbers(const char *line, const char *name, double *values, int most)
{
    Scan scan = scan_over(line, name);
    int count = 0;
    bool found = find_member(&scan, name) && take(&scan, '[') &&
                 take_numbers(&scan, values, most, &count, NULL) == STATUS_OK;
    return found && count <= most ? count : -1;
}
