/* Reading flat JSON objects, one a line, as this program writes them: members that are texts,
 * numbers or lists of numbers. */
#ifndef BENCH_JSON_H
#define BENCH_JSON_H

#include "engine/text.h"

/* Checks that the line is one such object and nothing else; the message says what was expected. */
Status json_check(const char *line, Error *error);

/* The members of a checked line by name; false if there is none of that name and kind. Of a text,
 * what does not fit is dropped. */
bool json_text(const char *line, const char *name, Text *value);
bool json_number(const char *line, const char *name, double *value);
bool json_whole(const char *line, const char *name, uint64_t *value);

/* At most so many numbers of a list; the number of them, -1 if there is no such list or it is
 * longer. */
int json_numbers(const char *line, const char *name, double *values, int most);

#endif
