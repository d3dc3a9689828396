/* Retrograde analysis of pursuits: games in which one side (the pursuers) moves many pieces and the
 * other (the evader) one, so that all positions with the same pursuers form a row and a set of them
 * is one word with a bit for each point of the evader. Included by the kernel search/solve.c in
 * games that define GAME_ROWS, the file with their set functions (games/shapluk/rows.h).
 *
 * Two chains are followed up, one for each winner, two plies at a time. A chain keeps, for each
 * row, the points decided so far with the pursuers to move (`stays`) and the exits to lower layers
 * that are decided by now (`leaves`). The evader's decided points follow from these two words and
 * need no other row. What is new among them is pushed to the rows from which the pursuers could
 * have come: if they win, that settles the points there; if the evader wins, it only suggests to
 * look at all moves of that row. Each set of one distance is complete before the next, so distances
 * are exact; the result depends neither on the order of rows nor on the number of threads. What
 * neither chain reaches is play without end.
 *
 * Distances have a parity: the pursuers win in an odd number of plies when they are to move. */
#ifndef SEARCH_SOLVE_ROWS_H
#define SEARCH_SOLVE_ROWS_H

#include "engine/crew.h"
#include "search/solve.h"

#include GAME_ROWS

#include <stdatomic.h>
#include <stdlib.h>

enum {
    ROWS_GRAIN = 2048, /* rows that a thread takes at a time */
    ROW_WORDS = 7,     /* of memory for each row, besides bytes */
    NEVER = 255,
};

typedef struct Rows {
    int layer, columns;
    uint32_t count;
    const EndgameValue *const *tables; /* of the layers below, borrowed */
    EndgameValue *values;              /* borrowed: pursuers to move, then evader to move */
    void *memory;                      /* owned, holds all that follows */
    uint32_t *boards;
    uint32_t *open[2]; /* undecided points by side to move, 0 = pursuers */
    uint32_t *stays, *leaves;
    uint32_t *fresh;        /* decided with the evader to move, not yet pushed */
    _Atomic uint32_t *hits; /* pushed */
    uint32_t *won;          /* the evader's chain: won and pushed, evader to move */
    EndgameValue *exits;    /* of each column, values of leaving there */
    uint8_t *due;           /* distance of the next exit to be decided */
    bool evader_wins;       /* the chain */
    int distance;           /* of `fresh` */
    atomic_uint_fast64_t decided, pushing, waiting; /* positions; rows; rows with exits to come */
} Rows;

static size_t solve_memory(int layer)
{
    size_t count = game_row_count(layer);
    size_t columns = (size_t)(game_layer_size(layer) / (2 * count));
    return count * (ROW_WORDS * sizeof(uint32_t) + sizeof(uint32_t) + columns + 1);
}

static Status rows_open(Rows *rows, int layer, const EndgameValue *const *tables,
                        EndgameValue *values, Error *error)
{
    size_t count = game_row_count(layer);
    *rows = (Rows){.layer = layer, .count = (uint32_t)count, .tables = tables, .values = values};
    rows->columns = (int)(game_layer_size(layer) / (2 * count));
    rows->memory = calloc(1, solve_memory(layer));
    if (!rows->memory)
        return error_set(error, STATUS_NO_MEMORY, "solve: no memory for %zu rows", count);
    uint32_t *words = rows->memory;
    rows->boards = words;
    rows->open[0] = words + count;
    rows->open[1] = words + 2 * count;
    rows->stays = words + 3 * count;
    rows->leaves = words + 4 * count;
    rows->fresh = words + 5 * count;
    rows->won = words + 6 * count;
    rows->hits = (_Atomic uint32_t *)(words + 7 * count);
    rows->exits = (EndgameValue *)(words + 8 * count);
    rows->due = rows->exits + count * (size_t)rows->columns;
    return STATUS_OK;
}

/* Writes the value of some points of a row. */
static inline void store_values(Rows *rows, uint32_t row, int side, uint32_t points,
                                EndgameValue value)
{
    size_t start = ((size_t)side * rows->count + row) * (size_t)rows->columns;
    rows->open[side][row] &= ~points;
    for (uint64_t columns = bits_extract(points, game_row_points(rows->boards[row])); columns;)
        rows->values[start + (size_t)bits_pop(&columns)] = value;
}

