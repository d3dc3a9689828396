/* Perft counts by move, the "divide" of chess engines: lists of `move: count`, read, sorted and set
 * side by side. */
#ifndef ENGINE_DIVIDE_H
#define ENGINE_DIVIDE_H

#include "engine/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct DivideLine {
    char *move; /* owned */
    uint64_t nodes;
} DivideLine;

typedef struct DivideList {
    DivideLine *lines; /* owned */
    int count, capacity;
} DivideList;

/* Forgets the lines and frees what they own. */
void divide_close(DivideList *list);

/* Adds a move of so many characters. */
Status divide_add(DivideList *list, const char *move, size_t length, uint64_t nodes, Error *error);

/* Adds what a line says if it is `move: count`, the move being one word; says so in `*taken`. */
Status divide_add_line(DivideList *list, const char *line, bool *taken, Error *error);

/* Sorts by the moves' bytes. */
void divide_sort(DivideList *list);

/* The sum of the counts. */
uint64_t divide_total(const DivideList *list);

/* One move in two lists; NULL where it is not in a list. */
typedef struct DividePair {
    DivideLine *one, *other;
} DividePair;

/* Steps through two sorted lists side by side; `at` begins as zeros. False at the end of both. A
 * move that a list has twice meets a partner once. */
bool divide_next(const DivideList *one, const DivideList *other, int at[2], DividePair *pair);

#endif
