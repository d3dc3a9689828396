/* What a search asks of the tables of a solved game (tables=DIR). In a game without an index there
 * is nothing to ask, and all of this compiles to nothing. */
#ifndef SEARCH_PROBER_H
#define SEARCH_PROBER_H

#include "search/kernel.h"
#include "search/tables.h"

#include <limits.h>

/* One thread's access to tables; all zeros = no tables. */
typedef struct Prober {
    const Tables *tables;  /* borrowed, shared, NULL = none */
    EndgameReader *reader; /* owned */
    uint64_t hits;         /* values found so far */
} Prober;

/* Opens the tables of this game in a folder, those with distances; "" = none, *tables is NULL. */
static inline Status kernel_tables_open(const char *folder, Tables **tables, Error *error)
{
    extern const Game EXPORT(game);
    *tables = NULL;
    if (!*folder)
        return STATUS_OK;
#ifdef GAME_INDEX
    extern const Solver EXPORT(solver);
    return tables_open(folder, &EXPORT(game), &EXPORT(solver), false, tables, error);
#else
    return tables_open(folder, &EXPORT(game), NULL, false, tables, error);
#endif
}

static inline Status prober_open(Prober *prober, const Tables *tables, Error *error)
{
    *prober = (Prober){.tables = tables};
    return tables ? endgame_reader_open(TABLES_READER_BYTES, &prober->reader, error) : STATUS_OK;
}

static inline void prober_close(Prober *prober)
{
    endgame_reader_close(prober->reader);
    *prober = (Prober){0};
}

#ifdef GAME_INDEX

static NOINLINE bool prober_read(Prober *prober, const GamePosition *position, EndgameValue *value)
{
    int layer = game_layer(position);
    const EndgameFile *file = layer < 0 ? NULL : tables_file(prober->tables, layer);
    if (!file || endgame_reader_get(prober->reader, file, game_index(position), value, NULL))
        return false;
    bool in_time = endgame_in_time(*value, game_quiet(position), GAME_QUIET_LIMIT);
    prober->hits += in_time;
    return in_time;
}

/* Looks an open position up. A win that the no-progress rule might overtake counts as unknown. */
static inline bool prober_value(Prober *prober, const GamePosition *position, EndgameValue *value)
{
    return UNLIKELY(prober->tables != NULL) && prober_read(prober, position, value);
}

/* The best move by the tables; MOVE_NONE if they do not know all that it takes, in a draw, which
 * has no end, and where turns have parts. */
static inline Move prober_best_move(Prober *prober, const GamePosition *position)
{
    Move moves[GAME_MOVES_MAX], best = MOVE_NONE;
    EndgameValue value = ENDGAME_DRAW;
    int most = INT_MIN;
    if (GAME_TURN_PARTS || !prober_value(prober, position, &value) || value == ENDGAME_DRAW)
        return MOVE_NONE;
    int count = game_moves(position, moves);
    for (int i = 0; i < count; i++) {
        GamePosition after = *position;
        game_play(&after, moves[i]);
        Outcome outcome = game_outcome(&after);
        if (outcome == OUTCOME_OPEN && !prober_value(prober, &after, &value))
            return MOVE_NONE;
        if (outcome != OUTCOME_OPEN)
            value = outcome == OUTCOME_WIN ? endgame_win(0) : endgame_loss(0);
        if (endgame_worth(value) <= most)
            continue;
        most = endgame_worth(value);
        best = moves[i];
    }
    return best;
}

/* Carries a line on by best moves, as far as the tables know or to the end. */
static inline void prober_extend(Prober *prober, const GamePosition *root, Line *line)
{
    GamePosition position = *root;
    for (int i = 0; i < line->count; i++)
        game_play(&position, line->moves[i]);
    while (line->count < PRINCIPAL_VARIATION_MAX && game_outcome(&position) == OUTCOME_OPEN) {
        Move move = prober_best_move(prober, &position);
        if (move == MOVE_NONE)
            break;
        line->moves[line->count++] = move;
        game_play(&position, move);
    }
}

#else

static inline void prober_extend(Prober *prober, const GamePosition *root, Line *line)
{
    (void)prober, (void)root, (void)line;
}

static inline bool prober_value(Prober *prober, const GamePosition *position, EndgameValue *value)
{
    (void)prober, (void)position, (void)value;
    return false;
}

#endif

/* The same as a score, `turns` from the root. */
static inline bool prober_score(Prober *prober, const GamePosition *position, int turns,
                                Score *score)
{
    EndgameValue value = ENDGAME_DRAW;
    if (!prober_value(prober, position, &value))
        return false;
    if (value == ENDGAME_DRAW)
        *score = SCORE_DRAW;
    else if (endgame_outcome(value) == OUTCOME_WIN)
        *score = SCORE_WIN - turns - endgame_distance(value);
    else
        *score = turns + endgame_distance(value) - SCORE_WIN;
    return true;
}

#endif