/* Boards, exits and finished games. */
static void prepare_rows(void *context, uint64_t first, uint64_t last)
{
    Rows *rows = context;
    for (uint32_t row = (uint32_t)first; row < last; row++) {
        uint32_t board = rows->boards[row] = game_row_board(rows->layer, row);
        uint32_t points = game_row_points(board), escaped = game_row_escaped(board);
        uint32_t captive = game_row_captive(board);
        rows->open[0][row] = rows->open[1][row] = points;
        store_values(rows, row, 0, escaped, endgame_loss(0));
        store_values(rows, row, 1, escaped, endgame_win(0));
        store_values(rows, row, 0, captive, endgame_win(0));
        store_values(rows, row, 1, captive | game_row_immobile(board), endgame_loss(0));
        EndgameValue *exits = rows->exits + (size_t)row * (size_t)rows->columns;
        for (uint64_t ways = game_row_exits(rows->layer, board); ways;) {
            int point = bits_pop(&ways);
            exits[bits_count(points & ((UINT32_C(1) << point) - 1))] =
                game_row_exit_value(rows->tables, rows->layer, board, point);
        }
    }
}

/* Takes the exits that are decided within `distance` into `leaves`, and finds when the next is. */
static inline void take_exits(Rows *rows, uint32_t row, int distance)
{
    const EndgameValue *exits = rows->exits + (size_t)row * (size_t)rows->columns;
    Outcome outcome = rows->evader_wins ? OUTCOME_LOSS : OUTCOME_WIN;
    uint32_t columns = 0;
    int due = NEVER;
    for (int column = 0; column < rows->columns; column++) {
        if (exits[column] == ENDGAME_DRAW || endgame_outcome(exits[column]) != outcome)
            continue;
        int decided = endgame_distance(exits[column]);
        if (decided <= distance)
            columns |= UINT32_C(1) << column;
        else if (decided < due)
            due = decided;
    }
    rows->leaves[row] = bits_deposit(columns, game_row_points(rows->boards[row]));
    rows->due[row] = (uint8_t)due;
}

/* The start of a chain. */
static void start_rows(void *context, uint64_t first, uint64_t last)
{
    Rows *rows = context;
    for (uint32_t row = (uint32_t)first; row < last; row++) {
        uint32_t board = rows->boards[row], open = rows->open[0][row];
        rows->stays[row] = rows->evader_wins ? game_row_escaped(board) : 0;
        rows->fresh[row] =
            rows->evader_wins ? 0 : game_row_captive(board) | game_row_immobile(board);
        uint32_t struck = rows->evader_wins ? 0 : game_row_struck(board) & open;
        atomic_store_explicit(&rows->hits[row], struck, memory_order_relaxed);
        rows->leaves[row] = rows->won[row] = 0;
        rows->due[row] = 0; /* looked at in the first sweep */
    }
}

/* Tells the rows from which the pursuers could have moved to this one. */
static inline void push_row(Rows *rows, uint32_t row, uint32_t fresh)
{
    uint32_t board = rows->boards[row], mirrored = game_row_mirrored(fresh);
    const uint32_t sets[] = {
        [LIKENESS_SAME] = fresh,
        [LIKENESS_MIRRORED] = mirrored,
        [LIKENESS_SYMMETRIC] = fresh | mirrored,
    };
    for (uint64_t moves = game_row_moves(board); moves;) {
        Row other = game_row_of(rows->layer, board ^ game_row_move_ends(bits_pop(&moves)));
        uint32_t points = sets[other.likeness] & rows->open[0][other.number];
        _Atomic uint32_t *hits = &rows->hits[other.number];
        if (points & ~atomic_load_explicit(hits, memory_order_relaxed))
            atomic_fetch_or_explicit(hits, points, memory_order_relaxed);
    }
}

static void push_rows(void *context, uint64_t first, uint64_t last)
{
    Rows *rows = context;
    for (uint32_t row = (uint32_t)first; row < last; row++) {
        uint32_t fresh = rows->fresh[row];
        if (!fresh)
            continue;
        rows->fresh[row] = 0;
        rows->won[row] |= fresh;
        push_row(rows, row, fresh);
    }
}

/* Of the points, those from which every move of the pursuers leads to a win of the evader. */
static inline uint32_t refuted_points(const Rows *rows, uint32_t row, uint32_t points)
{
    uint32_t board = rows->boards[row];
    for (uint64_t moves = game_row_moves(board); moves && points;) {
        uint32_t ends = game_row_move_ends(bits_pop(&moves));
        Row other = game_row_of(rows->layer, board ^ ends);
        uint32_t won = rows->won[other.number];
        if (other.likeness == LIKENESS_MIRRORED)
            won = game_row_mirrored(won);
        points &= won | (ends & ~board); /* where the evader stands in the way */
    }
    return points;
}

/* Decides what two plies from `fresh` follow: pursuers to move, then evader to move. */
static ALWAYS_INLINE void sweep(Rows *rows, uint64_t first, uint64_t last, const bool evader_wins)
{
    uint64_t decided = 0, pushing = 0, waiting = 0;
    int distance = rows->distance;
    for (uint32_t row = (uint32_t)first; row < last; row++) {
        uint32_t found = atomic_load_explicit(&rows->hits[row], memory_order_relaxed);
        bool due = rows->due[row] <= distance + 1;
        if (LIKELY(!found && !due)) {
            waiting += rows->due[row] != NEVER;
            continue;
        }
        atomic_store_explicit(&rows->hits[row], 0, memory_order_relaxed);
        if (evader_wins && found)
            found = refuted_points(rows, row, found & rows->open[0][row]);
        if (due)
            take_exits(rows, row, distance + 1);
        waiting += rows->due[row] != NEVER;
        if (!found && !due)
            continue;
        rows->stays[row] |= found;
        store_values(rows, row, 0, found,
                     evader_wins ? endgame_loss(distance + 1) : endgame_win(distance + 1));
        uint32_t stays = rows->stays[row], leaves = rows->leaves[row], board = rows->boards[row];
        uint32_t fresh = evader_wins ? game_row_won(rows->layer, board, stays, leaves)
                                     : game_row_lost(rows->layer, board, stays, leaves);
        fresh &= rows->open[1][row];
        rows->fresh[row] = fresh;
        store_values(rows, row, 1, fresh,
                     evader_wins ? endgame_win(distance + 2) : endgame_loss(distance + 2));
        decided += (uint64_t)(bits_count(found) + bits_count(fresh));
        pushing += fresh != 0;
    }
    atomic_fetch_add_explicit(&rows->decided, decided, memory_order_relaxed);
    atomic_fetch_add_explicit(&rows->pushing, pushing, memory_order_relaxed);
    atomic_fetch_add_explicit(&rows->waiting, waiting, memory_order_relaxed);
}

static void sweep_pursuers_win(void *context, uint64_t first, uint64_t last)
{
    sweep(context, first, last, false);
}

static void sweep_evader_wins(void *context, uint64_t first, uint64_t last)
{
    sweep(context, first, last, true);
}

static Status follow_chain(Rows *rows, bool evader_wins, const SolveTask *task, Error *error)
{
    rows->evader_wins = evader_wins;
    crew_run(task->crew, rows->count, ROWS_GRAIN, start_rows, rows);
    for (rows->distance = evader_wins ? -1 : 0;; rows->distance += 2) {
        crew_run(task->crew, rows->count, ROWS_GRAIN, push_rows, rows);
        if (rows->distance + 2 > ENDGAME_DISTANCE_MAX)
            return error_set(error, STATUS_BAD_ARGUMENT, "solve: a win takes more than %d turns",
                             ENDGAME_DISTANCE_MAX);
        rows->pushing = rows->waiting = 0;
        crew_run(task->crew, rows->count, ROWS_GRAIN,
                 evader_wins ? sweep_evader_wins : sweep_pursuers_win, rows);
        if (task->progress)
            task->progress(task->context, rows->decided);
        if (rows->pushing == 0 && rows->waiting == 0)
            return STATUS_OK;
    }
}

static Status solve_layer(int layer, const EndgameValue *const *tables, EndgameValue *values,
                          const SolveTask *task, Error *error)
{
    Rows rows;
    Status status = rows_open(&rows, layer, tables, values, error);
    if (status != STATUS_OK)
        return status;
    crew_run(task->crew, rows.count, ROWS_GRAIN, prepare_rows, &rows);
    status = follow_chain(&rows, false, task, error);
    if (status == STATUS_OK)
        status = follow_chain(&rows, true, task, error);
    free(rows.memory);
    return status;
}

#endif
